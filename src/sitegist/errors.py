"""Every error that sitegist raises on purpose.

SitegistError
├── InputError          the input cannot be used
│   ├── PageTooLarge    more bytes than the limit allows
│   ├── NotHtml         a PDF, an image, JSON: something, but no page
│   ├── ProfileError    a profile that is damaged, of another version, or none
│   └── StoreError      a mined folder that is damaged, of another version, or none
├── OptionError         an argument has no such value
│   └── SegmenterError  the method does not work on this segmenter
└── MissingExtra        an optional dependency is not installed
"""

from __future__ import annotations


class SitegistError(Exception):
    """The base of all errors of this package; its text names the fix where there is one."""


class InputError(SitegistError):
    """The input is missing, unreadable or of no use."""


class PageTooLarge(InputError):
    """The page has more bytes than the limit."""

    def __init__(self, size: int, limit: int) -> None:
        super().__init__(
            f"page of {size:,} bytes exceeds the limit of {limit:,}; raise it with"
            " max_bytes or --max-bytes"
        )
        self.size = size
        self.limit = limit


class NotHtml(InputError):
    """The bytes are of another media type than a web page."""

    def __init__(self, media_type: str) -> None:
        super().__init__(f"not a web page but {media_type}")
        self.media_type = media_type


class ProfileError(InputError):
    """A profile that is damaged, of another version, or none at all."""


class StoreError(InputError):
    """A mined folder, or the state of a watch or a crawl, that is damaged or of another version."""


class OptionError(SitegistError):
    """An argument has a value that we do not know."""

    @classmethod
    def unknown(cls, what: str, value: object, known: object) -> OptionError:
        choices = ", ".join(sorted(map(str, known)))  # type: ignore[call-overload]
        return cls(f"unknown {what} {value!r}; choose from: {choices}")


class SegmenterError(OptionError):
    """A method was asked to work on a segmenter that it does not declare."""


class MissingExtra(SitegistError):
    """An optional dependency is missing."""

    def __init__(self, package: str, extra: str, fix: str | None = None) -> None:
        fix = fix or f"pip install 'sitegist[{extra}]'"
        super().__init__(f"{package} is not installed; run: {fix}")
        self.package = package
        self.extra = extra
