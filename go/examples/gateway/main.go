// Gateway serves clients with a handshake from one server of the newest revision, over HTTP. It sends the token in
// the environment variable SERVER_TOKEN to the server, if there is one. Clients need no token, so let it listen only where
// everyone may use the server.
//
//	go run ./examples/gateway -listen 127.0.0.1:8080 -server http://127.0.0.1:9000/mcp
package main

import (
	"context"
	"errors"
	"flag"
	"log"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"mcprevisions"
	"mcprevisions/mcphttp"
)

// withToken adds a token to the requests to one host.
type withToken struct{ host, token string }

func (t withToken) RoundTrip(r *http.Request) (*http.Response, error) {
	if t.token != "" && r.URL.Host == t.host {
		r = r.Clone(r.Context())
		r.Header.Set("Authorization", "Bearer "+t.token)
	}
	return http.DefaultTransport.RoundTrip(r)
}

func main() {
	listen := flag.String("listen", "127.0.0.1:8080", "address")
	server := flag.String("server", "", "URL of the server")
	origins := flag.String("origins", "", "allowed values of Origin, with commas between them")
	sessions := flag.Int("sessions", mcphttp.DefaultMaxSessions, "most sessions")
	idle := flag.Duration("idle", mcphttp.DefaultIdleTimeout, "how long a session without requests lasts")
	flag.Parse()

	handler, err := mcphttp.NewHandler(*server)
	if err != nil {
		log.Fatal("-server: ", err)
	}
	target, err := url.Parse(*server)
	if err != nil {
		log.Fatal("-server: ", err)
	}
	handler.Client = &http.Client{Transport: withToken{target.Host, os.Getenv("SERVER_TOKEN")}}
	handler.MaxSessions, handler.IdleTimeout = *sessions, *idle
	if *origins != "" {
		handler.Origins = strings.Split(*origins, ",")
	}
	if err := handler.Check(); err != nil {
		log.Fatal(err)
	}
	handler.OnDelivery = func(_ context.Context, session string, d mcprevisions.Delivery) {
		session = session[:min(6, len(session))] // the whole id is a secret
		if d.Err != nil {
			log.Printf("session %q: refused for the %s: %v", session, d.To, d.Err)
		}
		for _, loss := range d.Losses {
			if loss.Kind.Lossless() {
				continue
			}
			log.Printf("session %q to the %s: %s", session, d.To, loss)
		}
	}

	listener, err := net.Listen("tcp", *listen)
	if err != nil {
		log.Fatal(err)
	}
	gateway := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	stopped, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	isShut := make(chan struct{})
	context.AfterFunc(stopped, func() {
		defer close(isShut)
		limit, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if err := handler.Shutdown(limit); err != nil {
			log.Print("open requests end: ", err)
		}
		last, cancel := context.WithTimeout(context.Background(), time.Second) // for their responses
		defer cancel()
		_ = gateway.Shutdown(last)
	})
	log.Printf("listening on %s", listener.Addr())
	if err := gateway.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		log.Fatal(err)
	}
	<-isShut // Serve returns before the open requests have ended
}
