package mcprevisions

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// feed is what a client with initialize wants to hear from a server without it: the changes of the lists that the server
// offers, and of the resources that the client named in resources/subscribe. One subscriptions/listen asks for the lists,
// and one for each resource: a server may forget what it shares between subscriptions when one of them ends.
type feed struct {
	filter       []member // for the lists that the server offers
	hasResources bool     // whether the server offers resources.subscribe
	lists        *subscription
	resources    map[string]*subscription     // by URI
	atServer     map[string]*subscription     // those that the server has, by their id in one spelling
	waiting      map[string]*subscribeRequest // requests of the client without an answer, by their id in one spelling
}

// subscription is what one subscriptions/listen of the session asks for.
type subscription struct {
	isOfLists bool
	uri       string // of the resource otherwise
	id        json.RawMessage
	key       string // the id in one spelling; empty while the server does not have the subscription
	isOpen    bool   // whether the server has acknowledged it
	wasOpen   bool   // whether the server has acknowledged it once
}

// subscribeRequest is a resources/subscribe that waits for an acknowledgement.
type subscribeRequest struct {
	id     json.RawMessage
	key    string // the id in one spelling
	uri    string
	number int // in the order of arrival
}

func newFeed() feed {
	return feed{
		lists: &subscription{isOfLists: true}, resources: make(map[string]*subscription),
		atServer: make(map[string]*subscription), waiting: make(map[string]*subscribeRequest),
	}
}

func (h *handshake) listenPrefix() string { return h.prefix + "-listen-" }

// isListen reports whether an id in one spelling is that of a subscription of the session, also of an ended one.
func (h *handshake) isListen(key string) bool { return strings.HasPrefix(key, `"`+h.listenPrefix()) }

var noSubscriptions = DecodeError{Pointer: "/method", Reason: "the server does not support subscriptions to resources", Code: CodeMethodNotFound}

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
	one := feed.resources[uri]
	var err error
	switch {
	case !feed.hasResources:
		refused := noSubscriptions
		refused.ID, err = id, &refused
	case one != nil && one.isOpen:
		s.remove(openRequest{Client, request.key})
		return append([]Delivery{{To: Client, Frame: response(id, "result", []byte("{}"))}}, s.listenAgain()...)
	case one == nil && len(feed.resources) >= c.options.open:
		err = &OpenRequestsError{Limit: c.options.open}
	case one == nil && s.stored+len(uri) > c.options.stored:
		err = s.tooLarge()
	}
	if err != nil {
		s.remove(openRequest{Client, request.key})
		return []Delivery{refusal(id, err)}
	}
	if one == nil {
		feed.resources[uri] = &subscription{uri: uri}
		s.stored += len(uri)
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
		refused := noSubscriptions
		refused.ID = id
		return []Delivery{refusal(id, &refused)}
	}
	var all []Delivery
	for _, one := range s.settled(feed.resources[uri]) {
		all = append(all, one.refused("", "the subscription was ended before it began", CodeInternalError))
	}
	all = append(all, Delivery{To: Client, Frame: response(id, "result", []byte("{}"))})
	return append(all, s.unwatch(feed.resources[uri])...)
}

// unwatch removes the subscription to a resource, also at the server. It does nothing for nil and for the subscription to
// the lists. The caller holds the mutex.
func (s *Session) unwatch(one *subscription) []Delivery {
	if one == nil || one.isOfLists {
		return nil
	}
	feed := &s.handshake.feed
	delete(feed.resources, one.uri)
	s.stored -= len(one.uri)
	if one.key == "" {
		return nil
	}
	delete(feed.atServer, one.key)
	return []Delivery{{To: Server, Frame: fmt.Appendf(nil, `{"jsonrpc":"2.0","method":%q,"params":{"requestId":%s}}`, cancelled, one.id)}}
}

// withdrawSubscribe removes a request that the client cancels, and its subscription, unless that is open or another
// request waits for it. The caller holds the mutex.
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
	if one := feed.resources[request.uri]; one != nil && !one.isOpen {
		all = append(all, s.unwatch(one)...)
	}
	return all
}

