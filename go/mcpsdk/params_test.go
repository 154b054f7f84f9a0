package mcpsdk_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcprevisions"
	"mcprevisions/mcphttp"
	"mcprevisions/mcpsdk"
)

// newAnnotatedServer returns a server of only the newest revision with a tool that requires arguments in headers.
// The tool returns its arguments.
func newAnnotatedServer() *mcp.Server {
	server := mcp.NewServer(&mcp.Implementation{Name: "annotated", Version: "1"}, &mcp.ServerOptions{
		SupportedProtocolVersions: []string{string(mcprevisions.Latest)},
	})
	schema := json.RawMessage(`{"type":"object","properties":{
		"place":{"type":"string","x-mcp-header":"Region"},
		"count":{"type":"integer","x-mcp-header":"Count"},
		"options":{"type":"object","properties":{"dry":{"type":"boolean","x-mcp-header":"Dry-Run"}}}}}`)
	server.AddTool(&mcp.Tool{Name: "annotated", InputSchema: schema}, func(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(r.Params.Arguments)}}}, nil
	})
	return server
}

// counts are the numbers of requests that a server got.
type counts struct{ calls, lists atomic.Int64 }

// serveAnnotated serves the server over HTTP until the test ends, and returns its URL.
func serveAnnotated(t *testing.T) (string, *counts) {
	t.Helper()
	server, counted := newAnnotatedServer(), new(counts)
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, &mcp.StreamableHTTPOptions{Stateless: true})
	served := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.Header.Get("Mcp-Method") {
		case "tools/call":
			counted.calls.Add(1)
		case "tools/list":
			counted.lists.Add(1)
		}
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(served.Close)
	t.Cleanup(served.CloseClientConnections)
	return served.URL, counted
}

// callAnnotated calls the tool with values that headers encode in different ways.
func callAnnotated(t *testing.T, session *mcp.ClientSession) {
	t.Helper()
	for _, arguments := range []string{
		`{"count":3,"options":{"dry":true},"place":"eu-west"}`,
		`{"count":-42,"options":{"dry":false},"place":"Zürich"}`,
		`{"place":" padded "}`,
		`{"place":""}`,
		`{"place":"=?base64?eA==?="}`,
		`{"options":{}}`,
		`{}`,
	} {
		result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "annotated", Arguments: json.RawMessage(arguments)})
		if err != nil {
			t.Errorf("%s: %v", arguments, err)
		} else if text := result.Content[0].(*mcp.TextContent).Text; result.IsError || text != arguments {
			t.Errorf("%s: the server got %s", arguments, text)
		}
	}
}

// TestArgumentsInHeaders connects clients of every revision to a server that requires arguments in headers: through a
// handler, or with a transport. Some list the tools first, others do not.
func TestArgumentsInHeaders(t *testing.T) {
	through := func(t *testing.T, inner string, _ mcprevisions.Revision) mcp.Transport {
		handler, err := mcphttp.NewHandler(inner)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(handler.Close)
		served := httptest.NewServer(handler)
		t.Cleanup(served.Close)
		t.Cleanup(served.CloseClientConnections)
		return &mcp.StreamableClientTransport{Endpoint: served.URL}
	}
	wrapped := func(_ *testing.T, inner string, revision mcprevisions.Revision) mcp.Transport {
		return &mcpsdk.Transport{
			Inner: &mcp.StreamableClientTransport{Endpoint: inner}, Side: mcprevisions.Client, Own: revision, Peer: mcprevisions.Latest,
		}
	}
	for _, revision := range withHandshake() {
		t.Run("handler "+string(revision), func(t *testing.T) { useAnnotatedServer(t, revision, through) })
		t.Run("transport "+string(revision), func(t *testing.T) { useAnnotatedServer(t, revision, wrapped) })
	}
	t.Run("transport "+string(mcprevisions.Latest), func(t *testing.T) { useAnnotatedServer(t, mcprevisions.Latest, wrapped) })
}

func useAnnotatedServer(t *testing.T, revision mcprevisions.Revision, connect func(*testing.T, string, mcprevisions.Revision) mcp.Transport) {
	t.Helper()
	for _, isListed := range []bool{false, true} {
		inner, counted := serveAnnotated(t)
		client := mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, nil)
		session, err := client.Connect(t.Context(), connect(t, inner, revision), &mcp.ClientSessionOptions{ProtocolVersion: string(revision)})
		if err != nil {
			t.Fatal(err)
		}
		if isListed {
			if listed, err := session.ListTools(t.Context(), nil); err != nil || len(listed.Tools) != 1 {
				t.Fatal(listed, err)
			}
		}
		callAnnotated(t, session)
		calls := int64(7)
		if !isListed {
			calls++ // the first one is sent once more, after the list
		}
		if counted.calls.Load() != calls || counted.lists.Load() != 1 {
			t.Errorf("%d calls, %d lists", counted.calls.Load(), counted.lists.Load())
		}
		_ = session.Close()
	}
}

