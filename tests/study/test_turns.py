"""Who has a run in hand: one process at a time, and nobody who has ended."""

import json
import os
import socket
import subprocess
import sys
import time

import pytest

from incentives_book.study.turns import OLDEST, give_back, in_hand, take


def claim(store, **other):
    file = store.with_suffix(".claims") / "0123"
    file.parent.mkdir()
    file.write_text(
        json.dumps({"machine": socket.gethostname(), "process": os.getppid(), "time": time.time(), **other})
    )


@pytest.fixture
def store(tmp_path):
    return tmp_path / "records.jsonl"


def test_a_run_is_taken_once_and_may_be_taken_again_when_it_is_given_back(store):
    assert take(store, "0123", lambda: False)
    assert not in_hand(store, "0123")  # by another process
    assert not take(store, "4567", lambda: True)
    give_back(store, "0123")
    assert not store.with_suffix(".claims").exists()


def test_what_a_living_process_has_in_hand_is_its_own(store):
    claim(store)
    assert in_hand(store, "0123")
    assert not take(store, "0123", lambda: False)


def test_a_claim_of_a_process_that_ended_is_void(store):
    child = subprocess.Popen([sys.executable, "-c", ""])
    child.wait()
    claim(store, process=child.pid)
    assert take(store, "0123", lambda: False)


def test_a_claim_of_another_machine_is_void_when_it_is_older_than_any_run(store):
    claim(store, machine="elsewhere", process=1)
    assert in_hand(store, "0123")
    (store.with_suffix(".claims") / "0123").unlink()
    store.with_suffix(".claims").rmdir()
    claim(store, machine="elsewhere", process=1, time=time.time() - OLDEST - 1)
    assert not in_hand(store, "0123")


def test_half_a_claim_is_none(store):
    store.with_suffix(".claims").mkdir()
    (store.with_suffix(".claims") / "0123").write_text('{"mach')
    assert take(store, "0123", lambda: False)


def test_a_living_process_keeps_its_claim_however_long_a_run_takes(store):
    claim(store, time=time.time() - 2 * OLDEST)
    assert in_hand(store, "0123")
