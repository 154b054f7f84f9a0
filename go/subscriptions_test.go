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

// TestSubscribe opens a subscription for each resource, and never ends another one because of it.
func TestSubscribe(t *testing.T) {
	s, lists := subscribing(t, mcp.Revision20250618, `"tools":{"listChanged":true},`+resourceOffer)
	if !strings.Contains(lists, `"notifications":{"toolsListChanged":true}}`) {
		t.Error(lists)
	}
	all := s.FromClient(about(1, "subscribe", "a:b"))
	first := checkSent(t, "before the acknowledgement of the lists", all, `"notifications":{"resourceSubscriptions":["a:b"]}}`)
	if d := all[0]; d.To != mcp.Server || d.Frame != nil || d.ClientRequest != "1" || d.Err != nil || s.Open() != 1 {
		t.Errorf("%+v, %d open", d, s.Open())
	}
	checkSent(t, "the lists", s.FromServer(acknowledge(lists)))
	checkSent(t, "the same resource", s.FromClient(about(2, "subscribe", "a:b")))
	all = s.FromServer(acknowledge(first, "a:b"))
	checkSent(t, "the first", all, `"id":1,"result":{}}`, `"id":2,"result":{}}`)
	if all[0].ClientRequest != "1" || s.Open() != 0 {
		t.Errorf("%+v, %d open", all[0], s.Open())
	}
	second := checkSent(t, "another", s.FromClient(about(3, "subscribe", "a:b/c")), `"resourceSubscriptions":["a:b/c"]`)
	checkSent(t, "the second", s.FromServer(acknowledge(second, "a:b/c")), `"id":3,"result":{}}`)
	want := `{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"a:b"}}`
	checkSent(t, "the first resource", s.FromServer(updated(first, "a:b")), want)
	checkSent(t, "another spelling", s.FromServer(updated(first, "A:b")), `"uri":"A:b"`)
	checkSent(t, "a part of it", s.FromServer(updated(first, "a:b/d")), `"uri":"a:b/d"`)
	checkSent(t, "a part that the second has", s.FromServer(updated(first, "a:b/c")))
	checkSent(t, "the second resource", s.FromServer(updated(second, "a:b/c")), `"uri":"a:b/c"`)
	checkSent(t, "not asked for", s.FromServer(updated(lists, "a:b")))
	changed := `{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":%s}}}`
	checkSent(t, "not asked for", s.FromServer(fmt.Appendf(nil, changed, idOf(first))))
	checkSent(t, "a list", s.FromServer(fmt.Appendf(nil, changed, idOf(lists))), `{"jsonrpc":"2.0","method":"notifications/tools/list_changed"`)
	checkSent(t, "already subscribed", s.FromClient(about(4, "subscribe", "a:b")), `"id":4,"result":{}}`)
	checkSent(t, "unsubscribe", s.FromClient(about(5, "unsubscribe", "a:b/c")), `"id":5,"result":{}}`, cancels(second))
	checkSent(t, "unsubscribed", s.FromServer(updated(second, "a:b/c")))
	checkSent(t, "not subscribed", s.FromClient(about(6, "unsubscribe", "a:b/c")), `"id":6,"result":{}}`)
	late := only(t, s.FromServer([]byte(`{"jsonrpc":"2.0","id":`+idOf(second)+`,"result":{"resultType":"complete"}}`)))
	if late.Frame != nil || late.Err != nil {
		t.Errorf("%+v", late)
	}
	for _, one := range []string{first, lists} {
		checkSent(t, "ended", s.FromServer([]byte(`{"jsonrpc":"2.0","id":`+idOf(one)+`,"result":{"resultType":"complete"}}`)))
	}
	last := checkSent(t, "opened again", s.FromClient(about(7, "subscribe", "e:f")), `"notifications":{"toolsListChanged":true}}`, `["a:b"]`, `["e:f"]`)
	checkSent(t, "the last", s.FromServer(acknowledge(last, "e:f")), `"id":7,"result":{}}`)
	if s.Open() != 0 {
		t.Errorf("%d open", s.Open())
	}
}

