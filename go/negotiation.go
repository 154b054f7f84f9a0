package mcprevisions

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// Auto stands for the revision of a side that a [Session] learns from the messages of that side.
const Auto Revision = "auto"

// negotiation is what a session does until it knows the revisions of both sides.
type negotiation struct {
	client, server Revision // as the caller gives them
	list           []Option
	options        options
	settled        atomic.Pointer[Session] // for the revisions that both sides have agreed to; nil before

	mutex   sync.Mutex
	current *Session // for the revisions that the sides may agree to; nil before the client names its own
	search  *search  // for the revision of the server; nil if it is known, and before the client names its own
}

// search finds the revision of a server by trials. Each trial is a request to the server:
//   - If the client has initialize, the first trial is its initialize in the newest revision that has it. Then follow those
//     that the error of the server lists, or else that of the client, and at last server/discover.
//   - Otherwise, the first trial is server/discover. Then follows initialize in a revision that the server lists, or else
//     in the newest one that has it.
type search struct {
	client  Revision
	opening []byte // the request of the client that began the search
	id      json.RawMessage
	key     string            // the id in one spelling
	isOver  bool              // whether the client has cancelled that request
	reader  *Converter        // validates what the client sends
	trial   *Session          // for the revision that the server may speak
	sent    string            // the id of the open request to the server, in one spelling
	tried   map[Revision]bool // the revision without initialize stands for server/discover
	refusal *ErrorResponse    // the first error of the server
	waiting []waitingMessage  // what the client has sent since
	ids     map[string]bool   // of the requests among them, in one spelling
	size    int               // bytes of them
}

// waitingMessage is a message of the client that waits for the revision of the server.
type waitingMessage struct {
	text []byte
	id   json.RawMessage // of a request
	key  string          // the id in one spelling
}

// newNegotiation returns a session that learns the revision of a side, or of both.
func newNegotiation(client, server Revision, list []Option) (*Session, error) {
	o, err := optionsOf(list)
	if err != nil {
		return nil, err
	}
	n := &negotiation{client: client, server: server, list: slices.Clone(list), options: o}
	if client == Auto {
		client = Negotiate("")
	}
	if server == Auto {
		server = Latest
	}
	if _, err := NewSession(client, server, list...); err != nil { // the first message must not be what finds it
		return nil, err
	}
	return &Session{negotiation: n}, nil
}

// session returns the session of the revisions of both sides, or nil while one of them is unknown.
func (n *negotiation) session() *Session {
	if s := n.settled.Load(); s != nil {
		return s
	}
	n.mutex.Lock()
	defer n.mutex.Unlock()
	return n.current
}

// open returns the number of open requests.
func (n *negotiation) open() int {
	if s := n.session(); s != nil {
		return s.Open()
	}
	n.mutex.Lock()
	defer n.mutex.Unlock()
	if n.search == nil {
		return 0
	}
	count := len(n.search.ids)
	if !n.search.isOver {
		count++
	}
	return count
}

// from handles a message of a side.
func (n *negotiation) from(sender Side, text []byte) []Delivery {
	if s := n.settled.Load(); s != nil {
		return s.take(sender, text)
	}
	n.mutex.Lock()
	defer n.mutex.Unlock()
	if s := n.settled.Load(); s != nil {
		return s.take(sender, text)
	}
	return n.handle(sender, text)
}

// handle handles a message of a side before both revisions are known. The caller holds the mutex.
func (n *negotiation) handle(sender Side, text []byte) []Delivery {
	t, bad := readText(text, n.options.limits)
	var f frame
	if bad == nil {
		defer t.release()
		f, bad = frameOf(t.root())
	}
	isNew := n.current == nil || sender == Client && bad == nil && isInitialize(&f) && n.current.Open() == 0
	switch {
	case !isNew:
		return n.watch(n.current.take(sender, text))
	case bad != nil && sender == Server && n.search != nil:
		return n.unreadableAnswer(text, bad)
	case bad != nil:
		return n.unreadable(sender, text, bad)
	case sender == Server && n.search != nil && n.search.isAnswer(&f):
		return n.answered(&f, t.root())
	case sender == Server:
		return notBegun(Server, &f, "the client has not opened the session yet")
	case n.search != nil:
		return n.wait(&f, text)
	}
	return n.begin(&f, text)
}

