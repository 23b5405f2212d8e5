"""Container, compose file and unit say what is true of the program; there is no engine here to run them."""

from __future__ import annotations

import configparser
import re
from pathlib import Path

from click.testing import CliRunner

from companion.cli import main

ROOT = Path(__file__).parents[1]


def options_of(command: str) -> str:
    return CliRunner().invoke(main, [command, "--help"]).output


def test_the_container_copies_what_is_there_and_runs_as_nobody() -> None:
    text = (ROOT / "Dockerfile").read_text("utf-8")
    for source in re.findall(r"^COPY (?!--from)(\S+)", text, re.MULTILINE):
        assert (ROOT / source).exists(), source
    assert re.findall(r"^USER (\S+)", text, re.MULTILINE) == ["nobody"]
    assert "/health" in text
    assert 'CMD ["companion", "serve"]' in text


def test_what_the_container_leaves_out_is_not_needed_for_the_wheel() -> None:
    left_out = (ROOT / ".dockerignore").read_text("utf-8").split()
    assert not {"companion", "templates", "static", "data", "pyproject.toml", "README.md", "LICENSE"} & set(left_out)


def test_the_compose_file_keeps_the_data_and_asks_for_the_address() -> None:
    text = (ROOT / "compose.yaml").read_text("utf-8")
    assert "companion-data:/data" in text
    assert "COMPANION_ADDRESS" in text
    assert "COMPANION_DATA=/data" in (ROOT / "Dockerfile").read_text("utf-8")


def test_the_unit_starts_the_command_that_exists() -> None:
    unit = configparser.ConfigParser(interpolation=None, strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(ROOT / "packaging" / "companion.service")
    program, command = unit["Service"]["ExecStart"].split()
    assert program.endswith("/bin/companion")
    assert command in main.commands


def test_every_option_on_the_page_for_operators_exists() -> None:
    text = (ROOT / "docs" / "operators.md").read_text("utf-8")
    known = "".join(options_of(command) for command in main.commands) + (ROOT / "bench" / "load.py").read_text("utf-8")
    named = set(re.findall(r"(?<![\w-])(--[a-z][a-z-]+)", text)) - {"--wheel", "--from"}
    assert {option for option in named if option not in known} == set()
    for command in re.findall(r"companion (serve|backup|restore|doctor|invitation)\b", text):
        assert command in main.commands
