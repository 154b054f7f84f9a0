"""What one client of the HTTP front may use: one budget of its bytes, requests and sessions.

A client is an authorization that the server has accepted, or else an address. Rules:

- *Bytes.* A client has at most a third of the bytes that are stored for clients, and of the bodies that are
  read at the same time.
- *Requests.* A client without a session has at most `FrontOptions.streams` open requests.
- *Sessions.* Sessions are shared when all are open: see `SessionPool`. So no client takes all of them.
"""

from __future__ import annotations

from collections.abc import Hashable
from weakref import WeakValueDictionary

from mcp_bridge.core.budget import Budget
from mcp_bridge.http_trust import AcceptedTokens, Head, too_many_requests
from mcp_bridge.options import FrontOptions


class Client:
    """One client, while it has anything open.

    Attributes:
        stored: The bytes stored for the client.
        bodies: The bytes of its bodies.
        requests: Its open requests, without those of its sessions.
        sessions: Its open sessions.
    """

    def __init__(self, stored: Budget, bodies: Budget) -> None:
        self.stored, self.bodies = stored, bodies
        self.requests = self.sessions = 0


class Clients:
    """The clients that have anything open, and the bytes that they share."""

    def __init__(self, options: FrontOptions) -> None:
        self.tokens = AcceptedTokens()
        self.stored = Budget(options.kept)
        self.bodies = Budget(options.bodies)
        self._options = options
        self._clients: WeakValueDictionary[Hashable, Client] = WeakValueDictionary()

    @property
    def requests(self) -> int:
        """The open requests of all clients without a session."""
        return sum(client.requests for client in self._clients.values())

    def of(self, head: Head) -> Client:
        """Return the client that a request counts against."""
        key = self.tokens.client(head)
        client = self._clients.get(key)
        if client is None:
            client = self._clients[key] = Client(self.stored.share(key), self.bodies.share(key))
        return client

    def check_requests(self, client: Client) -> None:
        """Raise `Refusal` if a client has too many open requests."""
        if client.requests >= self._options.streams:
            raise too_many_requests("this client", self._options)
