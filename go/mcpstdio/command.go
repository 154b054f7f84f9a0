package mcpstdio

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"syscall"
	"time"

	mcp "mcprevisions"
)

// ExitTime is how long [RelayCommand] waits for the server to end after each step. Clients give their server, which is the
// relay, two seconds in all.
const ExitTime = 900 * time.Millisecond

// RelayCommand starts a server, and passes messages between a client and it as [Relay] does. It uses the Stdin and Stdout
// of the command, and the caller may set its other fields. No server is left behind: when the client or the context ends, or
// a side fails, RelayCommand closes the input of the server. If the server does not end within [ExitTime], it gets SIGTERM,
// and after that time again, it is killed. A process that the server has started itself gets no signal.
//
// End the context if the program gets a signal, with signal.NotifyContext: otherwise the server gets none.
//
// The result is nil if the server has ended and got all messages, or if it got a signal. It is the error of the context if
// that has ended, of Relay, of the start of the command, or an [*exec.ExitError] if the server has failed.
func RelayCommand(ctx context.Context, session *mcp.Session, client io.ReadWriter, server *exec.Cmd, onDelivery func(mcp.Delivery)) error {
	return relayCommand(ctx, session, client, server, onDelivery, time.After)
}

func relayCommand(
	ctx context.Context, session *mcp.Session, client io.ReadWriter, server *exec.Cmd, onDelivery func(mcp.Delivery),
	after func(time.Duration) <-chan time.Time,
) error {
	if server == nil {
		return &mcp.ArgumentError{Argument: "server", Reason: "it must not be nil"}
	}
	if err := check(session, client, discarding{}); err != nil {
		return err
	}
	output, input, err := start(server)
	if err != nil {
		return err
	}
	defer output.Close()
	isRelayed, exited := make(chan error, 1), make(chan struct{})
	toServer := &serverInput{WriteCloser: input, closed: make(chan struct{})}
	go func() {
		isRelayed <- Relay(session, client, serverPipes{output, toServer}, onDelivery)
	}()
	var failed error // of the server
	go func() {
		failed = server.Wait()
		close(exited)
	}()
	var relayed error
	isOver := false
	select {
	case relayed = <-isRelayed:
		isOver = true
	case <-toServer.closed:
	case <-ctx.Done():
	}
	_ = input.Close()
	wasSignalled := end(server.Process, exited, after)
	if !isOver {
		select {
		case relayed = <-isRelayed: // what the server has written before its end
		case <-ctx.Done():
		}
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case wasSignalled:
		return relayed
	}
	return errors.Join(relayed, failed)
}

// start starts a server with pipes. Its output stays readable after its end.
func start(server *exec.Cmd) (output *os.File, input io.WriteCloser, err error) {
	if input, err = server.StdinPipe(); err != nil {
		return nil, nil, err
	}
	output, written, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	defer written.Close() // the server has a copy
	server.Stdout = written
	if server.WaitDelay == 0 { // for a process that the server has started, and that has its error output
		server.WaitDelay = ExitTime
	}
	if err = server.Start(); err != nil {
		_ = output.Close()
		return nil, nil, err
	}
	return output, input, nil
}

// end waits for the end of a server whose input is closed. It sends SIGTERM after some time, and then kills the server. The
// result says whether the server got a signal.
func end(server *os.Process, exited <-chan struct{}, after func(time.Duration) <-chan time.Time) bool {
	select {
	case <-exited:
		return false
	case <-after(ExitTime):
	}
	if err := server.Signal(syscall.SIGTERM); err == nil {
		select {
		case <-exited:
			return true
		case <-after(ExitTime):
		}
	}
	_ = server.Kill() // it may have ended just now
	<-exited
	return true
}

// serverPipes are the two directions of a server.
type serverPipes struct {
	io.Reader
	io.WriteCloser
}

// serverInput is the input of a server. closed is closed when Relay closes it.
type serverInput struct {
	io.WriteCloser
	closed chan struct{}
}

// Close closes the input. Relay calls it once.
func (s *serverInput) Close() error {
	close(s.closed)
	return s.WriteCloser.Close()
}

// discarding is a server for the check of arguments.
type discarding struct{}

func (discarding) Read([]byte) (int, error)    { return 0, io.EOF }
func (discarding) Write(p []byte) (int, error) { return len(p), nil }
func (discarding) Close() error                { return nil }
