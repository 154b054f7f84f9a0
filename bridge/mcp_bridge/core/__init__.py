"""Translate a live session between a client and a server of different revisions, without I/O.

- `bridge`: the public object; reads frames, keeps the state of the session and the frames that wait, reads
  the client's revision. With `texts` (reads texts, passes them between equal sides, refuses unreadable ones)
  and `opening` (finds out the server's revision).
- `requests`: the whole life of a request, the open requests of both sides, and the messages to send. With
  `timers`. `budget`: the limits, and the bytes that may be held.
- `conversation`: the table of handlers, by the eras of both sides, the side that sends and the method; the
  handling of frames that all pairs of revisions share. `same_era`: both sides with a handshake, or both
  without.
- `stateless_to_handshake`: a client without a handshake, a server with one. `handshake_to_stateless`: the
  reverse. Their parts are `input_requests`, `subscriptions` and `tasks`, with a class for each direction.
- `task_table`: the record of a task, the poller, and the tools that run as tasks.
- `converters`: conversions. `lists`: listings with an item that cannot be converted. `frames`: members of
  JSON-RPC frames, the events, why frames are dropped. `revisions` and `sides`: facts about both.
  `differences`: what the bridge itself changes in a message.
- `rules`: pure functions between messages of 2025-11-25 and 2026-07-28.

The rules of the bridge:

1. Every request gets exactly one response, unless it is cancelled. A request that the other side cannot be
   sent is answered with an error and the reason. When a side is gone, the open requests of the other side
   are answered.
2. A sent frame is valid in its receiver's revision if the frame behind it was valid in its sender's
   revision. An unreadable request is refused under its id, and an unreadable response ends the request that
   it answers. A frame without either is answered with an error without an id, from 2025-11-25 on, and
   dropped in older revisions. No frame makes an event raise.
3. Ids and progress tokens of the two sides never meet: each request is sent under an id of the bridge, and
   its response goes back under the requestor's id.
4. Tables are bounded (`Limits`); a request beyond a limit is answered with an error.
5. Between equal revisions every frame is forwarded as it came, undecoded. Bytes leave as one line: other JSON
   text is written anew. The bridge sends frames of its own in the place of unreadable bytes alone, as in
   rule 2.
6. Two sides with a handshake (up to 2025-11-25): `same_era` states the rules. Batches of 2025-03-26 are
   taken apart and answered frame by frame.
7. Two sides without a handshake (from 2026-07-28 on): `same_era` states the rules.
8. One side without a handshake (from 2026-07-28 on): `stateless_to_handshake` and `handshake_to_stateless`
   state their rules. Both speak 2026-07-28. `converters` converts frames of a later revision on the way.
9. `client="auto"`: the first request that names a revision decides, an `initialize` or the `_meta` of another
   request. Version negotiation answers an unknown revision: the result of `initialize` names the newest
   revision with a handshake, error -32022 lists all revisions without. Until a handshake has succeeded, an
   `initialize` may also correct a given revision to another one with a handshake.
10. `server="auto"`: `opening` states the rules. Nothing of the server reaches the client before the revisions
    of both sides are known.
"""
