package mcprevisions_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	mcp "mcprevisions"
)

const resourceOffer = `"resources":{"subscribe":true}`

// subscribing returns an opened session whose server has these capabilities, and the first subscription, or "".
func subscribing(t *testing.T, client mcp.Revision, capabilities string, options ...mcp.Option) (*mcp.Session, string) {
	t.Helper()
	s, err := mcp.NewSession(client, mcp.Latest, append(options, mcp.WithValidation())...)
	if err != nil {
		t.Fatal(err)
	}
	s.FromClient([]byte(openSession))
	all := s.FromServer([]byte(strings.Replace(discovered, `"tools":{},"resources":{"subscribe":true}`, capabilities, 1)))
	if len(all) == 1 {
		return s, ""
	}
	return s, sentTo(t, mcp.Server, all[1:])
}

func acknowledge(listen string, uris ...string) []byte {
	granted := ""
	if len(uris) > 0 {
		granted = `"resourceSubscriptions":["` + strings.Join(uris, `","`) + `"]`
	}
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"notifications":{%s},"_meta":{"io.modelcontextprotocol/subscriptionId":%s}}}`, granted, idOf(listen))
}

func updated(listen, uri string) []byte {
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":%q,"_meta":{"io.modelcontextprotocol/subscriptionId":%s}}}`, uri, idOf(listen))
}

