//lint:file-ignore SA1019 servers of older revisions use these features

package mcpsdk_test

import (
	"context"
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcprevisions"
	"mcprevisions/mcpsdk"
)

// newOlderServer returns a server of only one revision with initialize. Its tools ask the client while they run.
func newOlderServer(revision mcprevisions.Revision) *mcp.Server {
	none := func(context.Context, *mcp.SubscribeRequest) error { return nil }
	server := mcp.NewServer(&mcp.Implementation{Name: "older", Version: "1"}, &mcp.ServerOptions{
		SupportedProtocolVersions: []string{string(revision)}, Instructions: "Ask.",
		SubscribeHandler: none, UnsubscribeHandler: func(context.Context, *mcp.UnsubscribeRequest) error { return nil },
	})
	type nothing struct{}
	form := &mcp.ElicitParams{Message: "Which?", RequestedSchema: json.RawMessage(titledOneOf)}
	if revision < mcprevisions.Revision20251125 {
		form.RequestedSchema = json.RawMessage(enumNames)
	}
	message := &mcp.SamplingMessage{Role: "user", Content: &mcp.TextContent{Text: "a colour"}}
	sample := &mcp.CreateMessageParams{Messages: []*mcp.SamplingMessage{message}, MaxTokens: 5}
	said := func(what any, err error) (*mcp.CallToolResult, any, error) {
		if err != nil {
			return nil, nil, err
		}
		text, err := json.Marshal(what)
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(text)}}}, nil, err
	}
	mcp.AddTool(server, &mcp.Tool{Name: "form"}, func(ctx context.Context, r *mcp.CallToolRequest, _ nothing) (*mcp.CallToolResult, any, error) {
		answer, err := r.Session.Elicit(ctx, form)
		return said(answer, err)
	})
	mcp.AddTool(server, &mcp.Tool{Name: "all"}, func(ctx context.Context, r *mcp.CallToolRequest, _ nothing) (*mcp.CallToolResult, any, error) {
		roots, err := r.Session.ListRoots(ctx, nil)
		if err != nil {
			return nil, nil, err
		}
		text, err := r.Session.CreateMessage(ctx, sample)
		return said([]any{roots.Roots[0].Name, text}, err)
	})
	mcp.AddTool(server, &mcp.Tool{Name: "log"}, func(ctx context.Context, r *mcp.CallToolRequest, _ nothing) (*mcp.CallToolResult, any, error) {
		for _, level := range []mcp.LoggingLevel{"debug", "error"} {
			_ = r.Session.Log(ctx, &mcp.LoggingMessageParams{Level: level, Data: "a message"})
		}
		return said("logged", r.Session.Ping(ctx, nil))
	})
	mcp.AddTool(server, &mcp.Tool{Name: "slow"}, func(ctx context.Context, r *mcp.CallToolRequest, _ nothing) (*mcp.CallToolResult, any, error) {
		_ = r.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{ProgressToken: r.Params.GetProgressToken(), Progress: 1})
		<-ctx.Done()
		return nil, nil, ctx.Err()
	})
	server.AddResource(&mcp.Resource{Name: "r", URI: "a:b"}, func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: "a:b", Text: "t"}}}, nil
	})
	return server
}

func arrives[T any](t *testing.T, from <-chan T, what string) {
	t.Helper()
	select {
	case <-from:
	case <-time.After(time.Minute):
		t.Error(what + " does not arrive")
	}
}

// TestStatelessClient connects a client of the newest revision to servers of every revision with initialize. The transport
// is that of the client, or that of the server.
func TestStatelessClient(t *testing.T) {
	for _, revision := range withHandshake() {
		for _, side := range []mcprevisions.Side{mcprevisions.Client, mcprevisions.Server} {
			t.Run(string(revision)+" "+string(side), func(t *testing.T) { useOlderServer(t, revision, side) })
		}
	}
}

func useOlderServer(t *testing.T, revision mcprevisions.Revision, side mcprevisions.Side) {
	atClient, atServer := mcp.NewInMemoryTransports()
	toServer, toClient := mcp.Transport(atClient), mcp.Transport(atServer)
	if side == mcprevisions.Client {
		toServer = &mcpsdk.Transport{Inner: atClient, Side: side, Own: mcprevisions.Latest, Peer: revision}
	} else {
		toClient = &mcpsdk.Transport{Inner: atServer, Side: side, Own: revision, Peer: mcprevisions.Latest}
	}
	server := newOlderServer(revision)
	serverSession, err := server.Connect(t.Context(), toClient, nil)
	if err != nil {
		t.Fatal(err)
	}
	callOlderServer(t, revision, server, toServer)
	_ = serverSession.Wait()
}

