package mcphttp

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strconv"

	"mcprevisions/internal/paramheaders"
	"mcprevisions/v20260728"
)

// mostPages is how many pages of tools/list the handler requests by itself.
const mostPages = 100

var mismatchDigits = strconv.AppendInt(nil, v20260728.CodeHeaderMismatch, 10)

// sendCall sends a request to the server. A call of a tool has the headers that repeat its annotated arguments. The client
// may not have listed the tools: if the server refuses a call for its headers, sendCall requests the list and sends the
// call again.
func (s *session) sendCall(ctx context.Context, frame []byte, m members, opened func(*http.Response), use func([]byte)) error {
	if m.text("method") != "tools/call" {
		return s.handler.send(ctx, frame, m, nil, opened, use)
	}
	isMismatch := false
	err := s.handler.send(ctx, frame, m, s.tools.Headers(m["params"]), opened, func(message []byte) {
		if isHeaderMismatch(message) {
			isMismatch = true
			return
		}
		use(message)
	})
	if !isMismatch {
		return err
	}
	s.listTools(ctx, m)
	return s.handler.send(ctx, frame, m, s.tools.Headers(m["params"]), opened, use)
}

// isHeaderMismatch reports whether a message is the error for headers that differ from the body. It parses only a
// message that has the digits of the code, because results may be long.
func isHeaderMismatch(message []byte) bool {
	if !bytes.Contains(message, mismatchDigits) {
		return false
	}
	var code int
	_ = json.Unmarshal(membersOf(membersOf(message)["error"])["code"], &code)
	return code == v20260728.CodeHeaderMismatch
}

// listTools requests the tools of the server and learns their annotations. The requests have the _meta of a call.
func (s *session) listTools(ctx context.Context, call members) {
	meta := membersOf(membersOf(call["params"])["_meta"])
	delete(meta, "progressToken")
	params := map[string]any{"_meta": meta}
	for range mostPages {
		frame, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": "mcphttp-tools", "method": "tools/list", "params": params})
		if err != nil {
			return
		}
		var cursor *string
		err = s.handler.send(ctx, frame, membersOf(frame), nil, func(*http.Response) {}, func(message []byte) {
			result := membersOf(message)["result"]
			s.tools.Learn(result)
			if json.Unmarshal(membersOf(result)["nextCursor"], &cursor) != nil {
				cursor = nil
			}
		})
		if err != nil || cursor == nil {
			return
		}
		params["cursor"] = *cursor
	}
}

// learn learns the annotations in the server's response to tools/list, and returns the message without the tools whose
// annotations are not valid, and these tools. It returns other messages as they are.
func (s *session) learn(request members, message []byte) ([]byte, []paramheaders.Removed) {
	if request.text("method") != "tools/list" {
		return message, nil
	}
	m := membersOf(message)
	kept, removed := s.tools.Learn(m["result"])
	if removed == nil {
		return message, nil
	}
	m["result"] = kept
	changed, err := json.Marshal(m)
	if err != nil {
		return message, nil
	}
	return changed, removed
}
