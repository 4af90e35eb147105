"""Give it a site; it gives back what the site is about.

>>> import sitegist
>>> sitegist.extract("<p>Words to keep, in a sentence.</p><a href='/'>Home</a>").text
'Words to keep, in a sentence.'
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sitegist.errors import (
        InputError,
        MissingExtra,
        NotHtml,
        OptionError,
        PageTooLarge,
        ProfileError,
        SegmenterError,
        SitegistError,
        StoreError,
    )
    from sitegist.extraction import Extraction
    from sitegist.hierarchy import Cluster, Hierarchy, tree
    from sitegist.mined import Mined
    from sitegist.mining import mine, mine_to
    from sitegist.page import Block, Blocks, Page, read, segment
    from sitegist.pipeline import extract
    from sitegist.profile import Profile, load
    from sitegist.store import open_mined

__version__ = "0.1.0"

# Names are imported when they are asked for, so that `import sitegist` costs next to nothing.
_HOMES = {
    "sitegist.errors": (
        "InputError",
        "MissingExtra",
        "NotHtml",
        "OptionError",
        "PageTooLarge",
        "ProfileError",
        "SegmenterError",
        "SitegistError",
        "StoreError",
    ),
    "sitegist.extraction": ("Extraction",),
    "sitegist.hierarchy": ("Cluster", "Hierarchy", "tree"),
    "sitegist.mined": ("Mined",),
    "sitegist.mining": ("mine", "mine_to"),
    "sitegist.page": ("Block", "Blocks", "Page", "read", "segment"),
    "sitegist.pipeline": ("extract",),
    "sitegist.profile": ("Profile", "load"),
    "sitegist.store": ("open_mined",),
}

__all__ = [
    "Block",
    "Blocks",
    "Cluster",
    "Extraction",
    "Hierarchy",
    "InputError",
    "Mined",
    "MissingExtra",
    "NotHtml",
    "OptionError",
    "Page",
    "PageTooLarge",
    "Profile",
    "ProfileError",
    "SegmenterError",
    "SitegistError",
    "StoreError",
    "extract",
    "load",
    "mine",
    "mine_to",
    "open_mined",
    "read",
    "segment",
    "tree",
]


def __getattr__(name: str) -> object:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
