"""Readers do their linear algebra in one thread, and leave that of everybody else as it was."""

from threadpoolctl import threadpool_info, threadpool_limits

from companion.games.ai100.reader import read_change, read_tableau, teaching
from companion.vision.one_thread import one_thread


def threads():
    return [library["num_threads"] for library in threadpool_info() if library["user_api"] == "blas"]


def test_linear_algebra_is_done_in_one_thread_while_a_photo_is_read():
    with threadpool_limits(limits=2, user_api="blas"):
        before = threads()
        assert set(one_thread(threads)()) == {1}
        assert threads() == before
    assert 2 in before


def test_whoever_reads_or_teaches_does_so():
    for read in (read_tableau, read_change, teaching.teach):
        assert read.__wrapped__ is not read
