package mcpsdk_test

import (
	"bufio"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcprevisions"
)

// TestGateway starts the example gateway: clients of every revision with a handshake call a tool of a server that
// speaks only the newest revision.
func TestGateway(t *testing.T) {
	server := newServer(mcprevisions.Latest, titledOneOf)
	mcp.AddTool(server, &mcp.Tool{Name: "greet"}, greet)
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, &mcp.StreamableHTTPOptions{Stateless: true})
	upstream := httptest.NewServer(handler)
	defer upstream.Close()

	program := filepath.Join(t.TempDir(), "gateway")
	if out, err := exec.Command("go", "build", "-o", program, "mcprevisions/examples/gateway").CombinedOutput(); err != nil {
		t.Fatalf("%s", out)
	}
	command := exec.CommandContext(t.Context(), program, "-listen", "127.0.0.1:0", "-server", upstream.URL)
	stderr, err := command.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = command.Process.Kill() }()
	lines := bufio.NewScanner(stderr)
	if !lines.Scan() {
		t.Fatal("the gateway does not start")
	}
	_, address, _ := strings.Cut(lines.Text(), "listening on ")

	for _, revision := range mcprevisions.Revisions() {
		if revision == mcprevisions.Latest {
			continue
		}
		t.Run(string(revision), func(t *testing.T) {
			client := mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, nil)
			transport := &mcp.StreamableClientTransport{Endpoint: "http://" + address, DisableStandaloneSSE: true}
			session, err := client.Connect(t.Context(), transport, &mcp.ClientSessionOptions{ProtocolVersion: string(revision)})
			if err != nil {
				t.Fatal(err)
			}
			defer session.Close()
			if got := session.InitializeResult().ProtocolVersion; got != string(revision) {
				t.Errorf("the client speaks %s", got)
			}
			tools, err := session.ListTools(t.Context(), nil)
			if err != nil || len(tools.Tools) != 2 {
				t.Fatalf("%v %v", tools, err)
			}
			result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "greet", Arguments: map[string]any{"name": "Ada"}})
			if err != nil || len(result.Content) != 1 {
				t.Fatalf("%v %v", result, err)
			}
			if text := result.Content[0].(*mcp.TextContent).Text; text != "Hello, Ada" {
				t.Errorf("the tool says %s", text)
			}
			if err := session.Ping(t.Context(), nil); err != nil {
				t.Error(err)
			}
		})
	}
}
