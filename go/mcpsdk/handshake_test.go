//lint:file-ignore SA1019 clients of older revisions use these features

package mcpsdk_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcprevisions"
	"mcprevisions/mcpsdk"
)

// runsServer in the environment makes the test program a server on its standard input and output.
const runsServer = "MCPSDK_TEST_SERVER"

func TestMain(m *testing.M) {
	if os.Getenv(runsServer) == "" {
		mcpsdk.HaveTime()
		os.Exit(m.Run())
	}
	if err := newAskingServer().Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
}

// newAskingServer returns a server of only the newest revision. Its tools ask for input in results.
func newAskingServer() *mcp.Server {
	server := mcp.NewServer(&mcp.Implementation{Name: "asking", Version: "1"}, &mcp.ServerOptions{
		SupportedProtocolVersions: []string{string(mcprevisions.Latest)},
		Instructions:              "Ask.",
	})
	type none struct{}
	tool := func(name string, requests mcp.InputRequestMap, rounds int) {
		mcp.AddTool(server, &mcp.Tool{Name: name}, func(_ context.Context, r *mcp.CallToolRequest, _ none) (*mcp.CallToolResult, any, error) {
			if len(r.Params.RequestState) < rounds {
				return &mcp.CallToolResult{InputRequests: requests, RequestState: r.Params.RequestState + "x"}, nil, nil
			}
			answers, err := json.Marshal(r.Params.InputResponses)
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(answers)}}}, nil, err
		})
	}
	form := &mcp.ElicitParams{Message: "Which?", RequestedSchema: json.RawMessage(titledOneOf)}
	message := &mcp.SamplingMessage{Role: "user", Content: &mcp.TextContent{Text: "a colour"}}
	tool("form", mcp.InputRequestMap{"f": form}, 1)
	tool("all", mcp.InputRequestMap{
		"f": form, "r": &mcp.ListRootsParams{}, "s": &mcp.CreateMessageParams{Messages: []*mcp.SamplingMessage{message}, MaxTokens: 5},
	}, 2)
	tool("busy", mcp.InputRequestMap{}, 2)
	tool("endless", mcp.InputRequestMap{}, 99)
	mcp.AddTool(server, &mcp.Tool{Name: "log"}, func(ctx context.Context, r *mcp.CallToolRequest, _ none) (*mcp.CallToolResult, any, error) {
		for _, level := range []mcp.LoggingLevel{"debug", "error"} {
			_ = r.Session.Log(ctx, &mcp.LoggingMessageParams{Level: level, Data: "a message"})
		}
		return &mcp.CallToolResult{Content: []mcp.Content{}}, nil, nil
	})
	return server
}

// user is what a client was asked, and the log messages that it got.
type user struct {
	mutex sync.Mutex
	seen  []string
	logs  chan mcp.LoggingLevel
}

func newUser() *user { return &user{logs: make(chan mcp.LoggingLevel, 16)} }

func (u *user) note(format string, values ...any) {
	u.mutex.Lock()
	defer u.mutex.Unlock()
	u.seen = append(u.seen, fmt.Sprintf(format, values...))
}

func (u *user) take() []string {
	u.mutex.Lock()
	defer u.mutex.Unlock()
	seen := u.seen
	u.seen = nil
	slices.Sort(seen)
	return seen
}

func newAskedClient(u *user, options *mcp.ClientOptions) *mcp.Client {
	options.ElicitationHandler = func(_ context.Context, r *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
		form, _ := json.Marshal(r.Params.RequestedSchema)
		u.note("form %s", form)
		return &mcp.ElicitResult{Action: "accept", Content: map[string]any{"colour": "#0f0"}}, nil
	}
	options.CreateMessageHandler = func(_ context.Context, r *mcp.CreateMessageRequest) (*mcp.CreateMessageResult, error) {
		u.note("sample %d", r.Params.MaxTokens)
		return &mcp.CreateMessageResult{Role: "assistant", Model: "m", Content: &mcp.TextContent{Text: "green"}}, nil
	}
	options.LoggingMessageHandler = func(_ context.Context, r *mcp.LoggingMessageRequest) { u.logs <- r.Params.Level }
	client := mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, options)
	client.AddRoots(&mcp.Root{URI: "file:///r", Name: "r"})
	return client
}

// text calls a tool and returns its text.
func text(t *testing.T, session *mcp.ClientSession, tool string) (string, error) {
	t.Helper()
	result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: tool})
	if err != nil {
		return "", err
	}
	var all string
	for _, one := range result.Content {
		all += one.(*mcp.TextContent).Text
	}
	return all, nil
}

