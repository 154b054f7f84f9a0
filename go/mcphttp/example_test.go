package mcphttp_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"mcprevisions"
	"mcprevisions/mcphttp"
)

// newServer returns a server of the newest revision.
func newServer() *httptest.Server {
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var request struct{ ID json.RawMessage }
		_ = json.NewDecoder(r.Body).Decode(&request)
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],
			"capabilities":{},"ttlMs":0,"cacheScope":"private","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"s","version":"1"}}}}`, request.ID)
	}))
}

const initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}`

func Example() {
	server := newServer()
	defer server.Close()
	handler, err := mcphttp.NewHandler(server.URL)
	if err != nil {
		panic(err)
	}
	gateway := httptest.NewServer(handler) // or http.ListenAndServe
	defer gateway.Close()

	response, err := http.Post(gateway.URL, "application/json", strings.NewReader(initialize))
	if err != nil {
		panic(err)
	}
	answer, _ := io.ReadAll(response.Body)
	fmt.Println(string(answer))
	// Output: {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18","capabilities":{},"serverInfo":{"name":"s","version":"1"}}}
}

func ExampleNewHandler() {
	_, err := mcphttp.NewHandler("127.0.0.1:9000")
	fmt.Println(err)
	// Output: mcprevisions: server: it must be a URL such as http://127.0.0.1:9000/mcp
}

func ExampleHandler() {
	handler, err := mcphttp.NewHandler("http://127.0.0.1:9000/mcp")
	if err != nil {
		panic(err)
	}
	handler.Origins = []string{"https://app.example"}
	handler.MaxSessions, handler.IdleTimeout = 200, 10*time.Minute
	handler.OnDelivery = func(_ context.Context, session string, d mcprevisions.Delivery) {
		fmt.Println(session, d.Losses, d.Err)
	}
	fmt.Println(handler.MaxSessions)
	// Output: 200
}

func ExampleHandler_ServeHTTP() {
	handler, _ := mcphttp.NewHandler("http://127.0.0.1:9000/mcp")
	request := httptest.NewRequest("POST", "/mcp", strings.NewReader(initialize))
	request.Header.Set("Origin", "https://stranger.example")
	recorder := httptest.NewRecorder()
	handler.ServeHTTP(recorder, request)
	fmt.Println(recorder.Code, recorder.Body)
	// Output: 403 this Origin is not allowed
}

func ExampleNewStatelessHandler() {
	_, err := mcphttp.NewStatelessHandler("http://127.0.0.1:9000/mcp", mcprevisions.Latest)
	fmt.Println(err)
	// Output: mcprevisions: revision: it must be a revision with initialize, such as 2025-11-25
}

func ExampleNewAutoHandler() {
	handler, err := mcphttp.NewAutoHandler("http://127.0.0.1:9000/mcp") // it does not connect
	fmt.Println(handler.Revision(), err)
	// Output: auto <nil>
}

func ExampleSettings() {
	settings := mcphttp.Settings{Origins: []string{"https://app.example"}, MaxSessions: 200, IdleTimeout: 10 * time.Minute}
	settings.OnDelivery = func(_ context.Context, session string, d mcprevisions.Delivery) {
		fmt.Println(session, d.Losses, d.Err)
	}
	handler, err := mcphttp.NewAutoHandler("http://127.0.0.1:9000/mcp")
	if err != nil {
		panic(err)
	}
	handler.Settings = settings
	fmt.Println(handler.Check(), handler.MaxSessions)
	// Output: <nil> 200
}

func ExampleAutoHandler() {
	server := newServer()
	defer server.Close()
	handler, err := mcphttp.NewAutoHandler(server.URL)
	if err != nil {
		panic(err)
	}
	gateway := httptest.NewServer(handler)
	defer gateway.Close()
	response, err := http.Post(gateway.URL, "application/json", strings.NewReader(initialize))
	if err != nil {
		panic(err)
	}
	response.Body.Close()
	fmt.Println(response.StatusCode, handler.Revision(), handler.Sessions())
	// Output: 200 2026-07-28 1
}

func ExampleAutoHandler_Check() {
	fmt.Println(new(mcphttp.AutoHandler).Check())
	// Output: mcprevisions: handler: it is empty; NewAutoHandler returns one that can be used
}

func ExampleAutoHandler_ServeHTTP() {
	server := newServer()
	server.Close()
	handler, _ := mcphttp.NewAutoHandler(server.URL)
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, httptest.NewRequest("POST", "/mcp", strings.NewReader(initialize)))
	fmt.Println(w.Code, w.Body)
	// Output: 502 the server cannot be reached, or it speaks no revision that the gateway knows
}

func ExampleAutoHandler_Revision() {
	handler, _ := mcphttp.NewAutoHandler("http://127.0.0.1:9000/mcp")
	fmt.Println(handler.Revision() == mcprevisions.Auto)
	// Output: true
}

func ExampleAutoHandler_Sessions() {
	handler, _ := mcphttp.NewAutoHandler("http://127.0.0.1:9000/mcp")
	fmt.Println(handler.Sessions())
	// Output: 0
}

func ExampleAutoHandler_Close() {
	handler, _ := mcphttp.NewAutoHandler("http://127.0.0.1:9000/mcp")
	handler.Close()
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, httptest.NewRequest("POST", "/mcp", strings.NewReader(initialize)))
	fmt.Println(w.Code, w.Body)
	// Output: 503 the gateway stops
}

func ExampleAutoHandler_Shutdown() {
	handler, _ := mcphttp.NewAutoHandler("http://127.0.0.1:9000/mcp")
	fmt.Println(handler.Shutdown(context.Background()))
	// Output: <nil>
}

func ExampleProbe() {
	server := newServer()
	defer server.Close()
	revision, err := mcphttp.Probe(context.Background(), nil, server.URL)
	if err != nil {
		panic(err)
	}
	var handler http.Handler
	if revision == mcprevisions.Latest {
		handler, err = mcphttp.NewHandler(server.URL)
	} else {
		handler, err = mcphttp.NewStatelessHandler(server.URL, revision)
	}
	fmt.Printf("%s %T %v\n", revision, handler, err)
	// Output: 2026-07-28 *mcphttp.Handler <nil>
}

func ExampleStatelessHandler() {
	handler, err := mcphttp.NewStatelessHandler("http://127.0.0.1:9000/mcp", mcprevisions.Revision20250618)
	if err != nil {
		panic(err)
	}
	handler.Identity = func(r *http.Request) string { return r.Header.Get("X-User") } // an outer handler has set it
	handler.MaxSessions, handler.IdleTimeout = 200, 10*time.Minute
	fmt.Println(handler.Check())
	// Output: <nil>
}

func ExampleStatelessHandler_Check() {
	fmt.Println(new(mcphttp.StatelessHandler).Check())
	// Output: mcprevisions: handler: it is empty; NewStatelessHandler returns one that can be used
}

func ExampleStatelessHandler_ServeHTTP() {
	handler, _ := mcphttp.NewStatelessHandler("http://127.0.0.1:9000/mcp", mcprevisions.Revision20250618)
	request := httptest.NewRequest(http.MethodGet, "/mcp", nil)
	request.Header.Set("Mcp-Protocol-Version", "2026-07-28")
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, request)
	fmt.Println(w.Code, w.Header().Get("Allow"))
	// Output: 405 POST
}

func ExampleStatelessHandler_Sessions() {
	handler, _ := mcphttp.NewStatelessHandler("http://127.0.0.1:9000/mcp", mcprevisions.Revision20250618)
	fmt.Println(handler.Sessions())
	// Output: 0
}

func ExampleStatelessHandler_Close() {
	handler, _ := mcphttp.NewStatelessHandler("http://127.0.0.1:9000/mcp", mcprevisions.Revision20250618)
	handler.Close()
	const call = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{
		"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`
	request := httptest.NewRequest(http.MethodPost, "/mcp", strings.NewReader(call))
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Mcp-Protocol-Version", "2026-07-28")
	request.Header.Set("Mcp-Method", "tools/list")
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, request)
	fmt.Print(w.Code, " ", w.Body)
	// Output: 503 the gateway stops
}

