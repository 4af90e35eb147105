"""A fictional newspaper in three languages, with the truth about each of its pages.

python -m examples.demo_site OUT [--pages N] [--seed 1]
"""

from .site import DemoPage, build, extras, write

__all__ = ["DemoPage", "build", "extras", "write"]
