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
	"sync"

	mcp "mcprevisions"
)

type gateway struct {
	server   string
	sessions sync.Map // of *mcp.Session, by Mcp-Session-Id
}

type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		Name, URI                string
		ProtocolVersion          mcp.Revision
		Capabilities, ClientInfo json.RawMessage
	} `json:"params"`
}

func (g *gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var m message
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mcp.DefaultSize))
	if err != nil || r.Method != http.MethodPost || json.Unmarshal(body, &m) != nil {
		http.Error(w, "POST a message", http.StatusBadRequest)
		return
	}
	var answer []byte
	session, ok := g.sessions.Load(r.Header.Get("Mcp-Session-Id"))
	switch {
	case m.Method == "initialize":
		answer, err = g.initialize(w, r, &m)
	case !ok:
		w.WriteHeader(http.StatusNotFound)
		return
	case m.ID == nil: // the server keeps no session that a notification could concern
		w.WriteHeader(http.StatusAccepted)
		return
	case m.Method == "ping":
		answer = fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":{}}`, m.ID)
	default:
		answer = g.forward(r.Context(), session.(*mcp.Session), body, &m)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(answer)
}

// forward converts a request, sends it, and converts the response.
func (g *gateway) forward(ctx context.Context, session *mcp.Session, body []byte, m *message) []byte {
	sent := session.FromClient(body)[0]
	if sent.To == mcp.Client {
		return sent.Frame
	}
	answer, err := g.ask(ctx, sent.Frame, m)
	if err != nil {
		answer = fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%q}}`, m.ID, mcp.CodeInternalError, "no answer")
	}
	return session.FromServer(answer)[0].Frame
}

// initialize answers the handshake, which the newest revision lacks, from what the server says about itself.
func (g *gateway) initialize(w http.ResponseWriter, r *http.Request, m *message) ([]byte, error) {
	all, own := mcp.Revisions(), m.Params.ProtocolVersion
	if !mcp.IsRevision(string(own)) || own == mcp.Latest {
		own = all[len(all)-2]
	}
	facts := mcp.WithContext(mcp.Context{ClientCapabilities: m.Params.Capabilities, ClientInfo: m.Params.ClientInfo})
	session, err := mcp.NewSession(own, mcp.Latest, facts)
	if err != nil {
		return nil, err
	}
	// A list of tools as a client of the session asks for it has the _meta that server/discover needs too.
	toServer, _ := mcp.NewConverter(own, mcp.Latest, mcp.Client, facts)
	_, params, _, _ := toServer.Params("tools/list", json.RawMessage("{}"))
	ask := fmt.Appendf(nil, `{"jsonrpc":"2.0","id":0,"method":"server/discover","params":%s}`, params)
	answer, err := g.ask(r.Context(), ask, &message{Method: "server/discover"})
	if err != nil {
		return nil, err
	}
	type server struct{ Capabilities, ServerInfo json.RawMessage }
	about := struct{ Result server }{server{ServerInfo: json.RawMessage(`{"name":"gateway","version":"1"}`)}}
	if err := json.Unmarshal(answer, &about); err != nil {
		return nil, err
	}
	id := rand.Text()
	g.sessions.Store(id, session)
	w.Header().Set("Mcp-Session-Id", id)
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":%q,"capabilities":%s,"serverInfo":%s}}`,
		m.ID, own, about.Result.Capabilities, about.Result.ServerInfo), nil
}

// ask sends a request to the server and returns its response, which may be the last event of a stream.
func (g *gateway) ask(ctx context.Context, frame []byte, m *message) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, g.server, bytes.NewReader(frame))
	if err != nil {
		return nil, err
	}
	request.Header = http.Header{
		"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"},
		"Mcp-Protocol-Version": {string(mcp.Latest)}, "Mcp-Method": {m.Method},
	}
	if name := m.Params.Name + m.Params.URI; name != "" {
		request.Header.Set("Mcp-Name", name)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, mcp.DefaultSize))
	for line := range bytes.Lines(body) {
		var event struct{ Result, Error json.RawMessage }
		data, isEvent := bytes.CutPrefix(line, []byte("data:"))
		if isEvent && json.Unmarshal(data, &event) == nil && (event.Result != nil || event.Error != nil) {
			return bytes.TrimSpace(data), nil
		}
	}
	return body, err
}

func main() {
	listen, server := flag.String("listen", "127.0.0.1:8080", "address"), flag.String("server", "", "URL of the server")
	flag.Parse()
	listener, err := net.Listen("tcp", *listen)
	if err != nil {
		log.Fatal(err)
	}
	log.Printf("listening on %s", listener.Addr())
	log.Fatal(http.Serve(listener, &gateway{server: *server}))
}
