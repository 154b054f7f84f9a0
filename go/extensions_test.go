package mcprevisions_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	mcp "mcprevisions"
	"mcprevisions/v20260728"
	"mcprevisions/v20260728/apps"
	"mcprevisions/v20260728/tasks"
)

const requestMeta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`

// TestTypesOfTasks decodes messages of the revision with tasks, and encodes them again.
func TestTypesOfTasks(t *testing.T) {
	for _, one := range []struct {
		frame     string
		sender    mcp.Side
		answering string
		want      any
	}{
		{`{"jsonrpc":"2.0","id":1,"method":"tasks/get","params":{"taskId":"a",` + requestMeta + `}}`, mcp.Client, "", new(tasks.GetTaskRequest)},
		{`{"jsonrpc":"2.0","id":1,"method":"tasks/cancel","params":{"taskId":"a",` + requestMeta + `,"x":1.50}}`, mcp.Client, "", new(tasks.CancelTaskRequest)},
		{`{"jsonrpc":"2.0","id":"i","method":"tasks/update","params":{"taskId":"","inputResponses":{"ab":{"roots":[]}},` + requestMeta + `}}`, mcp.Client, "", new(tasks.UpdateTaskRequest)},
		{`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t",` + requestMeta + `}}`, mcp.Client, "", new(v20260728.CallToolRequest)},
		{`{"jsonrpc":"2.0","method":"notifications/tasks","params":{"taskId":"a","status":"completed","createdAt":"c","lastUpdatedAt":"l","ttlMs":null,"result":{}}}`, mcp.Server, "", new(tasks.TaskStatusNotification)},
		{`{"jsonrpc":"2.0","id":1,"result":{"resultType":"task","taskId":"a","status":"working","createdAt":"c","lastUpdatedAt":"l","ttlMs":1,"further":[]}}`, mcp.Server, "tools/call", new(tasks.CreateTaskResult)},
		{`{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","content":[]}}`, mcp.Server, "tools/call", new(v20260728.CallToolResult)},
		{`{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","taskId":"a","status":"failed","createdAt":"c","lastUpdatedAt":"l","ttlMs":1,"error":{"code":1,"message":"m"}}}`, mcp.Server, "tasks/get", new(tasks.FailedTaskResult)},
		{`{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete"}}`, mcp.Server, "tasks/update", new(tasks.UpdateTaskResult)},
	} {
		got, err := tasks.DecodeMessage([]byte(one.frame), one.sender)
		var want any
		if one.answering == "" {
			want = decodedNumbers(t, []byte(one.frame))
		} else {
			got, err = tasks.DecodeResult([]byte(one.frame), one.sender, one.answering)
			want = decodedNumbers(t, []byte(one.frame)).(map[string]any)["result"]
		}
		if err != nil || reflect.TypeOf(got) != reflect.TypeOf(one.want) {
			t.Errorf("%s: %T %v", one.frame, got, err)
			continue
		}
		again, err := json.Marshal(got)
		if err != nil || !reflect.DeepEqual(decodedNumbers(t, again), want) {
			t.Errorf("got %s %v, want %s", again, err, one.frame)
		}
	}
	var bad *mcp.DecodeError
	_, err := tasks.DecodeMessage([]byte(`{"jsonrpc":"2.0","id":1,"method":"tasks/get","params":{`+requestMeta+`}}`), mcp.Client)
	if !errors.As(err, &bad) || bad.Code != mcp.CodeInvalidParams {
		t.Errorf("a task without an id: %v", err)
	}
	_, err = tasks.DecodeResult([]byte(`{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete"}}`), mcp.Server, "tasks/get")
	if !errors.As(err, &bad) {
		t.Errorf("a result without a task: %v", err)
	}
}

