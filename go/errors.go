package mcprevisions

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The error codes of JSON-RPC 2.0.
const (
	CodeParseError     = -32700 // the text is not JSON, or it exceeds the limits
	CodeInvalidRequest = -32600 // the JSON value is not a valid message
	CodeMethodNotFound = -32601 // the receiver does not have the method
	CodeInvalidParams  = -32602 // the params of a request are not valid
	CodeInternalError  = -32603 // the receiver failed
)

// printable returns a text on one line: characters that are not printable are escaped, and bytes that are not UTF-8.
// Peers choose parts of errors, which may end in a log or on a terminal.
func printable(line string) string {
	var out strings.Builder
	for i, one := range line {
		_, size := utf8.DecodeRuneInString(line[i:])
		switch {
		case one == utf8.RuneError && size == 1:
			fmt.Fprintf(&out, `\x%02x`, line[i])
		case unicode.IsPrint(one):
			out.WriteRune(one)
		case one == '\n':
			out.WriteString(`\n`)
		case one == '\r':
			out.WriteString(`\r`)
		case one == '\t':
			out.WriteString(`\t`)
		case one < 0x100:
			fmt.Fprintf(&out, `\x%02x`, one)
		case one < 0x10000:
			fmt.Fprintf(&out, `\u%04x`, one)
		default:
			fmt.Fprintf(&out, `\U%08x`, one)
		}
	}
	return out.String()
}

// DecodeError reports a message that is not valid in its revision, or that exceeds the limits.
type DecodeError struct {
	// Pointer is the JSON Pointer (RFC 6901) of the faulty value, such as "/params/name".
	// The empty string means the whole message.
	Pointer string
	// Reason says what is wrong with the value. It may repeat text of the peer as it is, also characters that control a
	// terminal. Error escapes them.
	Reason string
	// Code is the JSON-RPC error code for your reply, such as [CodeInvalidParams].
	Code int
	// ID is the id of the message as JSON, for your reply to a request. It is nil if the message has no valid id. A text
	// that is not JSON, or is beyond the limits, has an id if its outermost object has one.
	ID json.RawMessage
}

// Error returns the pointer and the reason, on one line of printable characters.
func (e *DecodeError) Error() string {
	if e == nil {
		return "the message is not valid"
	}
	if e.Pointer == "" {
		return printable(e.Reason)
	}
	return printable(e.Pointer + ": " + e.Reason)
}

// NoCounterpart reports a message that has no equivalent in the target revision.
type NoCounterpart struct {
	// Reply is the JSON-RPC error that answers a request: send it to the sender of the request. It is nil for another
	// message, and for a part of a message.
	Reply json.RawMessage
	// Reason says why the target revision has no equivalent.
	Reason string
	// Change is the id of the change between the revisions that is responsible, such as "T3.10".
	Change string
	// Pointer is the JSON Pointer of the value that has no equivalent.
	Pointer string
	// Code is the JSON-RPC error code of the reply.
	Code int
}

// Error returns the reason and the id of the change.
func (e *NoCounterpart) Error() string {
	if e == nil {
		return "the message has no equivalent"
	}
	return printable(fmt.Sprintf("%s [%s]", e.Reason, e.Change))
}

// LossKind says how a value differs after a conversion.
type LossKind string

const (
	// Dropped values have no equivalent in the target, so they were removed.
	Dropped LossKind = "dropped"
	// Invented values are required by the target, and the source does not have them.
	Invented LossKind = "invented"
	// Weakened values say less in the target.
	Weakened LossKind = "weakened"
	// Reshaped values have another form, from which the original cannot be restored.
	Reshaped LossKind = "reshaped"
	// Respelled values have another form, or were removed, and the message still means the same. Nothing is lost.
	Respelled LossKind = "respelled"
)

// Lossless reports whether differences of the kind lose nothing: if it is [Invented] or [Respelled].
func (k LossKind) Lossless() bool { return k == Invented || k == Respelled }

