"""Run the commands: one module a command; `cli` holds their options."""
