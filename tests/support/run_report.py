"""Report the progress of collecting tests, and in one line the tests that are skipped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence
from typing import Any

import pytest

from support.node import NoRegistryError


class Collection:
    """Prints a line when the workers begin to collect tests, and a line for each worker that is ready."""

    def __init__(self, reporter: Any) -> None:
        self._reporter = reporter
        self._ready = self._workers = 0

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_setupnodes(self, specs: Sequence[object]) -> None:
        """Print how many workers collect tests."""
        self._workers = len(specs)
        self._reporter.write_line(f"collecting the tests in {self._workers} workers")

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: Sequence[str]) -> None:
        """Print how many workers are ready."""
        self._ready += 1
        self._reporter.write_line(
            f"{self._ready} of {self._workers} workers are ready, with {len(ids)} tests"
        )


@pytest.hookimpl(trylast=True)  # after the terminal reporter is there
def pytest_configure(config: pytest.Config) -> None:
    """Report the collection if this process has a terminal."""
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
    """Print in one line how many tests were skipped, by reason."""
    reasons: Counter[str] = Counter()
    for report in terminalreporter.stats.get("skipped", ()):
        _, _, reason = report.longrepr
        reasons[reason.removeprefix("Skipped: ").replace("\n", " ")] += 1
    if reasons:
        counts = (f"{count} ({reason})" for reason, count in reasons.most_common())
        terminalreporter.write_line(f"skipped tests: {', '.join(counts)}")
