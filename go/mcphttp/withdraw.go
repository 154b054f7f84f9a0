package mcphttp

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"

	mcp "mcprevisions"
)

// graceTime is how long a server has to begin its response to a request before a cancellation of it is sent, to begin it
// after that, and to end it after the cancellation.
const graceTime = 2 * time.Second

// openCall is a request that the server has not answered.
type openCall struct {
	id      json.RawMessage
	sent    time.Time
	cancels sync.Once     // cancels it at the server
	begun   chan struct{} // closed when the server begins its response, or at the end
	begins  sync.Once     // closes it
	done    chan struct{} // closed when the HTTP request has ended
}

func (c *openCall) begin() { c.begins.Do(func() { close(c.begun) }) }

// isPast reports whether an event has come.
func isPast(event <-chan struct{}) bool {
	select {
	case <-event:
		return true
	default:
		return false
	}
}

// opened notes a request that is sent to the server.
func (s *serverSession) opened(id json.RawMessage) *openCall {
	made := &openCall{id: id, sent: s.handler.clock.now(), begun: make(chan struct{}), done: make(chan struct{})}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.calls[string(id)] = made
	return made
}

// closed notes the end of a request.
func (s *serverSession) closed(c *openCall) {
	s.mutex.Lock()
	delete(s.calls, string(c.id))
	s.mutex.Unlock()
	c.begin()
	close(c.done)
}

// cancel cancels a request of the client at the server, with a message or one that it makes. It then waits until the server
// has ended its response, but not long.
//
// Messages use connections of their own, so a cancellation could overtake its request, and a server ignores one for a
// request that it does not know. So cancel waits until the server has begun its response. A server that does not begin it
// in time gets the cancellation nevertheless, and once more when it begins. The wait at the end lets the server read the
// cancellation before the session ends.
func (s *serverSession) cancel(values context.Context, id string, frame []byte) {
	s.mutex.Lock()
	c := s.calls[id]
	s.mutex.Unlock()
	if c == nil {
		return
	}
	if frame == nil {
		frame = fmt.Appendf(nil, `{"jsonrpc":"2.0","method":%q,"params":{"requestId":%s}}`, cancelled, c.id)
	}
	c.cancels.Do(func() { // whoever comes later waits too
		ctx, cancel := context.WithTimeout(context.WithoutCancel(values), s.handler.endTime)
		defer cancel()
		send := func() {
			if err := s.tell(ctx, http.MethodPost, frame); err != nil && s.handler.OnDelivery != nil {
				s.handler.OnDelivery(values, "", mcp.Delivery{To: mcp.Server, Err: err})
			}
		}
		clock := s.handler.clock
		isBegun := await(c.begun, clock.after(graceTime-clock.now().Sub(c.sent)))
		if isPast(c.done) {
			return
		}
		send()
		if !isBegun && await(c.begun, clock.after(graceTime)) && !isPast(c.done) {
			send()
		}
		await(c.done, clock.after(graceTime))
	})
}

// await waits for an event, until a time. The result says whether the event has come.
func await(event <-chan struct{}, end <-chan time.Time) bool {
	select {
	case <-event:
	case <-end:
	}
	return isPast(event)
}
