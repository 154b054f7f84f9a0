package mcpsdk

import (
	"errors"
	"net"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcprevisions"
)

// TestPeerDoesNotRead ends the connection if more waits for the peer than the limit, because of its own messages.
func TestPeerDoesNotRead(t *testing.T) {
	here, peer := net.Pipe()
	defer peer.Close()
	transport := &Transport{
		Inner: &mcp.IOTransport{Reader: here, Writer: here}, Side: mcprevisions.Client,
		Own: mcprevisions.Revision20250618, Peer: mcprevisions.Revision20251125,
	}
	made, err := transport.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer made.Close()
	c := made.(*connection)
	c.queues.set(func() { c.queues.peerSize = MaxWaiting })
	go func() { _, _ = peer.Write([]byte(`{"jsonrpc":"2.0","id":1,"method":"unknown"}` + "\n")) }()
	if _, err := made.Read(t.Context()); !errors.Is(err, ErrNotRead) {
		t.Error(err)
	}
}

// TestQueueLimits refuses messages beyond the limit, except those that a call of Write waits for.
func TestQueueLimits(t *testing.T) {
	q := newQueues()
	written := make(chan error, 1)
	for _, one := range []struct {
		add  func(queued) error
		size int
		want error
		call chan<- error
	}{
		{q.addOwn, MaxWaiting, nil, nil}, {q.addOwn, 1, ErrNotRead, nil},
		{q.addPeer, MaxWaiting, nil, nil}, {q.addPeer, 1, ErrNotRead, nil}, {q.addPeer, 1, nil, written},
	} {
		if err := one.add(queued{size: one.size, written: one.call}); !errors.Is(err, one.want) {
			t.Errorf("%d bytes: %v", one.size, err)
		}
	}
}
