"""The tests that `make test` leaves out and `make check` runs."""

from __future__ import annotations

# Modules, and tests of modules, that build packages, start processes by the dozen or draw thousands of
# frames: those that `make test` has no time for.
SLOW = frozenset(
    {
        "test_assumptions", "test_atlas::test_every_link_leads_somewhere",
        "test_atlas::test_the_command_writes_and_compares", "test_bridge_hostile", "test_build",
        "test_build_models", "test_draft_chain", "test_exceptions",
        "test_export::test_the_command_writes_and_compares", "test_extension_commands", "test_first_use",
        "test_generated_types", "test_growth", "test_hostile_names", "test_hostile_schemas",
        "test_hostile_upstream", "test_http", "test_http_peers", "test_inferences", "test_ingest_command",
        "test_log_sessions::test_the_oldest_progress_is_forgotten_first",
        "test_makefile::test_an_old_environment_is_made_again", "test_mutants", "test_new_revision_page",
        "test_packaging", "test_pages", "test_parse::test_damaged_files_are_read_or_refused",
        "test_pipeline", "test_pressure", "test_python_versions", "test_router::test_handlers_are_typed",
        "test_schema_edits", "test_sharing", "test_shell_lines", "test_sixth_revision", "test_testing",
        "test_time", "test_trust",
    }
)  # fmt: skip
