// The official Go SDK as a testee (docs/testees.md): the public types of package `mcp`, one set for all revisions.
package main

import (
	"bytes"
	"fmt"
	"reflect"

	"testees/lines"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/segmentio/encoding/json"
)

// A method of the SDK's tables `serverMethodInfos` and `clientMethodInfos`.
type method struct {
	params   any
	needs    bool // whether params are required
	result   any
	isNotice bool
}

type empty struct{}

// Methods by their sender.
var methods = map[string]map[string]method{
	"client": {
		"completion/complete":              {&mcp.CompleteParams{}, true, &mcp.CompleteResult{}, false},
		"initialize":                       {&mcp.InitializeParams{}, true, &mcp.InitializeResult{}, false},
		"logging/setLevel":                 {&mcp.SetLoggingLevelParams{}, true, &empty{}, false},
		"notifications/cancelled":          {&mcp.CancelledParams{}, false, nil, true},
		"notifications/initialized":        {&mcp.InitializedParams{}, false, nil, true},
		"notifications/progress":           {&mcp.ProgressNotificationParams{}, true, nil, true},
		"notifications/roots/list_changed": {&mcp.RootsListChangedParams{}, false, nil, true},
		"ping":                             {&mcp.PingParams{}, false, &empty{}, false},
		"prompts/get":                      {&mcp.GetPromptParams{}, true, &mcp.GetPromptResult{}, false},
		"prompts/list":                     {&mcp.ListPromptsParams{}, false, &mcp.ListPromptsResult{}, false},
		"resources/list":                   {&mcp.ListResourcesParams{}, false, &mcp.ListResourcesResult{}, false},
		"resources/read":                   {&mcp.ReadResourceParams{}, true, &mcp.ReadResourceResult{}, false},
		"resources/subscribe":              {&mcp.SubscribeParams{}, true, &empty{}, false},
		"resources/templates/list":         {&mcp.ListResourceTemplatesParams{}, false, &mcp.ListResourceTemplatesResult{}, false},
		"resources/unsubscribe":            {&mcp.UnsubscribeParams{}, true, &empty{}, false},
		"server/discover":                  {&mcp.DiscoverParams{}, false, &mcp.DiscoverResult{}, false},
		"subscriptions/listen":             {&mcp.SubscriptionsListenParams{}, true, &mcp.SubscriptionsListenResult{}, false},
		"tools/call":                       {&mcp.CallToolParamsRaw{}, true, &mcp.CallToolResult{}, false},
		"tools/list":                       {&mcp.ListToolsParams{}, false, &mcp.ListToolsResult{}, false},
	},
	"server": {
		"elicitation/create":                       {&mcp.ElicitParams{}, false, &mcp.ElicitResult{}, false},
		"notifications/cancelled":                  {&mcp.CancelledParams{}, false, nil, true},
		"notifications/elicitation/complete":       {&mcp.ElicitationCompleteParams{}, false, nil, true},
		"notifications/message":                    {&mcp.LoggingMessageParams{}, true, nil, true},
		"notifications/progress":                   {&mcp.ProgressNotificationParams{}, true, nil, true},
		"notifications/prompts/list_changed":       {&mcp.PromptListChangedParams{}, false, nil, true},
		"notifications/resources/list_changed":     {&mcp.ResourceListChangedParams{}, false, nil, true},
		"notifications/resources/updated":          {&mcp.ResourceUpdatedNotificationParams{}, false, nil, true},
		"notifications/subscriptions/acknowledged": {&mcp.SubscriptionsAcknowledgedParams{}, false, nil, true},
		"notifications/tools/list_changed":         {&mcp.ToolListChangedParams{}, false, nil, true},
		"ping":                                     {&mcp.PingParams{}, false, &empty{}, false},
		"roots/list":                               {&mcp.ListRootsParams{}, false, &mcp.ListRootsResult{}, false},
		"sampling/createMessage":                   {&mcp.CreateMessageWithToolsParams{}, true, &mcp.CreateMessageWithToolsResult{}, false},
	},
}

var other = map[string]string{"client": "server", "server": "client"}

// Read decodes a value as the type of another value, as the SDK does: names of members match exactly.
func read(data []byte, as any) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DontMatchCaseInsensitiveStructFields()
	return decoder.Decode(reflect.New(reflect.TypeOf(as)).Interface())
}

func decode(asked lines.Question) (bool, error) {
	message, err := jsonrpc.DecodeMessage(asked.Frame)
	if err != nil {
		return true, err
	}
	if response, is := message.(*jsonrpc.Response); is {
		if response.Error != nil || asked.Answering == "" {
			return true, nil
		}
		known, isKnown := methods[other[asked.Sender]][asked.Answering]
		if !isKnown {
			return false, nil
		}
		return true, read(response.Result, known.result)
	}
	request := message.(*jsonrpc.Request)
	known, isKnown := methods[asked.Sender][request.Method]
	if !isKnown || known.isNotice == request.IsCall() {
		return true, fmt.Errorf("%q is unsupported", request.Method)
	}
	if string(request.Params) == "null" || len(request.Params) == 0 {
		if known.needs {
			return true, fmt.Errorf("missing required params")
		}
		return true, nil
	}
	return true, read(request.Params, known.params)
}

func main() {
	lines.Serve("github.com/modelcontextprotocol/go-sdk", mcp.SupportedProtocolVersions(), decode)
}
