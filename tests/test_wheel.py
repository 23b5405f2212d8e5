"""A wheel built from the checkout contains templates, static files and data, and works elsewhere."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from companion.games.ai100 import GAME

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_carries_templates_static_files_and_data(wheel: Path) -> None:
    inside = {name.removeprefix("companion/_share/") for name in zipfile.ZipFile(wheel).namelist() if "_share" in name}
    here = {
        path.relative_to(ROOT).as_posix()
        for folder in ("templates", "static", "data")
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert len(here) > 5
    assert here - inside == set()


def test_the_installed_wheel_scores_a_game(wheel: Path, tmp_path: Path) -> None:
    install = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--target",
        str(tmp_path / "lib"),
        str(wheel),
    ]
    subprocess.run(install, check=True, capture_output=True)
    game = tmp_path / "game.json"
    game.write_text(json.dumps(GAME.example()))
    # The checkout itself must not be found: only the wheel's folder comes before the installed libraries.
    code = f"import sys; sys.path.insert(0, {str(tmp_path / 'lib')!r}); from companion.cli import main; main()"
    run = subprocess.run(
        [sys.executable, "-c", code, "score", str(game), "--json"],
        capture_output=True, text=True, check=True, cwd=tmp_path, env={**os.environ, "PYTHONPATH": ""},
    )  # fmt: skip
    assert json.loads(run.stdout)["winners"] == ["Cleo"]
    where = "import companion; print(companion.__file__)"
    code = code.replace("from companion.cli import main; main()", where)
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert str(tmp_path) in run.stdout
