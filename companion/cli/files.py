"""Files named on the command line."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from companion.core.errors import Place, Unreadable
from companion.core.sheet import Reason


class ExistingFile(click.Path):
    """A file that is there and can be read; another one is refused in the language of the command."""

    def __init__(self, **options: Any) -> None:
        super().__init__(exists=True, dir_okay=False, path_type=Path, **options)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path of a file."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            key = "no_file" if not os.path.lexists(value) else "folder" if Path(value).is_dir() else "no_access"
            raise Unreadable(Reason(f"cli:error.{key}"), Place(str(value))) from None


PHOTOS = click.argument("photos", metavar="PHOTO...", nargs=-1, required=True, type=ExistingFile())