func ExampleHandler_Check() {
	handler, _ := mcphttp.NewHandler("http://127.0.0.1:9000/mcp")
	handler.MaxSessions = -1
	fmt.Println(handler.Check())
	// Output: mcprevisions: MaxSessions: it must not be negative
}

func ExampleHandler_Sessions() {
	server := newServer()
	defer server.Close()
	handler, _ := mcphttp.NewHandler(server.URL)
	request := httptest.NewRequest("POST", "/mcp", strings.NewReader(initialize))
	request.Header.Set("Content-Type", "application/json")
	handler.ServeHTTP(httptest.NewRecorder(), request)
	fmt.Println(handler.Sessions())
	handler.Close()
	fmt.Println(handler.Sessions())
	// Output:
	// 1
	// 0
}

func ExampleHandler_Close() {
	handler, _ := mcphttp.NewHandler("http://127.0.0.1:9000/mcp")
	handler.Close()
	request := httptest.NewRequest("POST", "/mcp", strings.NewReader(initialize))
	request.Header.Set("Content-Type", "application/json")
	recorder := httptest.NewRecorder()
	handler.ServeHTTP(recorder, request)
	fmt.Println(recorder.Code)
	// Output: 503
}

func ExampleHandler_Shutdown() {
	handler, _ := mcphttp.NewHandler("http://127.0.0.1:9000/mcp")
	limit, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	fmt.Println(handler.Shutdown(limit)) // no request is open
	// Output: <nil>
}

func ExampleStatelessHandler_Shutdown() {
	handler, _ := mcphttp.NewStatelessHandler("http://127.0.0.1:9000/mcp", mcprevisions.Revision20250618)
	limit, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	fmt.Println(handler.Shutdown(limit)) // no request is open
	// Output: <nil>
}

func ExampleStatusError() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(http.StatusBadGateway)
	}))
	defer server.Close()
	handler, err := mcphttp.NewHandler(server.URL)
	if err != nil {
		panic(err)
	}
	handler.OnDelivery = func(_ context.Context, _ string, d mcprevisions.Delivery) {
		var status *mcphttp.StatusError
		switch {
		case errors.As(d.Err, &status):
			fmt.Println("the status of the server:", status.Status)
		case errors.Is(d.Err, mcphttp.ErrTooLarge), errors.Is(d.Err, mcphttp.ErrNotValid), errors.Is(d.Err, mcphttp.ErrNoResponse):
			fmt.Println("the server is at fault:", d.Err)
		}
	}
	gateway := httptest.NewServer(handler)
	defer gateway.Close()
	_, err = http.Post(gateway.URL, "application/json", strings.NewReader(initialize))
	if err != nil {
		panic(err)
	}
	// Output: the status of the server: 502
}
