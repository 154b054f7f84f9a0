// The official Go SDK as a client that obeys lines: `official TARGET MODE`. See matrix.py for the lines.
// The target is a URL, or a command as a JSON array.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"

	"clients/lines"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type client struct {
	target  string
	mode    string
	session *mcp.ClientSession
}

// rootsSeen reports the roots that the SDK puts into a request that it sends again. Without a session, the SDK calls no
// middleware for them.
type rootsSeen struct{}

func (rootsSeen) RoundTrip(request *http.Request) (*http.Response, error) {
	if request.Body != nil {
		body, err := io.ReadAll(request.Body)
		if err != nil {
			return nil, err
		}
		request.Body = io.NopCloser(bytes.NewReader(body))
		var sent struct {
			Params struct{ InputResponses map[string]map[string]any }
		}
		_ = json.Unmarshal(body, &sent)
		for _, answer := range sent.Params.InputResponses {
			if _, ok := answer["roots"]; ok {
				lines.Say(map[string]any{"handled": "roots/list"})
			}
		}
	}
	return http.DefaultTransport.RoundTrip(request)
}

func (c *client) Connect(ctx context.Context) error {
	if c.session != nil {
		go c.session.Close()
	}
	options := &mcp.ClientOptions{
		ElicitationHandler: func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			lines.Say(map[string]any{"handled": "elicitation/create"})
			return &mcp.ElicitResult{Action: "accept", Content: map[string]any{}}, nil
		},
		ToolListChangedHandler: func(context.Context, *mcp.ToolListChangedRequest) {
			lines.Say(map[string]any{"handled": "notifications/tools/list_changed"})
		},
		ProgressNotificationHandler: func(_ context.Context, given *mcp.ProgressNotificationClientRequest) {
			lines.Say(map[string]any{"progress": given.Params.Progress})
		},
	}
	made := mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, options)
	made.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, request mcp.Request) (mcp.Result, error) {
			switch method {
			case "roots/list":
				lines.Say(map[string]any{"handled": method})
			case "notifications/subscriptions/acknowledged":
				lines.Say(map[string]any{"listening": true})
			}
			return next(ctx, method, request)
		}
	})
	var chosen *mcp.ClientSessionOptions
	if c.mode == "legacy" {
		chosen = &mcp.ClientSessionOptions{ProtocolVersion: "2025-11-25"}
	}
	var over mcp.Transport = &mcp.StreamableClientTransport{Endpoint: c.target, HTTPClient: &http.Client{Transport: rootsSeen{}}}
	var command []string
	if json.Unmarshal([]byte(c.target), &command) == nil {
		over = &mcp.CommandTransport{Command: exec.Command(command[0], command[1:]...)}
	}
	session, err := made.Connect(ctx, over, chosen)
	c.session = session
	return err
}

func (c *client) Call(ctx context.Context, tool string) (string, error) {
	params := &mcp.CallToolParams{Name: tool, Arguments: map[string]any{}}
	params.SetProgressToken(tool)
	result, err := c.session.CallTool(ctx, params)
	if err != nil {
		return "", err
	}
	text := result.Content[0].(*mcp.TextContent).Text
	if result.IsError {
		return "", errors.New(text)
	}
	return text, nil
}

func main() {
	lines.Obey(&client{target: os.Args[1], mode: os.Args[2]})
}
