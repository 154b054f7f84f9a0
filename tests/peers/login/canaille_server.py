"""Serve PyPI `canaille`, an authorization server, on a loopback port: `canaille_server.py PORT`.

Its tokens are for the client alone, and only a client of their audience may ask for them (RFC 7662): here
every client may.
"""

from __future__ import annotations

import sys

from canaille import create_app
from canaille.app import models
from canaille.backends import Backend
from canaille.oidc.provider import IntrospectionEndpoint
from joserfc.jwk import RSAKey

port = int(sys.argv[1])
app = create_app(
    {
        "SECRET_KEY": "key",
        "SERVER_NAME": f"127.0.0.1:{port}",
        "PREFERRED_URL_SCHEME": "http",
        "CANAILLE": {"DATABASE": "memory", "JAVASCRIPT": False},
        "CANAILLE_OIDC": {
            "ACTIVE_JWKS": [RSAKey.generate_key(2048, auto_kid=True).as_dict(private=True)],
            "DYNAMIC_CLIENT_REGISTRATION_OPEN": True,
            "REQUIRE_NONCE": False,
        },
    }
)
with app.app_context():
    person = {"user_name": "ada", "family_name": "Lovelace", "password": "correct horse"}
    Backend.instance.save(models.User(emails=["ada@example.com"], **person))
    resource = {"client_id": "resource", "client_secret": "secret"}
    Backend.instance.save(models.Client(token_endpoint_auth_method="client_secret_basic", **resource))
IntrospectionEndpoint.check_permission = lambda *given: True
app.run(port=port)
