"""The demonstration site, under the name that it had before it came with the package."""

from sitegist.demo import DemoPage, build, extras, write

__all__ = ["DemoPage", "build", "extras", "write"]
