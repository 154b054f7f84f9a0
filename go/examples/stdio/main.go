// Stdio lets a client with the initialize handshake use a server that speaks only the newest revision. Configure it in
// the client in place of the server, with the command of the server as arguments:
//
//	go run ./examples/stdio COMMAND [ARGUMENT...]
package main

import (
	"bufio"
	"encoding/json"
	"io"
	"log"
	"os"
	"os/exec"
	"sync"

	mcp "mcprevisions"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) < 2 {
		log.Fatal("usage: stdio COMMAND [ARGUMENT...]")
	}
	if err := serve(os.Stdin, os.Stdout, exec.Command(os.Args[1], os.Args[2:]...)); err != nil {
		log.Fatal(err)
	}
}

// serve starts the server and passes messages, one a line, until one side ends.
func serve(in io.Reader, out io.Writer, server *exec.Cmd) error {
	fromClient := lines(in)
	if !fromClient.Scan() {
		return fromClient.Err()
	}
	session, err := newSession(fromClient.Bytes())
	if err != nil {
		return err
	}
	toServer, err := server.StdinPipe()
	if err != nil {
		return err
	}
	serverOut, err := server.StdoutPipe()
	if err != nil {
		return err
	}
	server.Stderr = os.Stderr
	if err := server.Start(); err != nil {
		return err
	}
	to := &sides{client: out, server: toServer}
	go func() {
		defer toServer.Close() // the client has ended, so the server ends too
		for isLine := true; isLine; isLine = fromClient.Scan() {
			to.deliver(session.FromClient(fromClient.Bytes()))
		}
	}()
	for fromServer := lines(serverOut); fromServer.Scan(); {
		to.deliver(session.FromServer(fromServer.Bytes()))
	}
	return server.Wait()
}

// newSession returns a session for the client whose first message is initialize.
func newSession(first []byte) (*mcp.Session, error) {
	var initialize struct {
		Params struct{ ProtocolVersion string }
	}
	_ = json.Unmarshal(first, &initialize) // the session refuses a line that is not a message
	return mcp.NewSession(mcp.Negotiate(initialize.Params.ProtocolVersion), mcp.Latest, mcp.WithValidation())
}

// sides has the writers of both sides. Both directions may write to one side.
type sides struct {
	mutex          sync.Mutex
	client, server io.Writer
}

func (s *sides) deliver(all []mcp.Delivery) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, one := range all {
		if one.Err != nil {
			log.Printf("refused: %v", one.Err)
		}
		for _, loss := range one.Losses {
			log.Print(loss)
		}
		if one.Frame == nil {
			continue
		}
		to := s.client
		if one.To == mcp.Server {
			to = s.server
		}
		if _, err := to.Write(append(one.Frame[:len(one.Frame):len(one.Frame)], '\n')); err != nil {
			log.Print(err)
		}
	}
}

func lines(from io.Reader) *bufio.Scanner {
	scanner := bufio.NewScanner(from)
	scanner.Buffer(nil, mcp.DefaultSize)
	return scanner
}
