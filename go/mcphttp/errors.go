package mcphttp

import (
	"errors"
	"fmt"
	"mime"
	"net/http"

	mcp "mcprevisions"
)

// The errors of a server that OnDelivery gets in the Err of a delivery, besides a [*StatusError] and the *url.Error of a
// server that cannot be reached. Use errors.Is.
var (
	// ErrTooLarge reports a message of the server beyond MaxMessage.
	ErrTooLarge = errors.New("the server's answer is larger than the gateway allows")
	// ErrNotValid reports that a request fails because the server's response is not valid in its revision, or answers no
	// open request. errors.As finds the *mcprevisions.DecodeError. If the request itself is not valid, errors.Is does not
	// find ErrNotValid.
	ErrNotValid = errors.New("the server's answer is not valid")
	// ErrNoResponse reports that the server's answer has no response to the request.
	ErrNoResponse = errors.New("the server's answer has no response")
	// ErrSessionEnded reports a request that was open when its session ended. The client gets an error.
	ErrSessionEnded = errors.New("the session has ended")
)

// StatusError reports an answer of the server without a message: a refusal, a redirect, or another media type than JSON or
// a stream of events. OnDelivery gets it in the Err of the delivery of the response. Use errors.As.
type StatusError struct {
	// Status is the HTTP status of the server.
	Status int
	// Header has the headers of the server, such as Retry-After and Location.
	Header http.Header
}

// Error returns the status, and what is wrong with the answer besides it.
func (e *StatusError) Error() string {
	if e == nil {
		return "the server's answer has no message"
	}
	kind, _, _ := mime.ParseMediaType(e.Header.Get("Content-Type"))
	switch text := fmt.Sprintf("the server answers with the HTTP status %d", e.Status); {
	case isRedirect(e.Status):
		return text + ", and the gateway does not follow redirects"
	case e.Status >= http.StatusMultipleChoices:
		return text
	case kind == "":
		return text + ", but without a media type"
	default:
		return fmt.Sprintf("%s, but with the media type %.100s instead of JSON or a stream of events", text, kind)
	}
}

// badRequest adds [mcprevisions.ErrRevision] to the error of a request without a response if the status is 400: a server with
// sessions refuses a request without one so, and a server without sessions refuses initialize so.
func badRequest(failed error, isBadRequest bool) error {
	var status *StatusError
	if isBadRequest || errors.As(failed, &status) && status.Status == http.StatusBadRequest {
		return fmt.Errorf("%w: %w", mcp.ErrRevision, failed)
	}
	return failed
}

// notValid says that the server is at fault for a response that is not valid. It returns other errors as they are.
func notValid(err error) error {
	var bad *mcp.DecodeError
	if errors.As(err, &bad) {
		return fmt.Errorf("%w: %w", ErrNotValid, err)
	}
	return err
}

// isDropped reports whether nobody gets a message, because of an error in it.
func isDropped(d mcp.Delivery) bool { return d.To == mcp.Client && d.Frame == nil && d.Err != nil }

// stray is the last answer of the server that answers no open request, while the request still waits for its response. If
// the server's answer ends without one, the request fails because of the stray, and OnDelivery gets both as one.
type stray struct{ found []mcp.Delivery }

// take takes from the deliveries of an answer the one that answers no open request, and returns the others. It returns the
// one that it had before too, so that it never has more than one.
func (s *stray) take(all []mcp.Delivery) []mcp.Delivery {
	var others []mcp.Delivery
	for _, one := range all {
		if one.Err == nil || one.Frame != nil {
			others = append(others, one)
			continue
		}
		others = append(others, s.found...)
		s.found = []mcp.Delivery{one}
	}
	return others
}

// release returns the one that it has, and forgets it.
func (s *stray) release() []mcp.Delivery {
	found := s.found
	s.found = nil
	return found
}

// failure returns why a request has no response, if its answer did not end with an error.
func (s *stray) failure() error {
	if len(s.found) > 0 {
		return notValid(s.found[0].Err)
	}
	return ErrNoResponse
}
