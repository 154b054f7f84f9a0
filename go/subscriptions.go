package mcprevisions

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// feed is what a client with initialize wants to hear from a server without it: the changes of the lists that the server
// offers, and of the resources that the client named in resources/subscribe. One subscriptions/listen asks for all of
// them. If they change, the session opens a new one, and cancels the old one when the server has acknowledged the new one.
type feed struct {
	lists        []member // of the filter
	hasResources bool     // whether the server offers resources.subscribe
	wanted       map[string]bool
	current      *subscription                // which the server has acknowledged
	next         *subscription                // which shall replace it
	waiting      map[string]*subscribeRequest // requests of the client without an answer, by their id in one spelling
}

// subscription is a subscriptions/listen of the session.
type subscription struct {
	id   json.RawMessage
	key  string          // the id in one spelling
	uris map[string]bool // for which it asks; after the acknowledgement, those that the server granted
}

// has reports whether a subscription is about a resource.
func (one *subscription) has(uri string) bool { return one != nil && one.uris[uri] }

// subscribeRequest is a resources/subscribe that waits for an acknowledgement.
type subscribeRequest struct {
	id     json.RawMessage
	key    string // the id in one spelling
	uri    string
	number int // in the order of arrival
}

// copiesOfURI is in how many sets a URI may be: those of wanted, current and next.
const copiesOfURI = 3

func (h *handshake) listenPrefix() string { return h.prefix + "-listen-" }

// isListen reports whether an id in one spelling is that of a subscription of the session, also of an ended one.
func (h *handshake) isListen(key string) bool { return strings.HasPrefix(key, `"`+h.listenPrefix()) }

