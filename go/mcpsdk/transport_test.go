package mcpsdk_test

import (
	"context"
	"encoding/json"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcprevisions"
	"mcprevisions/mcpsdk"
)

const (
	older = mcprevisions.Revision20250618
	newer = mcprevisions.Revision20251125
)

// The same choice in the forms of both revisions.
const (
	enumNames   = `{"type":"object","properties":{"colour":{"type":"string","enum":["#f00","#0f0"],"enumNames":["Red","Green"]}}}`
	titledOneOf = `{"type":"object","properties":{"colour":{"type":"string","oneOf":[{"const":"#f00","title":"Red"},{"const":"#0f0","title":"Green"}]}}}`
)

// newServer returns a server of one revision with a tool that asks the user for a choice.
func newServer(revision mcprevisions.Revision, form string) *mcp.Server {
	server := mcp.NewServer(&mcp.Implementation{Name: "server", Version: "1"}, &mcp.ServerOptions{
		SupportedProtocolVersions: []string{string(revision)},
	})
	type none struct{}
	tool := &mcp.Tool{Name: "choose", Description: "Ask for a colour", Icons: []mcp.Icon{{Source: "https://example.com/icon.png"}}}
	mcp.AddTool(server, tool, func(ctx context.Context, request *mcp.CallToolRequest, _ none) (*mcp.CallToolResult, any, error) {
		answer, err := request.Session.Elicit(ctx, &mcp.ElicitParams{Message: "Which?", RequestedSchema: json.RawMessage(form)})
		if err != nil {
			return nil, nil, err
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: answer.Content["colour"].(string)}}}, nil, nil
	})
	return server
}

type person struct {
	Name string `json:"name"`
}

func greet(_ context.Context, _ *mcp.CallToolRequest, in person) (*mcp.CallToolResult, any, error) {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "Hello, " + in.Name}}}, nil, nil
}

// asked is the form that a client got.
type asked struct {
	mutex sync.Mutex
	form  any
}

func newClient(seen *asked) *mcp.Client {
	return mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, &mcp.ClientOptions{
		ElicitationHandler: func(_ context.Context, request *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			seen.mutex.Lock()
			defer seen.mutex.Unlock()
			seen.form = request.Params.RequestedSchema
			return &mcp.ElicitResult{Action: "accept", Content: map[string]any{"colour": "#0f0"}}, nil
		},
	})
}

// TestTransport connects a client and a server of different revisions. Either of them wraps its transport.
func TestTransport(t *testing.T) {
	for _, one := range []struct {
		name           string
		client, server mcprevisions.Revision
		wraps          mcprevisions.Side
		sent, seen     string
	}{
		{"an old client of a new server", older, newer, mcprevisions.Client, titledOneOf, enumNames},
		{"a new client of an old server", newer, older, mcprevisions.Client, enumNames, titledOneOf},
		{"a new server of an old client", older, newer, mcprevisions.Server, titledOneOf, enumNames},
		{"an old server of a new client", newer, older, mcprevisions.Server, enumNames, titledOneOf},
	} {
		t.Run(one.name, func(t *testing.T) {
			ctx := t.Context()
			var losses []mcprevisions.Loss
			var mutex sync.Mutex
			count := func(d mcprevisions.Delivery) {
				mutex.Lock()
				defer mutex.Unlock()
				losses = append(losses, d.Losses...)
				if d.Err != nil {
					t.Errorf("%s", d.Err)
				}
			}
			atClient, atServer := mcp.NewInMemoryTransports()
			var clientTransport, serverTransport mcp.Transport = atClient, atServer
			if one.wraps == mcprevisions.Client {
				clientTransport = &mcpsdk.Transport{Inner: atClient, Side: mcprevisions.Client, Own: one.client, Peer: one.server, OnDelivery: count}
			} else {
				serverTransport = &mcpsdk.Transport{Inner: atServer, Side: mcprevisions.Server, Own: one.server, Peer: one.client, OnDelivery: count}
			}
			serverSession, err := newServer(one.server, one.sent).Connect(ctx, serverTransport, nil)
			if err != nil {
				t.Fatal(err)
			}
			seen := new(asked)
			options := &mcp.ClientSessionOptions{ProtocolVersion: string(one.client)}
			clientSession, err := newClient(seen).Connect(ctx, clientTransport, options)
			if err != nil {
				t.Fatal(err)
			}
			if got := clientSession.InitializeResult().ProtocolVersion; got != string(one.client) {
				t.Errorf("the client speaks %s", got)
			}
			tools, err := clientSession.ListTools(ctx, nil)
			if err != nil || len(tools.Tools) != 1 {
				t.Fatalf("tools: %v %v", tools, err)
			}
			if hasIcons := len(tools.Tools[0].Icons) > 0; hasIcons && one.client == older {
				t.Error("a client of the older revision got icons")
			}
			result, err := clientSession.CallTool(ctx, &mcp.CallToolParams{Name: "choose"})
			if err != nil || result.IsError {
				t.Fatalf("%v %v", result, err)
			}
			if text := result.Content[0].(*mcp.TextContent).Text; text != "#0f0" {
				t.Errorf("the tool got %s", text)
			}
			seen.mutex.Lock()
			got, _ := json.Marshal(seen.form)
			seen.mutex.Unlock()
			var want, have any
			_ = json.Unmarshal([]byte(one.seen), &want)
			_ = json.Unmarshal(got, &have)
			wanted, _ := json.Marshal(want)
			again, _ := json.Marshal(have)
			if string(wanted) != string(again) {
				t.Errorf("the client was asked with %s, not %s", again, wanted)
			}
			mutex.Lock()
			if len(losses) == 0 {
				t.Error("no losses were reported")
			}
			mutex.Unlock()
			_ = clientSession.Close()
			_ = serverSession.Wait()
		})
	}
}

// TestNoEquivalent sends a method that the older revision lacks: the client gets an error, and the connection goes on.
func TestNoEquivalent(t *testing.T) {
	ctx := t.Context()
	atClient, atServer := mcp.NewInMemoryTransports()
	if _, err := newServer(older, enumNames).Connect(ctx, atServer, nil); err != nil {
		t.Fatal(err)
	}
	transport := &mcpsdk.Transport{Inner: atClient, Side: mcprevisions.Client, Own: newer, Peer: older}
	session, err := newClient(new(asked)).Connect(ctx, transport, &mcp.ClientSessionOptions{ProtocolVersion: "2026-07-28"})
	if err != nil {
		t.Fatal(err) // server/discover is refused, then the client sends initialize
	}
	defer session.Close()
	if err := session.Ping(ctx, nil); err != nil {
		t.Error(err)
	}
}
