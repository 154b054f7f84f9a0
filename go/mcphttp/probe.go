package mcphttp

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	mcp "mcprevisions"
)

// Probe returns the revision that a server at a URL speaks: [mcprevisions.Latest] for [NewHandler], or a revision with
// initialize for [NewStatelessHandler]. If the server speaks both kinds, the result is Latest. An [AutoHandler]
// calls Probe itself. The tools of a server of mcp-go 1.2.1 that ask the client during a call fail with Latest: use a
// StatelessHandler for its older revision instead.
//
// Probe sends server/discover. If the server refuses that, Probe sends initialize, and then ends the session that the
// server has started. The client may be nil. It does not follow redirects unless it has a CheckRedirect.
//
// The error is a [*mcprevisions.ArgumentError] if the URL is not an absolute one of http or https. Otherwise it says why
// the last request failed: a [*StatusError], [ErrTooLarge], [ErrNoResponse], an [*mcprevisions.ErrorResponse], a
// [*mcprevisions.DecodeError] if the server speaks no revision that is known here, a *url.Error, or the error of the
// context. A nil context never ends.
func Probe(ctx context.Context, client *http.Client, server string) (mcp.Revision, error) {
	target, err := urlOf(server)
	if err != nil {
		return "", err
	}
	session, err := mcp.NewSession(mcp.Latest, mcp.Auto)
	if err != nil {
		return "", err
	}
	if ctx == nil {
		ctx = context.Background()
	}
	p := &probe{client: client, server: target, session: session}
	next := p.requestOf(session.FromClient(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{`+
		`%q:%q,%q:{},"io.modelcontextprotocol/clientInfo":{"name":"mcprevisions","version":"1"}}}}`, metaRevision, mcp.Latest, metaCapabilities)))
	for next != nil && session.Server() == mcp.Auto {
		if next, err = p.try(ctx, next); err != nil {
			return "", err
		}
	}
	if session.Server() == mcp.Auto {
		return "", p.refusal
	}
	p.end(ctx)
	return session.Server(), nil
}

// probe finds the revision of a server. A [mcprevisions.Session] decides what to try.
type probe struct {
	client  *http.Client
	server  *url.URL
	session *mcp.Session // of a client of the newest revision
	id      string       // Mcp-Session-Id of the session that the server has started
	refusal error        // of the last request
}

// try sends a request, and returns the next one. It is nil if nothing is left to try. The error says why the server cannot
// be asked further.
func (p *probe) try(ctx context.Context, frame []byte) (next []byte, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	m := membersOf(frame)
	request, err := newRequest(ctx, http.MethodPost, p.server, frame)
	if err != nil {
		return nil, err
	}
	if method := m.text("method"); method != "initialize" {
		request.Header.Set(revisionHeader, string(mcp.Latest))
		request.Header.Set("Mcp-Method", method)
	}
	isAnswered := false
	err = exchange(p.client, request, DefaultMaxMessage, func(response *http.Response) {
		p.id = response.Header.Get(sessionHeader)
	}, func(message []byte) {
		if isAnswered {
			return
		}
		next = p.requestOf(p.session.FromServer(message))
		if isAnswered = next != nil || p.session.Open() == 0 || p.session.Server() != mcp.Auto; isAnswered {
			p.refusal = refusalIn(message)
			cancel() // a stream may stay open
		}
	})
	var status *StatusError
	switch {
	case isAnswered:
		return next, nil
	case err != nil && (!errors.As(err, &status) || isRefusal(status.Status) || isRedirect(status.Status)):
		return nil, err
	}
	p.refusal = cmp.Or(err, ErrNoResponse)
	failure := fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":"refused"}}`, m["id"], mcp.CodeInternalError)
	return p.requestOf(p.session.FromServer(failure)), nil
}

// requestOf returns the request to the server among deliveries, or nil.
func (p *probe) requestOf(all []mcp.Delivery) []byte {
	for _, one := range all {
		if m := membersOf(one.Frame); one.To == mcp.Server && m["id"] != nil && m["method"] != nil {
			return one.Frame
		}
	}
	return nil
}

// refusalIn returns why an answer of a server names no revision that is known here.
func refusalIn(answer []byte) error {
	var failed *mcp.ErrorResponse
	if body := membersOf(answer)["error"]; json.Unmarshal(body, &failed) == nil && failed != nil {
		return failed
	}
	_, err := mcp.ServerRevision(answer)
	return err
}

// end ends the session that the server has started.
func (p *probe) end(ctx context.Context) {
	if p.id == "" {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, endTime)
	defer cancel()
	request, err := newRequest(ctx, http.MethodDelete, p.server, nil)
	if err != nil {
		return
	}
	request.Header.Set(sessionHeader, p.id)
	request.Header.Set(revisionHeader, string(p.session.Server()))
	if response, err := do(p.client, request); err == nil {
		_ = response.Body.Close()
	}
}
