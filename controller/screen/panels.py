"""What stands above and below the seats: title, meter, state of the table, message, question, rulings and news."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.style import Style
from rich.table import Table as Grid
from rich.text import Text

from controller.screen import digits, look
from controller.screen.view import Said, View
from controller.screen.words import Picture, hand_word, without_clause, word

_WAY = ("betting", "counting", "dealing", "deciding", "revealing", "settling", "clearing")


def title(view: View, width: int) -> RenderableType:
    left = f" tablehand{' · ' if view.name else ''}{view.name} · {view.picture['profile']} rules"
    right = f"round {view.picture['round'] + 1} "
    return Text(left.ljust(max(0, width - len(right)))[: max(0, width - len(right))] + right, look.BAR)


def meter(table: Picture, bold: bool) -> RenderableType:
    amount = spoken(table["meter"]) if table["meter"] else digits.DASHES
    lines = digits.bold(amount) if bold else digits.fine(amount)
    return Group(*(Text(line, look.GOLD, no_wrap=True) for line in lines))


def meter_width(table: Picture, bold: bool) -> int:
    amount = spoken(table["meter"]) if table["meter"] else digits.DASHES
    return len((digits.bold(amount) if bold else digits.fine(amount))[0])


def spoken(amount: str) -> str:
    """ "100000.70" as people read it: 100,000.70."""
    whole, _, cents = amount.partition(".")
    return f"{int(whole):,}.{cents}"


def state(view: View, now_ms: int, *, roomy: bool = False) -> RenderableType:
    """Phase and how far the round has come; acceptors; faults."""
    table = view.picture
    lines = [phase(table, now_ms), _way(table), _lit(table), _order(table)]
    if roomy:
        lines.insert(2, Text())
    else:
        lines[0] = Text.assemble(lines[0], "  ", lines.pop(1))
    return Group(*(_cut(line) for line in lines))


def _cut(line: Text) -> Text:
    line.no_wrap, line.overflow = True, "ellipsis"
    return line


def phase(table: Picture, now_ms: int) -> Text:
    if table["phase"] != "halted":
        return Text(table["phase"].upper(), look.BRIGHT)
    style = look.ALARM_BAR if look.lit_now(now_ms) else look.ALARM
    return Text.assemble((" HALTED ", style), (f" in {table['interrupted']}", look.PLAIN))


def _way(table: Picture) -> Text:
    """A bead for each phase of a round, up to the one that is played."""
    played = table["interrupted"] or table["phase"]
    at = _WAY.index(played) if played in _WAY else -1
    beads = [("◆" if place == at else "•", look.GOOD if place <= at else look.FAINT) for place in range(len(_WAY))]
    return Text(" ").join(Text(bead, style) for bead, style in beads)


def _lit(table: Picture) -> Text:
    lit = f"{table['accepted'] or 'nobody'} lit"
    return Text(f"progressive: {lit}, acceptors {'refuse' if table['locked'] else 'open'}", look.PLAIN)


def _order(table: Picture) -> Text:
    faults = list(troubles(table["faults"]))
    return Text("; ".join(faults), look.ALARM) if faults else Text("all devices in order", look.FAINT)


def troubles(faults: Picture) -> Iterator[str]:
    if faults["acceptors"]:
        yield f"acceptor {', '.join(map(str, faults['acceptors']))} out"
    if faults["shoe"]:
        yield f"shoe {word(faults['shoe'])}"
    for device, kind in faults["devices"].items():
        yield f"{device} {word(kind)}"


def message(table: Picture) -> RenderableType:
    """The dealer's message line."""
    if not table["message"]:
        return Text()
    style = look.ALARM_BAR if table["question"] else look.BAR
    return _cut(Text(f" {table['message']} ", style))


def question_height(table: Picture) -> int:
    """How many rows the question takes with each choice and its consequence on a line of its own."""
    asked = table["question"]
    return 3 + len(asked["choices"]) + bool(table["waiting"]) + bool(asked["facts"])


def question(table: Picture, now_ms: int, rows: int) -> RenderableType:
    """What the supervisor is asked, the proposal first; what each choice would do where there are rows enough."""
    asked = table["question"]
    about = f" · {hand_word(asked['hand'])}" if asked["hand"] else ""
    choices = {
        choice: Text(f" {word(choice)} ", look.LAMP_ON if choice == asked["proposal"] else look.BAR)
        for choice in asked["choices"]
    }
    lines = [Text(f"{without_clause(asked['says'])}.", look.BRIGHT)]
    if rows >= question_height(table):
        widest = max(choice.cell_len for choice in choices.values())
        lines += [
            _cut(Text.assemble(choice, " " * (widest - choice.cell_len + 1), (asked["consequences"][name], look.PLAIN)))
            for name, choice in choices.items()
        ]
    else:
        lines.append(Text.assemble(("decides:  ", look.PLAIN), Text("  ").join(choices.values())))
    if table["waiting"]:
        lines.append(Text(f"{table['waiting']} more to decide after it", look.BAD))
    lines += _facts(asked["facts"])
    head = f"[bold]{asked['clause']}[/] · a supervisor is asked{about}"
    border = look.ALARM if look.lit_now(now_ms) else Style.parse("#870000")
    return Panel(Group(*lines), title=head, title_align="left", box=box.HEAVY, style=look.GROUND, border_style=border,
                 padding=(0, 1))  # fmt: skip


def _facts(facts: Iterable[Picture]) -> Iterator[Text]:
    told = [f"{'✓' if fact['held'] else '✗'} {fact['fact']}" for fact in facts]
    if told:
        yield Text("   ".join(told), look.FAINT)


def rulings(view: View, most: int) -> RenderableType:
    """At most so many, the newest first; those of earlier rounds are told by their number."""
    rows = [_ruling(said, view.picture["round"]) for said in view.rulings[:most]]
    return _listed("last rulings", rows, "none yet")


def news(view: View, most: int) -> RenderableType:
    return _listed("what happens", [_news(said) for said in view.news[:most]], "nothing yet")


def _listed(head: str, rows: list[tuple[Text, Text]], nothing: str) -> RenderableType:
    grid = Grid.grid(padding=(0, 1, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(ratio=1)
    for row in rows:
        grid.add_row(*row)
    content = grid if rows else Text(nothing, look.FAINT)
    return Panel(content, title=head, title_align="left", box=box.ROUNDED, style=look.GROUND, border_style=look.FAINT,
                 padding=(0, 1))  # fmt: skip


def _ruling(said: Said, this_round: int) -> tuple[Text, Text]:
    by = f", {said.by}" if said.by and said.by not in said.text else ""
    if said.round == this_round:
        return Text(said.mark, look.CLAUSE), Text(said.text + by, look.BRIGHT)
    return Text(said.mark, look.FAINT), Text(f"{said.text}{by} (round {said.round + 1})", look.FAINT)


def _news(said: Said) -> tuple[Text, Text]:
    if said.mark:
        return Text("!", look.GOLD), Text(said.text, look.GOLD)
    return Text("·", look.FAINT), Text(said.text, look.PLAIN)
