"""What the README and the docs say about commands and formats is true."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from companion.cli import main
from tools.map_modules import listed

ROOT = Path(__file__).parents[1]
TABLE = (ROOT / "docs" / "commands.md").read_text("utf-8")


def command_names(group: click.Group, prefix: str = "companion") -> list[str]:
    names = []
    for name, command in group.commands.items():
        full = f"{prefix} {name}"
        names += command_names(command, full) if isinstance(command, click.Group) else [full]
    return names


@pytest.mark.parametrize("name", command_names(main))
def test_every_command_stands_in_the_table(name: str) -> None:
    assert f"`{name}" in TABLE, f"{name} is missing from docs/commands.md"


def test_the_table_has_no_command_that_does_not_exist() -> None:
    documented = {" ".join(words.split()[:2]) for words in re.findall(r"^\| `(companion [^`]+)`", TABLE, re.MULTILINE)}
    existing = {" ".join(name.split()[:2]) for name in command_names(main)}
    assert documented == existing


def test_every_command_has_help() -> None:
    for command in main.commands.values():
        assert command.help, command.name


@pytest.mark.parametrize(
    "page", sorted(path.relative_to(ROOT) for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    text = (ROOT / page).read_text("utf-8")
    links = [link for link in re.findall(r"\]\(([^)#]+)", text) if "://" not in link]
    assert [link for link in links if not (ROOT / page.parent / link).exists()] == []


def test_the_map_of_the_house_has_every_module_in_its_own_words() -> None:
    assert listed() in (ROOT / "docs" / "architecture.md").read_text("utf-8"), "python tools/map_modules.py writes it"


PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/*.md"))]


@pytest.mark.parametrize("page", [page.relative_to(ROOT) for page in PAGES])
def test_every_command_in_the_docs_exists(page: Path) -> None:
    text = (ROOT / page).read_text("utf-8")
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert set(re.findall(r"`make ([a-z]+)", text)) <= targets
    for name in re.findall(r"(?<![\w/.-])(?<!from )companion ([a-z]+)(?: --?[a-z]| [A-Z]|`)", text):
        assert name in main.commands, f"companion {name}"
    for script in re.findall(r"(?:python|bin/python) (-m )?([\w./]+)", text):
        module = script[1].replace(".", "/") + ".py" if script[0] else script[1]
        assert script[1] == "build" or (ROOT / module).exists(), script


def commands_in(text: str) -> list[list[str]]:
    """Every command line of ours that a page shows, in words: those of code blocks and those within a sentence."""
    blocks = re.findall(r"^```.*?\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    lines = [line.partition("#")[0] for block in blocks for line in block.splitlines()]
    spans = re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL))
    shown = [re.search(r"(?:^|/|\s)companion( +[a-z-].*)$", line) for line in (*lines, *spans)]
    return [found[1].split() for found in shown if found]


@pytest.mark.parametrize("page", [page.relative_to(ROOT) for page in PAGES])
def test_every_option_in_the_docs_exists(page: Path) -> None:
    for words in commands_in((ROOT / page).read_text("utf-8")):
        command: click.Command = main
        for word in words:
            if isinstance(command, click.Group) and word in command.commands:
                command = command.commands[word]
            elif word.startswith("--"):
                known = {"--help", *(name for one in command.params for name in one.opts)}
                assert word.split("=")[0] in known, " ".join(words)
