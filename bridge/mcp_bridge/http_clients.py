"""What one client of the HTTP front may use: one budget of bytes, requests and sessions.

A client is identified by an authorization that the server has accepted, otherwise by its address. Rules:

- *Bytes.* A client may use at most a third of the bytes that are stored for clients, and of the bodies that
  are read at the same time.
- *Requests.* A client without a session may have at most `FrontOptions.streams` requests that are open or
  wait for a session.
- *Sessions.* If all sessions are open, `SessionPool` ends one of the client with the most sessions. So no
  client uses all of them.
"""

from __future__ import annotations

from collections.abc import Hashable
from weakref import WeakValueDictionary

from mcp_bridge.core.budget import Budget
from mcp_bridge.http_trust import AcceptedTokens, Head, too_many_requests
from mcp_bridge.options import FrontOptions


class Client:
    """One client of the HTTP front, and what it uses. The record exists while the client has anything open.

    Attributes:
        stored: The bytes stored for the client.
        bodies: The bytes of its bodies.
        requests: The number of its open requests, without those of its sessions.
        waiting: The number of its requests that wait for a session.
        sessions: Its open sessions.
    """

    def __init__(self, stored: Budget, bodies: Budget) -> None:
        self.stored, self.bodies = stored, bodies
        self.requests = self.waiting = self.sessions = 0


class Clients:
    """The clients of the HTTP front that have anything open, and the budgets that they share."""

    def __init__(self, options: FrontOptions) -> None:
        self.tokens = AcceptedTokens()
        self.stored = Budget(options.kept)
        self.bodies = Budget(options.bodies)
        self._options = options
        self._clients: WeakValueDictionary[Hashable, Client] = WeakValueDictionary()

    @property
    def requests(self) -> int:
        """The number of open requests of all clients without a session."""
        return sum(client.requests for client in self._clients.values())

    def of(self, head: Head) -> Client:
        """Return the client in whose budget a request counts. `head` has the headers of the request."""
        key = self.tokens.client(head)
        client = self._clients.get(key)
        if client is None:
            client = self._clients[key] = Client(self.stored.share(key), self.bodies.share(key))
        return client

    def check_requests(self, client: Client) -> None:
        """Raise `Refusal` if a client has too many open requests."""
        if client.requests + client.waiting >= self._options.streams:
            raise too_many_requests("this client", self._options)
