"""Many pages: sums, clusters, style paths, near duplicates. Knows nothing of methods."""

from sitegist.site.site import Entry, Site

__all__ = ["Entry", "Site"]
