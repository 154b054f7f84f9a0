package mcphttp

import "net/http"

// counts counts sessions. The mutex of a handler guards it.
type counts struct {
	all int
	of  map[string]int // by identity
}

func newCounts() counts { return counts{of: make(map[string]int)} }

func (c *counts) add(identity string) {
	c.all++
	c.of[identity]++
}

func (c *counts) remove(identity string) {
	c.all--
	if c.of[identity]--; c.of[identity] == 0 {
		delete(c.of, identity)
	}
}

// isFull returns why an identity may have no further session, or nil. If mostOf is 0, identities have no limit.
func (c *counts) isFull(identity string, most, mostOf int) *full {
	switch {
	case mostOf > 0 && c.of[identity] >= mostOf:
		return &full{http.StatusTooManyRequests, "you have too many sessions; try again later"}
	case c.all >= orDefault(most, DefaultMaxSessions):
		return &full{http.StatusServiceUnavailable, "there are too many sessions; try again later"}
	}
	return nil
}

// full refuses a request because of a limit of the handler.
type full struct {
	status int
	reason string
}

func (f *full) write(w http.ResponseWriter) {
	w.Header().Set("Retry-After", "10")
	http.Error(w, f.reason, f.status)
}

// storedTooMuch refuses a message that the handler cannot store.
var storedTooMuch = full{http.StatusServiceUnavailable, "too many requests are open; try again later"}
