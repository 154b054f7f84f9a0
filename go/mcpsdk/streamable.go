package mcpsdk

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcprevisions"
	"mcprevisions/internal/paramheaders"
)

const revisionHeader = "Mcp-Protocol-Version"

// How long the transport waits before it opens the stream of GET again.
const (
	firstWait = time.Second
	mostWait  = 30 * time.Second
)

// rejected is the code of the error with which the SDK marks a request that the server did not take.
const rejected = -32005

// notReached is what the client learns if there is no HTTP status.
const notReached = "the server cannot be reached, or its answer has ended early"

// notTaken is what the client learns if the server may wait for an answer that it did not take.
const notTaken = "the server did not take an answer to one of its requests"

// What the server has time for. Tests change both, because their machine may be slow.
var (
	cancelTime = 10 * time.Second // to take a cancellation
	streamTime = 5 * time.Second  // to open the stream of GET, before a subscription is acknowledged
)

// drainTime is how long the server has to end a stream after the response in it.
const drainTime = time.Second

// purpose is the key of a context value that says what an HTTP request is for: forInitialize, a *streamRequest, or
// paramHeaders. Other requests have none.
type purpose struct{}

// answerStatus is the key of a context value, a *atomic.Int64, that gets the HTTP status of the server's answer.
type answerStatus struct{}

// forInitialize is the purpose of initialize: the revision is not negotiated yet.
const forInitialize = "initialize"

// streamRequest is the purpose of a GET for the stream.
type streamRequest struct {
	isRefused atomic.Bool // whether the server has no such stream
}

// paramHeaders is the purpose of a call of a tool: headers that repeat its annotated arguments, by name.
type paramHeaders map[string]string

// withHeaders returns a transport that states the revision of the server in each request, and repeats annotated arguments
// in headers. The SDK tells only its own connections which revision was negotiated, and only then do they state it and open
// the stream of GET.
func withHeaders(inner *mcp.StreamableClientTransport, revision mcprevisions.Revision) *mcp.StreamableClientTransport {
	copied, client := *inner, http.Client{}
	if inner.HTTPClient != nil {
		client = *inner.HTTPClient
	}
	next := client.Transport
	if next == nil {
		next = http.DefaultTransport
	}
	client.Transport = roundTripper{next, revision}
	copied.HTTPClient = &client
	return &copied
}

type roundTripper struct {
	next     http.RoundTripper
	revision mcprevisions.Revision
}

// RoundTrip states the revision, and repeats annotated arguments. It sends the message that asks for the stream as a GET.
func (t roundTripper) RoundTrip(r *http.Request) (*http.Response, error) {
	what := r.Context().Value(purpose{})
	stream, isStream := what.(*streamRequest)
	out := r.Clone(r.Context())
	out.Header.Set(revisionHeader, string(t.revision))
	if headers, ok := what.(paramHeaders); ok {
		for name, value := range headers {
			out.Header.Set(name, value)
		}
	}
	switch {
	case what == forInitialize:
		out.Header.Del(revisionHeader)
	case isStream && r.Method == http.MethodPost:
		if r.Body != nil {
			_ = r.Body.Close()
		}
		out.Method, out.Body, out.GetBody, out.ContentLength = http.MethodGet, nil, nil, 0
		out.Header.Set("Accept", "text/event-stream")
		for _, name := range []string{"Content-Type", "Mcp-Method", "Mcp-Name"} {
			out.Header.Del(name)
		}
	}
	response, err := t.next.RoundTrip(out)
	if status, ok := r.Context().Value(answerStatus{}).(*atomic.Int64); ok && err == nil {
		status.Store(int64(response.StatusCode))
	}
	if err != nil || !isStream {
		return response, err
	}
	kind, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	if response.StatusCode == http.StatusOK && kind == "text/event-stream" {
		return response, nil
	}
	// The connection must not fail because of that.
	stream.isRefused.Store(response.StatusCode < http.StatusInternalServerError)
	_ = response.Body.Close()
	response.StatusCode, response.Status = http.StatusNoContent, "204 No Content"
	response.Header = http.Header{}
	response.Body, response.ContentLength = io.NopCloser(strings.NewReader("")), 0
	return response, nil
}

