"""Equipment: acceptors that are taken out, a shoe in trouble, other devices that fail.

A device fault is not an irregularity of people: it is shown with what to do, and stops the table only where the outcome
may be touched (EQP-1).
"""

from __future__ import annotations

from controller.core.events import AcceptorCondition, AcceptorState, DeviceCondition, ShoeCondition, ShoeState
from controller.core.frozen import changed
from controller.core.state import Table
from controller.rules.book import findings
from controller.rules.rulings import rule
from controller.rules.step import Step


def set_acceptor(table: Table, event: AcceptorCondition) -> Step:
    """Taken out, its chips are refused; a wager accepted before the fault stands and keeps its light (EQP-2)."""
    seat, out = event.seat, table.acceptors_out
    if event.kind is AcceptorState.RESTORED:
        return Step(changed(table, acceptors_out=out - {seat}, message=""))
    if seat in out:
        return Step(table)
    says = (
        f"Seat {seat}: the acceptor is taken out ({event.kind.value.replace('_', ' ')}); its chips are refused. (EQP-2)"
    )
    return Step(changed(table, acceptors_out=out | {seat})).alert("acceptor_fault", says, seat, "EQP-2")


TROUBLE = {
    ShoeState.JAM: "a card is jammed",
    ShoeState.MISREAD: "it cannot read a card",
    ShoeState.DOUBLE_DRAW: "two cards left it at once",
    ShoeState.SILENT: "it does not answer",
    ShoeState.COVER_OPEN: "its cover is open",
    ShoeState.EMPTY: "it is empty",
    ShoeState.COUNT: "its count of cards is not the table's",
}


def set_shoe(table: Table, event: ShoeCondition) -> Step:
    """Shown at any time; stops the table from "no more bets" to the reveal. Restored, it lifts nothing by itself."""
    found = findings(table, event)
    match event.kind:
        case ShoeState.RESTORED:
            return Step(changed(table, shoe_trouble="", message=""))
        case ShoeState.NEW_PACK | ShoeState.RESTARTED:
            return rule(Step(table), found)
        case kind:
            says = f"The shoe is in trouble: {TROUBLE[kind]}. (EQP-1)"
            step = Step(changed(table, shoe_trouble=kind.value)).alert("shoe_fault", says, None, "EQP-1")
            return rule(step, found)


def set_device(table: Table, event: DeviceCondition) -> Step:
    """Sign, lamps, keys: shown until restored. A program that changed in mid-round asks a supervisor."""
    left = tuple(entry for entry in table.devices_out if entry[0] != event.device)
    if event.kind == "restored":
        return Step(changed(table, devices_out=left, message=""))
    if event.device == "program":
        return rule(Step(table), findings(table, event))
    step = Step(changed(table, devices_out=(*left, (event.device, event.kind))))
    if (event.device, event.kind) in table.devices_out:
        return step
    name = "meter_fault" if event.device == "meter" else "EQP-1"
    says = f"{event.device.capitalize()}: {event.note or event.kind.replace('_', ' ')}."
    return step.alert(name, says, None, "EQP-1")
