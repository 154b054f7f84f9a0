"""Translate a live session between a client and a server of different revisions, without I/O.

- `bridge`: the public object; reads frames, keeps the state of the session, reads the client's revision.
- `opening`: finds out the server's revision.
- `conversation`: two revisions that both have a handshake; the base of the next two.
- `modern_client`: a client without a handshake, a server with one; with `modern_requests` (questions of the
  server), `modern_streams` (subscriptions) and `modern_log_level`.
- `legacy_client`: a client with a handshake, a server without; with `legacy_requests` and `legacy_streams`.
- `exchanges`: open requests, limits, timers, output. `frames`: members of JSON-RPC frames. `drop_reasons`:
  a table.
- `rules`: pure functions between messages of 2025-11-25 and 2026-07-28.
"""
