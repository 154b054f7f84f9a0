// Package mcpgo_test connects clients and servers of github.com/mark3labs/mcp-go that speak different revisions.
package mcpgo_test

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"reflect"
	"testing"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"mcprevisions"
	"mcprevisions/mcpstdio"
)

const (
	older       = mcprevisions.Revision20250618
	newer       = mcprevisions.Revision20251125
	enumNames   = `{"type":"object","properties":{"colour":{"type":"string","enum":["#f00","#0f0"],"enumNames":["Red","Green"]}}}`
	titledOneOf = `{"type":"object","properties":{"colour":{"type":"string","oneOf":[{"const":"#f00","title":"Red"},{"const":"#0f0","title":"Green"}]}}}`
)

type user struct{ asked any }

// Elicit answers a form.
func (u *user) Elicit(_ context.Context, request mcp.ElicitationRequest) (*mcp.ElicitationResult, error) {
	u.asked = request.Params.RequestedSchema
	return &mcp.ElicitationResult{ElicitationResponse: mcp.ElicitationResponse{
		Action: mcp.ElicitationResponseActionAccept, Content: map[string]any{"colour": "#0f0"},
	}}, nil
}

func newServer(form string) *server.MCPServer {
	s := server.NewMCPServer("server", "1", server.WithElicitation())
	s.AddTool(mcp.NewTool("choose"), func(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		answer, err := s.RequestElicitation(ctx, mcp.ElicitationRequest{
			Params: mcp.ElicitationParams{Message: "Which?", RequestedSchema: json.RawMessage(form)},
		})
		if err != nil {
			return nil, err
		}
		return mcp.NewToolResultText(answer.Content.(map[string]any)["colour"].(string)), nil
	})
	return s
}

// TestRelay connects a client and a server of mcp-go that speak different revisions.
func TestRelay(t *testing.T) {
	for _, one := range []struct {
		name           string
		client, server mcprevisions.Revision
		sent, seen     string
	}{
		{"an old client of a new server", older, newer, titledOneOf, enumNames},
		{"a new client of an old server", newer, older, enumNames, titledOneOf},
	} {
		t.Run(one.name, func(t *testing.T) {
			ctx := t.Context()
			session, err := mcprevisions.NewSession(one.client, one.server, mcprevisions.WithValidation())
			if err != nil {
				t.Fatal(err)
			}
			clientEnd, relayClient := net.Pipe()
			serverEnd, relayServer := net.Pipe()
			defer clientEnd.Close()
			defer serverEnd.Close()
			go func() { _ = mcpstdio.Relay(session, relayClient, relayServer, nil) }()
			go func() { _ = server.NewStdioServer(newServer(one.sent)).Listen(ctx, serverEnd, serverEnd) }()
			u := new(user)
			link := transport.NewIO(clientEnd, clientEnd, io.NopCloser(emptyReader{}))
			c := client.NewClient(link, client.WithElicitationHandler(u), client.WithProtocolVersion(string(one.client)))
			if err := c.Start(ctx); err != nil {
				t.Fatal(err)
			}
			request := mcp.InitializeRequest{}
			request.Params.ProtocolVersion = string(one.client)
			request.Params.ClientInfo = mcp.Implementation{Name: "client", Version: "1"}
			started, err := c.Initialize(ctx, request)
			if err != nil {
				t.Fatal(err)
			}
			if started.ProtocolVersion != string(one.client) {
				t.Errorf("the client speaks %s", started.ProtocolVersion)
			}
			call := mcp.CallToolRequest{}
			call.Params.Name = "choose"
			result, err := c.CallTool(ctx, call)
			if err != nil || result.IsError {
				t.Fatalf("%v %v", result, err)
			}
			if text := result.Content[0].(mcp.TextContent).Text; text != "#0f0" {
				t.Errorf("the tool got %s", text)
			}
			var want any
			_ = json.Unmarshal([]byte(one.seen), &want)
			if !reflect.DeepEqual(u.asked, want) {
				t.Errorf("the client was asked with %v", u.asked)
			}
		})
	}
}

type emptyReader struct{}

func (emptyReader) Read([]byte) (int, error) { return 0, io.EOF }
