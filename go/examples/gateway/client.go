package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"sync"

	mcp "mcprevisions"
)

const cancelled = `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%s}}`

// object has the members that a session reads. In a struct, "ID" would be "id" too.
type object map[string]json.RawMessage

func read(data []byte) (o object)            { _ = json.Unmarshal(data, &o); return o }
func (o object) text(name string) (s string) { _ = json.Unmarshal(o[name], &s); return s }

// key returns an id in one spelling: 1.0 is 1.
func (o object) key(name string) string {
	var v any
	if id := o[name]; json.Unmarshal(id, &v) != nil || len(id) > 15 && id[0] != '"' {
		return string(id)
	}
	return fmt.Sprintf("%T %v", v, v)
}

// client is a session with a client. It lasts until DELETE.
type client struct {
	session *mcp.Session
	context context.Context
	end     context.CancelFunc
	streams sync.Map // of *stream, by the id of the client's request
	calls   sync.Map // of context.CancelFunc, by the id that the server knows
}

// stream is the response to a request of the client, until it is closed.
type stream struct {
	mutex sync.Mutex
	w     http.ResponseWriter
	end   context.CancelFunc
}

// write writes a message if there is one, and ends the response if it is the last.
func (s *stream) write(frame []byte, isLast bool) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.w != nil && frame != nil {
		fmt.Fprintf(s.w, "data: %s\n\n", frame)
		_ = http.NewResponseController(s.w).Flush()
	}
	if isLast {
		s.w = nil
		s.end()
	}
}

// post handles a message of the client. The response to a request is a stream, unless the session answers itself.
func (c *client) post(w http.ResponseWriter, r *http.Request, m object, body []byte) {
	all := c.session.FromClient(body)
	isOther := m["method"] == nil && (m["result"] != nil || m["error"] != nil) || m["method"] != nil && m["id"] == nil
	switch {
	case isOther: // a response or a notification
		w.WriteHeader(http.StatusAccepted)
		if m.text("method") == "notifications/cancelled" && (len(all) == 0 || all[0].Err == nil) {
			c.finish(read(m["params"]).key("requestId"), nil)
		}
		c.pass(all)
		return
	case all[0].To == mcp.Client: // the session answers itself
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(all[0].Frame)
		logged(all[0])
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	ctx, end := context.WithCancel(r.Context())
	defer context.AfterFunc(c.context, end)()
	s, sent := &stream{w: w, end: end}, read(all[0].Frame)
	if before, ok := c.streams.Swap(sent.key("id"), s); ok { // an id that only the session tells apart
		before.(*stream).write(nil, true)
	}
	c.pass(all)
	<-ctx.Done()
	s.write(nil, true)
	if c.streams.CompareAndDelete(sent.key("id"), s) { // the client has hung up
		c.pass(c.session.FromClient(fmt.Appendf(nil, cancelled, sent["id"])))
	}
}

// finish ends the response to a request.
func (c *client) finish(key string, frame []byte) {
	if s, ok := c.streams.LoadAndDelete(key); ok {
		s.(*stream).write(frame, true)
	}
}

func logged(one mcp.Delivery) {
	if one.Err != nil || one.Losses != nil {
		log.Printf("to the %s: %v %v", one.To, one.Losses, one.Err)
	}
}

// pass sends messages; those to the client that answer nothing go to any open response.
func (c *client) pass(all []mcp.Delivery) {
	for _, one := range all {
		logged(one)
		m := read(one.Frame)
		switch method := m.text("method"); {
		case one.To == mcp.Client && method != "":
			c.streams.Range(func(_, s any) bool { s.(*stream).write(one.Frame, false); return false })
		case one.To == mcp.Client && m != nil:
			c.finish(m.key("id"), one.Frame)
		case method == "notifications/cancelled": // over HTTP, the end of a request cancels it
			if cancel, ok := c.calls.LoadAndDelete(read(m["params"]).key("requestId")); ok {
				cancel.(context.CancelFunc)()
			}
		case method != "":
			ctx, cancel := context.WithCancel(c.context)
			c.calls.Store(m.key("id"), cancel)
			go c.ask(ctx, cancel, one.Frame, m)
		}
	}
}
