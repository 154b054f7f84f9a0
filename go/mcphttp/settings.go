package mcphttp

import (
	"context"
	"net/http"
	"time"

	mcp "mcprevisions"
)

// The limits of a handler whose fields are zero.
const (
	DefaultMaxSessions            = 1000
	DefaultMaxSessionsPerIdentity = 100
	DefaultIdleTimeout            = 30 * time.Minute
	DefaultKeepAlive              = 15 * time.Second
	DefaultOpenRequests           = 100
	DefaultMaxMessage             = 4 << 20 // bytes
	DefaultMaxStored              = 256 << 20
)

// Settings are the fields that all handlers have. Set them before the first request.
type Settings struct {
	// Client sends requests to the server. It may be nil. Redirects are not followed unless Client has a CheckRedirect:
	// a redirect could send messages and credentials to another host.
	Client *http.Client
	// Options are options of each session. [mcprevisions.WithOpenRequests] is [DefaultOpenRequests] if it is not given, and
	// for a [StatelessHandler], [mcprevisions.WithStoredSize] is twice MaxMessage. Each message is validated unless
	// SkipValidation is set.
	Options []mcp.Option
	// SkipValidation passes messages that are not valid in the revision of their sender, as a session without
	// [mcprevisions.WithValidation] does. Set it if a peer is not exact, such as a client that sends "arguments": null for
	// a tool without arguments, or a server before 2026-07-28 whose tools return an array as structuredContent. The handler
	// still refuses what it cannot convert.
	SkipValidation bool
	// Origins are the values of the header Origin that are allowed, such as "https://app.example". A request with another
	// Origin, which a browser sends for the page of a stranger, is refused. Requests without an Origin are allowed. Pages of
	// an allowed origin may send requests and read the responses: the handler answers preflights, and sets the headers of
	// CORS. With [Handler.Check], an origin that no browser sends is an error, such as "*" or one with a path.
	Origins []string
	// MaxSessions is how many sessions there may be: with clients, or with the server of a [StatelessHandler]. 0 stands for
	// [DefaultMaxSessions]. A request that needs one more gets the status 503.
	MaxSessions int
	// MaxSessionsPerIdentity is how many of them one identity may have, if Identity is set; 0 stands for
	// [DefaultMaxSessionsPerIdentity]. A request that needs one more gets the status 429.
	MaxSessionsPerIdentity int
	// IdleTimeout is how long a session without an open request or stream lasts, also while a [StatelessHandler] waits for
	// the client's input; 0 stands for [DefaultIdleTimeout].
	IdleTimeout time.Duration
	// KeepAlive is the time between comments in a stream of events, so that proxies do not close it; 0 stands for
	// [DefaultKeepAlive]. The response to a request that takes longer becomes a stream.
	KeepAlive time.Duration
	// MaxMessage is the most bytes of a message of either side; 0 stands for [DefaultMaxMessage].
	MaxMessage int
	// MaxStored is the most bytes of what the handler stores in all sessions: messages of clients whose requests have no
	// response yet or wait for input, messages that wait for a stream of GET, and annotations of arguments. 0 stands for
	// [DefaultMaxStored]. A request beyond it gets the status 503. The handler uses more memory than that: 15 to 30 times as
	// much while it handles messages that consist of arrays of small values.
	MaxStored int
	// Identity returns who sends a request, such as the user that an outer handler has found. If it is not nil, only who
	// has sent initialize may use the session of a [Handler]; for others, there is no such session. With a
	// [StatelessHandler], requests of the same identity with the same name and capabilities of the client use a session one
	// after the other. If it is nil there, each call has a session of its own.
	Identity func(*http.Request) string
	// OnDelivery is called for each message of a session if it is not nil, with its losses, or the reason why it was
	// refused. The context is that of the client's HTTP request that caused the message. The session is its Mcp-Session-Id,
	// or empty while initialize is open and for a client without sessions. Several goroutines may call it at the same time.
	// It does not see requests that pass to the server as they are.
	OnDelivery func(ctx context.Context, session string, delivery mcp.Delivery)
}

// check returns an error for a field that has a value which cannot be used.
func (s *Settings) check() error {
	for name, value := range map[string]int64{
		"MaxSessions": int64(s.MaxSessions), "MaxSessionsPerIdentity": int64(s.MaxSessionsPerIdentity), "MaxMessage": int64(s.MaxMessage),
		"MaxStored": int64(s.MaxStored), "IdleTimeout": int64(s.IdleTimeout), "KeepAlive": int64(s.KeepAlive),
	} {
		if value < 0 {
			return &mcp.ArgumentError{Argument: name, Reason: "it must not be negative"}
		}
	}
	return checkOrigins(s.Origins)
}

// orDefault returns a limit, or its default if it is 0.
func orDefault(limit, other int) int {
	if limit == 0 {
		return other
	}
	return limit
}

func (s *Settings) maxMessage() int { return orDefault(s.MaxMessage, DefaultMaxMessage) }

func (s *Settings) maxStored() int { return orDefault(s.MaxStored, DefaultMaxStored) }

func (s *Settings) idleTimeout() time.Duration {
	return time.Duration(orDefault(int(s.IdleTimeout), int(DefaultIdleTimeout)))
}

// mostOf returns how many sessions one identity may have, or 0 if there is no such limit.
func (s *Settings) mostOf() int {
	if s.Identity == nil {
		return 0
	}
	return orDefault(s.MaxSessionsPerIdentity, DefaultMaxSessionsPerIdentity)
}

// identity returns who sends a request, or "".
func (s *Settings) identity(r *http.Request) string {
	if s.Identity == nil {
		return ""
	}
	return s.Identity(r)
}

// options returns the options of a session: those of the caller come last.
func (s *Settings) options(own ...mcp.Option) []mcp.Option {
	made := append([]mcp.Option{mcp.WithOpenRequests(DefaultOpenRequests)}, own...)
	if !s.SkipValidation {
		made = append(made, mcp.WithValidation())
	}
	return append(made, s.Options...)
}
