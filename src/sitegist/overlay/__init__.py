"""A page as it was found, made safe to look at, with marks on its parts.

Nothing that comes from a page runs, loads or leads anywhere: `render` writes a new document from
the page's rows, of elements and attributes that are listed in `elements`, and of styles that
`styles` has gone through. Whoever shows it still puts it in a sandboxed frame, with `POLICY`.
"""

from sitegist.overlay.marks import Mark, Marks, of_blocks
from sitegist.overlay.render import POLICY, render

__all__ = ["POLICY", "Mark", "Marks", "of_blocks", "render"]
