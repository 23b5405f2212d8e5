"""Keys, cookies and headers."""

from __future__ import annotations

import gzip
import os
import secrets
import threading
import time
from collections import defaultdict, deque
from pathlib import Path

from flask import Flask, Response, request, session

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_TEXTS = ("text/html", "text/css", "text/javascript", "application/json", "image/svg+xml")


def secret_key(folder: Path) -> str:
    """Return the key that signs the cookies; it is made on the first start and kept in the data folder."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "secret-key"
    if not file.exists():
        # Written aside and linked, so that two servers that start together agree on one whole key.
        draft = folder / f"secret-key.{secrets.token_hex(4)}"
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as stream:
            stream.write(secrets.token_hex(32))
        try:
            os.link(draft, file)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return file.read_text("ascii").strip()


def phone_id() -> str:
    """Return the name of this phone, kept in its signed cookie."""
    if "phone" not in session:
        session["phone"] = secrets.token_urlsafe(16)
        session.permanent = True
    return str(session["phone"])


class Limit:
    """So many times within so many seconds for each key, and ten times as many for all keys together."""

    def __init__(self, times: int, seconds: float) -> None:
        self.times, self.seconds = times, seconds
        self._seen: dict[str, deque[float]] = defaultdict(deque)
        self._lock = threading.Lock()

    def exceeded(self, key: str) -> bool:
        """Count one more, and return whether it is too many."""
        now = time.monotonic()
        with self._lock:
            if len(self._seen) > 10_000:
                self._seen.clear()
            return any(
                [self._count(self._seen[key], self.times, now), self._count(self._seen[""], 10 * self.times, now)]
            )

    def _count(self, seen: deque[float], times: int, now: float) -> bool:
        while seen and seen[0] < now - self.seconds:
            seen.popleft()
        if len(seen) >= times:
            return True
        seen.append(now)
        return False


def init_app(app: Flask) -> None:
    """Put the headers on every answer, and squeeze those that are worth it."""
    app.extensions["join-limit"] = Limit(app.config.get("JOIN_LIMIT", 12), 60)

    @app.after_request
    def finish(response: Response) -> Response:
        response.headers["Content-Security-Policy"] = _POLICY
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "same-origin"
        response.headers["Permissions-Policy"] = "camera=(self), microphone=(), geolocation=()"
        response.vary.add("HX-Request")
        if request.endpoint not in ("static", "table.picture"):
            response.headers["Cache-Control"] = "no-store"
        return _squeezed(response)


def _squeezed(response: Response) -> Response:
    if response.mimetype not in _TEXTS or "gzip" not in request.headers.get("Accept-Encoding", ""):
        return response
    if response.status_code not in (200, 409, 422) or response.content_encoding:
        return response
    response.direct_passthrough = False
    body = response.get_data()
    if len(body) > 1000:
        response.set_data(gzip.compress(body, 5))
        response.content_encoding = "gzip"
        response.vary.add("Accept-Encoding")
    return response