func about(id int, method, uri string) []byte {
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"method":"resources/%s","params":{"uri":%q}}`, id, method, uri)
}

// checkSent compares the messages of deliveries, in order, with parts of them. Deliveries without a message do not count.
func checkSent(t *testing.T, what string, all []mcp.Delivery, parts ...string) (last string) {
	t.Helper()
	var frames []string
	for _, d := range all {
		if d.Frame == nil {
			continue
		}
		frames = append(frames, string(d.Frame))
		revision := map[mcp.Side]mcp.Revision{mcp.Client: mcp.Revision20250618, mcp.Server: mcp.Latest}[d.To]
		sender := map[mcp.Side]mcp.Side{mcp.Client: mcp.Server, mcp.Server: mcp.Client}[d.To]
		answering := ""
		if !strings.Contains(string(d.Frame), `"method":`) {
			answering = "resources/subscribe"
		}
		if _, err := mcp.Decode(d.Frame, revision, sender, answering); err != nil && d.Err == nil {
			t.Errorf("%s: %s: %v", what, d.Frame, err)
		}
	}
	if len(frames) != len(parts) {
		t.Fatalf("%s: %q", what, frames)
	}
	for i, part := range parts {
		if last = frames[i]; !strings.Contains(last, part) {
			t.Errorf("%s: %s has no %s", what, last, part)
		}
	}
	return last
}

func cancels(listen string) string {
	return `"method":"notifications/cancelled","params":{"requestId":` + idOf(listen) + `}`
}

// TestSubscribe replaces the subscription of the session when the client subscribes and unsubscribes.
func TestSubscribe(t *testing.T) {
	s, lists := subscribing(t, mcp.Revision20250618, `"tools":{"listChanged":true},`+resourceOffer)
	all := s.FromClient(about(1, "subscribe", "a:b"))
	checkSent(t, "before the first acknowledgement", all)
	if d := only(t, all); d.To != mcp.Server || d.ClientRequest != "1" || d.Err != nil || s.Open() != 1 {
		t.Errorf("%+v, %d open", d, s.Open())
	}
	first := checkSent(t, "the lists", s.FromServer(acknowledge(lists)), `"notifications":{"toolsListChanged":true,"resourceSubscriptions":["a:b"]}}`)
	checkSent(t, "only one change at a time", s.FromClient(about(2, "subscribe", "c:d")))
	checkSent(t, "not acknowledged", s.FromServer(updated(first, "a:b")))
	all = s.FromServer(acknowledge(first, "a:b"))
	second := checkSent(t, "the first", all, `"id":1,"result":{}}`, cancels(lists), `"resourceSubscriptions":["a:b","c:d"]`)
	if all[0].ClientRequest != "1" || s.Open() != 1 {
		t.Errorf("%+v, %d open", all[0], s.Open())
	}
	want := `{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"a:b"}}`
	checkSent(t, "the old one", s.FromServer(updated(first, "a:b")), want)
	checkSent(t, "the new one", s.FromServer(updated(second, "a:b")))
	checkSent(t, "the second", s.FromServer(acknowledge(second, "a:b", "c:d")), `"id":2,"result":{}}`, cancels(first))
	checkSent(t, "the cancelled one", s.FromServer(updated(first, "a:b")))
	checkSent(t, "the new one", s.FromServer(updated(second, "a:b")), want)
	checkSent(t, "another spelling", s.FromServer(updated(second, "A:b")), `"uri":"A:b"`)
	late := only(t, s.FromServer([]byte(`{"jsonrpc":"2.0","id":`+idOf(first)+`,"result":{"resultType":"complete"}}`)))
	if late.Frame != nil || late.Err != nil {
		t.Errorf("%+v", late)
	}
	checkSent(t, "already subscribed", s.FromClient(about(3, "subscribe", "c:d")), `"id":3,"result":{}}`)
	third := checkSent(t, "unsubscribe", s.FromClient(about(4, "unsubscribe", "a:b")), `"id":4,"result":{}}`, `"resourceSubscriptions":["c:d"]`)
	checkSent(t, "unsubscribed", s.FromServer(updated(second, "a:b")))
	checkSent(t, "the third", s.FromServer(acknowledge(third, "c:d")), cancels(second))
	checkSent(t, "ended", s.FromServer([]byte(`{"jsonrpc":"2.0","id":`+idOf(third)+`,"result":{"resultType":"complete"}}`)))
	fourth := checkSent(t, "opened again", s.FromClient(about(5, "subscribe", "c:d")), `"notifications":{"toolsListChanged":true,"resourceSubscriptions":["c:d"]}}`)
	checkSent(t, "the fourth", s.FromServer(acknowledge(fourth, "c:d")), `"id":5,"result":{}}`)
	if s.Open() != 0 {
		t.Errorf("%d open", s.Open())
	}
}

// TestRefusedSubscribe answers resources/subscribe with the error of the server, or of the session.
func TestRefusedSubscribe(t *testing.T) {
	s, lists := subscribing(t, mcp.Revision20250618, `"tools":{"listChanged":true},`+resourceOffer)
	s.FromServer(acknowledge(lists))
	first := checkSent(t, "first", s.FromClient(about(1, "subscribe", "a:b")), `"a:b"`)
	s.FromClient(about(2, "subscribe", "c:d"))
	all := s.FromServer([]byte(`{"jsonrpc":"2.0","id":` + idOf(first) + `,"error":{"code":-32602,"message":"no"}}`))
	second := checkSent(t, "refused", all, `"id":1,"error":{"code":-32602,"message":"no"}}`, `"resourceSubscriptions":["c:d"]`)
	var failure *mcp.ErrorResponse
	if !errors.As(all[0].Err, &failure) || failure.Code != -32602 || all[0].ClientRequest != "1" {
		t.Errorf("%+v", all[0])
	}
	changed := `{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":` + idOf(lists) + `}}}`
	checkSent(t, "the old one stays", s.FromServer([]byte(changed)), "list_changed")
	checkSent(t, "not granted", s.FromServer(acknowledge(second, "x:y")), `"id":2,"error":{"code":-32602,"message":"/params/uri: the server does not report changes of 'c:d'"`, cancels(lists))
	third := checkSent(t, "third", s.FromClient(about(3, "subscribe", "e:f")), `"e:f"`)
	checkSent(t, "cancelled by the server", s.FromServer([]byte(`{"jsonrpc":"2.0",`+cancels(third)+`}`)), `"id":3,"error":{"code":-32603,`)
	fourth := checkSent(t, "fourth", s.FromClient(about(4, "subscribe", "e:f")), `"e:f"`)
	checkSent(t, "a malformed error", s.FromServer([]byte(`{"jsonrpc":"2.0","id":`+idOf(fourth)+`,"error":5}`)), `"id":4,"error":{"code":-32603,`)
	fifth := checkSent(t, "fifth", s.FromClient(about(5, "subscribe", "g:h")), `"g:h"`)
	checkSent(t, "unsubscribed", s.FromClient(about(6, "unsubscribe", "g:h")), `"id":5,"error":{"code":-32603,`, `"id":6,"result":{}}`)
	checkSent(t, "fifth", s.FromServer(acknowledge(fifth, "g:h")), cancels(second), `"notifications":{"toolsListChanged":true}}`)
	checkSent(t, "queued", s.FromClient(about(7, "subscribe", "g:h")))
	checkSent(t, "cancelled", s.FromClient([]byte(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}`)))
	checkSent(t, "queued", s.FromClient(about(8, "subscribe", "g:h")))
	if s.Open() != 1 {
		t.Errorf("%d open", s.Open())
	}
}

// TestQueuedSubscribe answers a request that waits for another change when that fails.
func TestQueuedSubscribe(t *testing.T) {
	s, lists := subscribing(t, mcp.Revision20250618, `"tools":{"listChanged":true},`+resourceOffer)
	s.FromClient(about(1, "subscribe", "a:b"))
	all := s.FromServer([]byte(`{"jsonrpc":"2.0","id":` + idOf(lists) + `,"error":{"code":-32603,"message":"no"}}`))
	first := checkSent(t, "the lists", all, `"a:b"`)
	if len(all) != 2 || all[0].Err == nil {
		t.Errorf("%+v", all)
	}
	checkSent(t, "the first", s.FromServer(acknowledge(first, "a:b")), `"id":1,"result":{}}`)
	second := checkSent(t, "unsubscribe", s.FromClient(about(2, "unsubscribe", "a:b")), `"id":2,"result":{}}`, `"notifications":{"toolsListChanged":true}}`)
	checkSent(t, "again", s.FromClient(about(3, "subscribe", "a:b")))
	checkSent(t, "the old one has the resource", s.FromServer([]byte(`{"jsonrpc":"2.0","id":`+idOf(second)+`,"error":{"code":-32603,"message":"no"}}`)), `"id":3,"result":{}}`)
	checkSent(t, "the old one", s.FromServer(updated(first, "a:b")), "a:b")
	if s.Open() != 0 {
		t.Errorf("%d open", s.Open())
	}
}

// TestSubscribeLimits needs the offer of the server, and bounds the number and the size of the subscriptions.
func TestSubscribeLimits(t *testing.T) {
	s, _ := subscribing(t, mcp.Revision20250618, `"resources":{}`)
	early, _ := mcp.NewSession(mcp.Revision20250618, mcp.Latest)
	for _, one := range []*mcp.Session{s, early} {
		checkSent(t, "no offer", one.FromClient(about(1, "subscribe", "a:b")), `"id":1,"error":{"code":-32601,"message":"/method: the server has no subscriptions to resources"`)
		checkSent(t, "no offer", one.FromClient(about(1, "unsubscribe", "a:b")), `"id":1,"error":{"code":-32601,`)
		checkSent(t, "no URI", one.FromClient([]byte(`{"jsonrpc":"2.0","id":1,"method":"resources/subscribe","params":{}}`)), `"id":1,"error":{"code":-32602,`)
		if one.Open() != 0 {
			t.Errorf("%d open", one.Open())
		}
	}
	s, listen := subscribing(t, mcp.Revision20250618, resourceOffer, mcp.WithOpenRequests(2))
	if listen != "" {
		t.Error(listen)
	}
	listen = checkSent(t, "first", s.FromClient(about(1, "subscribe", "a:b")), `"notifications":{"resourceSubscriptions":["a:b"]}}`)
	var many *mcp.OpenRequestsError
	if d := only(t, s.FromClient(about(2, "subscribe", "c:d"))); !errors.As(d.Err, &many) || many.Size != 0 {
		t.Errorf("%+v", d)
	}
	checkSent(t, "first", s.FromServer(acknowledge(listen, "a:b")), `"id":1,"result":{}}`)
	checkSent(t, "nothing is wanted", s.FromClient(about(3, "unsubscribe", "a:b")), `"id":3,"result":{}}`, cancels(listen))

	s, _ = subscribing(t, mcp.Revision20250618, resourceOffer, mcp.WithStoredSize(1000))
	for range 20 { // what ended is not stored any more
		if d := only(t, s.FromClient(about(1, "subscribe", "a:"+strings.Repeat("b", 400)))); !errors.As(d.Err, &many) || many.Size != 1000 {
			t.Errorf("%+v", d)
		}
		listen = checkSent(t, "small", s.FromClient(about(2, "subscribe", "a:"+strings.Repeat("b", 200))), `"a:bbb`)
		checkSent(t, "small", s.FromServer([]byte(`{"jsonrpc":"2.0","id":`+idOf(listen)+`,"result":{"resultType":"complete"}}`)), `"id":2,"error":{"code":-32603,`)
	}
}

