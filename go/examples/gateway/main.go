// Gateway serves clients with a handshake from one server of the newest revision, over HTTP. It has
// no authentication. Messages of the server that answer nothing go to any open response, and are dropped if there is none.
//
//	go run ./examples/gateway -listen 127.0.0.1:8080 -server http://127.0.0.1:9000/mcp
package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"flag"
	"io"
	"log"
	"net"
	"net/http"
	"sync"

	mcp "mcprevisions"
)

var clients sync.Map // of *client, by Mcp-Session-Id
var server = flag.String("server", "", "URL of the server")

// serve handles a request of a client.
func serve(w http.ResponseWriter, r *http.Request) {
	id := r.Header.Get("Mcp-Session-Id")
	found, ok := clients.Load(id)
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mcp.DefaultSize))
	m := read(body)
	switch {
	case r.Method == http.MethodDelete && ok:
		clients.Delete(id)
		found.(*client).end()
	case r.Method != http.MethodPost:
		http.Error(w, "POST a message, or DELETE a session", http.StatusMethodNotAllowed)
	case err != nil || bytes.HasPrefix(bytes.TrimSpace(body), []byte("[")):
		http.Error(w, "the message is too large, or a batch", http.StatusBadRequest)
	case ok:
		found.(*client).post(w, r, m, body)
	case m.text("method") == "initialize":
		c, id := new(client), rand.Text()
		c.session, _ = mcp.NewSession(mcp.Negotiate(read(m["params"]).text("protocolVersion")), mcp.Latest, mcp.WithValidation())
		c.context, c.end = context.WithCancel(context.Background())
		clients.Store(id, c)
		w.Header().Set("Mcp-Session-Id", id)
		c.post(w, r, m, body)
	default:
		http.Error(w, "there is no such session", http.StatusNotFound)
	}
}

func main() {
	listen := flag.String("listen", "127.0.0.1:8080", "address")
	flag.Parse()
	listener, err := net.Listen("tcp", *listen)
	if err != nil {
		log.Fatal(err)
	}
	log.Printf("listening on %s", listener.Addr())
	log.Fatal(http.Serve(listener, http.HandlerFunc(serve)))
}
