"""Write the list of all modules into docs/architecture.md, each with the first sentence that it says about itself."""

from __future__ import annotations

import ast
from itertools import groupby
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "architecture.md"
START, END = "<!-- modules -->\n", "<!-- /modules -->"


def about(path: Path) -> str:
    """Return the first sentence of a module's own words."""
    words = " ".join((ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "").split())
    return words.split(". ")[0].rstrip(".")


def modules() -> list[Path]:
    """Return all modules of the package, folder by folder; a folder is named before what is in it."""
    found = [path for path in (ROOT / "companion").rglob("*.py") if "_share" not in path.parts]
    return sorted(found, key=lambda path: (path.parent, path.name != "__init__.py", path.name))


def listed() -> str:
    """Return the list."""
    lines = []
    for folder, paths in groupby(modules(), key=lambda path: path.parent):
        lines.append(f"\n**{folder.relative_to(ROOT)}/**")
        for path in paths:
            name = "" if path.name == "__init__.py" else f"`{path.name}` "
            if said := about(path):
                lines.append(f"- {name}{said}")
    return "\n".join(lines).lstrip() + "\n"


def main() -> None:
    """Put the list between its marks."""
    before, _, rest = PAGE.read_text("utf-8").partition(START)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{START}{listed()}{END}{after}", "utf-8")


if __name__ == "__main__":
    main()
