"""Scripts, styles and fonts: read once, packed once, kept by browsers for good under an address that changes with them."""

import gzip
import hashlib
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from ludotheque.table.refusal import No, Refused

KINDS = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
FOR_GOOD = "public, max-age=31536000, immutable"


@dataclass(frozen=True)
class File:
    content: bytes
    packed: bytes  # empty where packing gains nothing
    kind: str


def read_all(folder: Any, before: str = "") -> dict[str, File]:
    found: dict[str, File] = {}
    for entry in folder.iterdir():
        name = f"{before}{entry.name}"
        if entry.is_dir():
            found |= read_all(entry, f"{name}/")
        elif kind := KINDS.get(Path(name).suffix):
            content = entry.read_bytes()
            packed = gzip.compress(content, mtime=0) if kind != "font/woff2" else b""
            found[name] = File(content, packed, kind)
    return found


FILES = read_all(files("ludotheque.web") / "static")
VERSION = hashlib.sha256(b"".join(name.encode() + FILES[name].content for name in sorted(FILES))).hexdigest()[:12]


async def served(request: Request) -> Response:
    if request.path_params["version"] != VERSION:
        raise Refused(No.NO_PAGE)
    return file_answer(request, request.path_params["name"])


def file_answer(request: Request, name: str) -> Response:
    file = FILES.get(name)
    if file is None:
        raise Refused(No.NO_PAGE)
    headers = {"cache-control": FOR_GOOD, "vary": "accept-encoding"}
    if file.packed and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.packed, media_type=file.kind, headers={**headers, "content-encoding": "gzip"})
    return Response(file.content, media_type=file.kind, headers=headers)
