// Package mcpstdio connects an MCP client and a server of different revisions that write a message a line, as the
// transport stdio does. A [mcprevisions.Session] converts the messages.
package mcpstdio

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"sync"

	mcp "mcprevisions"
)

const (
	// roomFor is how many bytes may wait for a side before no further message of the other side is read.
	roomFor = 1 << 20
	// MaxWaiting is how many bytes may wait for a side that does not read. Beyond it, [Relay] ends.
	MaxWaiting = 128 << 20
)

// ErrNotRead reports that a side does not read, and that more than [MaxWaiting] bytes wait for it.
var ErrNotRead = errors.New("mcpstdio: too many messages wait for a side that does not read")

// Relay passes messages between a client and a server, a line each, until the server ends or a side fails. When the
// client ends, Relay writes what waits for the server, closes the server, and goes on until the server ends. Give it a
// session with [mcprevisions.Auto] for each side whose revision you do not know.
//
// Each side has a goroutine that writes to it, in the order in which the session returns the messages. Relay therefore
// reads what a side writes even if that side does not read. If many messages wait for one side, Relay pauses reading
// from the other. Messages that a side causes for itself, such as errors, wait for it up to [MaxWaiting]; beyond it, the
// error is [ErrNotRead]. A line has at most [mcprevisions.DefaultSize] bytes. Relay skips blank lines.
//
// Relay calls onDelivery for each message if it is not nil, with its losses, or the reason why it was refused. It makes
// one call at a time, before it writes the message.
//
// The result is nil if the server has ended and got all messages. It is a [*mcprevisions.ArgumentError] if NewSession did
// not make the session, or if a side is nil. Close both sides afterwards: a goroutine may still wait for one of them.
func Relay(session *mcp.Session, client io.ReadWriter, server io.ReadWriteCloser, onDelivery func(mcp.Delivery)) error {
	if err := check(session, client, server); err != nil {
		return err
	}
	r := &relay{onDelivery: onDelivery, client: newQueue(), server: newQueue()}
	ended := make(chan error, 3)
	isWritten := make(chan struct{})
	go func() {
		defer close(isWritten)
		if err := r.client.writeTo(client); err != nil {
			ended <- err
		}
	}()
	go func() {
		_ = r.server.writeTo(server) // the server may have ended, and its last messages are still to be read
		_ = server.Close()
	}()
	go func() {
		err := r.read(client, session.FromClient, r.server)
		if r.server.end(err); err != nil {
			ended <- err
		}
	}()
	go func() {
		err := r.read(server, session.FromServer, r.client)
		if r.client.end(err); err == nil {
			<-isWritten
			err = r.server.failure()
		}
		ended <- err
	}()
	err := <-ended
	r.client.end(io.ErrClosedPipe) // so that no goroutine waits for a queue
	r.server.end(io.ErrClosedPipe)
	return err
}

// check returns an error for arguments that Relay cannot use.
func check(session *mcp.Session, client io.ReadWriter, server io.ReadWriteCloser) error {
	switch {
	case session.Client() == "":
		return &mcp.ArgumentError{Argument: "session", Reason: "it is empty; mcprevisions.NewSession returns one that can be used"}
	case client == nil:
		return &mcp.ArgumentError{Argument: "client", Reason: "it must not be nil"}
	case server == nil:
		return &mcp.ArgumentError{Argument: "server", Reason: "it must not be nil"}
	}
	return nil
}

// relay has the messages that wait for each side.
type relay struct {
	mutex          sync.Mutex // of the session and the order of its messages
	onDelivery     func(mcp.Delivery)
	client, server *queue
}

// read reads the messages of a side until it ends, or until the other side cannot get messages any more. It pauses if
// there is no room for messages to the other side.
func (r *relay) read(from io.Reader, convert func([]byte) []mcp.Delivery, other *queue) error {
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, mcp.DefaultSize)
	for other.hasRoom() && lines.Scan() {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		if err := r.take(convert, lines.Bytes()); err != nil {
			return err
		}
	}
	return lines.Err()
}

// take converts a message and adds what follows from it to the queues. Nothing else changes the session meanwhile, so
// that a message which the session needs first is also written first.
func (r *relay) take(convert func([]byte) []mcp.Delivery, line []byte) error {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	for _, one := range convert(line) {
		if r.onDelivery != nil {
			r.onDelivery(one)
		}
		to := r.client
		if one.To == mcp.Server {
			to = r.server
		}
		if one.Frame == nil {
			continue
		}
		if err := to.add(one.Frame); err != nil {
			return err
		}
	}
	return nil
}

// queue has the messages that wait for a side.
type queue struct {
	mutex   sync.Mutex
	changed sync.Cond
	frames  [][]byte
	size    int // bytes of frames, and of the message that is written now
	isEnded bool
	failed  error // why it ended early; the messages are then not written
}

func newQueue() *queue {
	q := new(queue)
	q.changed.L = &q.mutex
	return q
}

// add adds a message in a copy, because the scanner uses its bytes again. It does not wait.
func (q *queue) add(frame []byte) error {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	if q.isEnded { // that side gets no more
		return nil
	}
	if q.size+len(frame) > MaxWaiting {
		return ErrNotRead
	}
	line := append(append(make([]byte, 0, len(frame)+1), frame...), '\n')
	q.frames = append(q.frames, line)
	q.size += len(line)
	q.changed.Broadcast()
	return nil
}

// hasRoom waits until there is room for more messages. The result is false if the queue has failed.
func (q *queue) hasRoom() bool {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	for q.size > roomFor && q.failed == nil {
		q.changed.Wait()
	}
	return q.failed == nil
}

// failure returns why the queue has ended early, or nil.
func (q *queue) failure() error {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	return q.failed
}

// end ends the queue: after the messages that wait, or at once if there is an error.
func (q *queue) end(err error) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	q.isEnded = true
	if q.failed == nil {
		q.failed = err
	}
	q.changed.Broadcast()
}

// writeTo writes the messages until the queue has ended.
func (q *queue) writeTo(to io.Writer) error {
	for {
		line := q.next()
		if line == nil {
			return nil
		}
		if _, err := to.Write(line); err != nil {
			q.end(err)
			return err
		}
		q.mutex.Lock()
		q.size -= len(line)
		q.changed.Broadcast()
		q.mutex.Unlock()
	}
}

// next waits for a message, and removes it from the queue. It returns nil if there is none any more.
func (q *queue) next() []byte {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	for len(q.frames) == 0 && !q.isEnded {
		q.changed.Wait()
	}
	if len(q.frames) == 0 || q.failed != nil {
		return nil
	}
	line := q.frames[0]
	q.frames[0] = nil
	q.frames = q.frames[1:]
	return line
}
