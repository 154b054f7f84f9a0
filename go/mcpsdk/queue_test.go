package mcpsdk_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcprevisions"
	"mcprevisions/mcpsdk"
)

// connectedTo returns a connection of a client to a peer over a pipe that stores nothing.
func connectedTo(t *testing.T) (mcp.Connection, net.Conn) {
	t.Helper()
	here, there := net.Pipe()
	_ = there.SetDeadline(time.Now().Add(10 * time.Minute))
	transport := &mcpsdk.Transport{Inner: &mcp.IOTransport{Reader: here, Writer: here}, Side: mcprevisions.Client, Own: older, Peer: newer}
	conn, err := transport.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(); _ = there.Close() })
	return conn, there
}

// TestSynchronousPeer writes a message while the peer writes many without reading, and while this side reads nothing. The
// session answers some messages of the peer with errors, which wait.
func TestSynchronousPeer(t *testing.T) {
	for name, size := range map[string]int{"small": 1, "large": 20_000} { // large ones do not have room
		t.Run(name, func(t *testing.T) {
			const count = 200
			conn, peer := connectedTo(t)
			ended := make(chan error, 1)
			go func() {
				text := strings.Repeat("x", size)
				for i := range count {
					fmt.Fprintf(peer, `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"%d %s"}}`+"\n", i, text)
					if _, err := fmt.Fprintf(peer, `{"jsonrpc":"2.0","id":%d,"method":"unknown"}`+"\n", i); err != nil {
						ended <- err
						return
					}
				}
				lines, errors, calls := bufio.NewScanner(peer), 0, 0
				for errors+calls < count+1 && lines.Scan() {
					if strings.Contains(lines.Text(), `"error":{"code":-32601`) {
						errors++
					} else if strings.Contains(lines.Text(), "tools/list") {
						calls++
					}
				}
				if calls != 1 || errors != count {
					ended <- fmt.Errorf("the peer got %d errors and %d calls: %v", errors, calls, lines.Err())
				}
				close(ended)
			}()
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
			defer cancel()
			id, _ := jsonrpc.MakeID("a")
			if err := conn.Write(ctx, &jsonrpc.Request{ID: id, Method: "tools/list"}); err != nil {
				t.Fatal(err)
			}
			for i := range count {
				message, err := conn.Read(ctx)
				if err != nil {
					t.Fatal(err)
				}
				if request := message.(*jsonrpc.Request); !strings.Contains(string(request.Params), fmt.Sprintf(`"data":"%d x`, i)) {
					t.Fatalf("message %d: %.80s", i, request.Params)
				}
			}
			if err := <-ended; err != nil {
				t.Error(err)
			}
		})
	}
}

// TestPause reads no more from the peer if this side does not read, and goes on when it does.
func TestPause(t *testing.T) {
	conn, peer := connectedTo(t)
	written := make(chan int, 1000)
	go func() {
		defer close(written)
		for i := range 30 {
			if _, err := fmt.Fprintf(peer, `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":%q}}`+"\n", strings.Repeat("x", 1<<18)); err != nil {
				return
			}
			written <- i
		}
		_ = peer.Close()
	}()
	for range 4 {
		<-written
	}
	time.Sleep(200 * time.Millisecond) // a slow machine writes fewer
	if waiting := len(written); waiting > 8 {
		t.Errorf("%d messages of 256 KiB wait", waiting+4)
	}
	for range 30 {
		if _, err := conn.Read(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := conn.Read(t.Context()); !errors.Is(err, io.EOF) && err == nil {
		t.Error("there is one more message")
	}
}

// TestReadEnds ends a Read with its context, and a Write with the connection.
func TestReadEnds(t *testing.T) {
	conn, _ := connectedTo(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := conn.Read(ctx); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	ended := make(chan error, 1)
	go func() {
		id, _ := jsonrpc.MakeID("a")
		ended <- conn.Write(t.Context(), &jsonrpc.Request{ID: id, Method: "tools/list"})
	}()
	_ = conn.Close()
	if err := <-ended; err == nil {
		t.Error("a message was written to a peer that does not read")
	}
}
