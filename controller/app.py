"""The composition root: settings become drivers and a plan, and those a table that plays.

It alone asks which driver stands behind a port, and it decides nothing. `run` ends with every output at its fail-safe
level, whatever happened.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from types import FrameType
from typing import TYPE_CHECKING

from controller.core import ranking
from controller.intake import KEYS, SUPERVISOR_KEY, Wiring
from controller.places import control_sockets, state_directory
from controller.runtime.clock import SystemClock
from controller.runtime.control import ControlError
from controller.runtime.daemon import Daemon, Plan, Ports
from controller.runtime.journal import JournalError
from controller.runtime.log import start_logging
from controller.runtime.people import PeopleError
from controller.runtime.program import this_program
from controller.runtime.watchdog import Notifier
from controller.settings import Settings
from controller.settings.hardware import (
    LOCK,
    FileMeter,
    GpioAcceptors,
    GpioKeys,
    GpioLamps,
    GpioLock,
    HardwareSettings,
    PtyShoe,
    TablehandShoe,
    lamp,
)
from controller.simulated import SimulatedFloor
from drivers.ports import DriverError, Keys, LampBank, MeterDisplay, SenseLines, Shoe, Switches
from drivers.registry import driver_class

if TYPE_CHECKING:
    from drivers.gpio.factory import GpiodFactory

_STOPS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


def run(settings: Settings) -> int:
    """The daemon, until it is told to stop. An exit code; why it refused to start is one sentence on stderr."""
    start_logging()
    ranking.tree()  # built now, not while the first dealer's hand is turned
    with ExitStack() as stack:
        try:
            ports = open_ports(settings, stack)
            daemon = Daemon(plan_of(settings, ports), ports, this_program(), SystemClock(), Notifier())
            stack.callback(daemon.close)
            stack.enter_context(_signals_call(daemon.stop))
            daemon.open()
        except (JournalError, PeopleError, ControlError, DriverError) as error:
            print(f"tablehand cannot start: {error}", file=sys.stderr)
            return 1
        daemon.run()
    return 0


def open_ports(settings: Settings, pins: ExitStack) -> Ports:
    """The ports as they are configured, not started. `pins` lets go of the GPIO chip when all is over."""
    hardware, seats = settings.hardware, settings.house.seats
    factory = _factory(hardware, pins)
    return Ports(
        switches=_switches(hardware, factory),
        lamps=_lamps(hardware, factory, seats),
        meter=_meter(hardware),
        keys=_keys(hardware, factory),
        acceptors=_acceptors(hardware, factory, seats),
        shoe=_shoe(settings),
    )


def plan_of(settings: Settings, ports: Ports) -> Plan:
    table, state = settings.table, settings.state
    seats = settings.house.seats
    acceptors = settings.hardware.acceptors.acceptors(seats)
    wiring = Wiring(
        seats={acceptor.line: seat for seat, acceptor in acceptors.items()},
        acceptors=tuple(acceptors.values()),
        timings=settings.hardware.acceptors.timings,
        keys={name: name for name in (*KEYS, SUPERVISOR_KEY)},
    )
    return Plan(
        name=table.name,
        house=settings.house,
        wiring=wiring,
        lamp_of={seat: lamp(seat) for seat in range(1, seats + 1)},
        lock=LOCK,
        state=state_directory(state.directory),
        sockets=control_sockets(settings.control.socket),
        copy=state.copy_directory,
        forgetful_allowed=state.allow_volatile,
        opening=table.progressive.meter,
        simulate=SimulatedFloor.of(ports, {seat: acceptor.line for seat, acceptor in acceptors.items()}),
    )


# -- one port each -------------------------------------------------------------------------------------------------


def _factory(hardware: HardwareSettings, pins: ExitStack) -> GpiodFactory | None:
    """One for all pins of the table, so that two users of one pin are told apart; none where no pin is real."""
    if not any(port.driver == "gpio" for port in (hardware.acceptors, hardware.lamps, hardware.lock, hardware.keys)):
        return None
    from drivers.gpio.factory import GpiodFactory

    factory = GpiodFactory()
    pins.callback(factory.close)
    return factory


def _acceptors(hardware: HardwareSettings, factory: GpiodFactory | None, seats: int) -> SenseLines:
    chosen = hardware.acceptors
    driver = driver_class("acceptors", chosen.driver)
    port: SenseLines
    if isinstance(chosen, GpioAcceptors):
        port = driver(chosen.inputs, factory=factory, read_back_ms=chosen.read_back_ms)
    else:
        port = driver([acceptor.line for acceptor in chosen.acceptors(seats).values()])
    return port


def _lamps(hardware: HardwareSettings, factory: GpiodFactory | None, seats: int) -> LampBank:
    chosen = hardware.lamps
    driver = driver_class("lamps", chosen.driver)
    port: LampBank
    if isinstance(chosen, GpioLamps):
        port = driver(chosen.outputs, factory=factory)
    else:
        port = driver([lamp(seat) for seat in range(1, seats + 1)])
    return port


def _switches(hardware: HardwareSettings, factory: GpiodFactory | None) -> Switches:
    chosen = hardware.lock
    driver = driver_class("lock", chosen.driver)
    port: Switches = driver(chosen.outputs, factory=factory) if isinstance(chosen, GpioLock) else driver({LOCK: True})
    return port


def _keys(hardware: HardwareSettings, factory: GpiodFactory | None) -> Keys:
    chosen = hardware.keys
    driver = driver_class("keys", chosen.driver)
    port: Keys
    if isinstance(chosen, GpioKeys):
        port = driver(chosen.inputs, factory=factory, debounce_ms=chosen.debounce_ms)
    else:
        port = driver((*KEYS, SUPERVISOR_KEY))
    return port


def _shoe(settings: Settings) -> Shoe:
    chosen = settings.hardware.shoe
    driver = driver_class("shoe", chosen.driver)
    port: Shoe
    if isinstance(chosen, TablehandShoe):
        port = driver(chosen.port, baudrate=chosen.baud)
    elif isinstance(chosen, PtyShoe):
        port = driver(chosen.port or state_directory(settings.state.directory) / "shoe")
    else:
        port = driver()
    return port


def _meter(hardware: HardwareSettings) -> MeterDisplay:
    chosen = hardware.meter
    driver = driver_class("meter", chosen.driver)
    port: MeterDisplay = driver(chosen.path, currency=chosen.currency) if isinstance(chosen, FileMeter) else driver()
    return port


# -- signals of the operating system -------------------------------------------------------------------------------


@contextmanager
def _signals_call(stop: Callable[[str], None]) -> Iterator[None]:
    def asked(number: int, _frame: FrameType | None) -> None:
        stop(signal.Signals(number).name)

    before = {number: signal.signal(number, asked) for number in _STOPS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
