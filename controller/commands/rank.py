"""`tablehand rank`: which hand is better, and what people call it."""

from __future__ import annotations

from inspect import cleandoc

import click

from controller.commands.words import UnusableError, json_option
from controller.rankings import RANKINGS, Ranked, in_order


@click.command(short_help="Name hands and put them in order, best first.")
@click.argument("hands", nargs=-1, required=True, metavar="HAND...")
@click.option(
    "--as",
    "name",
    type=click.Choice(list(RANKINGS)),
    default="high",
    metavar="NAME",
    help="Way of ranking; without it: high.",
)
@json_option
def rank(hands: tuple[str, ...], name: str, as_json: bool) -> None:
    """Name each HAND and put them in order, best first.

    A hand is its cards in quotes: rank and suit, "Kd" for the king of diamonds, "Th" for the ten of hearts, "Jo" for a
    joker. Hands do not share a pack here, so a card may lie in several of them.

    \b
    tablehand rank "Ah Ad 8c 8s Qh" "Kh Qh Jh Th 9h"
    tablehand rank "7h 5d 4c 3s 2h" --as deuce-to-seven
    """
    ranking = RANKINGS[name]
    try:
        ranked = in_order(ranking, hands)
    except ValueError as error:
        raise UnusableError(f"tablehand rank: {error}") from None
    if as_json:
        import orjson

        told = [{"cards": r.cards, "category": r.category, "name": r.name, "place": r.place} for r in ranked]
        click.echo(orjson.dumps(told))
    else:
        _tell(ranked)


def _tell(ranked: list[Ranked]) -> None:
    cards, places = max(len(hand.cards) for hand in ranked), len(str(ranked[-1].place))
    for hand in ranked:
        click.echo(f"{hand.place:>{places}}  {hand.cards:<{cards}}  {hand.name}")


assert rank.help is not None, "the list of rankings is added to what is written above"
rank.help = cleandoc(rank.help) + "\n\n\b\n" + "\n".join(f"{way.name:<20} {way.says}" for way in RANKINGS.values())
