package mcphttp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	mcp "mcprevisions"
)

// probed is a server that answers each method with a text: a status, the body of a response, or a stream of events.
type probed struct {
	*httptest.Server
	mutex sync.Mutex
	seen  []string // the method, the header of the revision and the session of each request
}

func newProbed(t *testing.T, answers map[string]string) *probed {
	p := new(probed)
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		m := membersOf(body)
		method := r.Method
		if r.Method == http.MethodPost {
			method = m.text("method")
		}
		p.mutex.Lock()
		p.seen = append(p.seen, strings.TrimSpace(method+" "+r.Header.Get(revisionHeader)+" "+r.Header.Get(sessionHeader)))
		p.mutex.Unlock()
		answer := answers[method]
		if named := membersOf(m["params"]).text("protocolVersion"); answers[method+" "+named] != "" {
			answer = answers[method+" "+named]
		}
		events, isStream := strings.CutPrefix(answer, "stream ")
		var status int
		switch _, err := fmt.Sscanf(answer, "status %d", &status); {
		case err == nil:
			w.WriteHeader(status)
		case isStream: // it stays open
			w.Header().Set("Content-Type", "text/event-stream")
			for _, one := range strings.Split(events, "|") {
				fmt.Fprintf(w, "data: %s\n\n", strings.ReplaceAll(one, "ID", string(m["id"])))
			}
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		case answer != "":
			w.Header().Set("Content-Type", "application/json")
			if method == "initialize" {
				w.Header().Set(sessionHeader, "s1")
			}
			fmt.Fprint(w, strings.ReplaceAll(answer, "ID", string(m["id"])))
		}
	}))
	t.Cleanup(p.Close)
	t.Cleanup(p.CloseClientConnections)
	return p
}

func resultOf(body string) string { return `{"jsonrpc":"2.0","id":ID,"result":{` + body + `}}` }

func initializedOf(revision string) string {
	return resultOf(`"protocolVersion":"` + revision + `","capabilities":{},"serverInfo":{"name":"s","version":"1"}`)
}

const described = `"resultType":"complete","capabilities":{},"ttlMs":0,"cacheScope":"private","supportedVersions":`

