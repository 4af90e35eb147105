"""A crawl in a process of its own, since Scrapy's event loop can be started only once in one.

`python -m sitegist.crawl.run` reads its orders from standard input as a line of JSON, and tells
how far it is in lines of JSON. It ends when standard input does: nobody is there any more who
would want its results.
"""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import sys
import threading
from pathlib import Path
from typing import Any

from sitegist.crawl.plan import Plan
from sitegist.crawl.session import Session
from sitegist.errors import SitegistError

# What is found is safe on the disk so often, in seconds.
_OFTEN = 0.5


def main() -> None:
    """Crawl, as standard input orders."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started us decides
    orders = json.loads(sys.stdin.buffer.readline())
    plan = Plan(**orders["plan"] | {"seeds": tuple(orders["plan"]["seeds"])})
    try:
        session = Session(plan, Path(orders["output"]), lambda message: tell(say=message))
        _crawl(session)
    except SitegistError as error:
        tell(error=type(error).__name__, text=str(error))
    except OSError as error:
        tell(error="OSError", errno=error.errno, text=error.strerror, name=orders["output"])


def _crawl(session: Session) -> None:
    from scrapy.crawler import AsyncCrawlerProcess
    from twisted.internet.task import LoopingCall

    from sitegist.crawl.engine import Crawl, settings_for

    def finish(error: Exception | None = None) -> None:
        """End at once, whatever is under way: what was not committed is asked for again."""
        if error is None:
            tell(done=session.close())
        elif isinstance(error, sqlite3.Error | OSError):
            number = getattr(error, "errno", None)
            text = getattr(error, "strerror", None) or str(error)
            tell(error="OSError", errno=number, text=text, name=str(session.output))
        else:
            raise error
        sys.stdout.flush()
        os._exit(0)

    process = AsyncCrawlerProcess(settings_for(session.plan))
    from twisted.internet import reactor

    def listen() -> None:
        sys.stdin.buffer.read()
        reactor.callFromThread(finish)

    def safe() -> None:
        try:
            session.commit()
        except (OSError, sqlite3.Error) as error:
            finish(error)
        tell(pages=session.pages, queued=session.frontier.queued, failed=session.frontier.failed,
             left_out=session.frontier.left_out, bytes=session.writer.end)  # fmt: skip

    process.crawl(Crawl, session=session, lost=finish)
    threading.Thread(target=listen, daemon=True).start()
    LoopingCall(safe).start(_OFTEN)
    process.start(install_signal_handlers=False)
    finish()


def tell(**what: Any) -> None:
    """A line for whoever started us; if nobody is there, there is nothing to be done."""
    try:
        sys.stdout.write(json.dumps(what) + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        os._exit(1)


if __name__ == "__main__":
    main()