func isInitialize(f *frame) bool { return f.kind == requestMessage && f.method.isText(initialize) }

// watch notes whether the sides have agreed: if the client has got the result of initialize, or of any other request if it
// has no initialize, or if the session has sent initialize itself and got the result.
func (n *negotiation) watch(all []Delivery) []Delivery {
	isAgreed, hasHandshake := n.current.isInitialized(), hasInitialize(n.current.Client())
	for _, one := range all {
		if one.To != Client || one.Err != nil && !errors.Is(one.Err, ErrRevision) || one.Frame == nil {
			continue
		}
		if result := rawValue(one.Frame).get("result"); isObject(result) {
			isAgreed = isAgreed || !hasHandshake || result.get("protocolVersion").given()
		}
	}
	if isAgreed {
		n.settled.Store(n.current)
	}
	return all
}

// isInitialized reports whether a session has got the result of its own initialize.
func (s *Session) isInitialized() bool {
	if s.stateless == nil {
		return false
	}
	s.stateless.mutex.Lock()
	defer s.stateless.mutex.Unlock()
	return s.stateless.about != nil
}

// unreadable refuses a text that is not a message, before the revision of its sender is known. Each request in it gets an
// error.
func (n *negotiation) unreadable(sender Side, text []byte, bad *DecodeError) []Delivery {
	limits := n.options.limits.orDefaults()
	if isArrayText(text) {
		bad = invalidRequest("", "a batch cannot open a session")
	}
	var all []Delivery
	eachHead(text, limits, func(h head) bool {
		if h.id != nil && !h.isAnswer {
			one := *bad
			one.ID = h.id
			all = append(all, errorOf(sender, h.id, &one))
		}
		return len(all) < limits.Batch
	})
	if len(all) == 0 {
		return []Delivery{{To: sender, Err: bad}}
	}
	return all
}

// notBegun answers a message that comes before both revisions are known, and that does not name one.
func notBegun(sender Side, f *frame, reason string) []Delivery {
	bad := invalidRequest("", "%s", reason)
	bad.ID = f.validID()
	switch {
	case f.kind == resultMessage || f.kind == errorMessage:
		return []Delivery{notOpen(f, sender.other())}
	case f.kind == notificationMessage:
		return []Delivery{{To: sender, Err: bad}}
	case bad.ID == nil:
		return []Delivery{{To: sender, Err: invalidRequest("/id", "expected a string or an integer, got %s", shown(f.id))}}
	case f.method.isText(ping):
		return []Delivery{{To: sender, Frame: response(bad.ID, "result", []byte("{}"))}}
	case f.method.isText(discover): // a client of several revisions then sends initialize
		bad.Code = CodeMethodNotFound
	}
	return []Delivery{errorOf(sender, bad.ID, bad)}
}

