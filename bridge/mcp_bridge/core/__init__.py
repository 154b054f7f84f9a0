"""Translate a live session between a client and a server of different revisions, without I/O.

- `bridge`: the public object. It reads frames, keeps the state of the session and the queue of frames, and
  reads the client's revision. It uses `texts` (parses frames, passes them between equal revisions, refuses
  unreadable ones) and `opening` (finds out the server's revision).
- `requests`: the whole life of a request, the open requests of both sides, and the messages to send. It uses
  `timers`, and `budget`: the limits, and the bytes that may be stored.
- `conversation`: the dispatch table of handlers, and the handling of frames that all pairs of revisions
  share. The keys of the table are the eras of both sides (with a handshake, or stateless), the sending side
  and the method. `same_era`: both sides have a handshake, or both are stateless.
- `stateless_to_handshake`: the client is stateless, the server has a handshake. `handshake_to_stateless`: the
  reverse. Their parts are `input_requests`, `subscriptions` and `tasks`, with a class for each direction.
- `task_table`: the record of a task, polling, and the tools that run as tasks.
- `converters`: conversions. `lists`: lists with an item that cannot be converted. `frames`: members of
  JSON-RPC frames, the events of the bridge, and the reasons why frames are dropped. `revisions` and `sides`:
  facts about revisions and sides. `differences`: what the bridge itself changes in a message.
- `rules`: pure functions between messages of 2025-11-25 and 2026-07-28.

The rules of the bridge:

1. Every request gets exactly one response, unless it is cancelled. If the bridge cannot send a request to the
   other side, it answers with an error and the reason. When a side is gone, the bridge answers the open
   requests of the other side.
2. A sent frame is valid in its receiver's revision if the original frame was valid in its sender's revision.
   An unreadable request is refused under its id. An unreadable response ends the request that it answers. Any
   other unreadable frame is answered with an error without an id from 2025-11-25 on, and dropped in older
   revisions. No frame makes a method of `Bridge` raise an exception.
3. Ids and progress tokens of the two sides are kept apart: each request is sent under an id of the bridge,
   and its response goes back under the requestor's id.
4. Tables are bounded (`Limits`). A request beyond a limit is answered with an error.
5. Between equal revisions, the bridge forwards every frame without parsing. It rewrites a text only if the
   text has line breaks. It sends frames of its own only in the place of unreadable bytes, as in rule 2.
6. Two sides with a handshake (up to 2025-11-25): `same_era` states the rules. Batches of 2025-03-26 are split
   and answered frame by frame.
7. Two stateless sides (from 2026-07-28 on): `same_era` states the rules.
8. One stateless side (from 2026-07-28 on): `stateless_to_handshake` and `handshake_to_stateless` state their
   rules. Both use 2026-07-28. `converters` converts the frames of a later revision.
9. `client="auto"`: the first request that names a revision decides. That is an `initialize`, or a request
   whose `_meta` names a revision. An unknown revision is answered as the specification prescribes: the result
   of `initialize` names the newest revision with a handshake, and error -32022 lists all stateless revisions.
   If the client's revision is given and has a handshake, the client may still name another revision with a
   handshake in `initialize`. The named revision then counts. After a handshake has succeeded, it is fixed.
10. `server="auto"`: `opening` states the rules. Nothing of the server reaches the client before the revisions
    of both sides are known.
"""
