"""Who may import whom: the layers of docs/architecture.md, held apart by walking the imports."""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import companion

PACKAGE = Path(companion.__file__).parent
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if "_share" not in path.parts)

PICTURES = ("numpy", "cv2", "PIL")


def imports(path: Path) -> Iterator[str]:
    """Every module that a file imports, anywhere in it."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:  # a relative one stays in its folder
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names if node.module == "companion")


def outside(path: Path) -> set[str]:
    """The third-party packages and layers of ours that a file imports."""
    found = set()
    for name in imports(path):
        top = name.split(".")[0]
        if top == "companion":
            found.add(".".join(name.split(".")[:3] if name.startswith("companion.games") else name.split(".")[:2]))
        elif top not in sys.stdlib_module_names:
            found.add(top)
    return found


def allowed(path: Path) -> set[str] | None:
    """What a file may import; None where everything is allowed."""
    layer, *rest = path.relative_to(PACKAGE).parts
    if layer == "core":
        return {"companion.core", "companion.paths"}
    if layer == "pages":
        return {"companion.core", "companion.pages", "companion.paths"}
    if layer == "vision":
        # Knows no game: what a card of some game shows stands in that game's reader.
        return {"companion.core", "companion.vision", "companion.paths", *PICTURES, "pillow_heif", "threadpoolctl"}
    if layer == "samples":
        # Cards of the first game, photographed: nothing of the product needs this but the samples of `companion demo`.
        return {
            "companion.core",
            "companion.samples",
            "companion.vision",
            "companion.games.ai100",
            "numpy",
            "cv2",
            "PIL",
            "resvg_py",
        }
    if layer == "store":
        return {"companion.core", "companion.store", "sqlite_utils"}
    if layer == "games" and rest and rest[0] != "__init__.py":
        own = {"companion.core", "companion.pages", "companion.paths", f"companion.games.{rest[0]}"}
        # Photos are read in a game's reader, and nowhere else.
        if rest[1] in {"reader", "reader.py"}:
            own |= {"companion.vision", *PICTURES}
        if rest[1] == "keeper.py":
            own.add("companion.samples")
        return own
    return None


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_module_imports_only_what_its_layer_may(path: Path) -> None:
    permitted = allowed(path)
    if permitted is not None:
        assert outside(path) - permitted == set()
    else:
        assert path.relative_to(PACKAGE).parts[0] in {
            "cli",
            "web",
            "games",
            "api.py",
            "paths.py",
            "registry.py",
            "__init__.py",
        }


def test_only_the_demo_makes_photographs() -> None:
    users = {
        path.relative_to(PACKAGE).as_posix()
        for path in MODULES
        if "companion.samples" in outside(path) and path.relative_to(PACKAGE).parts[0] != "samples"
    }
    assert users == {"games/ai100/keeper.py"}
    assert not any("editions" in outside(path) for path in MODULES)


def test_scoring_does_not_load_pictures_or_pages() -> None:
    code = (
        "import sys, companion.cli; from companion.registry import games; games();"
        "print([name for name in ('cv2', 'flask', 'PIL', 'sqlite_utils', 'numpy') if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_every_page_is_made_with_names_and_has_a_dozen_fields_at_most() -> None:
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef) and node.name.endswith("Page") and node.name != "NoSuchPage":
                fields = {ast.unparse(one.target) for one in node.body if isinstance(one, ast.AnnAssign)}
                assert len(fields - {"template"}) <= 12, node.name
                assert any(ast.unparse(base).endswith(("Page", "PagePart")) for base in node.bases), node.name


def test_mypy_reads_every_helper_of_the_tests() -> None:
    root = Path(__file__).parents[1]
    helpers = {
        path.relative_to(root).with_suffix("").as_posix().replace("/", ".")
        for path in root.glob("tests/**/*.py")
        if not path.name.startswith(("test_", "__init__"))
    }
    assert set(tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["tool"]["mypy"]["modules"]) == helpers
