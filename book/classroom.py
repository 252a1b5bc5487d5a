"""Serves the site to a classroom: `make classroom`, or `python3 serve.py` in the unpacked archive of `make offline`.

    python book/classroom.py             the site in _build/html, to everybody on the network, on port 8000
    python book/classroom.py --here      to this machine alone
    python book/classroom.py --port 80   on another port
    python book/classroom.py --certificate FILE --key FILE   over https

Needs Python alone. Files that shrink are sent compressed, and a browser that holds a page asks only whether it has
changed. Pages are isolated from others, so that a cell that is stopped keeps what was computed before. A browser grants
the last only to this machine and over https; over plain http from elsewhere, Stop still answers, and starts Python
again.
"""

import argparse
import gzip
import hashlib
import mimetypes
import socket
import ssl
import sys
from functools import cache, partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path

# The types that Python knows by itself; a registry that calls scripts plain text does not count.
TYPES = mimetypes.MimeTypes()
PACKED = {".css", ".html", ".ipynb", ".js", ".json", ".md", ".svg", ".txt", ".wasm", ".xml"}
ALWAYS = {
    "Cache-Control": "no-cache",  # kept, and asked for again with its tag: 304 while nothing has changed
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}


@cache
def content(path: Path, changed: int, packed: bool) -> tuple[bytes, str]:
    """A file as it is sent, compressed or not, and its tag; each is made once for the whole class.

    Args:
        path: of the file.
        changed: when it was changed, in nanoseconds; a file that was written anew is read anew.
        packed: whether the browser takes it compressed.
    """
    plain = path.read_bytes()
    sent = gzip.compress(plain, 6, mtime=0) if packed else plain
    return sent, f'"{hashlib.sha256(sent).hexdigest()[:20]}"'


class Page(SimpleHTTPRequestHandler):
    """One request for a file of the site."""

    protocol_version = "HTTP/1.1"  # one connection for all files of a page

    def log_message(self, *_): ...

    def end_headers(self):
        for name, value in ALWAYS.items():
            self.send_header(name, value)
        super().end_headers()

    def list_directory(self, path):
        self.send_error(HTTPStatus.NOT_FOUND, "File not found")

    def send_head(self):
        path, asked = Path(self.translate_path(self.path)), self.path.partition("?")[0]
        if asked.endswith("/"):
            path /= "index.html"
        if not path.is_file():
            return super().send_head()  # sends a folder on to its page, and says that there is none
        takes = self.headers.get("Accept-Encoding", "")
        packed = path.suffix in PACKED and "gzip" in takes
        sent, tag = content(path, path.stat().st_mtime_ns, packed)
        held = self.headers.get("If-None-Match") == tag
        self.send_response(HTTPStatus.NOT_MODIFIED if held else HTTPStatus.OK)
        self.send_header("ETag", tag)
        self.send_header("Vary", "Accept-Encoding")
        if not held:
            kind = TYPES.guess_type(path.name)[0] or "application/octet-stream"
            self.send_header("Content-Type", f"{kind}; charset=utf-8" if kind.startswith("text/") else kind)
            self.send_header("Content-Length", str(len(sent)))
            if packed:
                self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        return None if held else BytesIO(sent)


class Classroom(ThreadingHTTPServer):
    """The server of one site; many browsers may ask at once."""

    daemon_threads = True
    request_queue_size = 128  # a class that opens the same page at the same word of its teacher

    def __init__(self, site: Path, host: str = "", port: int = 0):
        super().__init__((host, port), partial(Page, directory=str(site)))


def address() -> str:
    """The address of this machine on its network; that of the machine itself where it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(("192.0.2.1", 9))  # chooses a way out; nothing is sent
        except OSError:
            return "127.0.0.1"
        return asked.getsockname()[0]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--here", action="store_true", help="answer this machine alone")
    parser.add_argument("--port", type=int, default=8000, help="(%(default)s)")
    parser.add_argument("--certificate", help="a certificate in PEM: serve over https")
    parser.add_argument("--key", help="its key, where the certificate's file does not hold it")
    asked = parser.parse_args(arguments)
    folder = Path(__file__).resolve().parent
    site = folder if (folder / "index.html").is_file() else folder.parent / "_build" / "html"
    if not (site / "index.html").is_file():
        print("There is no site yet: run make book")
        return 1
    try:
        server = Classroom(site, "127.0.0.1" if asked.here else "", asked.port)
        if asked.certificate:
            secret = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            secret.load_cert_chain(asked.certificate, asked.key)
            server.socket = secret.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    except (OSError, OverflowError) as error:
        print(f"The site cannot be served on port {asked.port}: {error}")
        return 1
    scheme, host = "https" if asked.certificate else "http", "127.0.0.1" if asked.here else address()
    print(f"The book: {scheme}://{host}:{server.server_port}/ (Ctrl+C ends it)", flush=True)
    with server:
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print("Closed.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
