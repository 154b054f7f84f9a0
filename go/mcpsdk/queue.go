package mcpsdk

import (
	"context"
	"errors"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcprevisions"
)

const (
	// roomFor is how many bytes may wait for this side before no further message of the peer is read.
	roomFor = 1 << 20
	// MaxWaiting is how many bytes may wait for a side that does not read. Beyond it, the connection ends.
	MaxWaiting = 128 << 20
)

// ErrNotRead reports that a side does not read, and that more than [MaxWaiting] bytes wait for it.
var ErrNotRead = errors.New("mcpsdk: too many messages wait for a side that does not read")

// queued is a message that waits for a side.
type queued struct {
	message jsonrpc.Message
	size    int
	context context.Context // of the message
	written chan<- error    // gets the result of writing it; nil if nobody waits for that
}

// queues have the messages that wait for this side and for the peer, so that reading from the peer never waits for
// writing to it.
type queues struct {
	mutex    sync.Mutex
	changed  sync.Cond
	own      []queued // for this side
	ownSize  int      // bytes of them
	peer     []queued
	peerSize int
	writers  int  // calls of Write that wait for the peer
	isEnded  bool // whether the peer sends no more
	isClosed bool
}

func newQueues() *queues {
	q := new(queues)
	q.changed.L = &q.mutex
	return q
}

// set changes the state of the queues, and wakes everyone who waits for it.
func (q *queues) set(change func()) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	change()
	q.changed.Broadcast()
}

func (q *queues) wake() { q.set(func() {}) }

// addOwn adds a message for this side. It does not wait.
func (q *queues) addOwn(one queued) error {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	if q.ownSize+one.size > MaxWaiting {
		return ErrNotRead
	}
	q.own, q.ownSize = append(q.own, one), q.ownSize+one.size
	q.changed.Broadcast()
	return nil
}

// addPeer adds a message for the peer. It does not wait. A message that a call of Write waits for is always added.
func (q *queues) addPeer(one queued) error {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	switch {
	case q.isClosed:
		return mcp.ErrConnectionClosed
	case one.written == nil && q.peerSize+one.size > MaxWaiting:
		return ErrNotRead
	}
	q.peer, q.peerSize = append(q.peer, one), q.peerSize+one.size
	q.changed.Broadcast()
	return nil
}

// takeOwn waits for a message for this side. The result is nil if there are no more, or if the context ends.
func (q *queues) takeOwn(ctx context.Context) jsonrpc.Message {
	defer context.AfterFunc(ctx, q.wake)()
	q.mutex.Lock()
	defer q.mutex.Unlock()
	for len(q.own) == 0 && !q.isEnded && ctx.Err() == nil {
		q.changed.Wait()
	}
	if len(q.own) == 0 {
		return nil
	}
	one := q.own[0]
	q.own[0] = queued{}
	q.own, q.ownSize = q.own[1:], q.ownSize-one.size
	q.changed.Broadcast()
	return one.message
}

// awaitRoom waits until there is room for messages to this side. It does not wait while this side waits for the peer, which
// may not read before its own messages are read.
func (q *queues) awaitRoom() {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	for q.ownSize > roomFor && q.writers == 0 && !q.isEnded {
		q.changed.Wait()
	}
}

// takePeer waits for a message for the peer. The second result is false after the end.
func (q *queues) takePeer() (queued, bool) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	for len(q.peer) == 0 && !q.isClosed {
		q.changed.Wait()
	}
	if q.isClosed {
		return queued{}, false
	}
	one := q.peer[0]
	q.peer[0] = queued{}
	q.peer = q.peer[1:]
	return one, true
}

// writeQueued writes the messages for the peer until the connection is closed.
func (c *connection) writeQueued() {
	for {
		one, ok := c.queues.takePeer()
		if !ok {
			return
		}
		err := c.Connection.Write(one.context, one.message)
		c.queues.set(func() { c.queues.peerSize -= one.size })
		if one.written != nil {
			one.written <- err // it has room for one
		} else if err != nil {
			c.end(err)
		}
	}
}

// writeAndWait converts a message of this side, and waits until the peer has got what comes of it.
func (c *connection) writeAndWait(ctx context.Context, message jsonrpc.Message) error {
	waiting, err := c.passInOrder(ctx, message, c.transport.Side == mcprevisions.Client, true)
	if err != nil {
		return err
	}
	c.queues.set(func() { c.queues.writers++ })
	defer c.queues.set(func() { c.queues.writers-- })
	for _, written := range waiting {
		select {
		case err := <-written:
			if err != nil {
				return err
			}
		case <-c.closing:
			return mcp.ErrConnectionClosed
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// passInOrder converts a message and adds what comes of it to the queues. Nothing else is converted meanwhile, so that a
// message which the session needs first is also written first. The results are those of writing to the peer, if the caller
// waits for it.
func (c *connection) passInOrder(ctx context.Context, message jsonrpc.Message, isFromClient, waits bool) ([]<-chan error, error) {
	c.order.Lock()
	defer c.order.Unlock()
	all, err := c.convert(message, isFromClient)
	if err != nil {
		return nil, err
	}
	var results []<-chan error
	for _, one := range all {
		converted := c.reported(message, one)
		if converted == nil {
			continue
		}
		entry := queued{message: converted, size: len(one.Frame), context: context.WithoutCancel(ctx)}
		add := c.queues.addOwn
		if one.To != c.transport.Side {
			add = c.queues.addPeer
			if waits {
				written := make(chan error, 1)
				entry.written, results = written, append(results, written)
			}
		}
		if err := add(entry); err != nil {
			return nil, err
		}
	}
	return results, nil
}
