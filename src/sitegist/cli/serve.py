"""sitegist serve"""

from __future__ import annotations

import socket

import click

from sitegist.app import create
from sitegist.app.server import (
    LOOPBACK,
    PORT,
    address_of,
    is_loopback,
    listen,
    new_token,
    open_browser,
    run,
)


@click.command()
@click.argument("mined", metavar="DIR")
@click.option(
    "--host", default=LOOPBACK, show_default=True, metavar="ADDRESS", help="Where to listen."
)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=PORT, show_default=True,
    help="The port; 0 for any that is free.",
)  # fmt: skip
@click.option(
    "--name", "names", multiple=True, metavar="HOST",
    help="Another name that the server goes by; may be repeated.",
)  # fmt: skip
@click.option(
    "--token", envvar="SITEGIST_TOKEN",
    help="What everybody has to know.  [default: none on loopback, else one of its own]",
)  # fmt: skip
@click.option("--open", "show", is_flag=True, help="Open a browser.")
def command(
    mined: str, host: str, port: int, names: tuple[str, ...], token: str | None, show: bool
) -> None:
    """Show what was mined, in a browser.

    DIR is what 'sitegist mine' wrote, with one site or with several. Only this machine is
    answered; with --host everybody who knows the token that is printed.

    \b
    Examples:
      sitegist serve mined
      sitegist serve mined --port 0 --open
      sitegist serve mined --host 0.0.0.0 --name corpus.example.org
    """
    if token is None and not is_loopback(host):
        token = new_token()
    own = [] if is_loopback(host) else [host, socket.gethostname()]
    app = create(mined, token=token or None, names=[*own, *names])
    listening = listen(host, port)
    address = address_of(listening, token)
    click.echo(f"{address}\nCtrl-C stops the server.", err=True)
    if show:
        open_browser(address)
    run(app, listening)
