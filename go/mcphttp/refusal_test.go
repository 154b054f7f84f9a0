package mcphttp

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	mcp "mcprevisions"
	"mcprevisions/v20260728"
)

// TestCodes has the codes of the specification.
func TestCodes(t *testing.T) {
	if codeHeaderMismatch != v20260728.CodeHeaderMismatch || codeMissingCapability != v20260728.CodeMissingRequiredClientCapability || codeUnsupportedRevision != v20260728.CodeUnsupportedProtocolVersion {
		t.Error("a code is wrong")
	}
}

// TestStatelessHeaders refuses requests whose headers do not agree with the body.
func TestStatelessHeaders(t *testing.T) {
	s := newOlderServer(t)
	f := newStatelessFront(t, s)
	body, named := callOf("any"), headersOf("any")
	const mismatch = `{"jsonrpc":"2.0","id":1,"error":{"code":-32020,"message":"`
	for _, one := range []struct {
		body, want string
		headers    []string
	}{
		{body, mismatch + `the header Mcp-Method is missing"}}`, []string{revisionHeader, "2026-07-28", "Mcp-Name", "any"}},
		{body, mismatch + `the header Mcp-Method is \"tools/list\", but the body has \"tools/call\""}}`, append(named, "Mcp-Method", "tools/list")},
		{body, mismatch + `the header Mcp-Name is missing"}}`, named[:4]},
		{body, mismatch + `the header Mcp-Name is \"other\", but the body has \"any\""}}`, append(named, "Mcp-Name", "other")},
		{body, mismatch + `the header Mcp-Name is malformed"}}`, append(named, "Mcp-Name", "=?base64?*?=")},
		{strings.Replace(body, "2026-07-28", "2025-11-25", 1), mismatch + `the header MCP-Protocol-Version is \"2026-07-28\", but the body has \"2025-11-25\""}}`, named},
		{strings.Replace(body, requestFacts, `"_meta":{}`, 1), `"id":1,"error":{"code":-32602,"message":"/params/_meta: io.modelcontextprotocol/protocolVersion and`, named},
		{strings.Replace(body, `,`+requestFacts, "", 1), `"id":1,"error":{"code":-32602,`, named},
		{`{"jsonrpc":"2.0","id":1`, `{"jsonrpc":"2.0","error":{"code":-32700,"message":"the body is not JSON"}}`, named},
		{strings.Replace(body, `"id":1`, `"id":{}`, 1), `{"jsonrpc":"2.0","error":{"code":-32020,`, named[:2]},
		{`{"jsonrpc":"2.0","id":1,"result":{}}`, `"id":1,"error":{"code":-32600,"message":"the body must be`, named},
		{`{"jsonrpc":"2.0","method":"notifications/a"}`, `{"jsonrpc":"2.0","error":{"code":-32020,`, named},
	} {
		f.answer("POST", one.body, 400, one.want, one.headers...)
	}
	if found := s.count("POST initialize"); found != 0 {
		t.Errorf("%d requests reach the server", found)
	}
	f.answer("POST", callOf("é"), 200, `"result"`, append(named, "Mcp-Name", "=?base64?w6k=?=")...)
	twice, _ := http.NewRequestWithContext(t.Context(), "POST", f.url, strings.NewReader(body))
	twice.Header = http.Header{"Content-Type": {"application/json"}, revisionHeader: {"2026-07-28"}, "Mcp-Method": {"tools/call"}, "Mcp-Name": {"any", "other"}}
	response, err := http.DefaultClient.Do(twice)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if text, err := io.ReadAll(response.Body); err != nil || response.StatusCode != 400 || !strings.Contains(string(text), "the header Mcp-Name is given twice") {
		t.Errorf("%d %s %v", response.StatusCode, text, err)
	}
}