// TestRefusedSubscribe answers resources/subscribe with the error of the server, or of the session.
func TestRefusedSubscribe(t *testing.T) {
	s, lists := subscribing(t, mcp.Revision20250618, `"tools":{"listChanged":true},`+resourceOffer)
	first := checkSent(t, "first", s.FromClient(about(1, "subscribe", "a:b")), `"a:b"`)
	second := checkSent(t, "second", s.FromClient(about(2, "subscribe", "c:d")), `"c:d"`)
	all := s.FromServer([]byte(`{"jsonrpc":"2.0","id":` + idOf(first) + `,"error":{"code":-32602,"message":"no"}}`))
	checkSent(t, "refused", all, `"id":1,"error":{"code":-32602,"message":"no"}}`)
	var failure *mcp.ErrorResponse
	if !errors.As(all[0].Err, &failure) || failure.Code != -32602 || all[0].ClientRequest != "1" {
		t.Errorf("%+v", all[0])
	}
	checkSent(t, "not granted", s.FromServer(acknowledge(second, "x:y")), `"id":2,"error":{"code":-32602,"message":"/params/uri: the server does not report changes of 'c:d'"`, cancels(second))
	third := checkSent(t, "third", s.FromClient(about(3, "subscribe", "e:f")), `"e:f"`)
	checkSent(t, "cancelled by the server", s.FromServer([]byte(`{"jsonrpc":"2.0",`+cancels(third)+`}`)), `"id":3,"error":{"code":-32603,`)
	fourth := checkSent(t, "fourth", s.FromClient(about(4, "subscribe", "e:f")), `"e:f"`)
	checkSent(t, "a malformed error", s.FromServer([]byte(`{"jsonrpc":"2.0","id":`+idOf(fourth)+`,"error":5}`)), `"id":4,"error":{"code":-32603,`)
	fifth := checkSent(t, "fifth", s.FromClient(about(5, "subscribe", "g:h")), `"g:h"`)
	checkSent(t, "unsubscribed", s.FromClient(about(6, "unsubscribe", "g:h")), `"id":5,"error":{"code":-32603,`, `"id":6,"result":{}}`, cancels(fifth))
	checkSent(t, "late", s.FromServer(acknowledge(fifth, "g:h")))
	withdraw := func(id string) []mcp.Delivery {
		return s.FromClient([]byte(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":` + id + `}}`))
	}
	sixth := checkSent(t, "sixth", s.FromClient(about(7, "subscribe", "g:h")), `"g:h"`)
	checkSent(t, "sixth again", s.FromClient(about(8, "subscribe", "g:h")))
	checkSent(t, "another waits", withdraw("7"))
	checkSent(t, "none waits", withdraw("8"), cancels(sixth))
	all = s.FromServer([]byte(`{"jsonrpc":"2.0","id":` + idOf(lists) + `,"error":{"code":-32603,"message":"no"}}`))
	if d := only(t, all); !errors.As(d.Err, &failure) || d.Frame != nil {
		t.Errorf("%+v", d)
	}
	checkSent(t, "the lists again", s.FromClient(about(9, "subscribe", "")), `"toolsListChanged":true`, `"resourceSubscriptions":[""]`)
	if s.Open() != 1 {
		t.Errorf("%d open", s.Open())
	}
}

// TestSubscribeLimits needs the offer of the server, and bounds the number and the size of the subscriptions.
func TestSubscribeLimits(t *testing.T) {
	s, _ := subscribing(t, mcp.Revision20250618, `"resources":{}`)
	early, _ := mcp.NewSession(mcp.Revision20250618, mcp.Latest)
	for _, one := range []*mcp.Session{s, early} {
		checkSent(t, "no offer", one.FromClient(about(1, "subscribe", "a:b")), `"id":1,"error":{"code":-32601,"message":"/method: the server does not support subscriptions to resources"`)
		checkSent(t, "no offer", one.FromClient(about(1, "unsubscribe", "a:b")), `"id":1,"error":{"code":-32601,`)
		checkSent(t, "no URI", one.FromClient([]byte(`{"jsonrpc":"2.0","id":1,"method":"resources/subscribe","params":{}}`)), `"id":1,"error":{"code":-32602,`)
		if one.Open() != 0 {
			t.Errorf("%d open", one.Open())
		}
	}
	s, listen := subscribing(t, mcp.Revision20250618, resourceOffer, mcp.WithOpenRequests(1))
	if listen != "" {
		t.Error(listen)
	}
	listen = checkSent(t, "first", s.FromClient(about(1, "subscribe", "a:b")), `"notifications":{"resourceSubscriptions":["a:b"]}}`)
	var many *mcp.OpenRequestsError
	checkSent(t, "first", s.FromServer(acknowledge(listen, "a:b")), `"id":1,"result":{}}`)
	if d := only(t, s.FromClient(about(2, "subscribe", "c:d"))); !errors.As(d.Err, &many) || many.Size != 0 {
		t.Errorf("%+v", d)
	}
	checkSent(t, "none is left", s.FromClient(about(3, "unsubscribe", "a:b")), `"id":3,"result":{}}`, cancels(listen))

	s, _ = subscribing(t, mcp.Revision20250618, resourceOffer, mcp.WithStoredSize(1000))
	for range 20 { // what ended is not stored any more
		if d := only(t, s.FromClient(about(1, "subscribe", "a:"+strings.Repeat("b", 1000)))); !errors.As(d.Err, &many) || many.Size != 1000 {
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

// TestResubscribe opens the subscriptions again that the server has ended, also after a refusal in between.
func TestResubscribe(t *testing.T) {
	s, lists := subscribing(t, mcp.Revision20250618, `"tools":{"listChanged":true},"resources":{"subscribe":true}`)
	if all := s.Resubscribe(); all != nil {
		t.Errorf("%v", all)
	}
	resource := checkSent(t, "subscribe", s.FromClient(about(1, "subscribe", "file:///a")), "subscriptions/listen")
	checkSent(t, "acknowledged", s.FromServer(acknowledge(resource, "file:///a")), `"id":1,"result":{}`)
	for range 3 {
		s.FromServer([]byte(`{"jsonrpc":"2.0","id":` + idOf(lists) + `,"result":{"resultType":"complete","_meta":{"io.modelcontextprotocol/subscriptionId":` + idOf(lists) + `}}}`))
		s.FromServer([]byte(`{"jsonrpc":"2.0","id":` + idOf(resource) + `,"error":{"code":-32603,"message":"gone"}}`))
		all := s.Resubscribe()
		resource = checkSent(t, "again", all, `"toolsListChanged":true`, `"file:///a"`)
		if lists = string(all[0].Frame); s.Resubscribe() != nil {
			t.Error("the subscriptions open twice")
		}
	}
	checkSent(t, "acknowledged again", s.FromServer(acknowledge(resource, "file:///a")))
	checkSent(t, "an update", s.FromServer(updated(resource, "file:///a")), `"uri":"file:///a"`)
	if s.Open() != 0 {
		t.Errorf("%d open", s.Open())
	}
}
