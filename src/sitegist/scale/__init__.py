"""Work spread over processes."""

from sitegist.scale.processes import in_order

__all__ = ["in_order"]
