// Package mcpgo shows how a client and a server of github.com/mark3labs/mcp-go, or any others that write a message a
// line, talk to each other in different revisions.
package mcpgo

import (
	"bufio"
	"io"
	"sync"

	"mcprevisions"
)

// Relay copies messages between a client and a server, a line each, and converts them. It returns when one of them ends.
func Relay(session *mcprevisions.Session, client, server io.ReadWriter) error {
	var mutex sync.Mutex // both directions may write to one side
	deliver := func(all []mcprevisions.Delivery) error {
		mutex.Lock()
		defer mutex.Unlock()
		for _, one := range all {
			to := client
			if one.To == mcprevisions.Server {
				to = server
			}
			if one.Frame == nil {
				continue
			}
			if _, err := to.Write(append(one.Frame[:len(one.Frame):len(one.Frame)], '\n')); err != nil {
				return err
			}
		}
		return nil
	}
	ends := make(chan error, 2)
	go func() { ends <- eachLine(client, func(line []byte) error { return deliver(session.FromClient(line)) }) }()
	go func() { ends <- eachLine(server, func(line []byte) error { return deliver(session.FromServer(line)) }) }()
	return <-ends
}

func eachLine(from io.Reader, use func(line []byte) error) error {
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, mcprevisions.DefaultSize)
	for lines.Scan() {
		if err := use(lines.Bytes()); err != nil {
			return err
		}
	}
	return lines.Err()
}