// TestStatedRevision refuses requests whose _meta names a revision that MCP-Protocol-Version does not name.
func TestStatedRevision(t *testing.T) {
	s := newOlderServer(t)
	f := newStatelessFront(t, s)
	const missing = `{"jsonrpc":"2.0","id":1,"error":{"code":-32020,"message":"the header MCP-Protocol-Version is missing, but the body has \"2026-07-28\""}}`
	body, older := callOf("any"), []string{revisionHeader, "2025-06-18"}
	f.answer("POST", body, 400, missing)
	f.answer("POST", body, 400, missing, headersOf("any")[2:]...)
	f.answer("POST", ` [1,{},[],`+toolsList+`,`+body+`]`, 400, missing)
	f.answer("POST", strings.Replace(body, "io.modelcontextprotocol/protocolVersion", `io\u002emodelcontextprotocol/protocolVersion`, 1), 400, missing)
	for _, broken := range []string{`[`, `[1`, `[}`, `[{"a":1`, `[1,,` + body + `]`, `[` + strings.Repeat("[", 20_000), `"\u`, ``} {
		if refused, _ := checkRevision(nil, []byte(broken+`\u`)); refused != nil {
			t.Errorf("%s: %s", broken, refused.reason)
		}
	}
	f.answer("POST", body, 400, `"id":1,"error":{"code":-32020,"message":"the header MCP-Protocol-Version is \"2025-06-18\", but the body has \"2026-07-28\""}}`, older...)
	f.answer("POST", `{"jsonrpc":"2.0","method":"notifications/a","params":{`+requestFacts+`}}`, 400, `{"jsonrpc":"2.0","error":{"code":-32020,`)
	f.MaxMessage = 1000
	f.answer("POST", strings.Repeat(" ", 1001), 413, "the message is too large")
	f.MaxMessage, f.MaxStored = 0, 100
	f.answer("POST", initialize, 503, "too many requests are open")
	f.MaxStored = 0
	if found := s.count("POST initialize"); found != 0 || f.stored.Load() != 0 {
		t.Errorf("%d requests reach the server, %d bytes are stored", found, f.stored.Load())
	}
	f.answer("POST", strings.Replace(initialize, `"clientInfo"`, `"_meta":{"io.modelcontextprotocol/protocolVersion":"2025-06-18"},"clientInfo"`, 1), 200, `"protocolVersion":"2025-06-18"`, older...)

	newest := newFront(t, newUpstream(t))
	newest.answer("POST", body, 400, missing)
	newest.answer("POST", toolsList, 400, "the header Mcp-Session-Id is missing")
}

// TestUnknownRevision names the revisions that a handler serves.
func TestUnknownRevision(t *testing.T) {
	unknown := []string{revisionHeader, "2099-01-01"}
	const start = `"error":{"code":-32022,"message":"\"2099-01-01\" is not a supported revision; see ` + "`supported`" + ` in the error","data":{"requested":"2099-01-01","supported":[`
	newStatelessFront(t, newOlderServer(t)).answer("POST", callOf("any"), 400, `{"jsonrpc":"2.0","id":1,`+start+`"2026-07-28"]}}}`, unknown...)
	f := newFront(t, newUpstream(t))
	for range 2 { // without a session, and with one
		f.answer("POST", callOf("any"), 400, `{"jsonrpc":"2.0","id":1,`+start+`"2024-11-05","2025-03-26","2025-06-18","2025-11-25","2026-07-28"]}}}`, unknown...)
		f.answer("DELETE", "", 400, `{"jsonrpc":"2.0",`+start, unknown...)
		if f.id == "" {
			f.open()
		}
	}
	f.answer("DELETE", "", 204, "")
	f.answer("POST", toolsList, 404, "there is no such session") // the session has ended
}