// TestProbe finds the revisions of servers that answer in every way, and says why it finds none.
func TestProbe(t *testing.T) {
	const unknown = `{"jsonrpc":"2.0","id":ID,"error":{"code":-32601,"message":"no"}}`
	const listed = `{"jsonrpc":"2.0","id":ID,"error":{"code":-32022,"message":"no","data":{"supported":["2025-03-26"],"requested":"x"}}}`
	discover, initialize := "server/discover 2026-07-28", "initialize"
	for name, one := range map[string]struct {
		answers map[string]string
		found   mcp.Revision
		failure any // what errors.As finds
		seen    []string
	}{
		"newest":               {map[string]string{"server/discover": resultOf(described + `["2026-07-28"]`)}, mcp.Latest, nil, []string{discover}},
		"both":                 {map[string]string{"server/discover": resultOf(described + `["2025-06-18","2026-07-28"]`)}, mcp.Latest, nil, []string{discover}},
		"newest in a stream":   {map[string]string{"server/discover": `stream {"jsonrpc":"2.0","method":"notifications/message"}|` + resultOf(described+`["2026-07-28"]`)}, mcp.Latest, nil, []string{discover}},
		"lists only older":     {map[string]string{"server/discover": resultOf(described + `["2025-06-18"]`), initialize: initializedOf("2025-06-18")}, "2025-06-18", nil, []string{discover, initialize, "DELETE 2025-06-18 s1"}},
		"older by a status":    {map[string]string{"server/discover": "status 400", initialize: initializedOf("2025-11-25")}, "2025-11-25", nil, []string{discover, initialize, "DELETE 2025-11-25 s1"}},
		"older by a failure":   {map[string]string{"server/discover": "status 500", initialize: initializedOf("2024-11-05")}, "2024-11-05", nil, []string{discover, initialize, "DELETE 2024-11-05 s1"}},
		"older by an error":    {map[string]string{"server/discover": unknown, initialize: initializedOf("2025-06-18")}, "2025-06-18", nil, []string{discover, initialize, "DELETE 2025-06-18 s1"}},
		"older in a stream":    {map[string]string{"server/discover": "stream " + unknown, initialize: "stream " + initializedOf("2025-06-18")}, "2025-06-18", nil, []string{discover, initialize}},
		"without a response":   {map[string]string{"server/discover": `{"error":"no"}`, initialize: initializedOf("2025-06-18")}, "2025-06-18", nil, []string{discover, initialize, "DELETE 2025-06-18 s1"}},
		"lists another":        {map[string]string{"server/discover": unknown, initialize: listed, initialize + " 2025-03-26": initializedOf("2025-03-26")}, "2025-03-26", nil, []string{discover, initialize, initialize, "DELETE 2025-03-26 s1"}},
		"a refusal":            {map[string]string{"server/discover": "status 401", initialize: initializedOf("2025-11-25")}, "", new(*StatusError), []string{discover}},
		"a redirect":           {map[string]string{"server/discover": "status 307", initialize: initializedOf("2025-11-25")}, "", new(*StatusError), []string{discover}},
		"not there":            {map[string]string{"server/discover": "status 404", initialize: "status 404"}, "", new(*StatusError), []string{discover, initialize}},
		"errors":               {map[string]string{"server/discover": unknown, initialize: unknown}, "", new(*mcp.ErrorResponse), []string{discover, initialize}},
		"an unknown revision":  {map[string]string{"server/discover": "status 400", initialize: initializedOf("2024-10-07")}, "", new(*mcp.DecodeError), []string{discover, initialize}},
		"an unknown discovery": {map[string]string{"server/discover": resultOf(described + `["2030-01-01"]`), initialize: unknown}, "", new(*mcp.ErrorResponse), []string{discover, initialize}},
		"too large":            {map[string]string{"server/discover": resultOf(strings.Repeat(" ", DefaultMaxMessage))}, "", &ErrTooLarge, []string{discover}},
		"nothing":              {map[string]string{"server/discover": "[]", initialize: "[]"}, "", &ErrNoResponse, []string{discover, initialize}},
	} {
		t.Run(name, func(t *testing.T) {
			server := newProbed(t, one.answers)
			found, err := Probe(t.Context(), nil, server.URL)
			if found != one.found || (err == nil) != (one.found != "") {
				t.Errorf("%q, %v", found, err)
			}
			switch wanted := one.failure.(type) {
			case nil:
			case *error:
				if !errors.Is(err, *wanted) {
					t.Errorf("the error is %v", err)
				}
			default:
				if !errors.As(err, wanted) {
					t.Errorf("the error is %T: %v", err, err)
				}
			}
			server.mutex.Lock()
			defer server.mutex.Unlock()
			if !slices.Equal(server.seen, one.seen) {
				t.Errorf("the requests are %q", server.seen)
			}
		})
	}
}

// TestProbeArguments refuses a URL, and ends with the context.
func TestProbeArguments(t *testing.T) {
	var argument *mcp.ArgumentError
	if _, err := Probe(t.Context(), nil, "127.0.0.1:9000"); !errors.As(err, &argument) {
		t.Error(err)
	}
	server := newProbed(t, map[string]string{"server/discover": `stream {"jsonrpc":"2.0","method":"notifications/message"}`})
	ctx, cancel := context.WithCancel(t.Context())
	client := &http.Client{Transport: after{cancel}}
	var failed *url.Error
	if _, err := Probe(ctx, client, server.URL); !errors.Is(err, context.Canceled) || errors.As(err, &failed) {
		t.Error(err)
	}
	if _, err := Probe(ctx, client, server.URL); !errors.As(err, &failed) || !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	server.Close()
	var never context.Context
	if _, err := Probe(never, nil, server.URL); !errors.As(err, &failed) {
		t.Error(err)
	}
}

// after calls a function when the header of a response has come.
type after struct{ do func() }

func (a after) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := http.DefaultTransport.RoundTrip(r)
	a.do()
	return response, err
}