// httpRequests are the requests of a client over HTTP.
type httpRequests struct {
	opensStream  bool
	needsHeaders bool               // whether the server requires annotated arguments in headers
	tools        paramheaders.Tools // of such a server
	isTried      chan struct{}      // closed when the server has answered the first GET
	tried        sync.Once
	isStateful   atomic.Bool // whether the client has sent initialize
	mutex        sync.Mutex
	calls        map[string]openCall                 // by id
	lists        map[string]chan<- *jsonrpc.Response // open requests of tools/list, by id; nil for those of the client
	stream       jsonrpc.ID                          // of the message that stands for the GET; not valid before it
	opened       time.Time                           // of the last GET
	wait         time.Duration                       // before the next GET
}

// openCall is a request that the server has not answered.
type openCall struct {
	id  jsonrpc.ID
	end func() // ends the HTTP request
}

func newHTTPRequests(opensStream bool) *httpRequests {
	return &httpRequests{
		opensStream: opensStream, isTried: make(chan struct{}),
		calls: make(map[string]openCall), lists: make(map[string]chan<- *jsonrpc.Response),
	}
}

// awaitStream waits before the acknowledgement of a subscription until the stream of GET is open, because notifications
// that the server sends before are lost.
func (c *connection) awaitStream(ctx context.Context, message jsonrpc.Message) {
	request, isRequest := message.(*jsonrpc.Request)
	if !isRequest || request.Method != "notifications/subscriptions/acknowledged" || !c.http.opensStream || !c.http.isStateful.Load() {
		return
	}
	limit := time.NewTimer(streamTime)
	defer limit.Stop()
	select {
	case <-c.http.isTried:
	case <-limit.C:
	case <-c.closed:
	case <-ctx.Done():
	}
}

// sendHTTP sends a message to the server. The response of a request may come after the context has ended, so the request
// ends with the connection, or when the client cancels it.
func (c *connection) sendHTTP(ctx context.Context, message jsonrpc.Message) error {
	isReading := ctx == c.context
	request, isRequest := message.(*jsonrpc.Request)
	if !isRequest && c.http.needsHeaders {
		return nil // a server without initialize may not send requests, and takes no responses
	}
	var status atomic.Int64
	values := context.WithValue(context.WithoutCancel(ctx), answerStatus{}, &status)
	if isRequest && request.Method == "initialize" {
		c.http.isStateful.Store(true)
		values = context.WithValue(values, purpose{}, forInitialize)
	}
	ending, cancel := context.WithCancel(values)
	stop := context.AfterFunc(c.context, cancel)
	end := func() {
		stop()
		cancel()
	}
	write := func() error {
		defer context.AfterFunc(ctx, cancel)()
		return c.write(ending, message)
	}
	if !isRequest || !request.IsCall() {
		var err error
		// Without initialize, a client over HTTP cancels a request by closing its stream, which noticed does.
		if !isRequest || request.Method != "notifications/cancelled" || c.http.isStateful.Load() {
			err = write()
		}
		end()
		if isRequest {
			c.noticed(request, err)
		}
		if !isReading {
			return err
		}
		if err == nil || c.context.Err() != nil {
			return nil // the inner connection ends if it cannot go on
		}
		if c.transport.OnDelivery != nil {
			c.transport.OnDelivery(mcprevisions.Delivery{To: mcprevisions.Server, Err: err})
		}
		if !isRequest {
			return c.endCalls(err)
		}
		return nil
	}
	key := keyOf(request.ID)
	c.http.mutex.Lock()
	c.http.calls[key] = openCall{request.ID, end}
	if c.http.needsHeaders && request.Method == listTools {
		c.http.lists[key] = nil
	}
	c.http.mutex.Unlock()
	call := func() error {
		err := write()
		if err == nil || ending.Err() != nil {
			return err
		}
		if errors.Is(err, mcp.ErrSessionMissing) && !isReading { // the caller learns that from the error
			c.answered(request.ID, 0)
			return err
		}
		return c.notSent(request, int(status.Load()), err)
	}
	if !isReading {
		return call()
	}
	go func() { _ = call() }() // the server may ask before it answers, and the reader passes that
	return nil
}

