"""What the server of a classroom sends: asked over its socket, as browsers do."""

import gzip
import http.client
import subprocess
import sys
import threading
import zipfile
from concurrent.futures import ThreadPoolExecutor

import classroom
import live
import pytest

PAGE = "<html>" + "the same word again, " * 400


@pytest.fixture
def site(tmp_path):
    folder = tmp_path / "html"
    (folder / "parts").mkdir(parents=True)
    (folder / "bare").mkdir()
    (folder / "index.html").write_text(PAGE, encoding="utf-8")
    (folder / "parts" / "index.html").write_text("a part", encoding="utf-8")
    (folder / "parts" / "run.js").write_text("run()", encoding="utf-8")
    (folder / "picture.png").write_bytes(bytes(range(256)))
    (tmp_path / "secret.txt").write_text("not of the site", encoding="utf-8")
    return folder


@pytest.fixture
def ask(site):
    """A function that asks the server for a path: its status, headers in small letters, and content."""
    with classroom.Classroom(site, "127.0.0.1") as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()

        def answer(path, method="GET", **headers):
            line = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=20)
            line.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
            got = line.getresponse()
            told = got.status, {name.lower(): value for name, value in got.getheaders()}, got.read()
            line.close()
            return told

        yield answer
        server.shutdown()


def test_a_page_is_sent_compressed_to_a_browser_that_takes_it(ask):
    status, headers, content = ask("/", Accept_Encoding="gzip, br")
    assert (status, headers["content-encoding"]) == (200, "gzip")
    assert headers["content-type"] == "text/html; charset=utf-8"
    assert gzip.decompress(content).decode() == PAGE
    assert len(content) < len(PAGE) / 10
    status, headers, content = ask("/")
    assert (status, headers.get("content-encoding"), content.decode()) == (200, None, PAGE)


def test_a_picture_is_sent_as_it_is(ask):
    _, headers, content = ask("/picture.png", Accept_Encoding="gzip")
    assert (headers["content-type"], headers.get("content-encoding")) == ("image/png", None)
    assert content == bytes(range(256))


def test_a_page_that_is_held_is_not_sent_again_until_it_changes(ask, site):
    _, first, _ = ask("/index.html", Accept_Encoding="gzip")
    status, again, content = ask("/index.html", Accept_Encoding="gzip", If_None_Match=first["etag"])
    assert (status, content, again["etag"], again["cache-control"]) == (304, b"", first["etag"], "no-cache")
    assert ask("/index.html", If_None_Match=first["etag"])[0] == 200  # plain is another content than compressed
    (site / "index.html").write_text("written anew", encoding="utf-8")
    status, headers, content = ask("/index.html", If_None_Match=first["etag"])
    assert (status, content) == (200, b"written anew")
    assert headers["etag"] != first["etag"]


def test_every_answer_isolates_its_page_and_keeps_its_type(ask):
    for path in ("/", "/parts/run.js", "/picture.png", "/missing", "/parts"):
        headers = ask(path)[1]
        assert headers["cross-origin-opener-policy"] == "same-origin", path
        assert headers["cross-origin-embedder-policy"] == "require-corp", path
        assert headers["x-content-type-options"] == "nosniff", path
    assert ask("/parts/run.js")[1]["content-type"].partition(";")[0].endswith("/javascript")


def test_nothing_outside_of_the_site_and_no_list_of_it_is_sent(ask):
    for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/parts/../../secret.txt", "/missing.html", "/bare/"):
        assert ask(path)[0] == 404, path
    assert ask("/index.html/")[0] == 404
    status, headers, _ = ask("/parts")
    assert (status, headers["location"]) == (301, "/parts/")
    assert ask("/parts/")[2] == b"a part"


def test_head_sends_no_content(ask):
    status, headers, content = ask("/", method="HEAD")
    assert (status, int(headers["content-length"]), content) == (200, len(PAGE), b"")


def test_a_class_asks_at_once(ask):
    with ThreadPoolExecutor(40) as pool:
        told = list(pool.map(lambda _: ask("/", Accept_Encoding="gzip"), range(120)))
    assert {status for status, _, _ in told} == {200}
    assert len({content for _, _, content in told}) == 1


def test_the_archive_serves_itself(site, tmp_path):
    """Unpacked elsewhere, with a Python that knows nothing of this project."""
    path = live.offline(site, tmp_path / "book.zip")
    with zipfile.ZipFile(path) as archive:
        archive.extractall(tmp_path / "stick")
    folder = tmp_path / "stick" / "incentives-in-collaborative-learning"
    command = [sys.executable, "-I", str(folder / "serve.py"), "--here", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            said = server.stdout.readline()
            port = int(said.rpartition("127.0.0.1:")[2].partition("/")[0])
            line = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
            line.request("GET", "/")
            assert line.getresponse().read().decode() == PAGE
            line.close()
        finally:
            server.terminate()


def test_what_cannot_be_served_is_said(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(classroom, "__file__", str(tmp_path / "book" / "classroom.py"))
    assert classroom.main(["--here"]) == 1
    assert "There is no site yet: run make book" in capsys.readouterr().out
    site = tmp_path / "_build" / "html"
    site.mkdir(parents=True)
    (site / "index.html").write_text("<title>A site</title>", encoding="utf-8")
    assert classroom.main(["--here", "--port", "99999"]) == 1
    assert "port 99999" in capsys.readouterr().out
