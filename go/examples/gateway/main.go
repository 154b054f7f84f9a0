// Gateway serves clients of every revision with a handshake from one server of the newest revision, over HTTP.
//
//	go run ./examples/gateway -listen 127.0.0.1:8080 -server http://127.0.0.1:9000/mcp
package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/url"
	"sync"

	mcp "mcprevisions"
)

type message struct {
	ID     json.RawMessage
	Method string
	Params struct{ Name, URI, ProtocolVersion string }
}

// client is a session with one client. A message to the client goes to the stream of an open request.
type client struct {
	session *mcp.Session
	mutex   sync.Mutex
	streams map[string]func(frame []byte, isResponse bool) // by the id of the request
}

type gateway struct {
	server  string
	clients sync.Map // of *client, by Mcp-Session-Id
}

func (g *gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var m message
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mcp.DefaultSize))
	if err != nil || r.Method != http.MethodPost || json.Unmarshal(body, &m) != nil {
		http.Error(w, "POST a message", http.StatusBadRequest)
		return
	}
	found, ok := g.clients.Load(r.Header.Get("Mcp-Session-Id"))
	switch {
	case m.Method == "initialize":
		session, _ := mcp.NewSession(mcp.Negotiate(m.Params.ProtocolVersion), mcp.Latest)
		found = &client{session: session, streams: make(map[string]func([]byte, bool))}
		w.Header().Set("Mcp-Session-Id", rand.Text())
		g.clients.Store(w.Header().Get("Mcp-Session-Id"), found)
	case !ok:
		w.WriteHeader(http.StatusNotFound)
		return
	}
	c := found.(*client)
	if m.Method == "" || m.ID == nil { // a response or a notification
		w.WriteHeader(http.StatusAccepted)
		go g.pass(context.WithoutCancel(r.Context()), c, c.session.FromClient(body))
		return
	}
	ctx, done := context.WithCancel(r.Context())
	w.Header().Set("Content-Type", "text/event-stream")
	c.mutex.Lock()
	c.streams[string(m.ID)] = func(frame []byte, isResponse bool) {
		fmt.Fprintf(w, "data: %s\n\n", frame)
		if _ = http.NewResponseController(w).Flush(); isResponse {
			done()
		}
	}
	c.mutex.Unlock()
	g.pass(ctx, c, c.session.FromClient(body))
	<-ctx.Done() // the client has its response, or hangs up
	c.mutex.Lock()
	delete(c.streams, string(m.ID))
	c.mutex.Unlock()
}

// pass sends messages, and what the server answers to them.
func (g *gateway) pass(ctx context.Context, c *client, all []mcp.Delivery) {
	for _, one := range all {
		var m message
		_ = json.Unmarshal(one.Frame, &m) // a frame that is nil is not sent
		if one.To == mcp.Client {
			c.send(&m, one.Frame)
		} else if m.Method != "" {
			for _, answer := range g.ask(ctx, one.Frame, &m) {
				g.pass(ctx, c, c.session.FromServer(answer))
			}
		}
	}
}

// send writes a response to the stream of its request, and another message to any stream.
func (c *client) send(m *message, frame []byte) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for id, write := range c.streams {
		if m.Method != "" || id == string(m.ID) {
			write(frame, m.Method == "")
			return
		}
	}
}

// ask sends a message to the server, and returns the messages of its answer: at least one if it is a request.
func (g *gateway) ask(ctx context.Context, frame []byte, m *message) (all [][]byte) {
	request, _ := http.NewRequestWithContext(ctx, http.MethodPost, g.server, bytes.NewReader(frame))
	request.Header = http.Header{
		"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"},
		"Mcp-Protocol-Version": {string(mcp.Latest)}, "Mcp-Method": {m.Method},
	}
	if name := m.Params.Name + m.Params.URI; name != "" {
		request.Header.Set("Mcp-Name", name)
	}
	if response, err := http.DefaultClient.Do(request); err == nil {
		defer response.Body.Close()
		body, _ := io.ReadAll(io.LimitReader(response.Body, mcp.DefaultSize))
		if json.Valid(body) {
			return [][]byte{body}
		}
		for line := range bytes.Lines(body) {
			if data, isEvent := bytes.CutPrefix(line, []byte("data:")); isEvent && json.Valid(data) {
				all = append(all, data)
			}
		}
	}
	if all == nil && m.ID != nil {
		all = [][]byte{fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32603,"message":"no answer"}}`, m.ID)}
	}
	return all
}

func main() {
	listen, server := flag.String("listen", "127.0.0.1:8080", "address"), flag.String("server", "", "URL of the server")
	flag.Parse()
	if _, err := url.ParseRequestURI(*server); err != nil {
		log.Fatal(err)
	}
	listener, err := net.Listen("tcp", *listen)
	if err != nil {
		log.Fatal(err)
	}
	log.Printf("listening on %s", listener.Addr())
	log.Fatal(http.Serve(listener, &gateway{server: *server}))
}
