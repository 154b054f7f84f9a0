"""What a test run says beside its dots: the progress of the collection, and in one line what is skipped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence
from typing import Any

import pytest

from support.node import NoRegistryError


class Collection:
    """A line when the workers begin to collect the tests, and one for each that is ready."""

    def __init__(self, reporter: Any) -> None:
        self._reporter = reporter
        self._ready = self._workers = 0

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_setupnodes(self, specs: Sequence[object]) -> None:
        """Say how many workers collect."""
        self._workers = len(specs)
        self._reporter.write_line(f"collecting the tests in {self._workers} workers")

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: Sequence[str]) -> None:
        """Say how many workers are ready."""
        self._ready += 1
        self._reporter.write_line(
            f"{self._ready} of {self._workers} workers are ready, with {len(ids)} tests"
        )


@pytest.hookimpl(trylast=True)  # after the terminal reporter is there
def pytest_configure(config: pytest.Config) -> None:
    """Report the collection of the process that has a terminal."""
    reporter = config.pluginmanager.getplugin("terminalreporter")
    if reporter is not None:
        config.pluginmanager.register(Collection(reporter))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup() -> Generator[None, object, object]:
    """Skip a test whose fixtures need a registry that cannot be reached."""
    return (yield from _skipping())


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None, object, object]:
    """Skip a test that needs a registry that cannot be reached."""
    return (yield from _skipping())


def _skipping() -> Generator[None, object, object]:
    try:
        return (yield)
    except NoRegistryError:
        pytest.skip("npm's registry cannot be reached")


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say in one line how many tests are skipped, by reason."""
    reasons: Counter[str] = Counter()
    for report in terminalreporter.stats.get("skipped", ()):
        _, _, reason = report.longrepr
        reasons[reason.removeprefix("Skipped: ").replace("\n", " ")] += 1
    if reasons:
        counts = (f"{count} ({reason})" for reason, count in reasons.most_common())
        terminalreporter.write_line(f"skipped tests: {', '.join(counts)}")