// changeResources handles resources/subscribe and resources/unsubscribe.
func (s *Session) changeResources(c *Converter, f *frame, id json.RawMessage) []Delivery {
	var given value
	if isObject(f.params) {
		given = f.params.get("uri")
	}
	if !isString(given) {
		return []Delivery{refusal(id, &DecodeError{Pointer: "/params/uri", Reason: "expected a string", Code: CodeInvalidParams, ID: id})}
	}
	uri := strings.Clone(given.text())
	if f.method.isText(unsubscribe) {
		return s.unsubscribeFrom(uri, id)
	}
	request := &subscribeRequest{id: id, key: idKey(f.id), uri: uri}
	if err := s.opened(openRequest{Client, request.key}, f, c); err != nil {
		return []Delivery{refusal(id, err)}
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	feed := &s.handshake.feed
	var err error
	switch {
	case !feed.hasResources:
		err = &DecodeError{Pointer: "/method", Reason: "the server has no subscriptions to resources", Code: CodeMethodNotFound, ID: id}
	case feed.wanted[uri] && feed.current.has(uri):
		s.remove(openRequest{Client, request.key})
		return []Delivery{{To: Client, Frame: response(id, "result", []byte("{}"))}}
	case len(feed.wanted)+len(feed.waiting) >= c.options.open:
		err = &OpenRequestsError{Limit: c.options.open}
	case !feed.wanted[uri] && s.stored+copiesOfURI*len(uri) > c.options.stored:
		err = s.tooLarge()
	}
	if err != nil {
		s.remove(openRequest{Client, request.key})
		return []Delivery{refusal(id, err)}
	}
	if !feed.wanted[uri] {
		feed.wanted[uri] = true
		s.stored += copiesOfURI * len(uri)
	}
	s.handshake.last++
	request.number = s.handshake.last
	feed.waiting[request.key] = request
	return append([]Delivery{{To: Server, ClientRequest: request.key}}, s.listenAgain()...)
}

func (s *Session) unsubscribeFrom(uri string, id json.RawMessage) []Delivery {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	feed := &s.handshake.feed
	if !feed.hasResources {
		return []Delivery{refusal(id, &DecodeError{Pointer: "/method", Reason: "the server has no subscriptions to resources", Code: CodeMethodNotFound, ID: id})}
	}
	s.unwant(uri)
	var all []Delivery
	for _, one := range s.settled(func(other string) bool { return other == uri }) {
		all = append(all, one.refused("", "the subscription was ended before it began", CodeInternalError))
	}
	all = append(all, Delivery{To: Client, Frame: response(id, "result", []byte("{}"))})
	if feed.current != nil {
		all = append(all, s.listenAgain()...)
	}
	return all
}

// withdrawSubscribe removes a request that the client cancels, and its resource, unless another request is about that.
// The caller holds the mutex.
func (s *Session) withdrawSubscribe(request *subscribeRequest) []Delivery {
	feed := &s.handshake.feed
	delete(feed.waiting, request.key)
	s.remove(openRequest{Client, request.key})
	all := []Delivery{{To: Server, ClientRequest: request.key}}
	for _, other := range feed.waiting {
		if other.uri == request.uri {
			return all
		}
	}
	s.unwant(request.uri)
	return append(all, s.listenAgain()...)
}

// unwant removes a resource from those that the client wants. The caller holds the mutex.
func (s *Session) unwant(uri string) {
	if feed := &s.handshake.feed; feed.wanted[uri] {
		delete(feed.wanted, uri)
		s.stored -= copiesOfURI * len(uri)
	}
}

// settled removes the waiting requests about some resources, and returns them in the order of arrival. The caller holds
// the mutex, and answers them.
func (s *Session) settled(isAbout func(uri string) bool) []*subscribeRequest {
	var found []*subscribeRequest
	for key, one := range s.handshake.feed.waiting {
		if isAbout(one.uri) {
			delete(s.handshake.feed.waiting, key)
			s.remove(openRequest{Client, key})
			found = append(found, one)
		}
	}
	slices.SortFunc(found, func(a, b *subscribeRequest) int { return a.number - b.number })
	return found
}

// accepted answers a request whose subscription is open.
func (one *subscribeRequest) accepted() Delivery {
	return Delivery{To: Client, Frame: response(one.id, "result", []byte("{}")), ClientRequest: one.key}
}

// refused answers a request that the session refuses after it has waited.
func (one *subscribeRequest) refused(pointer, reason string, code int) Delivery {
	return one.failed(&DecodeError{Pointer: pointer, Reason: reason, Code: code, ID: one.id})
}

func (one *subscribeRequest) failed(err error) Delivery {
	answer := refusal(one.id, err)
	answer.ClientRequest = one.key
	return answer
}

// listenAgain opens a subscription to what the client wants, unless another one waits for the server. If the current one
// has all of it, it answers the requests that wait. The caller holds the mutex.
func (s *Session) listenAgain() []Delivery {
	feed := &s.handshake.feed
	isEmpty := len(feed.lists) == 0 && len(feed.wanted) == 0
	switch {
	case feed.next != nil || feed.current == nil && isEmpty:
		return nil
	case feed.current != nil && maps.Equal(feed.current.uris, feed.wanted):
		return acceptedAll(s.settled(feed.current.has))
	case isEmpty:
		ended := feed.current
		feed.current = nil
		return []Delivery{ended.cancellation()}
	}
	_, params, losses, err := s.fromClient.Load().Params("tools/list", nil) // only the facts, as in initialize
	if err != nil {
		all := []Delivery{{To: Server, Err: err}}
		for _, one := range s.settled(func(string) bool { return true }) {
			s.unwant(one.uri)
			all = append(all, one.failed(err))
		}
		return all
	}
	filter := slices.Clone(feed.lists)
	if len(feed.wanted) > 0 {
		var uris []value
		for _, uri := range slices.Sorted(maps.Keys(feed.wanted)) {
			uris = append(uris, textValue(uri))
		}
		filter = append(filter, member{"resourceSubscriptions", arrayOf(uris)})
	}
	s.handshake.last++
	id := appendString(nil, fmt.Sprintf("%s%d", s.handshake.listenPrefix(), s.handshake.last))
	feed.next = &subscription{id: id, key: idKey(rawValue(id)), uris: maps.Clone(feed.wanted)}
	wanted := rawValue(params)
	wanted.set("notifications", objectOf(filter...))
	return []Delivery{{To: Server, Frame: requestOf(id, listen, wanted), Losses: losses}}
}

func acceptedAll(requests []*subscribeRequest) []Delivery {
	var all []Delivery
	for _, one := range requests {
		all = append(all, one.accepted())
	}
	return all
}

// cancellation cancels a subscription at the server.
func (one *subscription) cancellation() Delivery {
	return Delivery{To: Server, Frame: fmt.Appendf(nil, `{"jsonrpc":"2.0","method":%q,"params":{"requestId":%s}}`, cancelled, one.id)}
}

// ofSubscription handles a notification about a subscription of the session. The second result is false if it is for the
// client. The notification then has lost the id of the subscription, which the client does not know.
func (s *Session) ofSubscription(c *Converter, f *frame, root *value) ([]Delivery, bool) {
	if f.kind != notificationMessage || !isString(f.method) || !isObject(f.params) {
		return nil, false
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	h := s.handshake
	if f.method.isText(cancelled) {
		if key := idKey(f.params.get("requestId")); h.isListen(key) {
			return s.listenEnded(c, key, f, *root), true
		}
		return nil, false
	}
	meta := f.params.get("_meta")
	if !isObject(meta) {
		return nil, false
	}
	key := idKey(meta.get(subscriptionID))
	if !h.isListen(key) {
		return nil, false
	}
	if f.method.isText(acknowledged) {
		return s.listenAcknowledged(key, f.params), true
	}
	current := h.feed.current
	if current == nil {
		current = h.feed.next
	}
	isOther := current == nil || key != current.key // the other subscription has the same notification
	if isOther || f.method.isText(resourceUpdated) && !h.feed.isWanted(f.params.get("uri")) {
		return []Delivery{{To: Client}}, true
	}
	meta = meta.without(subscriptionID)
	params := f.params
	if meta.isEmptyObject() {
		params = params.without("_meta")
	} else {
		params.set("_meta", meta)
	}
	root.set("params", params)
	return nil, false
}

// isWanted reports whether the client wants to know about a resource. A server may spell its URI in another way.
func (feed *feed) isWanted(uri value) bool {
	isCovered := func(uris map[string]bool) bool {
		for one := range uris {
			if covers(one, uri) {
				return true
			}
		}
		return false
	}
	return len(feed.wanted) > 0 && (isCovered(feed.wanted) || feed.current == nil || !isCovered(feed.current.uris))
}

// listenAcknowledged lets the acknowledged subscription replace the current one. The caller holds the mutex.
func (s *Session) listenAcknowledged(key string, params value) []Delivery {
	feed := &s.handshake.feed
	old, next := feed.current, feed.next
	if next == nil || key != next.key {
		return []Delivery{{To: Client}}
	}
	asked := next.uris
	next.uris = make(map[string]bool)
	if granted := params.at(path("notifications", "resourceSubscriptions")); granted.given() && granted.kind() == kindArray {
		for _, one := range granted.itemsOf() {
			if isString(one) && asked[one.text()] {
				next.uris[strings.Clone(one.text())] = true
			}
		}
	}
	feed.current, feed.next = next, nil
	for uri := range asked {
		if !next.uris[uri] {
			s.unwant(uri)
		}
	}
	var all []Delivery
	for _, one := range s.settled(func(uri string) bool { return asked[uri] }) {
		if next.uris[one.uri] {
			all = append(all, one.accepted())
		} else {
			all = append(all, one.refused("/params/uri", "the server does not report changes of "+shown(textValue(one.uri)), CodeInvalidParams))
		}
	}
	if old != nil {
		all = append(all, old.cancellation())
	}
	return orTaken(append(all, s.listenAgain()...))
}

// orTaken returns deliveries, or one that says that the session needed the message itself.
func orTaken(all []Delivery) []Delivery {
	if len(all) == 0 {
		return []Delivery{{To: Client}}
	}
	return all
}

// listenEnded ends a subscription that the server ended or refused. f is its response, or a cancellation. The caller holds
// the mutex.
func (s *Session) listenEnded(c *Converter, key string, f *frame, root value) []Delivery {
	feed := &s.handshake.feed
	isError := f.kind == errorMessage
	if feed.current != nil && key == feed.current.key {
		feed.current = nil
		if isError {
			return []Delivery{{To: Client, Err: errorResponseOf(f)}}
		}
	}
	next := feed.next
	if next == nil || key != next.key {
		return []Delivery{{To: Client}}
	}
	feed.next = nil
	all := acceptedAll(s.settled(feed.current.has))
	failed := s.settled(next.has)
	for _, one := range failed {
		s.unwant(one.uri)
		if !isError {
			all = append(all, one.refused("/error", "the server ended the subscription before it began", CodeInternalError))
			continue
		}
		root.set("id", rawValue(one.id))
		answer := Delivery{To: Client, Err: errorResponseOf(f), ClientRequest: one.key}
		var err error
		if answer.Frame, answer.Losses, err = c.Frame(root.append(nil), subscribe); err != nil { // the error is malformed
			answer.Frame, answer.Err = errorResponse(one.id, CodeInternalError, err.Error()), err
		}
		all = append(all, answer)
	}
	if isError && len(failed) == 0 {
		all = append(all, Delivery{To: Client, Err: errorResponseOf(f)})
	}
	if len(feed.waiting) > 0 {
		all = append(all, s.listenAgain()...)
	}
	return orTaken(all)
}
