"""A site, fetched politely and kept as a WARC. Knows nothing of what is done with its pages."""
