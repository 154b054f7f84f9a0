// Stdio lets a client of any revision use a server that speaks only the newest one. Configure it in the client in place of
// the server, with the command of the server as arguments:
//
//	go run ./examples/stdio COMMAND [ARGUMENT...]
package main

import (
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
	session, err := mcp.NewSession(mcp.Auto, mcp.Latest, mcp.WithValidation())
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
	err = mcpstdio.Relay(session, stdio{in, out}, serverPipes{fromServer, toServer}, report)
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
