// Gateway serves clients of all revisions from one server over HTTP. The server may start later, or restart with another
// revision.
// It sends the token in the environment variable SERVER_TOKEN to the server, if there is one. Clients need no token, so
// let it listen only where everyone may use the server.
//
//	go run ./examples/gateway -listen 127.0.0.1:8080 -server http://127.0.0.1:9000/mcp
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
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

// report logs what a message loses, or why it was refused. A response to a cancelled request is not a fault,
// and nobody misses a notification that has losses but no Frame.
func report(of string, d mcprevisions.Delivery) {
	if d.Err != nil && !errors.Is(d.Err, mcprevisions.ErrCancelled) {
		log.Printf("%s: refused for the %s: %v", of, d.To, d.Err)
	}
	for _, loss := range d.Losses {
		if !loss.Kind.Lossless() && d.Frame != nil {
			log.Printf("%s to the %s: %s", of, d.To, loss)
		}
	}
}

func main() {
	listen := flag.String("listen", "127.0.0.1:8080", "address")
	server := flag.String("server", "", "URL of the server")
	origins := flag.String("origins", "", "allowed values of Origin, with commas between them")
	sessions := flag.Int("sessions", mcphttp.DefaultMaxSessions, "most sessions")
	idle := flag.Duration("idle", mcphttp.DefaultIdleTimeout, "how long a session without requests lasts")
	flag.Parse()

	target, err := url.Parse(*server)
	if err != nil {
		log.Fatal("-server: ", err)
	}
	client := &http.Client{Transport: withToken{target.Host, os.Getenv("SERVER_TOKEN")}}
	handler, err := mcphttp.NewAutoHandler(*server)
	if err != nil {
		log.Fatal(err)
	}
	handler.Client, handler.MaxSessions, handler.IdleTimeout = client, *sessions, *idle
	handler.OnDelivery = func(_ context.Context, session string, d mcprevisions.Delivery) {
		report(fmt.Sprintf("session %q", session[:min(6, len(session))]), d) // the whole id is a secret
	}
	if *origins != "" {
		handler.Origins = strings.Split(*origins, ",")
	}
	if err := handler.Check(); err != nil {
		log.Fatal(err)
	}

	listener, err := net.Listen("tcp", *listen)
	if err != nil {
		log.Fatal(err)
	}
	served := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
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
		_ = served.Shutdown(last)
	})
	log.Printf("listening on %s", listener.Addr())
	if err := served.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		log.Fatal(err)
	}
	<-isShut // Serve returns before the open requests have ended
}
