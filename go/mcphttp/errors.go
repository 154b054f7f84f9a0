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
	// ErrNotValid reports a response of the server that is not valid in its revision. errors.As finds the
	// *mcprevisions.DecodeError.
	ErrNotValid = errors.New("the server's answer is not valid")
	// ErrNoResponse reports that the server's answer has no response to the request.
	ErrNoResponse = errors.New("the server's answer has no response")
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

// notValid says that the server is at fault for a response that is not valid. It returns other errors as they are.
func notValid(err error) error {
	var bad *mcp.DecodeError
	if errors.As(err, &bad) {
		return fmt.Errorf("%w: %w", ErrNotValid, err)
	}
	return err
}
