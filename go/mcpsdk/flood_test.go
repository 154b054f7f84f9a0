package mcpsdk

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcprevisions"
)

// TestFloodingServer calls servers that send requests in the response to a call, and more in the response to each answer.
func TestFloodingServer(t *testing.T) {
	const flood = 20
	for revision, expected := range map[mcprevisions.Revision]int32{mcprevisions.Latest: 0, mcprevisions.Revision20250618: flood} {
		t.Run(string(revision), func(t *testing.T) {
			var answers atomic.Int32
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body)
				var m struct {
					ID     json.RawMessage
					Method string
				}
				_ = json.Unmarshal(body, &m)
				about := `{"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"resultType":"complete","ttlMs":0,"cacheScope":"public"}`
				switch {
				case r.Method != http.MethodPost:
					w.WriteHeader(http.StatusMethodNotAllowed)
					return
				case m.Method == "":
					answers.Add(1)
					fallthrough
				case m.Method == "tools/call":
					w.Header().Set("Content-Type", "text/event-stream")
					for i := range flood {
						fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"id\":\"%d\",\"method\":\"x/list\"}\n\n", i)
					}
					if m.Method != "" {
						fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"content\":[],\"resultType\":\"complete\"}}\n\n", m.ID)
					}
					return
				case m.Method == "initialize":
					about = `{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}`
				case m.ID == nil:
					w.WriteHeader(http.StatusAccepted)
					return
				}
				w.Header().Set("Content-Type", "application/json")
				fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":%s}`, m.ID, about)
			}))
			defer server.Close()
			client := mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, nil)
			transport := &Transport{
				Inner: &mcp.StreamableClientTransport{Endpoint: server.URL}, Side: mcprevisions.Client,
				Own: mcprevisions.Revision20251125, Peer: revision,
			}
			session, err := client.Connect(t.Context(), transport, &mcp.ClientSessionOptions{ProtocolVersion: "2025-11-25"})
			if err != nil {
				t.Fatal(err)
			}
			defer session.Close()
			for range 2 { // the first response to the second call follows all messages of the first
				if _, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "x"}); err != nil {
					t.Fatal(err)
				}
			}
			if got := answers.Load(); got > 2*expected {
				t.Errorf("the server gets %d answers", got)
			}
		})
	}
}
