"""The command `mcpgen export`: every revision as one JSON document, and a corpus of validated messages."""
