package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"log"
	"net/http"
	"strings"

	mcp "mcprevisions"
)

const noAnswer = `{"jsonrpc":"2.0","id":%s,"error":{"code":-32603,"message":"the server does not answer"}}`

// ask sends a message to the server, and passes what the server answers as it comes.
func (c *client) ask(ctx context.Context, cancel context.CancelFunc, frame []byte, m object) {
	defer cancel()
	request, _ := http.NewRequestWithContext(ctx, http.MethodPost, *server, bytes.NewReader(frame))
	request.Header = http.Header{
		"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"},
		"Mcp-Protocol-Version": {string(mcp.Latest)}, "Mcp-Method": {m.text("method")},
	}
	if params := read(m["params"]); params["name"] != nil || params["uri"] != nil {
		request.Header.Set("Mcp-Name", params.text("name")+params.text("uri"))
	}
	isOpen := m["id"] != nil
	use := func(answer []byte) {
		if a := read(answer); a["method"] == nil && a.key("id") == m.key("id") {
			isOpen = false
			c.calls.Delete(m.key("id"))
		}
		c.pass(c.session.FromServer(answer))
	}
	response, err := http.DefaultClient.Do(request)
	if err == nil {
		defer response.Body.Close()
		err = events(response, use)
	}
	if isOpen && ctx.Err() == nil {
		log.Print("no answer: ", err)
		use(fmt.Appendf(nil, noAnswer, m["id"]))
	}
}

// events reads JSON, or a stream of events.
func events(response *http.Response, use func([]byte)) error {
	isStream := strings.HasPrefix(response.Header.Get("Content-Type"), "text/event-stream")
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(nil, mcp.DefaultSize)
	var data []byte
	for lines.Scan() {
		field, isData := bytes.CutPrefix(lines.Bytes(), []byte("data:"))
		if isData || !isStream {
			data = append(data, field...)
		}
		if len(data) > mcp.DefaultSize {
			return bufio.ErrTooLong
		}
		if isStream && len(lines.Bytes()) == 0 && data != nil {
			use(data)
			data = nil
		}
	}
	if data != nil {
		use(data)
	}
	return lines.Err()
}