// noticed handles a notification that the server got: it may end a request, or the handshake.
func (c *connection) noticed(request *jsonrpc.Request, err error) {
	switch request.Method {
	case "notifications/cancelled":
		var params struct {
			RequestID any `json:"requestId"`
		}
		if json.Unmarshal(request.Params, &params) == nil {
			if id, err := jsonrpc.MakeID(params.RequestID); err == nil {
				c.answered(id, 0)
			}
		}
	case "notifications/initialized":
		if err == nil && c.http.opensStream {
			c.openStream()
		}
	}
}

// answered ends the HTTP request of a message after some time, or at once if the time is 0.
func (c *connection) answered(id jsonrpc.ID, after time.Duration) {
	c.http.mutex.Lock()
	call, isOpen := c.http.calls[keyOf(id)]
	delete(c.http.calls, keyOf(id))
	delete(c.http.lists, keyOf(id))
	c.http.mutex.Unlock()
	if isOpen {
		time.AfterFunc(after, call.end)
	}
}

// endCalls ends the open requests with an error, also at the server. One of them would wait for a response for long,
// because the server waits for an answer that it did not take. Nothing says which one that is.
func (c *connection) endCalls(cause error) error {
	c.http.mutex.Lock()
	open := slices.Collect(maps.Values(c.http.calls))
	c.http.mutex.Unlock()
	for _, call := range open {
		c.answered(call.id, 0)
		if err := c.pass(c.context, withoutResponse(call.id, notTaken), false, because(cause)); err != nil {
			return err
		}
		go c.cancelAtServer(call.id)
	}
	return nil
}

// cancelAtServer cancels a request whose response does not matter any more.
func (c *connection) cancelAtServer(id jsonrpc.ID) {
	params, err := json.Marshal(map[string]any{"requestId": id.Raw(), "reason": notTaken})
	if err != nil {
		return
	}
	ctx, cancel := context.WithTimeout(c.context, cancelTime)
	defer cancel()
	_ = c.write(ctx, &jsonrpc.Request{Method: "notifications/cancelled", Params: params}) // the server may not take that either
}

// notSent answers a request that the server did not take, so that the session does not wait for a response. The status is
// that of the server's answer, or 0. The client does not get the error itself, which may have the URL of the server.
func (c *connection) notSent(request *jsonrpc.Request, status int, err error) error {
	c.answered(request.ID, 0)
	var stated *jsonrpc.Error
	if errors.As(err, &stated) && stated.Code != rejected {
		return c.pass(c.context, &jsonrpc.Response{ID: request.ID, Error: stated}, false, nil)
	}
	reason := notReached
	switch text := fmt.Sprintf("the server answers with the HTTP status %d %s", status, http.StatusText(status)); {
	case status >= http.StatusMultipleChoices:
		reason = text
	case status > 0:
		reason = text + ", but without a response"
	}
	return c.pass(c.context, withoutResponse(request.ID, reason), false, because(err))
}

// withoutResponse returns the error for a request that the server did not answer.
func withoutResponse(id jsonrpc.ID, reason string) *jsonrpc.Response {
	return &jsonrpc.Response{ID: id, Error: &jsonrpc.Error{Code: mcprevisions.CodeInternalError, Message: reason}}
}

// because returns a function that adds the cause to what comes of such an error: to the responses for the client, and to
// those that it does not get.
func because(cause error) func(*mcprevisions.Delivery) {
	return func(one *mcprevisions.Delivery) {
		_, isMessage := membersOf(one.Frame)["method"]
		switch {
		case one.To != mcprevisions.Client || isMessage || errors.Is(one.Err, mcprevisions.ErrCancelled):
		case one.Err == nil:
			one.Err = cause
		default:
			one.Err = fmt.Errorf("%w: %w", one.Err, cause)
		}
	}
}

