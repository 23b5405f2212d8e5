"""Ask whether versions of the lock file have known vulnerabilities; where nobody answers, say so and go on.

Run: make audit. The question goes to the advisory database that pip-audit asks, too.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from urllib.error import URLError
from urllib.request import Request, urlopen

LOCK = Path(__file__).parents[1] / "requirements.lock"
SERVICE = "https://api.osv.dev/v1/querybatch"


def main() -> int:
    """Print what is known; 1 where something is."""
    pinned = re.findall(r"^([\w.-]+)==([\w.]+)", LOCK.read_text("utf-8"), re.MULTILINE)
    queries = [{"package": {"name": name, "ecosystem": "PyPI"}, "version": version} for name, version in pinned]
    asked = Request(SERVICE, json.dumps({"queries": queries}).encode(), {"Content-Type": "application/json"})
    try:
        with urlopen(asked, timeout=10) as answer:
            results = json.load(answer)["results"]
    except (URLError, OSError, ValueError, KeyError) as error:
        print(f"not checked for known vulnerabilities: no answer ({error})")
        return 0
    known = [
        f"{name} {version}: {', '.join(one['id'] for one in found['vulns'])}"
        for (name, version), found in zip(pinned, results, strict=True)
        if found.get("vulns")
    ]
    print("\n".join(known) or f"{len(pinned)} packages, no known vulnerabilities")
    return 1 if known else 0


if __name__ == "__main__":
    sys.exit(main())
