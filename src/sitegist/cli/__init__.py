"""The command line: one command, one small file, imported when it is called."""

from __future__ import annotations

import os
import sys
from importlib import import_module

import click

from sitegist import __version__
from sitegist.cli.exits import INTERRUPTED, exit_code
from sitegist.errors import SitegistError

COMMANDS = {
    "extract": "One page, or many, to text, Markdown, JSON, HTML or TEI.",
    "explain": "Why each block of a page stays or goes.",
    "tree": "How the information of a page nests.",
    "crawl": "Whole sites into a WARC, politely; goes on where it was stopped.",
    "mine": "Learn from a site, and extract all of its pages.",
    "toc": "The index pages of a site, ranked, and its articles.",
    "profile": "What was learned of a site, and corrections by hand.",
    "search": "The pages that have some words, furniture left out.",
    "serve": "What was mined, in a browser.",
    "report": "A site in one HTML file, to send to someone.",
    "feed": "A feed of a site's articles, Atom or JSON.",
    "watch": "What is new on a site, each article once, as JSON Lines.",
    "labels": "The field labels of a site's pages, and their values.",
    "dedupe": "What a cache and an index save without the non-content blocks.",
    "train": "Train L-Extractor on labelled sites.",
    "judge": "Our methods and other extractors, side by side, on data with gold.",
    "demo": "A demonstration site, crawled, mined, judged, and shown in a browser.",
}


class LazyGroup(click.Group):
    """Knows its commands by name and help line, and imports one when it runs."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All commands, in the order of a user's work."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name."""
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f"sitegist.cli.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "-V", "--version", prog_name="sitegist")
def cli() -> None:
    """Give it a site; it gives back what the site is about."""


def main() -> None:
    """Run the command line; an error is one line on standard error, never a traceback."""
    try:
        code = cli.main(standalone_mode=False)
    except click.Abort:
        code = INTERRUPTED
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except BrokenPipeError:
        # whoever read our output has seen enough; keep Python from complaining at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except SitegistError as error:
        click.echo(f"sitegist: {error}", err=True)
        code = exit_code(error)
    except OSError as error:
        click.echo(f"sitegist: {error.filename or 'output'}: {error.strerror}", err=True)
        code = exit_code(error)
    sys.exit(code)
