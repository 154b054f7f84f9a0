// An authorization server of npm `oidc-provider` on a loopback port: `node oidc_provider.mjs PACKAGE PORT`.

const [folder, port] = process.argv.slice(2);
const { Provider } = await import(folder);
const resource = { client_id: "resource", client_secret: "secret", redirect_uris: [], response_types: [], grant_types: [] };
const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [resource],
  cookies: { keys: ["key"] },
  features: {
    introspection: { enabled: true, allowedPolicy: () => true },
    registration: { enabled: true },
    revocation: { enabled: true },
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo: () => ({ scope: "read write", accessTokenFormat: "opaque" }),
    },
  },
  scopes: ["openid", "offline_access", "read", "write"],
});
provider.listen(Number(port), "127.0.0.1");
