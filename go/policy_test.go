package mcprevisions_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	mcp "mcprevisions"
)

// TestLossyErrors refuses an error response that would lose something, as Python and TypeScript do. A session passes it,
// with its differences: the receiver would not learn the error otherwise.
func TestLossyErrors(t *testing.T) {
	const failure = `{"code":-32021,"message":"m","data":{"requiredCapabilities":{}}}`
	const lossless = `{"code":-32602,"message":"m"}`
	frame := func(id, failure string) []byte {
		return []byte(`{"jsonrpc":"2.0","id":` + id + `,"error":` + failure + `}`)
	}
	c, err := mcp.NewConverter(mcp.Latest, mcp.Revision20250618, mcp.Server, mcp.WithLosses(mcp.RefuseLosses))
	if err != nil {
		t.Fatal(err)
	}
	for _, answering := range []string{"", "tools/call"} {
		var lossy *mcp.LossError
		if _, _, err := c.Frame(frame("1", failure), answering); !errors.As(err, &lossy) || len(lossy.Losses) != 1 || lossy.Losses[0].Pointer != "/error/code" {
			t.Errorf("%v", err)
		}
		if _, _, err := c.Error(answering, json.RawMessage(failure)); !errors.As(err, &lossy) || lossy.Losses[0].Pointer != "/error/code" {
			t.Errorf("%v", err)
		}
		if out, losses, err := c.Frame(frame("1", lossless), answering); err != nil || losses != nil || string(out) != string(frame("1", lossless)) {
			t.Errorf("%s %v %v", out, losses, err)
		}
	}
	s, err := mcp.NewSession(mcp.Revision20250618, mcp.Latest, mcp.WithLosses(mcp.RefuseLosses))
	if err != nil {
		t.Fatal(err)
	}
	sent := only(t, s.FromClient([]byte(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}`)))
	d := only(t, s.FromServer(frame(idOf(string(sent.Frame)), failure)))
	if d.Err != nil || len(d.Losses) != 1 || d.Losses[0].Kind != mcp.Reshaped || !strings.Contains(string(d.Frame), `"message":"m"`) {
		t.Errorf("%s %v %v", d.Frame, d.Losses, d.Err)
	}
}
