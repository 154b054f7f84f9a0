package mcprevisions_test

import (
	"errors"
	"strings"
	"testing"

	mcp "mcprevisions"
)

// TestUnknownMethods passes methods that no revision defines only with the option, in decoders, converters and sessions.
func TestUnknownMethods(t *testing.T) {
	call := []byte(`{"jsonrpc":"2.0","id":1,"method":"acme/search","params":{"query":1.50}}`)
	answer := []byte(`{"jsonrpc":"2.0","id":1,"result":{"hits":[]}}`)
	for _, revision := range mcp.Revisions() {
		var bad *mcp.DecodeError
		if _, err := mcp.Decode(call, revision, mcp.Client, ""); !errors.As(err, &bad) || bad.Code != mcp.CodeMethodNotFound {
			t.Errorf("%s: %v", revision, err)
		}
		if m, err := mcp.Decode(call, revision, mcp.Client, "", mcp.WithUnknownMethods()); err != nil || m.Method != "acme/search" || m.Unknown != nil {
			t.Errorf("%s: %v", revision, err)
		}
		for _, method := range []string{"rpc.x", "", "tasks/get", "ping", "elicitation/create"} {
			frame := strings.Replace(string(call), "acme/search", method, 1)
			_, refused := mcp.Decode([]byte(frame), revision, mcp.Client, "")
			if _, err := mcp.Decode([]byte(frame), revision, mcp.Client, "", mcp.WithUnknownMethods()); (err == nil) != (refused == nil) {
				t.Errorf("%s %s: %v", revision, method, err)
			}
		}
		for _, wrong := range []string{`"params":[]`, `"params":{},"jsonrpc":"1.0"`, `"id":{}`} {
			frame := strings.Replace(string(call), `"params":{"query":1.50}`, wrong, 1)
			if _, err := mcp.Decode([]byte(frame), revision, mcp.Client, "", mcp.WithUnknownMethods()); !errors.As(err, &bad) {
				t.Errorf("%s %s: %v", revision, wrong, err)
			}
		}
	}
	for _, options := range [][]mcp.Option{{mcp.WithUnknownMethods()}, {mcp.WithUnknownMethods(), mcp.WithValidation()}} {
		s := opened(t, mcp.Revision20251125, options...)
		if sent := sentTo(t, mcp.Server, s.FromClient(call)); !strings.Contains(sent, `"params":{"query":1.50,"_meta":{`) {
			t.Errorf("%s", sent)
		}
		complete := `{"jsonrpc":"2.0","id":1,"result":{"hits":[],"resultType":"complete"}}`
		if got := sentTo(t, mcp.Client, s.FromServer([]byte(complete))); got != complete {
			t.Errorf("%s", got)
		}
		s = openedByDiscover(t, mcp.Revision20250618, options...)
		sent := sentTo(t, mcp.Server, s.FromClient(request("1", "acme/search", "")))
		if got := sentTo(t, mcp.Client, s.FromServer([]byte(strings.Replace(string(answer), `"id":1`, `"id":`+idOf(sent), 1)))); got != complete {
			t.Errorf("%s", got)
		}
	}
	c, _ := mcp.NewConverter(mcp.Revision20250618, mcp.Latest, mcp.Client, mcp.WithUnknownMethods())
	for method, want := range map[string]bool{"acme/search": true, "notifications/acme": false} {
		if _, params, _, err := c.Params(method, nil); err != nil || strings.Contains(string(params), "clientCapabilities") != want {
			t.Errorf("%s: %s %v", method, params, err)
		}
	}
	c, _ = mcp.NewConverter(mcp.Revision20250618, mcp.Latest, mcp.Server, mcp.WithUnknownMethods())
	var refused *mcp.NoCounterpart
	if _, _, err := c.Frame(call, ""); !errors.As(err, &refused) || refused.Code != mcp.CodeMethodNotFound {
		t.Errorf("%v", err)
	}
}
