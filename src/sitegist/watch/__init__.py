"""What is new on a site: its tables of contents polled, each new article told once."""
