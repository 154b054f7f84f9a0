// Package network has HTTP servers for tests that are reached without sockets. With sockets, the operating system refuses or
// delays connections if many of them come at once on a slow machine.
package network

import (
	"context"
	"net"
	"net/http"
	"sync"
	"testing"
)

// Network has the servers of a test.
type Network struct {
	mutex     sync.Mutex
	listeners map[string]*listener // by address
}

// Client returns a client that reaches the servers, with a given number of connections that wait for the next request.
func (n *Network) Client(idle int) *http.Client {
	return &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: idle, DialContext: n.dial}}
}

// Serve serves a handler under a name until the test ends, and returns its URL.
func (n *Network) Serve(t *testing.T, name string, handler http.Handler) string {
	made := &listener{dialed: make(chan net.Conn), closed: make(chan struct{})}
	n.mutex.Lock()
	defer n.mutex.Unlock()
	if n.listeners == nil {
		n.listeners = make(map[string]*listener)
	}
	n.listeners[name+":80"] = made
	server := &http.Server{Handler: handler}
	go func() { _ = server.Serve(made) }()
	t.Cleanup(func() { _ = server.Close() })
	return "http://" + name
}

func (n *Network) dial(ctx context.Context, kind, address string) (net.Conn, error) {
	n.mutex.Lock()
	to := n.listeners[address]
	n.mutex.Unlock()
	if to == nil {
		return nil, &net.OpError{Op: "dial", Net: kind, Err: &net.AddrError{Err: "no such server", Addr: address}}
	}
	client, server := net.Pipe()
	select {
	case to.dialed <- server:
		return client, nil
	case <-to.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// listener takes the connections to a server.
type listener struct {
	dialed chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func (l *listener) Accept() (net.Conn, error) {
	select {
	case one := <-l.dialed:
		return one, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *listener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

func (l *listener) Addr() net.Addr { return &net.TCPAddr{} }
