"""What can be built on a site that was mined."""
