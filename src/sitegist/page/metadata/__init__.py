"""What a page says of itself: title, author, date and the like, and where each came from."""

from sitegist.page.metadata.find import FIELDS, Metadata, find_metadata

__all__ = ["FIELDS", "Metadata", "find_metadata"]