// Loss is a difference between the original message and the converted one.
type Loss struct {
	// Kind says how the value differs.
	Kind LossKind `json:"kind"`
	// Pointer is the JSON Pointer of the value: in the converted message if it is invented, otherwise in the original. A
	// pointer of more than 1,024 characters is cut to its first 1,023, and ends with "…".
	Pointer string `json:"pointer"`
	// Value is the new value if it is invented, otherwise the original.
	Value json.RawMessage `json:"value"`
	// Reason says why the value differs, in one sentence.
	Reason string `json:"reason"`
	// Change is the id of the change between the revisions that is responsible, such as "T3.10", or of a rule, such as
	// "R-INIT".
	Change string `json:"change"`
}

// String returns the loss on one line of printable characters.
func (l Loss) String() string {
	return printable(fmt.Sprintf("%s %s: %s [%s]", l.Kind, l.Pointer, l.Reason, l.Change))
}

// LossError reports a conversion that would lose values, by a converter made with [RefuseLosses].
type LossError struct {
	// Losses are the differences that lose something, at least one: none of them is of a [LossKind.Lossless] kind.
	Losses []Loss
}

// Error returns that the conversion would lose values, with the first loss. The reason of a loss says what a converter
// without [RefuseLosses] does.
func (e *LossError) Error() string {
	const text = "the conversion would lose values"
	switch {
	case e == nil || len(e.Losses) == 0:
		return text
	case len(e.Losses) == 1:
		return text + ": " + e.Losses[0].String()
	}
	return fmt.Sprintf("%s: %s (and %d more)", text, e.Losses[0], len(e.Losses)-1)
}

// ReplyTo returns the JSON-RPC error that answers a request whose conversion would lose values. The id is that of
// [NoCounterpart.ReplyTo], and the code is [CodeInvalidRequest].
func (e *LossError) ReplyTo(id json.RawMessage, method string) json.RawMessage {
	return replyTo(id, CodeInvalidRequest, method+": "+e.Error())
}

// ErrorResponse is the error of a response. DecodeResult in the packages of types returns it for such a response.
type ErrorResponse struct {
	// ID is the id of the response as JSON. It is nil if the response has no id.
	ID json.RawMessage
	// Code is the code of the error. A number beyond the range of int is the nearest int.
	Code int
	// Message is the message of the error.
	Message string
	// Data is what the peer says about the error, as JSON. It is nil if the peer says nothing.
	Data json.RawMessage
}

// Error returns the message and the code.
func (e *ErrorResponse) Error() string {
	if e == nil {
		return "the message has no error"
	}
	return printable(fmt.Sprintf("the response has an error: %s [%d]", e.Message, e.Code))
}

// OpenRequestsError reports a request of a side that has too many or too large open requests in a [Session].
// [WithOpenRequests] and [WithStoredSize] set the limits.
type OpenRequestsError struct {
	// Limit is how many requests of a side may be open.
	Limit int
	// Size is how many bytes the session may store, if the request is too large. Otherwise it is 0.
	Size int
}

// Error returns the limit and the next step.
func (e *OpenRequestsError) Error() string {
	if e == nil {
		return "too many requests are open; wait for answers"
	}
	if e.Size > 0 {
		return fmt.Sprintf("the open requests have more than %d bytes; wait for answers", e.Size)
	}
	return fmt.Sprintf("more than %d requests are open; wait for answers", e.Limit)
}

// ArgumentError reports an argument of the caller that has no meaning, such as a revision that does not exist.
type ArgumentError struct {
	// Argument names the argument.
	Argument string
	// Reason says what is wrong with it.
	Reason string
}

// Error returns the name of the argument and the reason.
func (e *ArgumentError) Error() string {
	if e == nil {
		return "mcprevisions: an argument has no meaning"
	}
	return printable("mcprevisions: " + e.Argument + ": " + e.Reason)
}

// argumentAs gives an argument in an error the name that it has for the caller.
func argumentAs(err error, names map[string]string) error {
	var bad *ArgumentError
	if errors.As(err, &bad) && names[bad.Argument] != "" {
		return &ArgumentError{names[bad.Argument], bad.Reason}
	}
	return err
}

func argumentError(argument, format string, values ...any) *ArgumentError {
	return &ArgumentError{argument, fmt.Sprintf(format, values...)}
}