// TestConcurrentSubscribe subscribes from many goroutines, and answers each request once.
func TestConcurrentSubscribe(t *testing.T) {
	s, _ := subscribing(t, mcp.Revision20250618, resourceOffer)
	var mutex sync.Mutex
	answers := make(map[string]int)
	var serve func(all []mcp.Delivery)
	serve = func(all []mcp.Delivery) {
		for _, d := range all {
			switch {
			case d.Frame == nil:
			case d.To == mcp.Client:
				mutex.Lock()
				answers[string(d.Frame)]++
				mutex.Unlock()
			case strings.Contains(string(d.Frame), "subscriptions/listen"):
				_, list, _ := strings.Cut(string(d.Frame), `"resourceSubscriptions":["`)
				list, _, _ = strings.Cut(list, `"]`)
				serve(s.FromServer(acknowledge(string(d.Frame), strings.Split(list, `","`)...)))
			}
		}
	}
	var group sync.WaitGroup
	for i := range 50 {
		group.Add(1)
		go func() {
			defer group.Done()
			serve(s.FromClient(about(i, "subscribe", fmt.Sprintf("a:%d", i))))
		}()
	}
	group.Wait()
	for i := range 50 {
		if one := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":{}}`, i); answers[one] != 1 {
			t.Errorf("%d times %s", answers[one], one)
		}
	}
	if len(answers) != 50 || s.Open() != 0 {
		t.Errorf("%d answers, %d open", len(answers), s.Open())
	}
}
