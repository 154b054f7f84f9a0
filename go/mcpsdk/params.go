package mcpsdk

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	callTool  = "tools/call"
	listTools = "tools/list"
	// mostPages is how many pages of tools/list the transport requests by itself.
	mostPages = 100
)

// write writes a message to the server. A call of a tool has the headers that repeat its annotated arguments. The client
// may not have listed the tools: if the server refuses a call for its headers, write requests the list and sends the call
// again.
func (c *connection) write(ctx context.Context, message jsonrpc.Message) error {
	request, isRequest := message.(*jsonrpc.Request)
	if !c.http.needsHeaders || !isRequest || request.Method != callTool {
		return c.Connection.Write(ctx, message)
	}
	send := func() error {
		headers := paramHeaders(c.http.tools.Headers(request.Params))
		return c.Connection.Write(context.WithValue(ctx, purpose{}, headers), message)
	}
	err := send()
	var refused *jsonrpc.Error
	if !errors.As(err, &refused) || refused.Code != mcp.CodeHeaderMismatch {
		return err
	}
	c.learnTools(ctx, request)
	return send()
}

// learnTools requests the tools of the server, so that it learns their annotations. The requests have the _meta of a call.
func (c *connection) learnTools(ctx context.Context, call *jsonrpc.Request) {
	meta := membersOf(membersOf(call.Params)["_meta"])
	delete(meta, "progressToken")
	params := map[string]any{"_meta": meta}
	for range mostPages {
		page := c.requestTools(ctx, params)
		if page == nil || page.Error != nil {
			return
		}
		var cursor *string
		if json.Unmarshal(membersOf(page.Result)["nextCursor"], &cursor) != nil || cursor == nil {
			return
		}
		params["cursor"] = *cursor
	}
}

// membersOf returns the members of a JSON object. A struct would take "CURSOR" for "cursor".
func membersOf(data json.RawMessage) map[string]json.RawMessage {
	var found map[string]json.RawMessage
	if len(data) > 0 {
		_ = json.Unmarshal(data, &found) // converting the message reports what is not valid
	}
	return found
}

// requestTools requests a page of tools, which readHTTP learns. It returns nil if there is no response.
func (c *connection) requestTools(ctx context.Context, params map[string]any) *jsonrpc.Response {
	data, err := json.Marshal(params)
	if err != nil {
		return nil
	}
	id, err := jsonrpc.MakeID("mcpsdk-tools-" + rand.Text())
	if err != nil {
		return nil
	}
	response := make(chan *jsonrpc.Response, 1)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	key := keyOf(id)
	c.http.mutex.Lock()
	c.http.lists[key] = response
	c.http.mutex.Unlock()
	defer func() {
		c.http.mutex.Lock()
		delete(c.http.lists, key)
		c.http.mutex.Unlock()
	}()
	if err := c.Connection.Write(ctx, &jsonrpc.Request{ID: id, Method: listTools, Params: data}); err != nil {
		return nil
	}
	select {
	case found := <-response:
		return found
	case <-ctx.Done():
	case <-c.closed:
	}
	return nil
}
