package main

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestGateway sends what a client may send at an unexpected time: no request waits for ever.
func TestGateway(t *testing.T) {
	aborted := make(chan struct{}, 3)
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		m := read(body)
		switch m.text("method") {
		case "server/discover":
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"ttlMs":0,"cacheScope":"private"}}`, m["id"])
		case "tools/call":
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprint(w, "data: "+`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}`+"\n\n")
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
			aborted <- struct{}{}
		default:
			http.Error(w, "no", http.StatusTeapot)
		}
	}))
	defer upstream.Close()
	*server = upstream.URL
	front := httptest.NewServer(http.HandlerFunc(serve))
	defer front.Close()
	id := ""
	send := func(method, body string) *http.Response {
		t.Helper()
		request, _ := http.NewRequestWithContext(t.Context(), method, front.URL, strings.NewReader(body))
		request.Header.Set("Mcp-Session-Id", id)
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		return response
	}
	answer := func(method, body string, status int, want string) {
		t.Helper()
		response := send(method, body)
		defer response.Body.Close()
		text, err := io.ReadAll(response.Body)
		if err != nil || response.StatusCode != status || !strings.Contains(string(text), want) {
			t.Errorf("%s: %d %s %v", body, response.StatusCode, text, err)
		}
	}
	answer("POST", `{"jsonrpc":"2.0","id":1,"method":"ping"}`, 404, "")
	answer("GET", "", 405, "")
	opening := send("POST", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}`)
	text, _ := io.ReadAll(opening.Body)
	if id = opening.Header.Get("Mcp-Session-Id"); id == "" || !strings.Contains(string(text), `"protocolVersion":"2025-06-18"`) {
		t.Fatalf("%q %s", id, text)
	}
	answer("POST", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, 202, "")
	answer("POST", `{"jsonrpc":"2.0","id":1.5,"method":"tools/list"}`, 200, `{"jsonrpc":"2.0","error":{"code":-32600,`)
	answer("POST", `{"jsonrpc":"2.0","id":null,"method":"tools/list"}`, 200, `"code":-32600,`)
	answer("POST", `{`, 200, `"code":-32700,`)
	answer("POST", `[]`, 400, "")
	answer("POST", `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{}}`, 200, `"id":2,"error":{"code":-32602,`)
	answer("POST", `{"jsonrpc":"2.0","id":2,"ID":3,"method":"tools/list"}`, 200, `"id":2,"error":{"code":-32603,`) // the server answers no JSON-RPC
	answer("POST", `{"jsonrpc":"2.0","id":"\u0061","method":"tools/list"}`, 200, `"error":{"code":-32603,`)

	for _, cancel := range []func(*http.Response){
		func(*http.Response) {
			answer("POST", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7.0}}`, 202, "")
		},
		func(response *http.Response) { _ = response.Body.Close() }, // the client hangs up
		func(*http.Response) { answer("DELETE", "", 200, "") },
	} {
		call := `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"t","_meta":{"progressToken":1}}}`
		response := send("POST", call)
		lines := bufio.NewScanner(response.Body)
		if !lines.Scan() || !strings.Contains(lines.Text(), "notifications/progress") {
			t.Fatalf("no progress, but %s", lines.Text())
		}
		answer("POST", call, 200, `"id":7,"error":{"code":-32600,`)
		cancel(response)
		for lines.Scan() {
		}
		<-aborted
	}
	answer("POST", `{"jsonrpc":"2.0","id":1,"method":"ping"}`, 404, "")
}
