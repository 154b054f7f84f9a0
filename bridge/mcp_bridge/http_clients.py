"""What one client of the HTTP front may use: one budget of bytes, requests and sessions.

A client is identified by an authorization that the server has accepted, otherwise by its address. Rules:

- *Bytes.* Two limits of the bridge concern bytes: one for what it stores for clients, and one for request
  bodies that are read or belong to open requests. A client may use at most a third of each.
- *Unread bytes.* These are the bytes that the readers of a client have not taken. All sessions of a client
  together may have as many as a third of the limit for stored bytes. Beyond that, each of them may have only
  an equal part of that third, and the bridge does not read the server of a session that has more.
- *Requests.* A client may have at most a third of the open requests. Without a session, it may have at most
  `FrontOptions.streams` requests that are open or wait for a session.
- *Sessions.* If all sessions are open, `SessionPool` ends one of the client with the most sessions. So no
  client uses all of them. A session whose server has not ended yet counts, too: together there may be twice
  as many, and the ending sessions of one client may be two thirds of these.
"""

from __future__ import annotations

from collections.abc import Hashable
from weakref import WeakValueDictionary

from mcp_bridge.core.budget import Budget
from mcp_bridge.http_trust import AcceptedTokens, Head
from mcp_bridge.options import FrontOptions


class Client:
    """One client of the HTTP front, and what it uses. The record exists while the client has anything open.

    Attributes:
        stored: The bytes stored for the client.
        bodies: The bytes of its HTTP bodies that are being read, whose requests are open, or that wait for
            the server.
        requests: The number of its open requests.
        alone: The number of its bodies without a session id that wait for a session, or have open requests.
        unread: The number of bytes that the readers of all its sessions have not taken.
        sessions: The number of its open sessions.
        ending: The number of its sessions whose servers have not ended yet.
    """

    def __init__(self, stored: Budget, bodies: Budget, requests: Budget) -> None:
        self.stored, self.bodies, self.requests = stored, bodies, requests
        self.alone = self.unread = self.sessions = self.ending = 0

    def most_unread(self, most: int) -> int:
        """Return how many unread bytes a session of this client may have. The result is `most` or less."""
        share = self.stored.most
        return most if self.unread <= share else min(most, share // max(self.sessions, 1))


class Use:
    """What one body uses of the budgets of its client, until the requests in the body are over.

    Attributes:
        client: The client.
        size: The bytes of the body.
        requests: The number of requests in the body.
        alone: 1 if the body has no session id, otherwise 0.
        is_sent: Whether a session has sent the requests. It then calls `release` when they are over.
    """

    def __init__(self, client: Client) -> None:
        self.client = client
        self.size = self.requests = self.alone = 0
        self.is_sent = False

    def add_bytes(self, size: int) -> bool:
        """Count bytes of the body, and return whether the budget has room for them."""
        if not self.client.bodies.reserve(size):
            return False
        self.size += size
        return True

    def add_requests(self, number: int) -> bool:
        """Count requests of the body, and return whether the budget has room for them."""
        if not self.client.requests.reserve(number):
            return False
        self.requests += number
        return True

    def add_alone(self, most: int) -> bool:
        """Count a body that names no session. Return False if the client has `most` of them already."""
        if self.client.alone >= most:
            return False
        self.client.alone += 1
        self.alone += 1
        return True

    def release(self) -> None:
        """Give back to the budgets everything that the body uses. Further calls have no effect."""
        self.release_requests()
        self.client.bodies.release(self.size)
        self.size = 0

    def release_requests(self) -> None:
        """Give back everything but the bytes of the body, because its requests are over."""
        self.client.requests.release(self.requests)
        self.client.alone -= self.alone
        self.requests = self.alone = 0


class Clients:
    """The clients of the HTTP front that have anything open, and the budgets that they share."""

    def __init__(self, options: FrontOptions) -> None:
        self.tokens = AcceptedTokens()
        self.stored = Budget(options.kept)
        self.bodies = Budget(options.bodies)
        self.requests = Budget(options.requests)
        self._clients: WeakValueDictionary[Hashable, Client] = WeakValueDictionary()

    def of(self, head: Head) -> Client:
        """Return the client in whose budget a request counts. `head` has the headers of the request."""
        key = self.tokens.client(head)
        client = self._clients.get(key)
        if client is None:
            shares = (budget.share(key) for budget in (self.stored, self.bodies, self.requests))
            client = self._clients[key] = Client(*shares)
        return client
