// The official Go SDK as a server over stdio, or over HTTP: `server http` prints its port.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type tool = func(context.Context, *mcp.CallToolRequest) string

var cancelled atomic.Int32

// said returns a result with a text.
func said(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}

// asking returns a tool that asks once and says what the client answered.
func asking(question mcp.InputRequest, say func(mcp.InputResponse) string) mcp.ToolHandler {
	return func(_ context.Context, request *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if answer, ok := request.Params.InputResponses["question"]; ok {
			return said(say(answer)), nil
		}
		return &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{"question": question}}, nil
	}
}

// simple returns a tool that says a text.
func simple(work tool) mcp.ToolHandler {
	return func(ctx context.Context, request *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return said(work(ctx, request)), nil
	}
}

func add(_ context.Context, request *mcp.CallToolRequest) string {
	var given struct{ A, B float64 }
	_ = json.Unmarshal(request.Params.Arguments, &given)
	return fmt.Sprint(given.A + given.B)
}

func wait(ctx context.Context, request *mcp.CallToolRequest) string {
	_ = request.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{ProgressToken: request.Params.GetProgressToken()})
	return "waited"
}

func work(ctx context.Context, request *mcp.CallToolRequest) string {
	token := request.Params.GetProgressToken()
	for step := range 2 {
		progress := &mcp.ProgressNotificationParams{ProgressToken: token, Progress: float64(step + 1)}
		_ = request.Session.NotifyProgress(ctx, progress)
	}
	_ = request.Session.Log(ctx, &mcp.LoggingMessageParams{Level: "debug", Data: "unheard"})
	_ = request.Session.Log(ctx, &mcp.LoggingMessageParams{Level: "warning", Data: "heard"})
	return "worked"
}

func stay(ctx context.Context, _ *mcp.CallToolRequest) string {
	<-ctx.Done()
	cancelled.Add(1)
	return "late"
}

func main() {
	server := mcp.NewServer(&mcp.Implementation{Name: "go", Version: "1"}, nil)
	put := func(name string, handler mcp.ToolHandler) {
		server.AddTool(&mcp.Tool{Name: name, InputSchema: map[string]any{"type": "object"}}, handler)
	}
	form := map[string]any{"type": "object", "properties": map[string]any{"name": map[string]any{"type": "string"}}}
	question := &mcp.SamplingMessage{Role: "user", Content: &mcp.TextContent{Text: "Two and two?"}}
	sampling := &mcp.CreateMessageParams{MaxTokens: 20, Messages: []*mcp.SamplingMessage{question}}
	put("add", simple(add))
	put("greet", asking(&mcp.ElicitParams{Message: "Who?", RequestedSchema: form}, func(answer mcp.InputResponse) string {
		return fmt.Sprintf("Hello %s!", answer.(*mcp.ElicitResult).Content["name"])
	}))
	put("opinion", asking(sampling, func(answer mcp.InputResponse) string {
		return "the model said " + answer.(*mcp.CreateMessageWithToolsResult).Content[0].(*mcp.TextContent).Text
	}))
	put("where", asking(&mcp.ListRootsParams{}, func(answer mcp.InputResponse) string {
		return "roots: " + answer.(*mcp.ListRootsResult).Roots[0].Name
	}))
	put("wait", simple(wait))
	put("work", simple(work))
	put("grow", simple(func(context.Context, *mcp.CallToolRequest) string {
		put("grown", simple(work))
		return "grew"
	}))
	put("stay", simple(stay))
	put("cancelled", simple(func(context.Context, *mcp.CallToolRequest) string { return fmt.Sprint(cancelled.Load()) }))
	readme := &mcp.Resource{Name: "readme", URI: "file:///readme.md"}
	server.AddResource(readme, func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: readme.URI, Text: "# Read me"}}}, nil
	})
	if len(os.Args) == 1 {
		_ = server.Run(context.Background(), &mcp.StdioTransport{})
		return
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
	_ = http.Serve(listener, mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, nil))
}