// settled removes the requests that wait for a subscription, and returns them in the order of arrival. The caller holds
// the mutex, and answers them.
func (s *Session) settled(one *subscription) []*subscribeRequest {
	if one == nil || one.isOfLists {
		return nil
	}
	var found []*subscribeRequest
	for key, request := range s.handshake.feed.waiting {
		if request.uri == one.uri {
			delete(s.handshake.feed.waiting, key)
			s.remove(openRequest{Client, key})
			found = append(found, request)
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

// Resubscribe returns the requests that open the subscriptions of the session again that the server has ended: those to
// list changes and to resources. The session does so itself only for the next resources/subscribe. Call it after a pause
// that grows, because a server may end each of them at once. It returns nothing if there is nothing to open.
func (s *Session) Resubscribe() []Delivery {
	if s.check() != nil {
		return nil
	}
	if s = s.agreed(); s == nil || s.handshake == nil {
		return nil
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.listenAgain()
}

// listenAgain opens the subscriptions that the server does not have: new ones, and those that it has ended. The caller
// holds the mutex.
func (s *Session) listenAgain() []Delivery {
	feed := &s.handshake.feed
	var all []Delivery
	if feed.lists.key == "" && len(feed.filter) > 0 {
		all = append(all, s.openListen(feed.lists, feed.filter)...)
	}
	for _, uri := range slices.Sorted(maps.Keys(feed.resources)) {
		if one := feed.resources[uri]; one.key == "" {
			all = append(all, s.openListen(one, []member{{"resourceSubscriptions", arrayOf([]value{textValue(uri)})}})...)
		}
	}
	return all
}

// openListen opens a subscription. The caller holds the mutex.
func (s *Session) openListen(one *subscription, filter []member) []Delivery {
	_, params, losses, err := s.fromClient.Load().Params("tools/list", nil) // only the facts, as in initialize
	if err != nil {
		all := []Delivery{{To: Server, Err: err}}
		for _, request := range s.settled(one) {
			all = append(all, request.failed(err))
		}
		return append(all, s.unwatch(one)...)
	}
	s.handshake.last++
	one.id = appendString(nil, fmt.Sprintf("%s%d", s.handshake.listenPrefix(), s.handshake.last))
	one.key, one.isOpen = idKey(rawValue(one.id)), false
	s.handshake.feed.atServer[one.key] = one
	wanted := rawValue(params)
	wanted.set("notifications", objectOf(filter...))
	return []Delivery{{To: Server, Frame: requestOf(one.id, listen, wanted), Losses: losses}}
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
	one := h.feed.atServer[key]
	switch {
	case one == nil: // it has ended
		return []Delivery{{To: Client}}, true
	case f.method.isText(acknowledged):
		return s.listenAcknowledged(one, f.params), true
	case f.method.isText(resourceUpdated) == one.isOfLists || h.feed.isRepeated(one, f.params.get("uri")):
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

// isRepeated reports whether the client gets an update of a resource on another subscription too: the open one with the
// longest URI that covers the resource is the one that counts.
func (feed *feed) isRepeated(one *subscription, uri value) bool {
	for _, other := range feed.resources {
		if other.isOpen && len(other.uri) > len(one.uri) && covers(other.uri, uri) {
			return true
		}
	}
	return false
}

// listenAcknowledged handles the acknowledgement of a subscription. The caller holds the mutex.
func (s *Session) listenAcknowledged(one *subscription, params value) []Delivery {
	if one.isOpen || one.isOfLists {
		one.isOpen = true
		return []Delivery{{To: Client}}
	}
	requests := s.settled(one)
	var all []Delivery
	if listsText(params.at(path("notifications", "resourceSubscriptions")), one.uri) {
		one.isOpen, one.wasOpen = true, true
		for _, request := range requests {
			all = append(all, request.accepted())
		}
		return orTaken(all)
	}
	for _, request := range requests {
		all = append(all, request.refused("/params/uri", "the server does not report changes of "+shownText(one.uri), CodeInvalidParams))
	}
	return append(all, s.unwatch(one)...)
}

// orTaken returns deliveries, or one that says that the session needed the message itself.
func orTaken(all []Delivery) []Delivery {
	if len(all) == 0 {
		return []Delivery{{To: Client}}
	}
	return all
}

// listenEnded ends a subscription that the server ended or refused. f is its response, or a cancellation. One that was
// open opens again with the next request. The caller holds the mutex.
func (s *Session) listenEnded(c *Converter, key string, f *frame, root value) []Delivery {
	one := s.handshake.feed.atServer[key]
	if one == nil {
		return []Delivery{{To: Client}}
	}
	delete(s.handshake.feed.atServer, key)
	wasOpen := one.wasOpen || one.isOfLists
	one.key, one.isOpen = "", false
	var failure *ErrorResponse
	if f.kind == errorMessage {
		failure = errorResponseOf(f)
	}
	var all []Delivery
	for _, request := range s.settled(one) {
		if failure == nil {
			all = append(all, request.refused("/error", "the server ended the subscription before it began", CodeInternalError))
			continue
		}
		root.set("id", rawValue(request.id))
		answer := Delivery{To: Client, Err: failure, ClientRequest: request.key}
		var err error
		if answer.Frame, answer.Losses, err = c.Frame(root.append(nil), subscribe); err != nil { // the error is malformed
			answer.Frame, answer.Err = errorResponse(request.id, CodeInternalError, err.Error()), err
		}
		all = append(all, answer)
	}
	if !wasOpen {
		s.unwatch(one)
	}
	if failure != nil && len(all) == 0 {
		return []Delivery{{To: Client, Err: failure}}
	}
	return orTaken(all)
}
