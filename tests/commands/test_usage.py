"""The command line as a whole: it explains itself, answers fast, and never shows a traceback for a slip of the hand."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from controller.cli import COMMANDS
from controller.cli import tablehand as group
from tests.commands.conftest import Said, Tablehand

GUIDES = [Path("README.md"), Path("systemd/INSTALL.md"), Path("drivers/WIRING.md"), Path("config/table.yaml")]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["statsu"], 'tablehand: there is no command "statsu"; did you mean status?\n'),
        (["xyzzy"], 'tablehand: there is no command "xyzzy"; tablehand --help shows the commands\n'),
        ([], "tablehand: a command is missing; tablehand --help shows them all\n"),
        (["journal"], "tablehand journal: a command is missing; tablehand journal --help shows them all\n"),
        (["status", "--jsno"], "tablehand status: No such option '--jsno'. Did you mean '--json'?\n"),
        (["check"], "tablehand check: which file? for example: tablehand check /etc/tablehand/table.yaml\n"),
        (["completion", "cmd"], "tablehand completion: Invalid value for '{bash|zsh|fish}': 'cmd' is not one of"),
        (["run", "--config"], "tablehand: Option '--config' requires an argument.\n"),
    ],
)
def test_bad_usage_is_one_line_and_exit_code_2(words: list[str], sentence: str, tablehand: Tablehand) -> None:
    said = tablehand(*words)

    assert (said.code, said.out) == (2, "")
    assert said.err.startswith(sentence)
    assert said.err.count("\n") == 1


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself_and_help_says_the_same_of_it(name: str, tablehand: Tablehand) -> None:
    said = tablehand(name, "--help")

    command = group.get_command(click.Context(group), name)
    assert said.code == 0
    assert command is not None
    assert command.get_short_help_str(limit=200) == COMMANDS[name][1]


def test_help_names_every_command_without_importing_what_they_need() -> None:
    asked = (
        "import sys; sys.argv = ['tablehand', '--help']\n"
        "from controller.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print(sorted({'pydantic', 'yaml', 'gpiozero', 'structlog', 'argon2'} & sys.modules.keys()))"
    )

    answer = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout

    assert answer.endswith("[]\n")
    assert all(f"\n  {name} " in answer for name in COMMANDS)


@pytest.mark.parametrize("guide", [guide for guide in GUIDES if guide.exists()], ids=str)
def test_every_command_that_a_guide_names_exists(guide: Path) -> None:
    text = guide.read_text(encoding="utf-8")

    named = set(re.findall(r"(?:^|`|sudo )tablehand ([a-z]+(?:-[a-z]+)*)\b", text, re.MULTILINE))

    assert named - COMMANDS.keys() == set()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_for_each_shell_calls_tablehand(shell: str, tablehand: Tablehand) -> None:
    said = tablehand("completion", shell)

    assert said.code == 0
    assert "_TABLEHAND_COMPLETE" in said.out


def test_the_shell_is_answered_with_the_commands_that_fit(
    tablehand: Tablehand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("_TABLEHAND_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", "tablehand s")
    monkeypatch.setenv("COMP_CWORD", "1")

    said = tablehand()

    assert said.out.split() == ["plain,status", "plain,sim", "plain,simulate"]


def test_the_version_is_told(tablehand: Tablehand) -> None:
    said = tablehand("--version")

    assert re.fullmatch(r"tablehand \d+\.\d+\.\d+\n", said.out)


def test_a_sound_settings_file_is_told_in_one_line(tablehand: Tablehand) -> None:
    assert tablehand("check", "config/table.yaml") == Said(
        0,
        "config/table.yaml is sound: Caribbean 1 (t1), 7 seats, profile house, pay table us, awards us-500-100-50\n",
        "",
    )


def test_a_faulty_settings_file_is_told_with_every_fault_and_exit_code_1(tablehand: Tablehand, tmp_path: Path) -> None:
    file = tmp_path / "table.yaml"
    file.write_text(Path("config/table.yaml").read_text(encoding="utf-8").replace("seats: 7", "seat: 7"))

    said = tablehand("check", str(file))

    assert said == Said(1, f'{file}:11: table.seat: unknown key; did you mean "seats"?\n', "")


def test_a_file_that_cannot_be_read_is_one_line_and_exit_code_2(tablehand: Tablehand, tmp_path: Path) -> None:
    broken = tmp_path / "broken.yaml"
    broken.write_text("table: [\n")

    assert tablehand("check", "nowhere.yaml") == Said(2, "", "nowhere.yaml: cannot be read: there is no such file\n")
    assert tablehand("check", str(broken)).code == 2
    assert tablehand("check", str(broken)).err.startswith(f"{broken}:1: this is no YAML: ")


def test_the_schema_is_json(tablehand: Tablehand) -> None:
    said = tablehand("check", "--schema")

    assert said.out.startswith('{\n  "$schema": "https://json-schema.org/draft/2020-12/schema"')


def test_a_reader_who_leaves_early_is_no_fault() -> None:
    command = "import sys; sys.argv = ['tablehand', 'check', '--schema']; from controller.cli import main; main()"

    piped = subprocess.run(
        ["bash", "-c", f'{sys.executable} -c "{command}" | head -1'], capture_output=True, text=True, check=True
    )

    assert (piped.stdout, piped.stderr) == ("{\n", "")
