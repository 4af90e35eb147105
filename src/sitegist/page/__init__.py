"""One page: bytes to rows, blocks, terms and text. Knows nothing of sites."""

from sitegist.page.blocks import Block, Blocks
from sitegist.page.page import MAX_BYTES, Page, read
from sitegist.page.segmenters import SEGMENTERS, segment

__all__ = ["MAX_BYTES", "SEGMENTERS", "Block", "Blocks", "Page", "read", "segment"]
