//lint:file-ignore SA1019 servers of older revisions ask during a call

package mcpsdk_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcprevisions"
	"mcprevisions/internal/network"
	"mcprevisions/mcphttp"
	"mcprevisions/mcpsdk"
	"mcprevisions/mcpstdio"
)

// mostSessions is how many clients use a server at the same time.
const mostSessions = 100

// newNumberServer returns a server of a revision whose tool asks the client for its number, and repeats it.
func newNumberServer(revision mcprevisions.Revision) *mcp.Server {
	server := mcp.NewServer(&mcp.Implementation{Name: "numbers", Version: "1"}, &mcp.ServerOptions{SupportedProtocolVersions: []string{string(revision)}})
	form := &mcp.ElicitParams{Message: "Which number?", RequestedSchema: json.RawMessage(`{"type":"object","properties":{"number":{"type":"string"}}}`)}
	said := func(answer any) *mcp.CallToolResult {
		content, _ := answer.(*mcp.ElicitResult)
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: fmt.Sprint(content.Content["number"])}}}
	}
	type none struct{}
	mcp.AddTool(server, &mcp.Tool{Name: "number"}, func(ctx context.Context, r *mcp.CallToolRequest, _ none) (*mcp.CallToolResult, any, error) {
		switch answer := r.Params.InputResponses["n"]; {
		case revision != mcprevisions.Latest:
			answer, err := r.Session.Elicit(ctx, form)
			if err != nil {
				return nil, nil, err
			}
			return said(answer), nil, nil
		case answer == nil:
			return &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{"n": form}}, nil, nil
		default:
			return said(answer), nil, nil
		}
	})
	return server
}

// callInManySessions has many clients of a revision at the same time, which all connect before the first one calls. Each
// of them answers with its own number, and must get that back. connect returns the transport of a client.
func callInManySessions(t *testing.T, revision mcprevisions.Revision, connect func() mcp.Transport) {
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	var ended sync.WaitGroup
	var connected sync.WaitGroup
	connected.Add(mostSessions)
	for i := range mostSessions {
		ended.Go(func() {
			number := strconv.Itoa(i)
			client := mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, &mcp.ClientOptions{
				ElicitationHandler: func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
					return &mcp.ElicitResult{Action: "accept", Content: map[string]any{"number": number}}, nil
				},
			})
			session, err := client.Connect(ctx, connect(), &mcp.ClientSessionOptions{ProtocolVersion: string(revision)})
			connected.Done()
			if err != nil {
				t.Error(err)
				return
			}
			defer session.Close()
			connected.Wait()
			for range 2 {
				result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "number"})
				if err != nil {
					t.Error(err)
				} else if text := result.Content[0].(*mcp.TextContent).Text; text != number {
					t.Errorf("client %s gets %s", number, text)
				}
			}
		})
	}
	ended.Wait()
}

// TestManySessions has a hundred sessions at once, over HTTP and over streams, with and without a gateway.
func TestManySessions(t *testing.T) {
	for _, one := range []struct{ client, server mcprevisions.Revision }{{older, mcprevisions.Latest}, {mcprevisions.Latest, older}} {
		server := newNumberServer(one.server)
		options := &mcp.StreamableHTTPOptions{Stateless: one.server == mcprevisions.Latest}
		servers := new(network.Network)
		reaching := servers.Client(mostSessions)
		upstream := servers.Serve(t, "upstream", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, options))
		over := func(url string) *mcp.StreamableClientTransport {
			return &mcp.StreamableClientTransport{Endpoint: url, HTTPClient: reaching}
		}
		newRelay := func(relay func(client, server net.Conn)) mcp.Transport {
			front, atFront := net.Pipe()
			atBack, back := net.Pipe()
			if _, err := server.Connect(t.Context(), &mcp.IOTransport{Reader: back, Writer: back}, nil); err != nil {
				t.Error(err)
			}
			go relay(atFront, atBack)
			return &mcp.IOTransport{Reader: front, Writer: front}
		}
		t.Run(string(one.client)+" without a gateway", func(t *testing.T) {
			callInManySessions(t, one.server, func() mcp.Transport { return over(upstream) })
		})
		t.Run(string(one.client)+" mcphttp", func(t *testing.T) {
			var gateway interface {
				http.Handler
				Sessions() int
				Close()
			}
			if one.server == mcprevisions.Latest {
				made, err := mcphttp.NewHandler(upstream)
				if err != nil {
					t.Fatal(err)
				}
				made.Client, gateway = reaching, made
			} else {
				made, err := mcphttp.NewStatelessHandler(upstream, one.server)
				if err != nil {
					t.Fatal(err)
				}
				made.Client, gateway = reaching, made
			}
			defer gateway.Close()
			front := servers.Serve(t, "gateway", gateway)
			callInManySessions(t, one.client, func() mcp.Transport { return over(front) })
			for end := time.Now().Add(5 * time.Minute); gateway.Sessions() > 0; time.Sleep(time.Millisecond) {
				if time.Now().After(end) {
					t.Fatalf("%d sessions are left", gateway.Sessions())
				}
			}
		})
		t.Run(string(one.client)+" mcpstdio", func(t *testing.T) {
			callInManySessions(t, one.client, func() mcp.Transport {
				return newRelay(func(client, server net.Conn) {
					session, err := mcprevisions.NewSession(mcprevisions.Auto, mcprevisions.Auto, mcprevisions.WithValidation())
					if err != nil {
						t.Error(err)
					}
					_ = mcpstdio.Relay(session, client, server, nil) // it may fail when the client has closed its end
					_ = client.Close()
				})
			})
		})
		t.Run(string(one.client)+" mcpsdk", func(t *testing.T) {
			callInManySessions(t, one.client, func() mcp.Transport {
				front, inner := mcp.NewInMemoryTransports()
				toServer := &mcpsdk.Transport{
					Inner: over(upstream), Side: mcprevisions.Client, Own: one.client, Peer: one.server,
					OnDelivery: func(d mcprevisions.Delivery) {
						if d.Err != nil {
							t.Error(d.Err)
						}
					},
				}
				go func() { _ = mcpsdk.Relay(t.Context(), inner, toServer) }()
				return front
			})
		})
	}
}
