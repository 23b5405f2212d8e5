"""Keys, cookies and headers."""

from __future__ import annotations

import gzip
import json
import os
import re
import secrets
from pathlib import Path
from typing import Any, cast

from flask import Flask, Request, Response, current_app, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from flask_wtf.csrf import generate_csrf
from itsdangerous import BadSignature, URLSafeTimedSerializer

from companion.core.errors import Place, Unreadable
from companion.core.sheet import Reason
from companion.web.house import house

_LASTS = 400 * 86400  # seconds; browsers keep nothing for longer
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=()",
    "Vary": "Cookie, HX-Request, Accept-Encoding",
}
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
    key = file.read_bytes().strip()
    if not re.fullmatch(rb"[0-9a-f]{64}", key):
        raise Unreadable(Reason("cli:error.secret_key"), Place(str(file)))
    return key.decode()


def phone_id() -> str:
    """Return the name of this phone, kept in its signed cookie."""
    if "phone" not in session:
        session["phone"] = secrets.token_urlsafe(16)
    return str(session["phone"])


class Sessions(SecureCookieSessionInterface):
    """Signed cookies that do not ask what time it is: a clock that was set back throws nobody out."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """Return what the cookie says; one that we have not signed says nothing."""
        return self.session_class(self.read(app, request.cookies.get(self.get_cookie_name(app), "")))

    def read(self, app: Flask, cookie: str) -> dict[str, Any]:
        """Return what a cookie says. Phones send the same one with everything they ask, so it is checked once."""
        known: dict[str, str] = app.extensions.setdefault("cookies", {})
        if cookie not in known:
            try:
                said = self.get_signing_serializer(app).loads(cookie)
            except BadSignature:
                return {}  # and it is not remembered: anybody can send any number of those
            if len(known) > 20_000:
                known.clear()
            known[cookie] = json.dumps(said)
        found: dict[str, Any] = json.loads(known[cookie])
        return found

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Set the cookie where it has changed; how long it lasts is counted by the phone's own clock."""
        if not session.modified:
            return
        response.set_cookie(
            self.get_cookie_name(app),
            self.get_signing_serializer(app).dumps(dict(session)),
            max_age=_LASTS,
            secure=self.get_cookie_secure(app),
            httponly=True,
            samesite="Lax",
        )

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer:
        """Return what signs; there always is a key."""
        return cast(URLSafeTimedSerializer, super().get_signing_serializer(app))


def form_token() -> str:
    """Return the token of this phone's forms. It lasts as long as the session does, so it is signed once."""
    known: dict[str, str] = current_app.extensions.setdefault("form tokens", {})
    mark = session.get("csrf_token", "")
    if mark not in known:
        if len(known) > 20_000:
            known.clear()
        token = generate_csrf()
        mark = session["csrf_token"]
        known[mark] = token
    return known[mark]


# Wrong codes within a minute. Only they count: whoever types the right one after a few slips gets in, and so does a
# phone behind the same router as somebody who guesses.
SLIPS_OF_A_PHONE = 12
SLIPS_OF_AN_ADDRESS = 300


def guesses_left() -> int:
    """Return for how many seconds this phone may not guess; 0 where it may."""
    admission, config = house().admission, current_app.config
    alone = admission.wait(f"phone {phone_id()}", config.get("SLIPS_OF_A_PHONE", SLIPS_OF_A_PHONE))
    if alone or house().store.is_known(phone_id()):
        return alone  # a phone that is at a table already is no stranger, whatever its neighbours do
    return admission.wait(f"from {_neighbourhood()}", config.get("SLIPS_OF_AN_ADDRESS", SLIPS_OF_AN_ADDRESS))


def wrong_guess() -> None:
    """Remember a wrong code."""
    house().admission.slip(f"phone {phone_id()}", f"from {_neighbourhood()}")


def _neighbourhood() -> str:
    """Return the visitor's address; of a long one the part that belongs to one household."""
    address = request.remote_addr or ""
    return address if "." in address else ":".join(address.split(":")[:4])


def init_app(app: Flask) -> None:
    """Put the headers on every answer, and squeeze those that are worth it."""
    app.session_interface = Sessions()

    app.jinja_env.globals["form_token"] = form_token

    @app.after_request
    def finish(response: Response) -> Response:
        response.headers.extend(_HEADERS)
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
        response.set_data(gzip.compress(body, 1))
        response.headers["Content-Encoding"] = "gzip"
    return response
