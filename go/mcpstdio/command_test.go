package mcpstdio

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"

	mcp "mcprevisions"
)

const patience = 5 * time.Minute

// TestMain makes the test program a server if the variable TEST_SERVER says how it ends.
func TestMain(m *testing.M) {
	if kind := os.Getenv("TEST_SERVER"); kind != "" {
		os.Exit(serve(kind))
	}
	os.Exit(m.Run())
}

// serve answers each request, and ends as a kind of server does.
func serve(kind string) int {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM)
	const log = `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":%q}}` + "\n"
	fmt.Printf(log, "ready")
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		var m struct{ ID json.RawMessage }
		_ = json.Unmarshal(lines.Bytes(), &m)
		fmt.Printf(`{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":"6"}]}}`+"\n", m.ID)
	}
	fmt.Printf(log, "closed")
	switch kind {
	case "fails":
		return 3
	case "waits for a signal":
		<-signals
		fmt.Printf(log, "signalled")
	case "ignores signals":
		for range signals {
			fmt.Printf(log, "ignored")
		}
	}
	return 0
}

func serverOf(kind string) *exec.Cmd {
	server := exec.Command(os.Args[0])
	server.Env = append(os.Environ(), "TEST_SERVER="+kind)
	return server
}

// TestRelayCommand ends a server when the client or the context ends: by its input, then by SIGTERM, and then by force. Time
// passes only when the server has done what it does before.
func TestRelayCommand(t *testing.T) {
	for _, one := range []struct {
		kind    string
		seen    []string // of the server, before each time passes
		isFound func(error) bool
	}{
		{"ends", nil, func(err error) bool { return err == nil }},
		{"fails", nil, func(err error) bool {
			var failed *exec.ExitError
			return errors.As(err, &failed) && failed.ExitCode() == 3
		}},
		{"waits for a signal", []string{"closed"}, func(err error) bool { return err == nil }},
		{"ignores signals", []string{"closed", "ignored"}, func(err error) bool { return err == nil }},
	} {
		for _, byContext := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s %v", one.kind, byContext), func(t *testing.T) {
				session, err := mcp.NewSession("2025-06-18", "2025-11-25", mcp.WithValidation())
				if err != nil {
					t.Fatal(err)
				}
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				in, toRelay := io.Pipe()
				fromRelay, out := io.Pipe()
				lines := bufio.NewScanner(fromRelay)
				awaits := func(word string) {
					for lines.Scan() {
						if strings.Contains(lines.Text(), word) {
							return
						}
					}
					t.Errorf("the client does not see %s", word)
				}
				drain := func() { _, _ = io.Copy(io.Discard, fromRelay) }
				passed := 0
				after := func(time.Duration) <-chan time.Time {
					now := make(chan time.Time, 1)
					if passed++; passed <= len(one.seen) {
						awaits(one.seen[passed-1])
						now <- time.Time{}
					}
					if passed == len(one.seen) {
						go drain()
					}
					return now
				}
				server, ended := serverOf(one.kind), make(chan error, 1)
				go func() {
					ended <- relayCommand(ctx, session, struct {
						io.Reader
						io.Writer
					}{in, out}, server, nil, after)
				}()
				awaits("ready")
				_, _ = io.WriteString(toRelay, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"roll"}}`+"\n")
				awaits(`"id":1`)
				if byContext {
					cancel()
				} else {
					_ = toRelay.Close()
				}
				if one.seen == nil {
					go drain()
				}
				select {
				case err = <-ended:
				case <-time.After(patience):
					_ = server.Process.Kill()
					t.Fatal("RelayCommand does not end")
				}
				if byContext != errors.Is(err, context.Canceled) || !byContext && !one.isFound(err) {
					t.Errorf("the error is %v", err)
				}
				if server.ProcessState == nil {
					t.Error("the server is left")
				}
				if isKilled := strings.Contains(server.ProcessState.String(), "killed"); isKilled != (one.kind == "ignores signals") {
					t.Errorf("the server ended: %s", server.ProcessState)
				}
			})
		}
	}
}

// TestCommandArguments starts nothing if an argument cannot be used, and returns the error of the start.
func TestCommandArguments(t *testing.T) {
	session, err := mcp.NewSession("2025-06-18", "2025-11-25")
	if err != nil {
		t.Fatal(err)
	}
	server := serverOf("ends")
	for name, err := range map[string]error{
		"session": RelayCommand(t.Context(), nil, discarding{}, server, nil),
		"client":  RelayCommand(t.Context(), session, nil, server, nil),
		"server":  RelayCommand(t.Context(), session, discarding{}, nil, nil),
	} {
		var bad *mcp.ArgumentError
		if !errors.As(err, &bad) || bad.Argument != name || server.Process != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := RelayCommand(t.Context(), session, discarding{}, exec.Command("./no-such-server"), nil); err == nil {
		t.Error("the server does not exist")
	}
}