// begin handles a message of the client before the session has begun. A request that names a revision begins it.
func (n *negotiation) begin(f *frame, text []byte) []Delivery {
	table, err := facts()
	if err != nil {
		return []Delivery{{To: Client, Err: err}}
	}
	client := n.client
	named, key := value{}, ""
	for _, one := range revisionNames {
		if about := table.revisions[string(one)]; !about.hasHandshake {
			key = about.requestMeta["protocolVersion"]
		}
	}
	if isObject(f.params) && isObject(f.params.get("_meta")) {
		named = f.params.get("_meta").get(key)
	}
	isHandshake := client == Auto || table.hasHandshake(string(client))
	isStateless := client == Auto || !isHandshake
	switch {
	case f.kind != requestMessage || f.method.isText(ping):
		return notBegun(Client, f, "the session is not open; send initialize first")
	case isInitialize(f) && isHandshake:
		if client == Auto {
			client = negotiated(f)
		}
	case !isStateless || !isString(named):
		ways := []string{"be initialize", "name its revision in /params/_meta/" + key}
		switch {
		case !isStateless:
			ways = ways[:1]
		case !isHandshake:
			ways = ways[1:]
		}
		return notBegun(Client, f, "the first request must "+strings.Join(ways, ", or must "))
	case client == Auto && IsRevision(named.text()) && !table.hasHandshake(named.text()):
		client = Revision(strings.Clone(named.text()))
	case client == Auto:
		var supported []value
		for _, one := range revisionNames {
			if !table.hasHandshake(string(one)) {
				supported = append(supported, textValue(string(one)))
			}
		}
		return []Delivery{unsupported(f.validID(), path("params", "_meta", key), named, supported)}
	}
	if n.server != Auto {
		s, err := NewSession(client, n.server, n.list...)
		if err != nil {
			return []Delivery{errorOf(Client, f.validID(), err)}
		}
		n.current = s
		return n.watch(s.FromClient(text))
	}
	n.current = nil
	n.search = &search{
		client: client, opening: bytes.Clone(text), id: f.validID(), key: idKey(f.id),
		tried: make(map[Revision]bool), ids: make(map[string]bool),
	}
	return n.startSearch(table.hasHandshake(string(client)), f)
}

// negotiated returns the revision of a client that sends initialize.
func negotiated(f *frame) Revision {
	if isObject(f.params) && isString(f.params.get("protocolVersion")) {
		return Negotiate(f.params.get("protocolVersion").text())
	}
	return Negotiate("")
}

// ---- The search for the revision of the server

// startSearch makes the first trial.
func (n *negotiation) startSearch(hasHandshake bool, f *frame) []Delivery {
	all := n.try(Negotiate(""))
	if n.search == nil || hasHandshake { // initialize, or an error because the request is not valid
		return all
	}
	// The server has not got initialize yet. Ask it first whether it needs that.
	n.search.tried = map[Revision]bool{Latest: true}
	n.search.trial = nil
	meta := f.params.get("_meta").without("progressToken")
	id := json.RawMessage(appendString(nil, rand.Text()))
	n.search.sent = idKey(rawValue(id))
	return []Delivery{{To: Server, Frame: requestOf(id, discover, objectOf(member{"_meta", meta}))}}
}

// try sends the first request of the client to a server of a revision. If the session refuses the request, the search ends.
func (n *negotiation) try(server Revision) []Delivery {
	s, err := NewSession(n.search.client, server, n.list...)
	if err != nil {
		return n.fail(err)
	}
	all := n.search.open(s)
	for _, one := range all {
		if one.To == Server && one.Frame != nil {
			n.search.trial, n.search.reader, n.search.tried[server] = s, s.fromClient.Load(), true
			n.search.sent = idKey(rawValue(one.Frame).get("id"))
			return all
		}
	}
	return n.refused(all)
}

// refused ends the search, because a session refuses the first request of the client for the revision that the server
// speaks. The messages that wait follow, as if they came now: the next request begins a new search.
func (n *negotiation) refused(all []Delivery) []Delivery {
	waiting := n.search.waiting
	n.search = nil
	for _, one := range waiting {
		all = append(all, n.handle(Client, one.text)...)
	}
	return all
}

// open sends the first request of the client through a session. If the client has cancelled the request, the session then
// drops it, and only what opens the session remains.
func (s *search) open(trial *Session) []Delivery {
	all := trial.FromClient(s.opening)
	if s.isOver {
		trial.FromClient(s.cancellation())
		all = slices.DeleteFunc(all, func(one Delivery) bool { return one.To == Client })
	}
	return all
}

// cancellation cancels the first request of the client.
func (s *search) cancellation() []byte {
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","method":%q,"params":{"requestId":%s}}`, cancelled, s.id)
}

