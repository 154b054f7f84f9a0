// `mark3labs/mcp-go` as a testee (docs/testees.md): the types that its server and its client read messages as, one
// set for all revisions. Neither checks a notification beyond JSON-RPC, or the result of a request that returns nothing.
package main

import (
	"encoding/json"
	"fmt"

	"testees/lines"

	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

// Requests by their sender: the server reads a whole message, the client the params.
var requests = map[string]map[string]func(json.RawMessage) error{
	"client": {
		"completion/complete":      as[mcp.CompleteRequest],
		"initialize":               as[mcp.InitializeRequest],
		"logging/setLevel":         as[mcp.SetLevelRequest],
		"ping":                     as[mcp.PingRequest],
		"prompts/get":              as[mcp.GetPromptRequest],
		"prompts/list":             as[mcp.ListPromptsRequest],
		"resources/list":           as[mcp.ListResourcesRequest],
		"resources/read":           as[mcp.ReadResourceRequest],
		"resources/subscribe":      as[mcp.SubscribeRequest],
		"resources/templates/list": as[mcp.ListResourceTemplatesRequest],
		"resources/unsubscribe":    as[mcp.UnsubscribeRequest],
		"server/discover":          as[mcp.DiscoverRequest],
		"subscriptions/listen":     as[mcp.SubscriptionsListenRequest],
		"tasks/cancel":             as[mcp.CancelTaskRequest],
		"tasks/get":                as[mcp.GetTaskRequest],
		"tasks/list":               as[mcp.ListTasksRequest],
		"tasks/result":             as[mcp.TaskResultRequest],
		"tools/call":               as[mcp.CallToolRequest],
		"tools/list":               as[mcp.ListToolsRequest],
	},
	"server": {
		"elicitation/create":     elicitation,
		"ping":                   ignore,
		"roots/list":             ignore,
		"sampling/createMessage": sampling,
	},
}

// Results by the sender of the result.
var results = map[string]map[string]func(json.RawMessage) error{
	"client": {
		"elicitation/create":     as[mcp.ElicitationResult],
		"ping":                   ignore,
		"roots/list":             as[mcp.ListRootsResult],
		"sampling/createMessage": sampled,
	},
	"server": {
		"completion/complete":      as[mcp.CompleteResult],
		"initialize":               as[mcp.InitializeResult],
		"logging/setLevel":         ignore,
		"ping":                     ignore,
		"prompts/get":              parsed(mcp.ParseGetPromptResult),
		"prompts/list":             as[mcp.ListPromptsResult],
		"resources/list":           as[mcp.ListResourcesResult],
		"resources/read":           parsed(mcp.ParseReadResourceResult),
		"resources/subscribe":      ignore,
		"resources/templates/list": as[mcp.ListResourceTemplatesResult],
		"resources/unsubscribe":    ignore,
		"server/discover":          as[mcp.DiscoverResult],
		"subscriptions/listen":     as[mcp.SubscriptionsListenResult],
		"tasks/cancel":             parsed(mcp.ParseCancelTaskResult),
		"tasks/get":                parsed(mcp.ParseGetTaskResult),
		"tasks/list":               parsed(mcp.ParseListTasksResult),
		"tasks/result":             parsed(mcp.ParseTaskResultResult),
		"tools/call":               parsed(mcp.ParseCallToolResult),
		"tools/list":               as[mcp.ListToolsResult],
	},
}

func ignore(json.RawMessage) error { return nil }

func as[T any](data json.RawMessage) error { return json.Unmarshal(data, new(T)) }

func parsed[T any](parse func(*json.RawMessage) (T, error)) func(json.RawMessage) error {
	return func(data json.RawMessage) error {
		_, err := parse(&data)
		return err
	}
}

func elicitation(data json.RawMessage) error {
	var params mcp.ElicitationParams
	if err := json.Unmarshal(data, &params); err != nil {
		return err
	}
	return params.Validate()
}

func sampling(data json.RawMessage) error {
	var params mcp.CreateMessageParams
	if err := json.Unmarshal(data, &params); err != nil {
		return err
	}
	for _, message := range params.Messages {
		if _, err := mcp.ParseSamplingContent(message.Content); err != nil {
			return err
		}
	}
	return nil
}

func sampled(data json.RawMessage) error {
	var result mcp.CreateMessageResult
	if err := json.Unmarshal(data, &result); err != nil {
		return err
	}
	_, err := mcp.ParseSamplingContent(result.Content)
	return err
}

func decode(asked lines.Question) (bool, error) {
	var message struct {
		JSONRPC string          `json:"jsonrpc"`
		ID      any             `json:"id"`
		Method  string          `json:"method"`
		Params  json.RawMessage `json:"params"`
	}
	if err := json.Unmarshal(asked.Frame, &message); err != nil {
		return true, err
	}
	if message.JSONRPC != mcp.JSONRPC_VERSION {
		return true, fmt.Errorf("invalid JSON-RPC version")
	}
	if message.Method == "" {
		var response transport.JSONRPCResponse
		err := json.Unmarshal(asked.Frame, &response)
		if err != nil || response.Error != nil || asked.Answering == "" {
			return true, err
		}
		read, isKnown := results[asked.Sender][asked.Answering]
		if !isKnown {
			return false, nil
		}
		return true, read(response.Result)
	}
	if message.ID == nil {
		return true, as[mcp.JSONRPCNotification](asked.Frame)
	}
	read, isKnown := requests[asked.Sender][message.Method]
	if !isKnown {
		return true, fmt.Errorf("unsupported request method: %s", message.Method)
	}
	if asked.Sender == "client" {
		return true, read(asked.Frame)
	}
	if len(message.Params) == 0 {
		message.Params = json.RawMessage("{}")
	}
	return true, read(message.Params)
}

func main() {
	lines.Serve("github.com/mark3labs/mcp-go", mcp.ValidProtocolVersions, decode)
}
