package mcphttp

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"time"

	mcp "mcprevisions"
	"mcprevisions/internal/paramheaders"
)

// namedBy is the member of params whose value the server expects in a header.
var namedBy = map[string]string{
	"tools/call": "name", "prompts/get": "name", "resources/read": "uri",
	"tasks/get": "taskId", "tasks/update": "taskId", "tasks/cancel": "taskId",
}

// call is a request to the server.
type call struct{ cancel context.CancelFunc }

// call sends a request to the server, and passes what the server answers as it comes. id is that of the client's
// request, or "" for a subscription of the session.
func (s *session) call(values context.Context, id string, frame []byte, m members) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(values))
	stop := context.AfterFunc(s.context, cancel)
	made := &call{cancel}
	key := cmp.Or(id, string(m["id"]))
	s.mutex.Lock()
	s.calls[key] = made
	s.mutex.Unlock()
	go func() {
		defer stop()
		defer s.called(key, made)
		began := s.handler.clock.now()
		isAnswered, isRefused := false, false
		var strays stray
		defer func() {
			if id == "" && !isRefused && ctx.Err() == nil {
				go s.resubscribe(values, began)
			}
		}()
		use := func(message []byte) {
			message, removed := s.learn(m, message)
			isResponse := membersOf(message)["method"] == nil
			all := s.session.FromServer(message)
			if id == "" { // a subscription, whose response may answer several requests of the client
				isAnswered = isAnswered || isResponse
				s.pass(ctx, id, all)
				return
			}
			wasAnswered := isAnswered
			for i, one := range all {
				if isResponse && one.ClientRequest == id {
					isAnswered = true
					paramheaders.Report(&all[i], removed)
					all[i].Err = notValid(all[i].Err)
				}
			}
			switch {
			case isAnswered && !wasAnswered:
				all = append(strays.release(), all...)
			case isResponse && !isAnswered:
				all = strays.take(all)
			}
			s.pass(ctx, id, all)
		}
		status400 := false
		err := s.sendCall(ctx, frame, m, func(response *http.Response) {
			status400 = response.StatusCode == http.StatusBadRequest
			if isStream(response) {
				s.start(id)
			}
		}, func(message []byte) {
			isRefused = isRefused || membersOf(message)["error"] != nil
			use(message)
		})
		if isAnswered || ctx.Err() != nil {
			s.pass(ctx, id, strays.release())
			return
		}
		failed := cmp.Or(err, strays.failure())
		message := failed.Error()
		var status *StatusError
		switch {
		case errors.As(err, &status):
			isRefused = status.Status < http.StatusInternalServerError && status.Status != http.StatusTooManyRequests
			s.refuse(id, status)
		case err != nil && !errors.Is(err, ErrTooLarge):
			message = "the server cannot be reached, or its answer has ended early"
		}
		reason, _ := json.Marshal(message) // a string is always JSON
		failure := fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%s}}`, m["id"], mcp.CodeInternalError, reason)
		all := s.session.FromServer(failure)
		for i := range all {
			if id == "" && all[i].Err != nil {
				all[i].Err = fmt.Errorf("%w: %w", all[i].Err, failed) // it has only what a client may learn
			}
			if id == "" || all[i].ClientRequest != id {
				continue
			}
			isAnswered = true
			if all[i].To == mcp.Client {
				all[i].Err = badRequest(failed, status400)
			}
		}
		switch {
		case id != "" && !isAnswered: // the client cancelled it just now
			all = strays.release()
		case err != nil: // the request fails because of that
			all = append(strays.release(), all...)
		}
		s.pass(ctx, id, all)
	}()
}

// resubscribe opens the subscriptions again that the server has ended, after a pause. The pause grows, unless the one that
// began at a time lasted.
func (s *session) resubscribe(values context.Context, began time.Time) {
	clock := s.handler.clock
	s.mutex.Lock()
	if clock.now().Sub(began) > mostWait {
		s.pause = 0
	}
	if s.isPausing { // all subscriptions open again after that pause
		s.mutex.Unlock()
		return
	}
	s.isPausing, s.pause = true, min(max(2*s.pause, firstWait), mostWait)
	pause := s.pause
	s.mutex.Unlock()
	select {
	case <-clock.after(pause):
	case <-s.context.Done():
		return
	}
	s.mutex.Lock()
	s.isPausing = false
	s.mutex.Unlock()
	s.pass(values, "", s.session.Resubscribe())
}

// clock is the time, which tests drive.
type clock struct {
	now   func() time.Time
	after func(time.Duration) <-chan time.Time
	tick  func(time.Duration) <-chan time.Time // for comments in streams
}

// systemClock is the clock of a handler.
var systemClock = clock{time.Now, time.After, time.After}

// isRefusal reports whether a status says more to a client than the error of a response can.
func isRefusal(status int) bool {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusTooManyRequests, http.StatusServiceUnavailable:
		return true
	}
	return false
}

// isRedirect reports whether a status names another URL.
func isRedirect(status int) bool {
	return status >= http.StatusMultipleChoices && status < http.StatusBadRequest
}

// write answers a client as the server did.
func (e *StatusError) write(w http.ResponseWriter) {
	for _, name := range []string{"WWW-Authenticate", "Retry-After"} {
		for _, one := range e.Header.Values(name) {
			w.Header().Add(name, one)
		}
	}
	http.Error(w, e.Error(), e.Status)
}

// refuse gives the status of the server to the client, if the stream of the request has no message yet. The status 404
// says that a session is over, so initialize does not get it.
func (s *session) refuse(id string, e *StatusError) {
	if !isRefusal(e.Status) && (e.Status != http.StatusNotFound || s.named.Load() == nil) {
		return
	}
	s.mutex.Lock()
	found := s.streams[id]
	s.mutex.Unlock()
	if found != nil {
		found.refuse(e)
	}
}

// start writes the header of the stream of a request, because the server has started its own.
func (s *session) start(id string) {
	s.mutex.Lock()
	found := s.streams[id]
	s.mutex.Unlock()
	if found != nil {
		found.start()
	}
}

// called ends a request to the server.
func (s *session) called(key string, made *call) {
	made.cancel()
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.calls[key] == made {
		delete(s.calls, key)
	}
}

// send sends a request to the server with further headers, and gives each message of its answer to a function.
func (h *Handler) send(ctx context.Context, frame []byte, m members, headers map[string]string, opened func(*http.Response), use func([]byte)) error {
	request, err := newRequest(ctx, http.MethodPost, h.server, frame)
	if err != nil {
		return err
	}
	method := m.text("method")
	request.Header.Set(revisionHeader, string(h.revision))
	request.Header.Set("Mcp-Method", paramheaders.Value(method))
	if name, ok := membersOf(m["params"])[namedBy[method]]; ok {
		var text string
		if json.Unmarshal(name, &text) == nil {
			request.Header.Set("Mcp-Name", paramheaders.Value(text))
		}
	}
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	return exchange(h.Client, request, h.maxMessage(), opened, use)
}

// newRequest returns a request to the server, with a message unless that is nil.
func newRequest(ctx context.Context, method string, server *url.URL, frame []byte) (*http.Request, error) {
	request, err := http.NewRequestWithContext(ctx, method, server.String(), bytes.NewReader(frame))
	if err != nil {
		return nil, err
	}
	if frame != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	request.Header.Set("Accept", "text/event-stream")
	if method == http.MethodPost {
		request.Header.Set("Accept", "application/json, text/event-stream")
	}
	return request, nil
}

// isStream reports whether a response is a stream of events.
func isStream(response *http.Response) bool {
	kind, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	return kind == "text/event-stream"
}

// do sends a request to the server. It does not follow redirects unless the client says how.
func do(from *http.Client, request *http.Request) (*http.Response, error) {
	var client http.Client
	if from != nil {
		client = *from
	}
	if client.CheckRedirect == nil {
		client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	}
	return client.Do(request)
}

// exchange sends a request to the server, and gives each message of its answer to a function, after it has given the
// response to another. The error is a *StatusError if the answer has no message.
func exchange(from *http.Client, request *http.Request, most int, opened func(*http.Response), use func([]byte)) error {
	response, err := do(from, request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if isRefusal(response.StatusCode) || isRedirect(response.StatusCode) {
		return &StatusError{response.StatusCode, response.Header.Clone()}
	}
	kind, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	switch kind {
	case "text/event-stream":
		opened(response)
		return events(response.Body, most, use)
	case "application/json":
		body, err := io.ReadAll(io.LimitReader(response.Body, int64(most)+1))
		switch {
		case err != nil:
			return err
		case len(body) > most:
			return ErrTooLarge
		}
		opened(response)
		use(body)
		return nil
	}
	return &StatusError{response.StatusCode, response.Header.Clone()}
}

// events reads a stream of events, and gives the data of each one to a function. A line may end with LF, CR or both.
func events(body io.Reader, most int, use func([]byte)) error {
	lines := lineReader{in: bufio.NewReader(body), most: most + len("data: ")}
	var data []byte
	hasData := false
	for {
		line, err := lines.read()
		if err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		if len(line) == 0 {
			if len(bytes.TrimSpace(data)) > 0 {
				use(data)
			}
			data, hasData = nil, false
			continue
		}
		name, value, _ := bytes.Cut(line, []byte(":"))
		if string(name) != "data" {
			continue
		}
		if hasData {
			data = append(data, '\n')
		}
		data, hasData = append(data, bytes.TrimPrefix(value, []byte(" "))...), true
		if len(data) > most {
			return ErrTooLarge
		}
	}
}

// lineReader reads lines of limited length, in linear time however small the parts are that arrive.
type lineReader struct {
	in        *bufio.Reader
	most      int
	line      []byte
	isAfterCR bool
}

// read returns the next line, which is valid until the next call, or io.EOF. A line without an end is dropped.
func (l *lineReader) read() ([]byte, error) {
	l.line = l.line[:0]
	for {
		one, err := l.in.ReadByte()
		if err != nil {
			return nil, err
		}
		isSecond := l.isAfterCR && one == '\n'
		l.isAfterCR = one == '\r'
		switch {
		case isSecond:
		case one == '\r' || one == '\n':
			return l.line, nil
		case len(l.line) == l.most:
			return nil, ErrTooLarge
		default:
			l.line = append(l.line, one)
		}
	}
}
