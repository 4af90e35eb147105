"""Which site an address belongs to."""

from __future__ import annotations

from functools import cache
from ipaddress import ip_address
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlsplit

from sitegist.errors import OptionError

if TYPE_CHECKING:
    from tldextract import TLDExtract

UNKNOWN = "unknown"


def site_of(url: str | None, by: Literal["domain", "host"] = "domain") -> str:
    """The registrable domain of an address, or its host; ``unknown`` where there is none.

    Hosts are in lower case and in ASCII, without port and without the dot at the end. What has no
    registrable domain is its own site: IP addresses, ``localhost``, a public suffix itself.
    Private suffixes count, so that ``a.github.io`` and ``b.github.io`` are two sites. The list of
    suffixes is the one that comes with tldextract; nothing is fetched.

    >>> site_of("https://news.bbc.co.uk/x"), site_of("https://a.github.io"), site_of(None)
    ('bbc.co.uk', 'a.github.io', 'unknown')
    >>> site_of("https://News.BBC.co.uk:80/", by="host"), site_of("http://[::1]:80/")
    ('news.bbc.co.uk', '[::1]')
    """
    if by not in ("domain", "host"):
        raise OptionError.unknown("site", by, ("domain", "host"))
    host = _host(url)
    if by == "host" or host == UNKNOWN or _is_address(host):
        return host
    return _suffixes().extract_str(host).top_domain_under_public_suffix or host


def _host(url: str | None) -> str:
    if not url:
        return UNKNOWN
    import ada_url

    try:
        host = str(ada_url.URL(url).hostname)
    except ValueError:
        try:
            host = urlsplit(url).hostname or ""
        except ValueError:
            host = ""
    return host.rstrip(".").lower() or UNKNOWN


def _is_address(host: str) -> bool:
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True


@cache
def _suffixes() -> TLDExtract:
    """The bundled list, which takes a tenth of a second to read."""
    from tldextract import TLDExtract

    return TLDExtract(suffix_list_urls=(), cache_dir=None, include_psl_private_domains=True)