// TestCORS lets pages of an allowed origin send requests and read the responses.
func TestCORS(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		w.Header().Set("Access-Control-Allow-Credentials", "true")
	}))
	defer server.Close()
	one, _ := NewHandler(server.URL)
	two, _ := NewStatelessHandler(server.URL, mcp.Revision20250618)
	const origin = "https://app.example"
	one.Origins, two.Origins = []string{origin}, []string{origin}
	for name, h := range map[string]http.Handler{"Handler": one, "StatelessHandler": two} {
		send := func(method, from string, headers ...string) http.Header {
			t.Helper()
			r := httptest.NewRequestWithContext(t.Context(), method, "/", strings.NewReader(callOf("any")))
			r.Header.Set("Origin", from)
			for i := 0; i < len(headers); i += 2 {
				r.Header.Set(headers[i], headers[i+1])
			}
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			isPreflight := r.Header.Get("Access-Control-Request-Method") == "POST" && from == origin
			if isPreflight != (w.Code == 204) || (from != origin) != (w.Code == 403) {
				t.Errorf("%s %s: %d", name, method, w.Code)
			}
			return w.Header()
		}
		wanted := []string{"Access-Control-Request-Method", "POST", "Access-Control-Request-Headers", "content-type,mcp-session-id"}
		found := send("OPTIONS", origin, wanted...)
		for header, want := range map[string]string{
			"Access-Control-Allow-Origin": origin, "Access-Control-Allow-Methods": "DELETE, GET, POST", "Vary": "Origin",
			"Access-Control-Allow-Headers": "content-type,mcp-session-id", "Access-Control-Max-Age": "600",
		} {
			if got := found.Get(header); got != want {
				t.Errorf("%s %s: %q", name, header, got)
			}
		}
		if found := send("OPTIONS", "https://other.example", wanted...); found.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s: %v", name, found)
		}
		passed := map[string]string{"Handler": "2026-07-28", "StatelessHandler": "2025-06-18"}[name]
		for _, headers := range [][]string{{}, {revisionHeader, passed}, {revisionHeader, "2099-01-01"}} {
			found := send("POST", origin, headers...)
			if got := found.Values("Access-Control-Allow-Origin"); len(got) != 1 || got[0] != origin || found.Get("Access-Control-Allow-Credentials") != "" ||
				found.Get("Access-Control-Expose-Headers") != "Mcp-Session-Id, WWW-Authenticate" {
				t.Errorf("%s %v: %v", name, headers, found)
			}
		}
	}
}

// TestOrigins refuses origins that no browser sends.
func TestOrigins(t *testing.T) {
	h, _ := NewHandler("http://127.0.0.1:1/mcp")
	s, _ := NewStatelessHandler("http://127.0.0.1:1/mcp", mcp.Revision20250618)
	for _, one := range []string{"https://app.example", "http://localhost:3000", "http://[::1]:8080", "null", "chrome-extension://abc"} {
		h.Origins, s.Origins = []string{one}, []string{one}
		if h.Check() != nil || s.Check() != nil {
			t.Errorf("%q: %v", one, h.Check())
		}
	}
	for _, one := range []string{
		"", "*", "app.example", "https://a/", "https://a/b", "https://a?", "https://u@a", "https://A.example", "HTTPS://a", "https://*.a",
		"https://a:443", "http://a:80", "https://a:", "https://é", "https://", "//a", " https://a", "https://a:b",
	} {
		h.Origins, s.Origins = []string{one}, []string{one}
		for _, err := range []error{h.Check(), s.Check()} {
			var argument *mcp.ArgumentError
			if !errors.As(err, &argument) || argument.Argument != "Origins" || !strings.Contains(argument.Reason, "it must be like https://app.example") {
				t.Errorf("%q: %v", one, err)
			}
		}
	}
}

// TestNilOption counts the options of the caller.
func TestNilOption(t *testing.T) {
	h, _ := NewHandler("http://127.0.0.1:1/mcp")
	s, _ := NewStatelessHandler("http://127.0.0.1:1/mcp", mcp.Revision20250618)
	h.Options, s.Options = []mcp.Option{nil}, []mcp.Option{nil}
	for _, err := range []error{h.Check(), s.Check()} {
		if err == nil || !strings.Contains(err.Error(), "option 0 is nil") {
			t.Error(err)
		}
	}
}