// callOlderServer uses a server with a client of the newest revision.
func callOlderServer(t *testing.T, revision mcprevisions.Revision, server *mcp.Server, toServer mcp.Transport) {
	t.Helper()
	u := newUser()
	changed, updated, moved := make(chan struct{}, 16), make(chan struct{}, 16), make(chan struct{}, 16)
	client := newAskedClient(u, &mcp.ClientOptions{
		ToolListChangedHandler:      func(context.Context, *mcp.ToolListChangedRequest) { changed <- struct{}{} },
		ResourceUpdatedHandler:      func(context.Context, *mcp.ResourceUpdatedNotificationRequest) { updated <- struct{}{} },
		ProgressNotificationHandler: func(context.Context, *mcp.ProgressNotificationClientRequest) { moved <- struct{}{} },
	})
	session, err := client.Connect(t.Context(), toServer, &mcp.ClientSessionOptions{ProtocolVersion: string(mcprevisions.Latest)})
	if err != nil {
		t.Fatal(err)
	}
	about := session.InitializeResult()
	if about.ProtocolVersion != string(mcprevisions.Latest) || about.ServerInfo.Name != "older" || about.Instructions != "Ask." || !about.Capabilities.Resources.Subscribe {
		t.Errorf("server/discover: %+v", about)
	}
	if tools, err := session.ListTools(t.Context(), nil); err != nil || len(tools.Tools) != 4 {
		t.Errorf("tools: %v %v", tools, err)
	}
	if read, err := session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "a:b"}); err != nil || read.Contents[0].Text != "t" {
		t.Errorf("read: %v %v", read, err)
	}
	if answer, err := text(t, session, "all"); err != nil || answer != `["r",{"content":{"type":"text","text":"green"},"model":"m","role":"assistant"}]` {
		t.Errorf("all: %s %v", answer, err)
	}
	if seen := u.take(); !slices.Equal(seen, []string{"sample 5"}) {
		t.Errorf("the client was asked for %q", seen)
	}
	if revision >= mcprevisions.Revision20250618 {
		if answer, err := text(t, session, "form"); err != nil || answer != `{"action":"accept","content":{"colour":"#0f0"}}` {
			t.Errorf("form: %s %v", answer, err)
		}
		if seen := u.take(); len(seen) != 1 || !sameJSON(seen[0], "form "+titledOneOf) {
			t.Errorf("the client was asked for %q", seen)
		}
	}
	if _, err := text(t, session, "log"); err != nil { // without a level, there are no messages
		t.Errorf("log: %v", err)
	}
	isLogged := false
	for end := time.Now().Add(time.Minute); !isLogged && time.Now().Before(end); { // the server may set the level late
		log := &mcp.CallToolParams{Name: "log", Meta: mcp.Meta{mcp.MetaKeyLogLevel: "warning"}}
		if _, err := session.CallTool(t.Context(), log); err != nil {
			t.Fatalf("log: %v", err)
		}
		select {
		case level := <-u.logs:
			if isLogged = true; level != "error" {
				t.Errorf("a log message of the level %s", level)
			}
		case <-time.After(10 * time.Millisecond):
		}
	}
	if !isLogged {
		t.Error("no log message")
	}
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-moved
		cancel()
	}()
	slow := &mcp.CallToolParams{Name: "slow"}
	slow.SetProgressToken("p")
	if _, err := session.CallTool(ctx, slow); err == nil {
		t.Error("a cancelled call has a result")
	}
	if err := session.Subscribe(t.Context(), &mcp.SubscribeParams{URI: "a:b"}); err != nil {
		t.Errorf("subscribe: %v", err)
	}
	isUpdated := false
	for end := time.Now().Add(time.Minute); !isUpdated && time.Now().Before(end); { // Subscribe may return before the server knows
		if err := server.ResourceUpdated(t.Context(), &mcp.ResourceUpdatedNotificationParams{URI: "a:b"}); err != nil {
			t.Error(err)
		}
		select {
		case <-updated:
			isUpdated = true
		case <-time.After(10 * time.Millisecond):
		}
	}
	if !isUpdated {
		t.Error("the update does not arrive")
	}
	server.RemoveTools("slow")
	arrives(t, changed, "the change of the tools")
	_ = session.Close()
}
