"""A fictional newspaper in three languages, with the truth about each of its pages.

It needs nothing but the standard library; `docs/demonstration.md` tells what is on it.
"""

from sitegist.demo.site import DemoPage, build, extras, write

__all__ = ["DemoPage", "build", "extras", "write"]