// openStream opens the stream of GET. The inner connection reads the events of a response only for a request that it has
// sent, so a message stands for the GET, and the round tripper sends a GET for it.
func (c *connection) openStream() {
	h := c.http
	h.mutex.Lock()
	if !h.stream.IsValid() {
		h.stream, _ = jsonrpc.MakeID("mcpsdk-stream-" + rand.Text()) // a string is always an id
		h.wait = firstWait
	}
	h.opened = time.Now()
	id := h.stream
	h.mutex.Unlock()
	stream := new(streamRequest)
	ctx := context.WithValue(c.context, purpose{}, stream)
	go func() {
		err := c.Connection.Write(ctx, &jsonrpc.Request{ID: id, Method: "stream"})
		h.tried.Do(func() { close(h.isTried) })
		if err != nil && !stream.isRefused.Load() && c.context.Err() == nil {
			c.reopenStream()
		}
	}()
}

// reopenStream opens the stream again after some time, which grows unless the stream lasted.
func (c *connection) reopenStream() {
	h := c.http
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if time.Since(h.opened) > mostWait {
		h.wait = firstWait
	}
	time.AfterFunc(h.wait, c.openStream)
	h.wait = min(2*h.wait, mostWait)
}

// passHTTP handles a message of the server over HTTP.
func (c *connection) passHTTP(message jsonrpc.Message) error {
	message, removed := c.readHTTP(message)
	if message == nil {
		return nil
	}
	note := func(one *mcprevisions.Delivery) {
		if one.ClientRequest != "" {
			paramheaders.Report(one, removed)
		}
	}
	var stated *jsonrpc.Error
	if response, ok := message.(*jsonrpc.Response); ok && response.Error != nil && !errors.As(response.Error, &stated) {
		message, note = withoutResponse(response.ID, notReached), because(response.Error) // of the SDK: the stream has ended
	}
	return c.pass(c.context, message, c.transport.Side == mcprevisions.Server, note)
}

// pass converts a message and delivers what comes of it, after note has changed each delivery, unless it is nil.
func (c *connection) pass(ctx context.Context, message jsonrpc.Message, isFromClient bool, note func(*mcprevisions.Delivery)) error {
	all, err := c.convert(message, isFromClient)
	if err != nil {
		return err
	}
	for _, one := range all {
		if note != nil {
			note(&one)
		}
		converted := c.reported(message, one)
		if converted == nil {
			continue
		}
		if one.To == mcprevisions.Client {
			c.awaitStream(ctx, converted)
		}
		if one.To == c.transport.Side {
			err = c.queues.addOwn(queued{message: converted, size: len(one.Frame)})
		} else {
			err = c.sendHTTP(ctx, converted)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// readHTTP handles a message of the server over HTTP. It returns the message to convert, and the tools that it removed
// from it. The message is nil if the client did not cause it: at the end of the stream of GET, which opens again, and for
// a request of the transport itself.
func (c *connection) readHTTP(message jsonrpc.Message) (jsonrpc.Message, []paramheaders.Removed) {
	response, ok := message.(*jsonrpc.Response)
	if !ok {
		return message, nil
	}
	key := keyOf(response.ID)
	c.http.mutex.Lock()
	isStream := c.http.stream.IsValid() && response.ID == c.http.stream
	waiting, isList := c.http.lists[key]
	c.http.mutex.Unlock()
	if isStream {
		c.reopenStream()
		return nil, nil
	}
	c.answered(response.ID, drainTime)
	if !isList || response.Error != nil && waiting == nil {
		return message, nil
	}
	kept, removed := c.http.tools.Learn(response.Result)
	if waiting != nil {
		waiting <- response // it has room for one
		return nil, nil
	}
	return &jsonrpc.Response{ID: response.ID, Result: kept, Extra: response.Extra}, removed
}

// keyOf returns a text for an id: 1 and "1" are different ids.
func keyOf(id jsonrpc.ID) string { return fmt.Sprintf("%#v", id.Raw()) }
