// Stdio lets a client of any revision use a server that speaks only the newest one. Configure it in the client in place of
// the server, with the command of the server as arguments:
//
//	go run ./examples/stdio COMMAND [ARGUMENT...]
package main

import (
	"context"
	"errors"
	"io"
	"log"
	"os"
	"os/exec"
	"os/signal"
	"syscall"

	mcp "mcprevisions"
	"mcprevisions/mcpstdio"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) < 2 {
		log.Fatal("usage: stdio COMMAND [ARGUMENT...]")
	}
	stopped, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := serve(stopped, os.Stdin, os.Stdout, exec.Command(os.Args[1], os.Args[2:]...))
	if err != nil && stopped.Err() == nil {
		log.Fatal(err)
	}
}

// serve starts the server, passes messages until one side ends, and ends the server.
func serve(stopped context.Context, in io.Reader, out io.Writer, server *exec.Cmd) error {
	session, err := mcp.NewSession(mcp.Auto, mcp.Latest, mcp.WithValidation())
	if err != nil {
		return err
	}
	server.Stderr = os.Stderr
	return mcpstdio.RelayCommand(stopped, session, stdio{in, out}, server, report)
}

type stdio struct {
	io.Reader
	io.Writer
}

// report logs what was refused, and what the other side does not get. A response to a cancelled request is not a fault,
// and nobody misses a notification that has losses but no Frame.
func report(one mcp.Delivery) {
	if one.Err != nil && !errors.Is(one.Err, mcp.ErrCancelled) {
		log.Printf("refused: %v", one.Err)
	}
	for _, loss := range one.Losses {
		if !loss.Kind.Lossless() && one.Frame != nil {
			log.Print(loss)
		}
	}
}
