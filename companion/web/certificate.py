"""The certificate for HTTPS: made by this machine for its own names and addresses, kept in the data folder."""

from __future__ import annotations

import os
import secrets
import socket
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

_LASTS = timedelta(days=397)  # phones refuse certificates that last much longer
_SPARE = timedelta(days=7)  # renewed before it runs out in the middle of an evening


def certificate(folder: Path, names: set[str], now: datetime | None = None) -> Path:
    """Return the file with key and certificate for these names; it is made anew when it no longer serves."""
    now = now or datetime.now(UTC)
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "certificate.pem"
    if not _serves(file, names, now):
        draft = folder / f"certificate.{secrets.token_hex(4)}"
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
            stream.write(_made(names, now))
        draft.replace(file)
    return file


def own_names(*addresses: str) -> set[str]:
    """Return the names and addresses under which phones may reach this machine."""
    host = socket.gethostname()
    try:
        found = {str(info[4][0]).partition("%")[0] for info in socket.getaddrinfo(host, None)}
    except OSError:
        found = set()  # a machine that does not know its own name has addresses all the same
    names = {host, f"{host.partition('.')[0]}.local"} if host else set()
    return {"localhost", "127.0.0.1", "::1", *names, *found, *(one for one in addresses if one)}


def _serves(file: Path, names: set[str], now: datetime) -> bool:
    try:
        pem = file.read_bytes()
        held = x509.load_pem_x509_certificate(pem)
        key = serialization.load_pem_private_key(pem, None)
    except (FileNotFoundError, ValueError):
        return False
    stands_for = held.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    lasts = held.not_valid_before_utc <= now and now + _SPARE <= held.not_valid_after_utc
    return lasts and held.public_key() == key.public_key() and set(stands_for) == set(_general(names))


def _made(names: set[str], now: datetime) -> bytes:
    key = ec.generate_private_key(ec.SECP256R1())
    who = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Companion")])
    held = (
        x509.CertificateBuilder()
        .subject_name(who)
        .issuer_name(who)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))  # a phone's clock may be late
        .not_valid_after(now + _LASTS)
        .add_extension(x509.SubjectAlternativeName(_general(names)), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return secret + held.public_bytes(serialization.Encoding.PEM)


def _general(names: set[str]) -> list[x509.GeneralName]:
    return [_general_name(name) for name in sorted(names)]


def _general_name(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(name))
    except ValueError:
        return x509.DNSName(name.encode("idna").decode("ascii"))
