package mcprevisions

import (
	"errors"
	"fmt"
	"hash/maphash"
	"slices"
)

// ErrCancelled reports a response to a request that was cancelled before, or that a [Session] had ended with an error. The
// session drops the response, and that is not a fault of its sender. errors.As finds a [*DecodeError] too. A session
// remembers the last 1,000 such requests: a response to an older one has only the *DecodeError.
var ErrCancelled = errors.New("the request was cancelled before its response came")

// Why a session drops notifications that nobody misses.
var (
	noToken           = &change{id: "R-PROG", reason: "No open request reports progress under this token."}
	notCancellable    = &change{id: "R-CANCEL", reason: "The sender has no open request with this id that can be cancelled."}
	levelNotRequested = &change{id: "R-LOG", reason: "No open request asked for messages of this level."}
	notSubscribed     = &change{id: "R-SUB", reason: "No subscription of the client asked for this notification."}
)

// mostEnded is how many requests that ended without a response a session remembers.
const mostEnded = 1000

// endedRequests are the last requests that ended without a response. The mutex of the session guards it.
type endedRequests struct {
	seed maphash.Seed
	ring []uint64 // hashes, because an id may be long
	next int      // in the ring
}

// note remembers a request, by the id that its receiver knows.
func (e *endedRequests) note(request openRequest) {
	if e.ring == nil {
		e.seed = maphash.MakeSeed()
	}
	hash := maphash.Comparable(e.seed, request)
	if len(e.ring) < mostEnded {
		e.ring = append(e.ring, hash)
		return
	}
	e.ring[e.next] = hash
	e.next = (e.next + 1) % mostEnded
}

// take reports whether a request is one of them, and forgets it: a request has one response.
func (e *endedRequests) take(request openRequest) bool {
	if e.ring == nil {
		return false
	}
	i := slices.Index(e.ring, maphash.Comparable(e.seed, request))
	if i >= 0 {
		e.ring[i] = 0
	}
	return i >= 0
}

// notOpen drops a response to a request that is not open.
func (s *Session) notOpen(f *frame, requester Side) Delivery {
	dropped := notOpen(f, requester)
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.ended.take(openRequest{requester, idKey(f.id)}) {
		dropped.Err = fmt.Errorf("%w: %w", ErrCancelled, dropped.Err)
	}
	return dropped
}

// notOpen drops a response to a request that is not open.
func notOpen(f *frame, to Side) Delivery {
	err := invalidRequest("/id", "no open request has the id %s", shown(f.id))
	err.ID = f.validID()
	return Delivery{To: to, Err: err}
}

// unneeded drops a notification that nobody misses: its sender is not at fault.
func (c *Converter) unneeded(root value, why *change) Delivery {
	losses, _ := c.reporting().losses([]Loss{{Dropped, "", root.append(nil), why.reason, why.id}}) // it does not refuse losses
	return Delivery{To: c.chain.sender.other(), Losses: losses}
}