// wait stores a message of the client until the revision of the server is known.
func (n *negotiation) wait(f *frame, text []byte) []Delivery {
	one := waitingMessage{text: bytes.Clone(text)}
	if f.kind == requestMessage {
		if f.method.isText(ping) && f.validID() != nil {
			return notBegun(Client, f, "")
		}
		one.id = f.validID()
	}
	if f.kind == notificationMessage && f.method.isText(cancelled) {
		return []Delivery{n.search.cancel(f, text)}
	}
	s := n.search
	if one.id != nil {
		one.key = idKey(f.id)
		if s.ids[one.key] || one.key == s.key && !s.isOver {
			return []Delivery{errorOf(Client, one.id, repeatedID(f))}
		}
	}
	if len(s.waiting) >= n.options.open || s.size+len(text) > n.options.stored {
		full := &OpenRequestsError{Limit: n.options.open}
		if s.size+len(text) > n.options.stored {
			full.Size = n.options.stored
		}
		if one.id == nil {
			return []Delivery{{To: Client, Err: full}}
		}
		return []Delivery{errorOf(Client, one.id, full)}
	}
	s.waiting, s.size = append(s.waiting, one), s.size+len(text)
	if one.id != nil {
		s.ids[one.key] = true
	}
	return nil
}

// cancel drops a request that waits. The server does not know it, so it does not get the cancellation either.
func (s *search) cancel(f *frame, text []byte) Delivery {
	if err := s.reader.validate(text, ""); err != nil {
		return Delivery{To: Client, Err: err}
	}
	key := ""
	if isObject(f.params) {
		key = idKey(f.params.get("requestId"))
	}
	switch {
	case key == s.key && !s.isOver && hasInitialize(s.client):
		return Delivery{To: Client, Err: invalidRequest("/params/requestId", "a client cannot cancel initialize")}
	case key == s.key && !s.isOver:
		s.isOver = true
		if s.trial != nil {
			s.trial.FromClient(s.cancellation())
		}
	case s.ids[key]:
		delete(s.ids, key)
		s.waiting = slices.DeleteFunc(s.waiting, func(one waitingMessage) bool {
			isIt := one.id != nil && one.key == key
			if isIt {
				s.size -= len(one.text)
			}
			return isIt
		})
	default:
		return s.reader.unneeded(rawValue(text), notCancellable)
	}
	return Delivery{To: Server, ClientRequest: key}
}

// isAnswer reports whether a message answers the open request to the server. An error without an id does, because only one
// request is open.
func (s *search) isAnswer(f *frame) bool {
	switch f.kind {
	case errorMessage:
		return f.validID() == nil || idKey(f.id) == s.sent
	case resultMessage:
		return f.validID() != nil && idKey(f.id) == s.sent
	}
	return false
}

// unreadableAnswer handles a text of the server that is not a message, but may answer the open request.
func (n *negotiation) unreadableAnswer(text []byte, bad *DecodeError) []Delivery {
	isAnswer := false
	eachHead(text, n.options.limits.orDefaults(), func(h head) bool {
		isAnswer = h.isAnswer && h.id != nil && idKey(rawValue(h.id)) == n.search.sent
		return !isAnswer
	})
	if !isAnswer {
		return n.unreadable(Server, text, bad)
	}
	root := rawValue(errorResponse(nil, CodeInternalError, "the response of the server cannot be read: "+bad.Error()))
	f, _ := frameOf(root)
	return n.answered(&f, root)
}

// answered handles the answer of the server to a trial: the sides agree, or the next trial follows.
func (n *negotiation) answered(f *frame, root value) []Delivery {
	s := n.search
	var versions []value
	isRefused := f.kind == errorMessage
	if isRefused {
		if s.refusal == nil {
			s.refusal = errorResponseOf(f)
		}
		if isObject(f.err) && isObject(f.err.get("data")) {
			versions = itemsIn(f.err.get("data").get("supported"))
		}
	} else if isObject(f.result) {
		versions = itemsIn(f.result.get("supportedVersions"))
		if one := f.result.get("protocolVersion"); one.given() {
			versions = []value{one}
		}
	}
	listed := knownIn(versions)
	wasDiscover := s.trial == nil || !hasInitialize(s.trial.Server())
	if !isRefused {
		for _, one := range listed {
			if hasInitialize(one) != wasDiscover {
				return n.agree(one, root)
			}
		}
	}
	if next := n.next(f, listed, wasDiscover); next != "" {
		return n.try(next)
	}
	if s.refusal != nil {
		return n.fail(s.refusal)
	}
	return n.fail(internalError("the server names no revision of the protocol that is known here"))
}

