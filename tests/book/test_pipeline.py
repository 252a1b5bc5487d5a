"""`make book` from notebooks to site, on a small book: what is redone, what is refused, what is left in place."""

import os
import shutil
import subprocess
import time

import psutil
import pytest

pytestmark = pytest.mark.thorough


def wait_until(true, seconds=120):
    limit = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < limit, "waited in vain"
        time.sleep(0.2)


def written_pages(book):
    """Pages that the last build wrote."""
    lines = (book.root / "_build" / "book.log").read_text().splitlines()
    return {line.split("] ")[-1].strip() for line in lines if line.startswith("writing output... [")}


def test_only_what_can_have_changed_is_done_again(small_book):
    status, said = small_book.make("book")
    assert status == 0, said
    # Anywhere: a kernel that is being ended may complain after the last line of the build.
    assert any(line.endswith("_build/html/index.html") for line in said.splitlines())
    assert "the number is 5" in small_book.page("one")
    assert (small_book.site / "editions/full/games/one.ipynb").read_text().count("the number is 5") == 1

    status, said = small_book.make("book")
    assert status == 0, said
    assert said.startswith("Nothing has changed")
    (small_book.root / "_build/mark").unlink()
    status, said = small_book.make("book")
    assert status == 0, said
    assert said.count("kept ") == 2
    assert written_pages(small_book) == set()

    small_book.edit("notebooks/games/two.md", "Prose of", "New prose of")
    status, said = small_book.make("book")
    assert status == 0, said
    assert said.count("kept ") == 2
    assert "notebooks/games/two" in written_pages(small_book)
    assert "notebooks/games/one" not in written_pages(small_book)
    assert "New prose" in small_book.page("two")
    assert "New prose" in (small_book.site / "editions/full/games/two.ipynb").read_text()

    # The source of page one stays as it is; its results do not.
    small_book.edit("lib/incentives/alpha.py", "1", "7")
    status, said = small_book.make("book")
    assert status == 0, said
    assert said.count("kept ") == 1
    assert "the number is 35" in small_book.page("one")
    assert "the number is 5" in small_book.page("two")


def test_a_broken_notebook_is_named_and_the_last_good_site_stays(small_book):
    assert small_book.make("book")[0] == 0
    good = small_book.page("one")
    small_book.edit("notebooks/games/one.md", "alpha.number * players", "alpha.number / (players - 5)")
    status, said = small_book.make("book")
    assert status != 0
    line = (small_book.root / "notebooks/games/one.md").read_text().splitlines().index(
        "from incentives import alpha"
    ) + 1
    assert f"FAILED notebooks/games/one.md:{line}: cell 2: ZeroDivisionError: division by zero" in said
    assert 'print("the number is", alpha.number / (players - 5))' in said
    assert small_book.page("one") == good
    # Nothing of the earlier run is left to be mistaken for a result.
    assert not (small_book.root / "_build/executed/games/one.ipynb").exists()


def test_a_warning_stops_every_build_until_it_is_mended(small_book):
    assert small_book.make("book")[0] == 0
    good = small_book.page("two")
    small_book.edit("notebooks/games/two.md", "Prose of", "Prose {ref}`nowhere` of")
    for _ in range(2):
        status, said = small_book.make("book")
        assert status != 0
        assert "nowhere" in said
        assert "last good site is still in _build/html" in said
        assert small_book.page("two") == good
    small_book.edit("notebooks/games/two.md", " {ref}`nowhere`", "")
    assert small_book.make("book")[0] == 0


def test_results_of_other_inputs_and_edited_results_are_refused(small_book):
    assert small_book.make("book")[0] == 0
    small_book.edit("lib/incentives/beta.py", "1", "2")
    status, said = small_book.run("build.py")
    assert status != 0
    assert "notebooks/games/two.md: not executed as it stands" in said
    assert "games/one.md: not executed" not in said
    assert "the number is 5" in small_book.page("two")
    small_book.edit("_build/executed/games/one.ipynb", "the number is 5", "the number is 6")
    status, said = small_book.run("build.py")
    assert status != 0
    assert "games/one.md: not executed" in said
    status, said = small_book.make("book")
    assert status == 0, said
    assert "the number is 5" in small_book.page("one")
    assert "the number is 10" in small_book.page("two")


def test_a_cold_run_finds_what_is_not_the_same_each_time(small_book):
    small_book.edit("notebooks/games/two.md", "import beta", "import beta\nfrom time import time_ns\nprint(time_ns())")
    status, said = small_book.run("execute.py", "--cold")
    assert status != 0
    assert "FAILED notebooks/games/two.md:23: other outputs than before" in said
    assert "games/one.md" not in said.partition("problems")[2]
    small_book.edit("notebooks/games/two.md", "ipython3\nfrom", "ipython3\n:tags: [wall-time]\n\nfrom")
    status, said = small_book.run("execute.py", "--cold")
    assert status == 0, said
    assert said.count("same ") == 2


def test_killing_the_execution_ends_its_workers_and_kernels(small_book):
    mark = small_book.root / "running"
    sleep = f"import pathlib, time; pathlib.Path({str(mark)!r}).touch(); time.sleep(600); print"
    small_book.edit("notebooks/games/one.md", "print", sleep)
    running = subprocess.Popen(small_book.command("execute.py"), cwd=small_book.root, stdout=subprocess.DEVNULL)
    try:
        wait_until(mark.exists)
        family = psutil.Process(running.pid).children(recursive=True)
        started = [" ".join(process.cmdline()) for process in family]
        # A kernel goes by the name of the process that it is a copy of, or by its own, where nothing forks.
        assert any("nursery.py" in command or "ipykernel" in command for command in started)
    finally:
        running.kill()
    running.wait()
    wait_until(lambda: not psutil.wait_procs(family, timeout=1)[1])
    assert not (small_book.root / "_build/executed/games/one.ipynb").exists()


def test_late_notebooks_take_results_of_equal_inputs_from_another_clone(small_book, tmp_path, monkeypatch):
    monkeypatch.setenv("EXECUTED_SHELF", str(tmp_path / "shelf"))
    status, said = small_book.run("execute.py")
    assert (status, said.count("ran  ")) == (0, 2), said
    kept = list((tmp_path / "shelf").iterdir())
    assert len(kept) == 2

    def again(until):
        shutil.rmtree(small_book.root / "_build/executed")
        monkeypatch.setenv("EXECUTE_UNTIL", until)
        return small_book.run("execute.py")

    status, said = again("inf")
    assert (status, said.count("ran  "), "NOT RUN" in said) == (0, 2, False), said
    small_book.edit("notebooks/games/two.md", "Prose of", "New prose of")
    status, said = again("0")
    assert status == 0, said
    assert said.count("ran  ") == 0
    assert "NOT RUN: 2 notebooks of 2" in said
    assert "New prose of" in (small_book.root / "_build/executed/games/two.ipynb").read_text()
    for path in kept:
        os.utime(path, (0, time.time() - 15 * 24 * 3600))
    status, said = again("0")
    assert (status, said.count("ran  "), "NOT RUN" in said) == (0, 2, False), said
    # Other inputs and spoilt results do not count, however late it is.
    small_book.edit("lib/incentives/beta.py", "1", "2")
    for path in kept:
        path.write_text(path.read_text().replace("the number is 5", "the number is 6"))
    status, said = again("0")
    assert (status, said.count("ran  "), "NOT RUN" in said) == (0, 2, False), said
    assert "the number is 5" in (small_book.root / "_build/executed/games/one.ipynb").read_text()
