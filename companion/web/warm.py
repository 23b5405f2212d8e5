"""Loaded once in the process from which the back room takes its helpers, so that each begins with it."""

import companion.games.ai100.reader
import companion.vision.locate
import companion.web.tasks  # noqa: F401