// newBareServer serves a server of the newest revision that answers requests by a function, until the test ends.
func newBareServer(t *testing.T, answer func(r *http.Request, id json.RawMessage, method string) (status int, text string)) *mcpsdk.Transport {
	t.Helper()
	served := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var m map[string]json.RawMessage
		var method string
		if json.NewDecoder(r.Body).Decode(&m) == nil {
			_ = json.Unmarshal(m["method"], &method)
		}
		status, text := http.StatusOK, `"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"ttlMs":0,"cacheScope":"private"}`
		if method != "server/discover" {
			status, text = answer(r, m["id"], method)
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = w.Write([]byte(`{"jsonrpc":"2.0","id":` + string(m["id"]) + `,` + text + `}`))
	}))
	t.Cleanup(served.Close)
	t.Cleanup(served.CloseClientConnections)
	return &mcpsdk.Transport{
		Inner: &mcp.StreamableClientTransport{Endpoint: served.URL}, Side: mcprevisions.Client, Own: newer, Peer: mcprevisions.Latest,
	}
}

const mismatch = `"error":{"code":-32020,"message":"the header is missing"}`

// TestPagesOfTools has a server with two pages of tools. The list of the client lacks the tool with a bad annotation.
func TestPagesOfTools(t *testing.T) {
	tool := func(name, header string) string {
		return fmt.Sprintf(`{"name":%q,"inputSchema":{"type":"object","properties":{"a":{"type":"string","x-mcp-header":%q}}}}`, name, header)
	}
	var lists atomic.Int64
	transport := newBareServer(t, func(r *http.Request, _ json.RawMessage, method string) (int, string) {
		switch {
		case method == "tools/list" && lists.Add(1)%2 == 1:
			return 200, `"result":{"resultType":"complete","nextCursor":"2","ttlMs":0,"cacheScope":"private","tools":[` + tool("bad", "a b") + `,` + tool("first", "F") + `]}`
		case method == "tools/list":
			return 200, `"result":{"resultType":"complete","ttlMs":0,"cacheScope":"private","tools":[` + tool("second", "S") + `]}`
		case r.Header.Get("Mcp-Param-S") != "x":
			return 400, mismatch
		}
		return 200, `"result":{"resultType":"complete","content":[]}`
	})
	var mutex sync.Mutex
	var removed []string
	transport.Options = []mcprevisions.Option{mcprevisions.WithLosses(mcprevisions.RefuseLosses)}
	transport.OnDelivery = func(d mcprevisions.Delivery) {
		mutex.Lock()
		defer mutex.Unlock()
		for _, one := range d.Losses {
			removed = append(removed, one.Pointer+" "+one.Change)
		}
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), transport, &mcp.ClientSessionOptions{ProtocolVersion: string(newer)})
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	if _, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "second", Arguments: map[string]any{"a": "x"}}); err != nil {
		t.Error(err)
	}
	mutex.Lock()
	if lists.Load() != 2 || len(removed) != 0 {
		t.Errorf("%d pages, %q", lists.Load(), removed)
	}
	mutex.Unlock()
	if page, err := session.ListTools(t.Context(), nil); err != nil || len(page.Tools) != 1 || page.Tools[0].Name != "first" {
		t.Errorf("the page is %+v %v", page, err)
	}
	mutex.Lock()
	defer mutex.Unlock()
	if !slices.Equal(removed, []string{"/result/tools/0 R-HEADER"}) {
		t.Errorf("reported: %q", removed)
	}
}

// TestMissingHeaders has a server that no header satisfies: the call ends with its error, and the connection goes on.
func TestMissingHeaders(t *testing.T) {
	for _, list := range []string{`"result":{"tools":7}`, `"error":{"code":-32603,"message":"no list"}`} {
		var calls atomic.Int64
		transport := newBareServer(t, func(_ *http.Request, _ json.RawMessage, method string) (int, string) {
			if method == "tools/call" {
				calls.Add(1)
				return 400, mismatch
			}
			return 200, list
		})
		client := mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, nil)
		session, err := client.Connect(t.Context(), transport, &mcp.ClientSessionOptions{ProtocolVersion: string(newer)})
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			_, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "t"})
			if err == nil || !strings.Contains(err.Error(), "the header is missing") {
				t.Errorf("the error is %v", err)
			}
		}
		if calls.Load() != 4 {
			t.Errorf("%d calls", calls.Load())
		}
		if err := session.Ping(t.Context(), nil); err != nil {
			t.Error(err)
		}
		_ = session.Close()
	}
}

// TestCancelledList cancels a call while the transport requests the list of tools for it.
func TestCancelledList(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	transport := newBareServer(t, func(r *http.Request, _ json.RawMessage, method string) (int, string) {
		if method == "tools/list" {
			cancel()
			<-r.Context().Done()
		}
		return 400, mismatch
	})
	client := mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), transport, &mcp.ClientSessionOptions{ProtocolVersion: string(newer)})
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	if _, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "t"}); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	if err := session.Ping(t.Context(), nil); err != nil {
		t.Error(err)
	}
}
