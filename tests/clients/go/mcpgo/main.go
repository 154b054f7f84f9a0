// mcp-go as a client that obeys lines: `mcpgo URL MODE`. See matrix.py for the lines.
package main

import (
	"context"
	"errors"
	"os"

	"clients/lines"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

type handler struct{}

func (handler) ListRoots(context.Context, mcp.ListRootsRequest) (*mcp.ListRootsResult, error) {
	lines.Say(map[string]any{"handled": "roots/list"})
	return &mcp.ListRootsResult{Roots: []mcp.Root{}}, nil
}

func (handler) Elicit(context.Context, mcp.ElicitationRequest) (*mcp.ElicitationResult, error) {
	lines.Say(map[string]any{"handled": "elicitation/create"})
	answer := mcp.ElicitationResponse{Action: mcp.ElicitationResponseActionAccept, Content: map[string]any{}}
	return &mcp.ElicitationResult{ElicitationResponse: answer}, nil
}

type driver struct {
	url    string
	mode   string
	client *client.Client
}

func (d *driver) Connect(ctx context.Context) error {
	if d.client != nil {
		go d.client.Close()
	}
	connection, err := transport.NewStreamableHTTP(d.url, transport.WithContinuousListening())
	if err != nil {
		return err
	}
	options := []client.ClientOption{client.WithRootsHandler(handler{}), client.WithElicitationHandler(handler{})}
	if d.mode == "legacy" {
		options = append(options, client.WithLegacyProtocolOnly())
	}
	d.client = client.NewClient(connection, options...)
	d.client.OnNotification(func(told mcp.JSONRPCNotification) {
		switch told.Method {
		case "notifications/progress":
			lines.Say(map[string]any{"progress": told.Params.AdditionalFields["progress"]})
		case "notifications/tools/list_changed":
			lines.Say(map[string]any{"handled": told.Method})
		}
	})
	if err := d.client.Start(ctx); err != nil {
		return err
	}
	request := mcp.InitializeRequest{}
	request.Params.ProtocolVersion = mcp.LATEST_PROTOCOL_VERSION
	request.Params.ClientInfo = mcp.Implementation{Name: "c", Version: "1"}
	_, err = d.client.Initialize(ctx, request)
	return err
}

func (d *driver) Call(ctx context.Context, tool string) (string, error) {
	request := mcp.CallToolRequest{}
	request.Params.Name = tool
	request.Params.Meta = &mcp.Meta{ProgressToken: tool}
	result, err := d.client.CallTool(ctx, request)
	if err != nil {
		return "", err
	}
	text := result.Content[0].(mcp.TextContent).Text
	if result.IsError {
		return "", errors.New(text)
	}
	return text, nil
}

func main() {
	lines.Obey(&driver{url: os.Args[1], mode: os.Args[2]})
}
