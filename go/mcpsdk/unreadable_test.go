package mcpsdk_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcprevisions"
	"mcprevisions/mcpsdk"
)

// newRawPeer returns a transport and its other end. The peer answers each request by a function, until the test ends.
func newRawPeer(t *testing.T, answer func(id json.RawMessage, method string) string) mcp.Transport {
	t.Helper()
	fromPeer, toSDK := io.Pipe()
	fromSDK, toPeer := io.Pipe()
	t.Cleanup(func() { _, _ = fromSDK.Close(), toSDK.Close() })
	go func() {
		lines := bufio.NewScanner(fromSDK)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var m struct {
				ID     json.RawMessage
				Method string
			}
			if json.Unmarshal(lines.Bytes(), &m) == nil && m.ID != nil && m.Method != "" {
				if _, err := io.WriteString(toSDK, answer(m.ID, m.Method)+"\n"); err != nil {
					return
				}
			}
		}
	}()
	return &mcp.IOTransport{Reader: fromPeer, Writer: toPeer}
}

// unreadable are values that encoding/json takes and the session does not.
var unreadable = []string{
	`"cut \ud83d"`, `1e999`, strings.Repeat("[", 450) + strings.Repeat("]", 450), "\"\xff\"", strings.Repeat("9", 5000), `"` + strings.Repeat("x", 1<<15) + `"`, `{"\udc00":1}`,
}

// TestUnreadableResults has a peer that answers with what the session cannot read: the call ends with an error, and the
// connection goes on.
func TestUnreadableResults(t *testing.T) {
	const discovered = `{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"ttlMs":0,"cacheScope":"private"}`
	const initialized = `{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}`
	for _, one := range []struct{ own, peer mcprevisions.Revision }{
		{"2025-06-18", "2026-07-28"}, {"2025-06-18", "2025-11-25"}, {"2025-06-18", "2025-06-18"}, {"2026-07-28", "2025-06-18"}, {"2026-07-28", "2026-07-28"},
	} {
		t.Run(fmt.Sprintf("%s to %s", one.own, one.peer), func(t *testing.T) {
			next := make(chan string, 1)
			transport := newRawPeer(t, func(id json.RawMessage, method string) string {
				result := "{}"
				switch method {
				case "server/discover":
					result = discovered
				case "initialize":
					result = strings.Replace(initialized, "2025-06-18", string(one.peer), 1)
				case "tools/call":
					result = fmt.Sprintf(`{"resultType":"complete","content":[],"structuredContent":{"x":%s}}`, <-next)
				}
				return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`, id, result)
			})
			wrapped := &mcpsdk.Transport{
				Inner: transport, Side: mcprevisions.Client, Own: one.own, Peer: one.peer,
				Options: []mcprevisions.Option{mcprevisions.WithOpenRequests(3), mcprevisions.WithLimits(mcprevisions.Limits{Size: 1 << 14})},
			}
			session, err := newClient(new(asked)).Connect(t.Context(), wrapped, &mcp.ClientSessionOptions{ProtocolVersion: string(one.own)})
			if err != nil {
				t.Fatal(err)
			}
			defer session.Close()
			for _, value := range unreadable {
				next <- value
				_, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "t"})
				if err == nil || !strings.Contains(err.Error(), "the response of the server cannot be read") {
					t.Fatalf("%.50s: %v", value, err)
				}
				next <- `"good"`
				if _, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "t"}); err != nil {
					t.Fatalf("after %.50s: %v", value, err)
				}
			}
		})
	}
}

// TestUnreadableCalls has a client that calls with what the session cannot read: it gets an error with its id, or none if
// it gave no id, and the connection of the server goes on.
func TestUnreadableCalls(t *testing.T) {
	fromServer, toClient := io.Pipe()
	fromClient, toServer := io.Pipe()
	server := &mcpsdk.Transport{Inner: &mcp.IOTransport{Reader: fromClient, Writer: toClient}, Side: mcprevisions.Server, Own: "2026-07-28", Peer: "2025-06-18"}
	connected, err := newServer("2026-07-28", enumNames).Connect(t.Context(), server, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _, _, _ = toServer.Close(), fromServer.Close(), connected.Close() }()
	lines := bufio.NewScanner(fromServer)
	ask := func(frame, want string) {
		t.Helper()
		if _, err := io.WriteString(toServer, frame+"\n"); err != nil {
			t.Fatal(err)
		}
		if want != "" && (!lines.Scan() || !strings.Contains(lines.Text(), want)) {
			t.Fatalf("%.80s: %s %v", frame, lines.Text(), lines.Err())
		}
	}
	ask(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}`, `"protocolVersion":"2025-06-18"`)
	for i, value := range unreadable {
		if i == 5 { // within the default limits
			continue
		}
		ask(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1,"x":`+value+`}}`, "")
		ask(`{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"t","arguments":{"x":`+value+`}}}`, `"id":"x","error":{"code":-32700,`)
		ask(`{"jsonrpc":"2.0","id":"y","method":"ping"}`, `"id":"y","result":{}`)
	}
}