// useServer does what a client of a revision with initialize may do.
func useServer(t *testing.T, session *mcp.ClientSession, u *user, revision mcprevisions.Revision) {
	t.Helper()
	about := session.InitializeResult()
	if about.ProtocolVersion != string(revision) || about.ServerInfo.Name != "asking" || about.Instructions != "Ask." {
		t.Errorf("initialize: %+v", about)
	}
	if about.Capabilities.Resources != nil && about.Capabilities.Resources.Subscribe {
		t.Error("the session offers subscriptions")
	}
	if err := session.Ping(t.Context(), nil); err != nil {
		t.Errorf("ping: %v", err)
	}
	if tools, err := session.ListTools(t.Context(), nil); err != nil || len(tools.Tools) != 5 {
		t.Errorf("tools: %v %v", tools, err)
	}
	hasForms := revision >= mcprevisions.Revision20250618
	form := `form ` + titledOneOf
	if revision < mcprevisions.Revision20251125 {
		form = `form ` + enumNames
	}
	answer, err := text(t, session, "form")
	if !hasForms {
		if err == nil {
			t.Errorf("%s has no elicitation, but the tool answers %s", revision, answer)
		}
	} else if want := `{"f":{"action":"accept","content":{"colour":"#0f0"}}}`; err != nil || answer != want {
		t.Errorf("form: %s %v", answer, err)
	}
	if seen := u.take(); hasForms && (len(seen) != 1 || !sameJSON(seen[0], form)) {
		t.Errorf("the client was asked %s, not %s", seen, form)
	}
	if hasForms {
		answer, err = text(t, session, "all")
		for _, want := range []string{`"f":{"action":"accept"`, `"uri":"file:///r"`, `"text":"green"`} {
			if err != nil || !strings.Contains(answer, want) {
				t.Errorf("all: %s %v", answer, err)
			}
		}
		if seen := u.take(); len(seen) != 4 { // two rounds; the client does not note roots
			t.Errorf("the client was asked %q", seen)
		}
	}
	if _, err := text(t, session, "busy"); err != nil {
		t.Errorf("busy: %v", err)
	}
	if _, err := text(t, session, "endless"); err == nil || !strings.Contains(err.Error(), "asked for input 11 times") {
		t.Errorf("endless: %v", err)
	}
	if err := session.Subscribe(t.Context(), &mcp.SubscribeParams{URI: "a:b"}); err == nil {
		t.Error("resources/subscribe is not refused, although the server does not offer it")
	}
	if _, err := text(t, session, "log"); err != nil {
		t.Errorf("log: %v", err)
	}
	if err := session.SetLoggingLevel(t.Context(), &mcp.SetLoggingLevelParams{Level: "warning"}); err != nil {
		t.Errorf("logging/setLevel: %v", err)
	}
	for range 2 {
		if _, err := text(t, session, "log"); err != nil {
			t.Errorf("log: %v", err)
		}
		select {
		case level := <-u.logs:
			if level != "error" {
				t.Errorf("a log message of the level %s", level)
			}
		case <-time.After(time.Minute):
			t.Error("no log message")
		}
	}
}

// sameJSON compares two texts of a word and a JSON value.
func sameJSON(a, b string) bool {
	first, second := strings.SplitN(a, " ", 2), strings.SplitN(b, " ", 2)
	var one, other any
	if json.Unmarshal([]byte(first[1]), &one) != nil || json.Unmarshal([]byte(second[1]), &other) != nil {
		return false
	}
	x, _ := json.Marshal(one)
	y, _ := json.Marshal(other)
	return first[0] == second[0] && string(x) == string(y)
}

func withHandshake() []mcprevisions.Revision {
	all := mcprevisions.Revisions()
	return all[:slices.Index(all, mcprevisions.Latest)]
}

// TestHandshake connects clients of every revision with initialize to a server of the newest one, in a transport.
func TestHandshake(t *testing.T) {
	for _, revision := range withHandshake() {
		t.Run(string(revision), func(t *testing.T) {
			atClient, atServer := mcp.NewInMemoryTransports()
			serverSession, err := newAskingServer().Connect(t.Context(), atServer, nil)
			if err != nil {
				t.Fatal(err)
			}
			u := newUser()
			transport := &mcpsdk.Transport{Inner: atClient, Side: mcprevisions.Client, Own: revision, Peer: mcprevisions.Latest}
			session, err := newAskedClient(u, new(mcp.ClientOptions)).Connect(t.Context(), transport, &mcp.ClientSessionOptions{ProtocolVersion: string(revision)})
			if err != nil {
				t.Fatal(err)
			}
			useServer(t, session, u, revision)
			_ = session.Close()
			_ = serverSession.Wait()
		})
	}
}