// TestTypesOfApps decodes a part of a message of the extension, with a union inside.
func TestTypesOfApps(t *testing.T) {
	const text = `{"role":"user","content":[{"type":"text","text":"a","annotations":{"priority":0.50}},{"type":"image","data":"","mimeType":"image/png"}]}`
	if _, err := mcp.Decoder20260728Apps.Validate([]byte(text), "McpUiMessageRequestParams"); err != nil {
		t.Fatal(err)
	}
	var params apps.McpUiMessageRequestParams
	if err := json.Unmarshal([]byte(text), &params); err != nil {
		t.Fatal(err)
	}
	if block, ok := params.Content[1].(*apps.McpUiImageContent); !ok || block.MimeType != "image/png" {
		t.Errorf("%#v", params.Content)
	}
	again, err := json.Marshal(params)
	if err != nil || !reflect.DeepEqual(decodedNumbers(t, again), decodedNumbers(t, []byte(text))) {
		t.Errorf("%s %v", again, err)
	}
}

// The messages of a revision with an extension as structs.
func Example_extensionTypes() {
	response := []byte(`{"jsonrpc":"2.0","id":1,"result":{"resultType":"task","taskId":"t1","status":"working","createdAt":"2026-07-28T00:00:00Z","lastUpdatedAt":"2026-07-28T00:00:00Z","ttlMs":null}}`)
	result, err := tasks.DecodeResult(response, mcp.Server, v20260728.MethodToolsCall)
	if err != nil {
		fmt.Println(err)
		return
	}
	switch r := result.(type) {
	case *tasks.CreateTaskResult:
		fmt.Println("task", r.TaskID, r.Status)
	case *v20260728.CallToolResult:
		fmt.Println("content", len(r.Content))
	}
	// Output: task t1 working
}

// TestReasonsOfCancelledTasks says of a member that it was removed, and of a message that it was refused.
func TestReasonsOfCancelledTasks(t *testing.T) {
	withTasks, err := mcp.Compose(mcp.Latest, mcp.ExtensionTasks)
	if err != nil {
		t.Fatal(err)
	}
	c, err := mcp.NewConverter(withTasks, mcp.Revision20251125, mcp.Server, mcp.WithUnreported(mcp.RoutineChanges()...))
	if err != nil {
		t.Fatal(err)
	}
	var refused *mcp.NoCounterpart
	_, _, err = c.Frame([]byte(`{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete"}}`), "tasks/cancel")
	if !errors.As(err, &refused) || refused.Change != "X1.10" || !strings.HasSuffix(refused.Reason, "this message was refused.") {
		t.Errorf("%v", err)
	}
	task := `"taskId":"a","status":"cancelled","createdAt":"c","lastUpdatedAt":"l","ttl":null`
	_, losses, err := c.Frame([]byte(`{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete",`+task+`,"pollInterval":"x"}}`), "tasks/cancel")
	isRemoved := func(one mcp.Loss) bool {
		return one.Change == "X1.10" && one.Pointer == "/result/pollInterval" && strings.HasSuffix(one.Reason, "so it was removed.")
	}
	if err != nil || !slices.ContainsFunc(losses, isRemoved) {
		t.Errorf("%v %v", losses, err)
	}
}

// TestReasonOfAValueThatAMoveRemoves says that it was removed: only the value that takes its place was renamed.
func TestReasonOfAValueThatAMoveRemoves(t *testing.T) {
	withTasks, err := mcp.Compose(mcp.Latest, mcp.ExtensionTasks)
	if err != nil {
		t.Fatal(err)
	}
	c, err := mcp.NewConverter(mcp.Revision20251125, withTasks, mcp.Server, mcp.WithUnreported(mcp.RoutineChanges()...))
	if err != nil {
		t.Fatal(err)
	}
	task := `{"taskId":"t","status":"working","createdAt":"c","lastUpdatedAt":"l","ttl":5,"ttlMs":7}`
	_, losses, err := c.Frame([]byte(`{"jsonrpc":"2.0","id":1,"result":`+task+`}`), "tasks/get")
	for _, one := range losses {
		if isRemoved := one.Pointer == "/result/ttlMs"; one.Change == "X1.6" && isRemoved != strings.HasSuffix(one.Reason, "so this was removed.") {
			t.Errorf("%v", one)
		}
	}
	if err != nil || !slices.ContainsFunc(losses, func(one mcp.Loss) bool { return one.Pointer == "/result/ttlMs" }) {
		t.Errorf("%v %v", losses, err)
	}
}
