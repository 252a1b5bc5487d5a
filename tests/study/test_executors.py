import pytest

from incentives_book.study.executors import executor


def test_without_an_executor_a_call_is_done_when_it_is_submitted_and_its_error_kept():
    done = []
    with executor("none") as on:
        assert on.submit(done.append, 1).done()
        assert done == [1]
        assert isinstance(on.submit(int, "x").exception(), ValueError)


def test_an_unknown_executor_is_refused():
    with pytest.raises(ValueError, match="executor must be one of none, processes, dask, got 'ray'"), executor("ray"):
        pass
