package mcpstdio_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	mcp "mcprevisions"
	"mcprevisions/mcpstdio"
)

const patience = 5 * time.Minute

func newSession(t *testing.T) *mcp.Session {
	t.Helper()
	session, err := mcp.NewSession("2025-06-18", "2025-11-25", mcp.WithValidation())
	if err != nil {
		t.Fatal(err)
	}
	return session
}

// serveOneByOne answers one message of a client before it reads the next one.
func serveOneByOne(conn io.ReadWriter, text string) {
	for lines := bufio.NewScanner(conn); lines.Scan(); {
		var m struct{ ID json.RawMessage }
		_ = json.Unmarshal(lines.Bytes(), &m)
		if _, err := fmt.Fprintf(conn, `{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":%q}]}}`+"\n", m.ID, text); err != nil {
			return
		}
	}
}

// TestSynchronousServer sends many calls to a server that cannot read while it writes, over pipes that store nothing.
// Every call has a response, and the responses have the order of the calls.
func TestSynchronousServer(t *testing.T) {
	for name, one := range map[string]struct{ calls, size int }{"many small": {5000, 1}, "large": {100, 50_000}} {
		t.Run(name, func(t *testing.T) {
			client, relayClient := net.Pipe()
			server, relayServer := net.Pipe()
			text := strings.Repeat("x", one.size)
			go serveOneByOne(server, text)
			ended := make(chan error, 1)
			go func() { ended <- mcpstdio.Relay(newSession(t), relayClient, relayServer, nil) }()
			go func() {
				for i := range one.calls {
					fmt.Fprintf(client, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q}}`+"\n", i, text)
				}
			}()
			_ = client.SetReadDeadline(time.Now().Add(patience))
			lines := bufio.NewScanner(client)
			lines.Buffer(nil, 1<<20)
			for i := range one.calls {
				if !lines.Scan() {
					t.Fatalf("%d responses, then %v", i, lines.Err())
				}
				if !strings.HasPrefix(lines.Text(), fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,`, i)) {
					t.Fatalf("response %d: %.60s", i, lines.Text())
				}
			}
			client.Close()
			relayClient.Close()
			if err := within(t, ended); err != nil && !errors.Is(err, io.ErrClosedPipe) {
				t.Error(err)
			}
		})
	}
}

func within(t *testing.T, ended <-chan error) error {
	t.Helper()
	select {
	case err := <-ended:
		return err
	case <-time.After(patience):
		t.Fatal("Relay did not end")
		return nil
	}
}

// pipes are the two directions of a side.
type pipes struct {
	io.Reader
	io.WriteCloser
}

// TestClientEnds gets the last response although the client has closed its output, as with pipes of a process.
func TestClientEnds(t *testing.T) {
	toServer, serverInput := io.Pipe()
	serverOutput, fromServer := io.Pipe()
	go func() {
		serveOneByOne(pipes{toServer, fromServer}, "last")
		fromServer.Close()
	}()
	var out strings.Builder
	in := strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}}` + "\n")
	client := struct {
		io.Reader
		io.Writer
	}{in, &out}
	ended := make(chan error, 1)
	go func() { ended <- mcpstdio.Relay(newSession(t), client, pipes{serverOutput, serverInput}, nil) }()
	if err := within(t, ended); err != nil || !strings.Contains(out.String(), "last") {
		t.Errorf("%v %s", err, out.String())
	}
}

// TestBlankLines skips blank lines of both sides.
func TestBlankLines(t *testing.T) {
	toServer, serverInput := io.Pipe()
	go func() { _, _ = io.Copy(io.Discard, toServer) }()
	line := `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}`
	var out strings.Builder
	both := struct {
		io.Reader
		io.Writer
	}{strings.NewReader("\n \t\r\n"), &out}
	ended := make(chan error, 1)
	count := 0
	go func() {
		ended <- mcpstdio.Relay(newSession(t), both, pipes{strings.NewReader("\n\r\n" + line + "\n  \n"), serverInput}, func(one mcp.Delivery) {
			if count++; one.Err != nil {
				t.Error(one.Err)
			}
		})
	}()
	if err := within(t, ended); err != nil || count != 1 || out.String() != line+"\n" {
		t.Errorf("%v, %d deliveries, %q", err, count, out.String())
	}
}

// TestUnknownRevision relays for a client that sends ping before it names its revision, and a server of another revision.
func TestUnknownRevision(t *testing.T) {
	toServer, serverInput := io.Pipe()
	serverOutput, fromServer := io.Pipe()
	methods := make(chan string, 2)
	go func() {
		defer fromServer.Close()
		for lines := bufio.NewScanner(toServer); lines.Scan(); {
			var m struct {
				ID     json.RawMessage
				Method string
			}
			_ = json.Unmarshal(lines.Bytes(), &m)
			methods <- m.Method
			fmt.Fprintf(fromServer, `{"jsonrpc":"2.0","id":%s,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{},"ttlMs":0,"cacheScope":"private"}}`+"\n", m.ID)
		}
	}()
	session, err := mcp.NewSession(mcp.Auto, mcp.Latest, mcp.WithValidation())
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	client := struct {
		io.Reader
		io.Writer
	}{strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}` + "\n" +
		`{"jsonrpc":"2.0","id":2,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}` + "\n"), &out}
	ended := make(chan error, 1)
	go func() { ended <- mcpstdio.Relay(session, client, pipes{serverOutput, serverInput}, nil) }()
	if err := within(t, ended); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(out.String(), "\n")
	if len(lines) != 3 || lines[0] != `{"jsonrpc":"2.0","id":1,"result":{}}` || !strings.Contains(lines[1], `"protocolVersion":"2025-06-18"`) {
		t.Error(out.String())
	}
	if first := <-methods; first != "server/discover" || len(methods) != 0 {
		t.Errorf("the server got %s first, and %d more", first, len(methods))
	}
}