// next returns the revision of the next trial, or "".
func (n *negotiation) next(f *frame, listed []Revision, wasDiscover bool) Revision {
	s := n.search
	if len(listed) == 0 && hasInitialize(s.client) && !wasDiscover && (f.kind != errorMessage || errorResponseOf(f).Code != CodeMethodNotFound) {
		listed = []Revision{s.client}
	}
	if len(listed) == 0 && !hasInitialize(s.client) {
		listed = []Revision{Negotiate("")}
	}
	for _, one := range listed {
		if hasInitialize(one) && !s.tried[one] {
			return one
		}
	}
	if hasInitialize(s.client) && !s.tried[Latest] {
		return Latest
	}
	return ""
}

// agree ends the search: the server speaks a revision, and has answered the trial.
func (n *negotiation) agree(server Revision, root value) []Delivery {
	s := n.search
	trial, isProbe := s.trial, s.trial == nil
	var all []Delivery
	if isProbe || trial.Server() != server {
		var err error
		if trial, err = NewSession(s.client, server, n.list...); err != nil {
			return n.fail(err)
		}
		var opened []Delivery
		if !isProbe || !s.isOver { // a server without initialize needs nothing else
			opened = s.open(trial)
		}
		isSent := isProbe
		for _, one := range opened {
			if isProbe {
				all = append(all, one)
			} else if one.To == Server && one.Frame != nil { // the server has answered another form of it
				root.set("id", rawValue(one.Frame).get("id"))
				isSent = true
			}
		}
		if !isSent {
			return n.refused(opened)
		}
	}
	if !isProbe {
		all = append(all, trial.FromServer(root.append(nil))...)
	}
	for _, one := range s.waiting {
		all = append(all, trial.FromClient(one.text)...)
	}
	n.current, n.search = trial, nil
	return n.watch(all)
}

// fail ends the search without a revision. Each request that waits gets the error.
func (n *negotiation) fail(err error) []Delivery {
	s := n.search
	n.search = nil
	var all []Delivery
	if !s.isOver {
		all = append(all, failedWith(s.id, err))
	}
	for _, one := range s.waiting {
		all = append(all, failedWith(one.id, err))
	}
	return all
}

// failedWith returns an error of the server, or of the session, as the response to a request of the client.
func failedWith(id json.RawMessage, err error) Delivery {
	if id == nil {
		return Delivery{To: Client, Err: err}
	}
	failure, isOfServer := err.(*ErrorResponse)
	if !isOfServer {
		return errorOf(Client, id, err)
	}
	body := objectOf(member{"code", numberValue(failure.Code)}, member{"message", textValue(failure.Message)})
	if failure.Data != nil {
		body.set("data", rawValue(failure.Data))
	}
	return Delivery{To: Client, Frame: response(id, "error", body.append(nil)), Err: err}
}

// hasInitialize reports whether a revision has initialize.
func hasInitialize(revision Revision) bool {
	table, err := facts()
	return err == nil && table.hasHandshake(string(revision))
}

// itemsIn returns the items of an array; for another value there are none.
func itemsIn(list value) []value {
	var all []value
	if list.given() && list.kind() == kindArray {
		for _, one := range list.itemsOf() {
			all = append(all, one)
		}
	}
	return all
}

// knownIn returns the revisions that values name, newest first.
func knownIn(values []value) []Revision {
	var found []Revision
	for _, one := range slices.Backward(revisionNames) {
		if slices.ContainsFunc(values, func(v value) bool { return v.isText(string(one)) }) {
			found = append(found, one)
		}
	}
	return found
}