// TestAuto connects clients and servers that do not know each other's revision. The client of the SDK names its own.
func TestAuto(t *testing.T) {
	for _, server := range mcprevisions.Revisions() {
		for _, client := range mcprevisions.Revisions() {
			t.Run(string(client)+" to "+string(server), func(t *testing.T) {
				atClient, atServer := mcp.NewInMemoryTransports()
				made := mcp.NewServer(&mcp.Implementation{Name: "s", Version: "1"}, &mcp.ServerOptions{SupportedProtocolVersions: []string{string(server)}})
				mcp.AddTool(made, &mcp.Tool{Name: "echo"}, func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
					return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "heard"}}}, nil, nil
				})
				if _, err := made.Connect(t.Context(), atServer, nil); err != nil {
					t.Fatal(err)
				}
				transport := &mcpsdk.Transport{Inner: atClient, Side: mcprevisions.Client, Own: mcprevisions.Auto, Peer: mcprevisions.Auto}
				session, err := mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, nil).Connect(t.Context(), transport, &mcp.ClientSessionOptions{ProtocolVersion: string(client)})
				if err != nil {
					t.Fatal(err)
				}
				if answer, err := text(t, session, "echo"); err != nil || answer != "heard" {
					t.Errorf("%s %v", answer, err)
				}
				if found := session.InitializeResult().ProtocolVersion; found != string(client) {
					t.Errorf("the client speaks %s", found)
				}
				_ = session.Close()
			})
		}
	}
	over := &mcpsdk.Transport{Inner: &mcp.StreamableClientTransport{}, Side: mcprevisions.Client, Own: older, Peer: mcprevisions.Auto}
	var argument *mcprevisions.ArgumentError
	if _, err := over.Connect(t.Context()); !errors.As(err, &argument) || argument.Argument != "Peer" {
		t.Error(err)
	}
}

// TestConcurrentInput calls tools that ask for input at the same time: each side numbers its own requests, so a response
// of the client may have the id of an open request of the client.
func TestConcurrentInput(t *testing.T) {
	const calls = 50
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	atClient, atServer := mcp.NewInMemoryTransports()
	if _, err := newAskingServer().Connect(ctx, atServer, nil); err != nil {
		t.Fatal(err)
	}
	own := mcprevisions.Revision20250618
	transport := &mcpsdk.Transport{Inner: atClient, Side: mcprevisions.Client, Own: own, Peer: mcprevisions.Latest}
	session, err := newAskedClient(newUser(), new(mcp.ClientOptions)).Connect(ctx, transport, &mcp.ClientSessionOptions{ProtocolVersion: string(own)})
	if err != nil {
		t.Fatal(err)
	}
	failed := make(chan error, calls)
	for range calls {
		go func() {
			_, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "form"})
			failed <- err
		}()
	}
	for range calls {
		if err := <-failed; err != nil {
			t.Error(err)
		}
	}
	_ = session.Close()
}

// TestFields refuses fields without a meaning.
func TestFields(t *testing.T) {
	atClient, _ := mcp.NewInMemoryTransports()
	for want, one := range map[string]*mcpsdk.Transport{
		"Inner": {Side: mcprevisions.Client, Own: mcprevisions.Latest, Peer: mcprevisions.Latest},
		"Side":  {Inner: atClient, Side: "x", Own: mcprevisions.Latest, Peer: mcprevisions.Latest},
		"Own":   {Inner: atClient, Side: mcprevisions.Server, Own: "2025", Peer: mcprevisions.Latest},
		"Peer":  {Inner: atClient, Side: mcprevisions.Server, Own: mcprevisions.Latest, Peer: "2025"},
	} {
		_, err := one.Connect(t.Context())
		var argument *mcprevisions.ArgumentError
		if !errors.As(err, &argument) || argument.Argument != want {
			t.Errorf("%s: %v", want, err)
		}
	}
	for want, one := range map[string]*mcpsdk.Transport{
		"Own":     {Inner: atClient, Side: mcprevisions.Client, Own: "2025", Peer: mcprevisions.Latest},
		"Peer":    {Inner: atClient, Side: mcprevisions.Client, Own: mcprevisions.Latest, Peer: "2025"},
		"options": {Inner: atClient, Side: mcprevisions.Client, Own: older, Peer: newer, Options: []mcprevisions.Option{nil}},
	} {
		_, err := one.Connect(t.Context())
		var argument *mcprevisions.ArgumentError
		if !errors.As(err, &argument) || argument.Argument != want {
			t.Errorf("%s: %v", want, err)
		}
	}
}

// TestStdio starts the example, which starts the server: clients of every revision with initialize use it.
func TestStdio(t *testing.T) {
	program := filepath.Join(t.TempDir(), "stdio")
	if out, err := exec.Command("go", "build", "-o", program, "mcprevisions/examples/stdio").CombinedOutput(); err != nil {
		t.Fatalf("%s", out)
	}
	server, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, revision := range withHandshake() {
		t.Run(string(revision), func(t *testing.T) {
			command := exec.Command(program, server)
			command.Env = append(os.Environ(), runsServer+"=1")
			u := newUser()
			client := newAskedClient(u, new(mcp.ClientOptions))
			session, err := client.Connect(t.Context(), &mcp.CommandTransport{Command: command}, &mcp.ClientSessionOptions{ProtocolVersion: string(revision)})
			if err != nil {
				t.Fatal(err)
			}
			useServer(t, session, u, revision)
			if err := session.Close(); err != nil {
				t.Errorf("the example ends with %v", err)
			}
		})
	}
}
