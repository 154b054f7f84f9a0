// Stdio lets a client with the initialize handshake use a server that speaks only the newest revision. Configure it in
// the client in place of the server, with the command of the server as arguments:
//
//	go run ./examples/stdio COMMAND [ARGUMENT...]
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"log"
	"os"
	"os/exec"

	mcp "mcprevisions"
	"mcprevisions/mcpstdio"
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

// serve starts the server and passes messages until one side ends.
func serve(in io.Reader, out io.Writer, server *exec.Cmd) error {
	reader := bufio.NewReaderSize(in, 1<<20)
	first, err := reader.ReadSlice('\n') // a longer line is not a sensible initialize
	if err != nil {
		return err
	}
	first = bytes.Clone(first)
	session, err := newSession(first)
	if err != nil {
		return err
	}
	toServer, err := server.StdinPipe()
	if err != nil {
		return err
	}
	fromServer, err := server.StdoutPipe()
	if err != nil {
		return err
	}
	server.Stderr = os.Stderr
	if err := server.Start(); err != nil {
		return err
	}
	client := stdio{io.MultiReader(bytes.NewReader(first), reader), out}
	err = mcpstdio.Relay(session, client, serverPipes{fromServer, toServer}, report)
	_, _ = toServer.Close(), fromServer.Close() // the server ends, if it has not
	return errors.Join(err, server.Wait())
}

type stdio struct {
	io.Reader
	io.Writer
}

type serverPipes struct {
	io.Reader
	io.WriteCloser
}

// report logs what was refused, and what the other side does not get.
func report(one mcp.Delivery) {
	if one.Err != nil {
		log.Printf("refused: %v", one.Err)
	}
	for _, loss := range one.Losses {
		if !loss.Kind.Lossless() {
			log.Print(loss)
		}
	}
}

// newSession returns a session for the client whose first message is initialize.
func newSession(first []byte) (*mcp.Session, error) {
	var initialize struct {
		Params struct{ ProtocolVersion string }
	}
	_ = json.Unmarshal(first, &initialize) // the session refuses a line that is not a message
	return mcp.NewSession(mcp.Negotiate(initialize.Params.ProtocolVersion), mcp.Latest, mcp.WithValidation())
}
