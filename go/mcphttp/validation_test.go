package mcphttp

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	mcp "mcprevisions"
)

// TestSkipValidation passes a result whose structuredContent is an array, which 2025-06-18 does not allow, only if the
// handler skips validation.
func TestSkipValidation(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		m := membersOf(body)
		result := `{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}`
		switch {
		case m["id"] == nil:
			w.WriteHeader(http.StatusAccepted)
			return
		case m.text("method") == "tools/call":
			result = `{"content":[],"structuredContent":[1]}`
		}
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":%s}`, m["id"], result)
	}))
	defer server.Close()
	for skips, want := range map[bool]string{false: `"code":-32603`, true: `"structuredContent":[1]`} {
		h, err := NewStatelessHandler(server.URL, mcp.Revision20250618)
		if err != nil {
			t.Fatal(err)
		}
		h.SkipValidation = skips
		gateway := httptest.NewServer(h)
		f := &front{T: t, url: gateway.URL}
		f.answer("POST", callOf("x"), 200, want, headersOf("x")...)
		h.Close()
		gateway.Close()
	}
	// A client of 2025-06-18 and a server of 2026-07-28, whose result has no valid content.
	for skips, want := range map[bool]string{false: `"code":-32603`, true: `"content":[{"type":"text"}]`} {
		f := newFrontOf(t, func(w http.ResponseWriter, _ *http.Request, m members) {
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text"}],"resultType":"complete"}}`, m["id"])
		})
		f.SkipValidation = skips
		f.open()
		f.answer("POST", `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"x"}}`, 200, want)
	}
}
