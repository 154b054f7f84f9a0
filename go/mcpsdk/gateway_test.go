package mcpsdk_test

import (
	"bufio"
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// builtGateway builds the example gateway, and returns the program.
func builtGateway(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "gateway")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", program, "mcprevisions/examples/gateway").CombinedOutput(); err != nil {
		t.Fatalf("%s", out)
	}
	return program
}

// startGateway starts the example gateway until the test ends, and returns its URL.
func startGateway(t *testing.T, program, server string) string {
	t.Helper()
	command := exec.CommandContext(t.Context(), program, "-listen", "127.0.0.1:0", "-server", server)
	command.Env = append(os.Environ(), "SERVER_TOKEN=secret")
	stderr, err := command.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = command.Process.Kill() })
	lines := bufio.NewScanner(stderr)
	if !lines.Scan() {
		t.Fatal("the gateway does not start")
	}
	_, address, ok := strings.Cut(lines.Text(), "listening on ")
	if !ok {
		t.Fatal(lines.Text())
	}
	return "http://" + address
}

// withToken serves a handler until the test ends. Each request must have the token of the gateway.
func withToken(t *testing.T, handler http.Handler) string {
	served := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer secret" {
			t.Error("a request has no token")
		}
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(served.Close)
	t.Cleanup(served.CloseClientConnections)
	return served.URL
}

// TestGatewayToOlderServer starts the example gateway: a client of the newest revision uses servers of every revision with
// initialize.
func TestGatewayToOlderServer(t *testing.T) {
	program := builtGateway(t)
	for _, revision := range withHandshake() {
		t.Run(string(revision), func(t *testing.T) {
			server := newOlderServer(revision)
			handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, nil)
			address := startGateway(t, program, withToken(t, handler))
			callOlderServer(t, revision, server, &mcp.StreamableClientTransport{Endpoint: address})
		})
	}
}

// TestGateway starts the example gateway: clients of every revision with initialize use a server of the newest one.
func TestGateway(t *testing.T) {
	server := newAskingServer()
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, &mcp.StreamableHTTPOptions{Stateless: true})
	address := startGateway(t, builtGateway(t), withToken(t, handler))
	for _, revision := range withHandshake() {
		t.Run(string(revision), func(t *testing.T) {
			u := newUser()
			changed := make(chan struct{}, 16)
			client := newAskedClient(u, &mcp.ClientOptions{
				ToolListChangedHandler: func(context.Context, *mcp.ToolListChangedRequest) { changed <- struct{}{} },
			})
			transport := &mcp.StreamableClientTransport{Endpoint: address}
			session, err := client.Connect(t.Context(), transport, &mcp.ClientSessionOptions{ProtocolVersion: string(revision)})
			if err != nil {
				t.Fatal(err)
			}
			defer session.Close()
			useServer(t, session, u, revision)
			mcp.AddTool(server, &mcp.Tool{Name: "new"}, func(context.Context, *mcp.CallToolRequest, any) (*mcp.CallToolResult, any, error) {
				return &mcp.CallToolResult{}, nil, nil
			})
			defer server.RemoveTools("new")
			select {
			case <-changed:
			case <-time.After(time.Minute):
				t.Error("the change of the tools does not arrive")
			}
		})
	}
}