// TestFailures returns the error of a side that fails, while the other side waits.
func TestFailures(t *testing.T) {
	failure := errors.New("the side has failed")
	idle := func() pipes {
		in, _ := io.Pipe()
		_, out := io.Pipe()
		return pipes{in, out}
	}
	for name, one := range map[string]struct{ client, server pipes }{
		"the client cannot be read": {pipes{iotest.ErrReader(failure), idle()}, idle()},
		"the server cannot be read": {idle(), pipes{iotest.ErrReader(failure), idle()}},
		"the client cannot be written to": {
			pipes{strings.NewReader("not JSON\n"), failing{failure}}, idle(),
		},
	} {
		t.Run(name, func(t *testing.T) {
			session, err := mcp.NewSession("2025-11-25", "2025-06-18")
			if err != nil {
				t.Fatal(err)
			}
			ended := make(chan error, 1)
			go func() { ended <- mcpstdio.Relay(session, one.client, one.server, nil) }()
			if err := within(t, ended); !errors.Is(err, failure) {
				t.Error(err)
			}
		})
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
func (f failing) Close() error              { return nil }

// flood repeats a line without an end.
type flood struct {
	line string
	left int
}

func (f *flood) Read(into []byte) (int, error) {
	if f.left == 0 {
		f.left = len(f.line)
	}
	n := copy(into, f.line[len(f.line)-f.left:])
	f.left -= n
	return n, nil
}

// TestArguments returns an error for arguments that cannot be used, and reads nothing.
func TestArguments(t *testing.T) {
	side := func() pipes { return pipes{&flood{line: "unread\n"}, failing{errors.New("unused")}} }
	for name, relay := range map[string]func() error{
		"session": func() error { return mcpstdio.Relay(nil, side(), side(), nil) },
		"client":  func() error { return mcpstdio.Relay(newSession(t), nil, side(), nil) },
		"server":  func() error { return mcpstdio.Relay(newSession(t), side(), nil, nil) },
	} {
		var bad *mcp.ArgumentError
		if err := relay(); !errors.As(err, &bad) || bad.Argument != name {
			t.Errorf("%s: %v", name, err)
		}
	}
	var bad *mcp.ArgumentError
	if err := mcpstdio.Relay(new(mcp.Session), side(), side(), nil); !errors.As(err, &bad) || bad.Argument != "session" {
		t.Error(err)
	}
}

// TestNotRead ends with an error if a client causes errors without reading them.
func TestNotRead(t *testing.T) {
	_, unread := io.Pipe()
	_, server := io.Pipe() // another one, because Relay closes the server
	line := `{"jsonrpc":"2.0","id":"` + strings.Repeat("x", 1<<20) + `","method":"unknown"}` + "\n"
	in, _ := io.Pipe()
	ended := make(chan error, 1)
	client := pipes{&flood{line: line}, unread}
	go func() { ended <- mcpstdio.Relay(newSession(t), client, pipes{in, server}, nil) }()
	if err := within(t, ended); !errors.Is(err, mcpstdio.ErrNotRead) {
		t.Error(err)
	}
}
