package mcprevisions_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	mcp "mcprevisions"
	"mcprevisions/v20251125"
)

const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"greet","task":{"ttl":1000}}}`

func ExampleDecode() {
	m, err := mcp.Decode([]byte(call), mcp.Revision20251125, mcp.Client, "")
	fmt.Println(m.Kind, m.Method, m.Unknown, err)
	// In an older revision, the same member is unknown.
	m, _ = mcp.Decode([]byte(call), mcp.Revision20250618, mcp.Client, "")
	fmt.Println(m.Unknown)
	// Output:
	// request tools/call [] <nil>
	// [/params/task]
}

func ExampleMessage() {
	m, err := mcp.Decode([]byte(`{"jsonrpc":"2.0","id":"a","result":{"tools":[],"next":1}}`), mcp.Revision20251125, mcp.Server, "tools/list")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.Kind, string(m.ID), string(m.Result), m.Unknown)
	// Output: result "a" {"tools":[],"next":1} [/result/next]
}

func ExampleMessageKind() {
	m, _ := mcp.Decode([]byte(`[{"jsonrpc":"2.0","id":1,"method":"ping"}]`), mcp.Revision20250326, mcp.Client, "")
	switch m.Kind {
	case mcp.Request, mcp.Notification:
		fmt.Println(m.Method)
	case mcp.Batch:
		fmt.Println("a batch of", len(m.Messages))
	}
	// Output: a batch of 1
}

func ExampleSide() {
	initialized := []byte(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	for _, sender := range []mcp.Side{mcp.Client, mcp.Server} {
		_, err := mcp.Decode(initialized, mcp.Revision20251125, sender, "")
		fmt.Println(sender, err)
	}
	// Output:
	// client <nil>
	// server /method: 'notifications/initialized' is not a method of a server in 2025-11-25
}

func ExampleNewConverter() {
	c, err := mcp.NewConverter(mcp.Revision20251125, mcp.Revision20250618, mcp.Client)
	if err != nil {
		fmt.Println(err)
		return
	}
	out, losses, err := c.Frame([]byte(call), "")
	fmt.Println(string(out))
	fmt.Println(losses[0].Kind, losses[0].Pointer, string(losses[0].Value), err)
	// Output:
	// {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"greet"}}
	// dropped /params/task {"ttl":1000} <nil>
}

func ExampleConverter_Frame() {
	c, _ := mcp.NewConverter(mcp.Revision20250618, mcp.Revision20251125, mcp.Server)
	frame := []byte(`{"jsonrpc":"2.0","id":1,"result":{"content":[]}}`)
	out, losses, err := c.Frame(frame, "tools/call") // the method that the response answers
	fmt.Println(&out[0] == &frame[0], losses, err)
	// Output: true [] <nil>
}

func ExampleConverter_Params() {
	c, _ := mcp.NewConverter(mcp.Revision20251125, mcp.Revision20250618, mcp.Client)
	method, params, losses, err := c.Params("tools/call", json.RawMessage(`{"name":"greet","task":{}}`))
	fmt.Println(method, string(params), len(losses), err)
	// Output: tools/call {"name":"greet"} 1 <nil>
}

func ExampleConverter_Result() {
	c, _ := mcp.NewConverter(mcp.Revision20251125, mcp.Revision20250618, mcp.Server)
	result, losses, err := c.Result("prompts/list", json.RawMessage(`{"prompts":[{"name":"p","icons":[]}]}`))
	fmt.Println(string(result), losses[0].Pointer, err)
	// Output: {"prompts":[{"name":"p"}]} /result/prompts/0/icons <nil>
}

func ExampleConverter_Error() {
	c, _ := mcp.NewConverter(mcp.Revision20251125, mcp.Revision20260728, mcp.Server)
	failure, _, err := c.Error("resources/read", json.RawMessage(`{"code":-32002,"message":"not found"}`))
	fmt.Println(string(failure), err)
	// Output: {"code":-32602,"message":"not found"} <nil>
}

func ExampleConverter_Fidelity() {
	c, _ := mcp.NewConverter(mcp.Revision20251125, mcp.Revision20250618, mcp.Client)
	request, result, err := c.Fidelity("tools/call")
	fmt.Println(c.Source(), c.Target(), c.Sender(), request, result, err)
	// Output: 2025-11-25 2025-06-18 client lossy lossy <nil>
}

func ExampleConverter() {
	c, err := mcp.NewConverter(mcp.Revision20250618, mcp.Revision20251125, mcp.Client)
	if err != nil {
		fmt.Println(err)
		return
	}
	// Convert the requests and notifications of a client. Responses need the converter of the other direction.
	for _, line := range []string{`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, `{"jsonrpc":"2.0","method":"notifications/initialized"}`} {
		out, _, err := c.Frame([]byte(line), "")
		fmt.Println(string(out), err)
	}
	// Output:
	// {"jsonrpc":"2.0","id":1,"method":"tools/list"} <nil>
	// {"jsonrpc":"2.0","method":"notifications/initialized"} <nil>
}

func ExampleConverter_Source() {
	c, _ := mcp.NewConverter(mcp.Revision20250618, mcp.Latest, mcp.Server)
	fmt.Println(c.Source())
	// Output: 2025-06-18
}

func ExampleConverter_Target() {
	c, _ := mcp.NewConverter(mcp.Revision20250618, mcp.Revision20251125, mcp.Server)
	fmt.Println(c.Target())
	// Output: 2025-11-25
}

func ExampleConverter_Sender() {
	c, _ := mcp.NewConverter(mcp.Revision20250618, mcp.Latest, mcp.Server)
	fmt.Println(c.Sender())
	// Output: server
}

func ExampleFidelity() {
	_, result, _ := mcp.FidelityOf("tools/list", mcp.Revision20251125, mcp.Revision20250618, mcp.Client)
	if result == mcp.Lossy {
		fmt.Println("a list of tools may lose values")
	}
	// Output: a list of tools may lose values
}

func ExampleFidelityOf() {
	request, result, _ := mcp.FidelityOf("ping", mcp.Revision20241105, mcp.Revision20251125, mcp.Client)
	fmt.Println(request, result)
	// Output: whole whole
}

func ExampleNoCounterpart() {
	c, _ := mcp.NewConverter(mcp.Revision20251125, mcp.Latest, mcp.Client)
	_, _, err := c.Frame([]byte(`{"jsonrpc":"2.0","id":7,"method":"ping"}`), "")
	var refused *mcp.NoCounterpart
	if errors.As(err, &refused) {
		var reply struct {
			ID    int
			Error struct{ Code int }
		}
		_ = json.Unmarshal(refused.Reply, &reply)
		fmt.Println(reply.ID, reply.Error.Code)
	}
	// Output: 7 -32601
}

func ExampleNoCounterpart_ReplyTo() {
	refused := &mcp.NoCounterpart{Code: mcp.CodeInternalError, Reason: "no equivalent"}
	fmt.Println(string(refused.ReplyTo(json.RawMessage("7"), "ping")))
	// Output: {"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"ping: no equivalent"}}
}

// 2026-07-28 reserves the code -32050, so the data of the error has it.
func ExampleConverter_Error_reservedCode() {
	c, err := mcp.NewConverter("2025-11-25", mcp.Latest, mcp.Server)
	if err != nil {
		fmt.Println(err)
		return
	}
	failure, losses, err := c.Error("tools/call", []byte(`{"code":-32050,"message":"the quota is used up","data":{"left":0}}`))
	fmt.Println(string(failure), len(losses), err)
	// Output: {"code":-32603,"message":"the quota is used up","data":{"code":-32050,"data":{"left":0}}} 2 <nil>
}

func ExampleDecodeError() {
	_, err := mcp.Decode([]byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}`), mcp.Latest, mcp.Client, "")
	var bad *mcp.DecodeError
	if errors.As(err, &bad) {
		fmt.Println(bad.Pointer, bad.Code, string(bad.ID))
	}
	// Output: /params -32602 1
}

func ExampleLossError() {
	c, _ := mcp.NewConverter(mcp.Revision20251125, mcp.Revision20250618, mcp.Client, mcp.WithLosses(mcp.RefuseLosses))
	_, _, err := c.Frame([]byte(call), "")
	var lost *mcp.LossError
	fmt.Println(errors.As(err, &lost), lost.Losses[0].Pointer)
	// Output: true /params/task
}

func ExampleLossError_ReplyTo() {
	refused := &mcp.LossError{Losses: []mcp.Loss{{Kind: mcp.Dropped, Pointer: "/params/task", Reason: "no tasks", Change: "T3.10"}}}
	fmt.Println(string(refused.ReplyTo(json.RawMessage("7"), "tools/call")))
	// Output: {"jsonrpc":"2.0","id":7,"error":{"code":-32600,"message":"tools/call: the conversion would lose values: dropped /params/task: no tasks [T3.10]"}}
}

func ExampleArgumentError() {
	_, err := mcp.NewConverter("2020-01-01", mcp.Latest, mcp.Client)
	var argument *mcp.ArgumentError
	fmt.Println(errors.As(err, &argument), argument.Argument)
	// Output: true source
}

func ExampleLoss() {
	loss := mcp.Loss{Kind: mcp.Dropped, Pointer: "/params/task", Reason: "why", Change: "T3.10"}
	fmt.Println(loss)
	// Output: dropped /params/task: why [T3.10]
}

func ExampleLossKind() {
	c, _ := mcp.NewConverter(mcp.Revision20251125, mcp.Revision20250618, mcp.Client)
	_, losses, _ := c.Frame([]byte(call), "")
	for _, one := range losses {
		if !one.Kind.Lossless() { // a respelled or invented value is not lost
			fmt.Println(one.Kind)
		}
	}
	// Output: dropped
}

func ExampleLossKind_Lossless() {
	fmt.Println(mcp.Invented.Lossless(), mcp.Respelled.Lossless(), mcp.Dropped.Lossless())
	// Output: true true false
}

func ExampleLossPolicy() {
	for _, policy := range []mcp.LossPolicy{mcp.ReportLosses, mcp.RefuseLosses, mcp.AllowLosses} {
		c, _ := mcp.NewConverter(mcp.Revision20251125, mcp.Revision20250618, mcp.Client, mcp.WithLosses(policy))
		_, losses, err := c.Frame([]byte(call), "")
		fmt.Println(len(losses), err != nil)
	}
	// Output:
	// 1 false
	// 0 true
	// 0 false
}

func ExampleWithUnreported() {
	meta := `{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`
	ping := []byte(`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":` + meta + `}}`)
	for _, told := range [][]string{nil, {"T4.3"}} { // did the gateway tell the server these facts in initialize?
		c, _ := mcp.NewConverter(mcp.Revision20260728, mcp.Revision20251125, mcp.Client,
			mcp.WithLosses(mcp.RefuseLosses), mcp.WithUnreported(told...))
		out, _, err := c.Frame(ping, "")
		fmt.Println(string(out), err != nil)
	}
	// Output:
	//  true
	// {"jsonrpc":"2.0","id":1,"method":"tools/list"} false
}

func ExampleOption() {
	options := []mcp.Option{mcp.WithLosses(mcp.AllowLosses), mcp.WithLimits(mcp.Limits{Size: 1 << 20})}
	_, err := mcp.NewSession(mcp.Revision20250618, mcp.Revision20251125, options...)
	fmt.Println(err)
	// Output: <nil>
}

func ExampleContext() {
	// The handshake of a client gives the context of its later requests.
	handshake := []byte(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"roots":{}},"clientInfo":{"name":"c","version":"1"}}}`)
	message, err := v20251125.DecodeMessage(handshake, mcp.Client)
	if err != nil {
		fmt.Println(err)
		return
	}
	params := message.(*v20251125.InitializeRequest).Params
	capabilities, _ := json.Marshal(params.Capabilities)
	info, _ := json.Marshal(params.ClientInfo)
	context := mcp.Context{ClientCapabilities: capabilities, ClientInfo: info}
	c, err := mcp.NewConverter(mcp.Revision20251125, mcp.Latest, mcp.Client, mcp.WithContext(context))
	if err != nil {
		fmt.Println(err)
		return
	}
	_, _, losses, err := c.Params("tools/list", nil)
	for _, one := range losses {
		fmt.Println(one.Kind, one.Pointer)
	}
	fmt.Println(err)
	// Output:
	// invented /params/_meta/io.modelcontextprotocol~1protocolVersion
	// invented /params/_meta/io.modelcontextprotocol~1clientCapabilities
	// invented /params/_meta/io.modelcontextprotocol~1clientInfo
	// <nil>
}

func ExampleLimits() {
	limits := mcp.Limits{Size: 1 << 20, Depth: 3}
	_, err := mcp.Validate([]byte(`[[[[1]]]]`), mcp.Latest, "JSONValue", mcp.WithLimits(limits))
	var bad *mcp.DecodeError
	fmt.Println(errors.As(err, &bad), bad.Code == mcp.CodeParseError)
	// Output: true true
}

func ExampleRevision() {
	peer := "2025-06-18" // the protocolVersion that a peer sent
	if !mcp.IsRevision(peer) {
		peer = string(mcp.Latest)
	}
	fmt.Println(mcp.Revision(peer) == mcp.Revision20250618)
	// Output: true
}

func ExampleWithContext() {
	c, err := mcp.NewConverter(mcp.Revision20251125, mcp.Revision20260728, mcp.Client, mcp.WithContext(mcp.Context{
		ClientCapabilities: json.RawMessage(`{"roots":{}}`),
		ClientInfo:         json.RawMessage(`{"name":"c","version":"1"}`),
		LogLevel:           "warning",
	}))
	if err != nil {
		fmt.Println(err)
		return
	}
	_, params, _, _ := c.Params("tools/list", nil)
	fmt.Println(string(params))
	// Output: {"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"roots":{}},"io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"},"io.modelcontextprotocol/logLevel":"warning"}}
}

func ExampleWithLimits() {
	_, err := mcp.Decode([]byte(call), mcp.Latest, mcp.Client, "", mcp.WithLimits(mcp.Limits{Size: 10}))
	fmt.Println(err)
	// Output: larger than the limit of 10 bytes
}

func ExampleWithLosses() {
	c, _ := mcp.NewConverter(mcp.Revision20251125, mcp.Revision20250618, mcp.Client, mcp.WithLosses(mcp.AllowLosses))
	_, losses, err := c.Frame([]byte(call), "")
	fmt.Println(losses, err)
	// Output: [] <nil>
}

func ExampleSession() {
	s, err := mcp.NewSession(mcp.Revision20250618, mcp.Revision20251125)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, one := range s.FromClient([]byte(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)) {
		fmt.Println(one.To, s.Open())
	}
	for _, one := range s.FromServer([]byte(`{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"t","inputSchema":{"type":"object"},"icons":[]}]}}`)) {
		fmt.Println(one.To, string(one.Frame), one.Losses[0].Pointer, s.Open())
	}
	// Output:
	// server 1
	// client {"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"t","inputSchema":{"type":"object"}}]}} /result/tools/0/icons 0
}

// The revision of the client becomes known with its initialize. It may send ping before.
func ExampleNewSession_auto() {
	s, err := mcp.NewSession(mcp.Auto, mcp.Latest, mcp.WithValidation())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, line := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"ping"}`,
		`{"jsonrpc":"2.0","id":2,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}`,
	} {
		for _, d := range s.FromClient([]byte(line)) {
			fmt.Println(s.Client(), "to the", d.To)
		}
	}
	// Output:
	// auto to the client
	// 2025-06-18 to the server
}

func ExampleSession_Client() {
	s, _ := mcp.NewSession(mcp.Auto, mcp.Latest)
	fmt.Println(s.Client(), s.Client() == mcp.Auto)
	// Output: auto true
}

func ExampleSession_Server() {
	s, _ := mcp.NewSession(mcp.Auto, mcp.Revision20251125)
	fmt.Println(s.Server())
	// Output: 2025-11-25
}

func ExampleNewSession() {
	_, err := mcp.NewSession(mcp.Revision20250618, "2025-06-19")
	var argument *mcp.ArgumentError
	fmt.Println(errors.As(err, &argument), argument.Argument)
	// Output: true server
}

func ExampleSession_FromClient() {
	s, _ := mcp.NewSession(mcp.Revision20251125, mcp.Revision20250618)
	for _, one := range s.FromClient([]byte(call)) {
		fmt.Println(one.To, string(one.Frame), one.Losses[0].Pointer)
	}
	// Output: server {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"greet"}} /params/task
}

func ExampleSession_FromServer() {
	s, _ := mcp.NewSession(mcp.Revision20250618, mcp.Revision20251125)
	for _, one := range s.FromServer([]byte(`{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`)) {
		fmt.Println(one.To, string(one.Frame))
	}
	// Output: client {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}
}

func ExampleSession_Resubscribe() {
	session, err := mcp.NewSession("2025-11-25", mcp.Latest)
	if err != nil {
		panic(err)
	}
	session.FromClient([]byte(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}`))
	all := session.FromServer([]byte(`{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{"listChanged":true}}}}`))
	var listen struct{ ID string }
	_ = json.Unmarshal(all[1].Frame, &listen)

	// The server ends the subscription. After a pause, open it again.
	session.FromServer(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%q,"result":{"resultType":"complete"}}`, listen.ID))
	for _, d := range session.Resubscribe() {
		fmt.Println(d.To, strings.Contains(string(d.Frame), "subscriptions/listen"))
	}
	// Output: server true
}

// A server of an older revision asks for roots while it works on a call. The call then waits for the client's next request.
func ExampleSession_AwaitsInput() {
	s, _ := mcp.NewSession(mcp.Latest, mcp.Revision20250618)
	var sent struct {
		ID     json.RawMessage
		Result struct{ RequestState string }
	}
	read := func(all []mcp.Delivery) { _ = json.Unmarshal(all[len(all)-1].Frame, &sent) }
	read(s.FromClient([]byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"roots":{}}}}}`)))
	read(s.FromServer(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-06-18","capabilities":{},"serverInfo":{"name":"s","version":"1"}}}`, sent.ID)))
	read(s.FromServer([]byte(`{"jsonrpc":"2.0","id":1,"method":"roots/list"}`)))
	fmt.Println(s.AwaitsInput(sent.Result.RequestState), s.AwaitsInput("another"))
	// Output: true false
}

func ExampleSession_Open() {
	s, _ := mcp.NewSession(mcp.Revision20250618, mcp.Revision20251125)
	s.FromClient([]byte(`{"jsonrpc":"2.0","id":1,"method":"ping"}`))
	fmt.Println(s.Open())
	s.FromServer([]byte(`{"jsonrpc":"2.0","id":1,"result":{}}`))
	fmt.Println(s.Open())
	// Output:
	// 1
	// 0
}

func ExampleDelivery() {
	// The client's revision has no elicitation, so the server gets an error instead of an answer.
	s, _ := mcp.NewSession(mcp.Revision20250326, mcp.Revision20250618)
	for _, one := range s.FromServer([]byte(`{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{}}}}`)) {
		var refused *mcp.NoCounterpart
		fmt.Println(one.To, errors.As(one.Err, &refused), len(one.Frame) > 0)
	}
	// Output: server true true
}

func ExampleValidate() {
	unknown, err := mcp.Validate([]byte(`{"name":"t","inputSchema":{"type":"object"},"colour":"red"}`), mcp.Latest, "Tool")
	fmt.Println(unknown, err)
	// Output: [/colour] <nil>
}

func ExampleCompose() {
	revision, err := mcp.Compose(mcp.Latest, mcp.ExtensionTasks)
	fmt.Println(revision, err)
	// Output: 2026-07-28+io.modelcontextprotocol/tasks <nil>
}

func ExampleIsRevision() {
	fmt.Println(mcp.IsRevision("2025-11-25"), mcp.IsRevision("2025-11-26"))
	// Output: true false
}

func ExampleNegotiate() {
	fmt.Println(mcp.Negotiate("2025-06-18"), mcp.Negotiate("2026-07-28"), mcp.Negotiate("2024-10-07"))
	// Output: 2025-06-18 2025-11-25 2025-11-25
}

func ExampleServerRevision() {
	for _, answer := range []string{
		`{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18","capabilities":{},"serverInfo":{"name":"s","version":"1"}}}`,
		`{"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"Unsupported","data":{"supported":["2025-11-25","2026-07-28"],"requested":"1"}}}`,
		`{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}`,
	} {
		fmt.Println(mcp.ServerRevision([]byte(answer)))
	}
	// Output:
	// 2025-06-18 <nil>
	// 2026-07-28 <nil>
	//  /error: the server answers with an error: Method not found [-32601]
}

func ExampleConverter_ContextLosses() {
	facts := mcp.Context{ClientCapabilities: json.RawMessage(`{"roots":{"listChanged":true},"sampling":{}}`)}
	c, err := mcp.NewConverter(mcp.Revision20250618, mcp.Revision20260728, mcp.Client, mcp.WithContext(facts))
	if err != nil {
		panic(err)
	}
	for _, one := range c.ContextLosses() {
		fmt.Println(one)
	}
	// Output:
	// dropped /clientCapabilities/roots/listChanged: Since 2026-07-28, clients do not announce changed roots, so `listChanged` was removed. [T4.11]
}

func ExampleRevisions() {
	all := mcp.Revisions()
	fmt.Println(all[0], all[len(all)-1] == mcp.Latest)
	// Output: 2024-11-05 true
}

func ExamplePair() {
	c, err := mcp.Pair20251125To20250618.NewConverter(mcp.Client) // the program has only this pair
	if err != nil {
		fmt.Println(err)
		return
	}
	out, _, _ := c.Frame([]byte(call), "")
	fmt.Println(string(out))
	// Output: {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"greet"}}
}

func ExamplePair_NewConverter() {
	c, err := mcp.Pair20250618To20251125.NewConverter(mcp.Server, mcp.WithLosses(mcp.RefuseLosses))
	if err != nil {
		fmt.Println(err)
		return
	}
	result, _, err := c.Result("tools/call", json.RawMessage(`{"content":[]}`))
	fmt.Println(string(result), err)
	// Output: {"content":[]} <nil>
}

func ExampleDecoder() {
	m, err := mcp.Decoder20251125.Decode([]byte(call), mcp.Client, "") // the program has only this revision
	fmt.Println(m.Method, err)
	block, err := mcp.Decoder20251125.Variant([]byte(`{"type":"text","text":"a"}`), "ContentBlock")
	fmt.Println(block, err)
	// Output:
	// tools/call <nil>
	// TextContent <nil>
}

func ExampleDecoder_Decode() {
	_, err := mcp.Decoder20251125.Decode([]byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":5}}`), mcp.Client, "")
	fmt.Println(err)
	// Output: /params/name: expected a string, got 5
}

func ExampleDecoder_Validate() {
	unknown, err := mcp.Decoder20250618.Validate([]byte(`{"name":"t","inputSchema":{"type":"object"},"icons":[]}`), "Tool")
	fmt.Println(unknown, err)
	// Output: [/icons] <nil>
}

func ExampleDecoder_Variant() {
	name, err := mcp.Decoder20251125.Variant([]byte(`{"type":"image","data":"","mimeType":"image/png"}`), "ContentBlock")
	fmt.Println(name, err)
	// Output: ImageContent <nil>
}

func ExampleDecoder_ResultVariant() {
	name, err := mcp.Decoder20251125.ResultVariant([]byte(`{"content":[]}`), "tools/call")
	fmt.Println(name, err)
	// Output: CallToolResult <nil>
}

func ExamplePtr() {
	tool := v20251125.Tool{Name: "t", Title: mcp.Ptr("A tool")}
	out, _ := json.Marshal(tool)
	fmt.Println(string(out))
	// Output: {"inputSchema":{"type":"object"},"name":"t","title":"A tool"}
}

// The messages of a revision as structs.
func Example_types() {
	message, err := v20251125.DecodeMessage([]byte(call), mcp.Client)
	if err != nil {
		fmt.Println(err)
		return
	}
	switch m := message.(type) {
	case *v20251125.CallToolRequest:
		fmt.Println(m.Params.Name, m.Params.Task.TTL)
	case *v20251125.ListToolsRequest:
		fmt.Println("a list")
	}
	// Output: greet 1000
}

func ExampleErrorResponse() {
	response := []byte(`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"unknown tool","data":{"name":"t"}}}`)
	_, err := v20251125.DecodeResult(response, mcp.Server, "tools/call")
	var failure *mcp.ErrorResponse
	if errors.As(err, &failure) {
		fmt.Println(string(failure.ID), failure.Code, failure.Message, string(failure.Data))
	}
	// Output: 1 -32602 unknown tool {"name":"t"}
}

func ExampleMessage_ErrorResponse() {
	m, err := mcp.Decode([]byte(`{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"failed"}}`), mcp.Latest, mcp.Server, "")
	if err != nil {
		fmt.Println(err)
		return
	}
	if failure := m.ErrorResponse(); failure != nil {
		fmt.Println(failure)
	}
	// Output: the response has an error: failed [-32603]
}

func ExampleWithValidation() {
	c, err := mcp.NewConverter(mcp.Revision20250618, mcp.Revision20251125, mcp.Client, mcp.WithValidation())
	if err != nil {
		fmt.Println(err)
		return
	}
	_, _, err = c.Frame([]byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call"}`), "")
	fmt.Println(err)
	// Output: 'params' is missing
}

func ExampleWithUnknownMethods() {
	c, _ := mcp.NewConverter(mcp.Revision20250618, mcp.Latest, mcp.Server, mcp.WithUnknownMethods())
	out, losses, err := c.Frame([]byte(`{"jsonrpc":"2.0","id":1,"result":{"hits":["x"]}}`), "acme/search")
	fmt.Println(string(out), losses[0].Change, err)
	// Output: {"jsonrpc":"2.0","id":1,"result":{"hits":["x"],"resultType":"complete"}} R-VENDOR <nil>
}

func ExampleWithOpenRequests() {
	s, err := mcp.NewSession(mcp.Revision20250618, mcp.Revision20251125, mcp.WithOpenRequests(1))
	if err != nil {
		fmt.Println(err)
		return
	}
	s.FromClient([]byte(`{"jsonrpc":"2.0","id":1,"method":"ping"}`))
	for _, one := range s.FromClient([]byte(`{"jsonrpc":"2.0","id":2,"method":"ping"}`)) {
		fmt.Println(one.To, string(one.Frame))
	}
	// Output: client {"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"more than 1 requests are open; wait for answers"}}
}

func ExampleWithStoredSize() {
	s, err := mcp.NewSession(mcp.Revision20250618, mcp.Revision20251125, mcp.WithStoredSize(100))
	if err != nil {
		fmt.Println(err)
		return
	}
	long := strings.Repeat("x", 100)
	for _, one := range s.FromClient([]byte(`{"jsonrpc":"2.0","id":"` + long + `","method":"ping"}`)) {
		fmt.Println(one.To, one.Err)
	}
	// Output: client the open requests have more than 100 bytes; wait for answers
}

func ExampleWithStrictLists() {
	s, err := mcp.NewSession(mcp.Revision20250618, mcp.Revision20251125, mcp.WithValidation(), mcp.WithStrictLists())
	if err != nil {
		fmt.Println(err)
		return
	}
	s.FromClient([]byte(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`))
	for _, one := range s.FromServer([]byte(`{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a"}]}}`)) {
		fmt.Println(one.Err)
	}
	// Output: /result/tools/0: 'inputSchema' is missing
}

func ExampleOpenRequestsError() {
	s, _ := mcp.NewSession(mcp.Revision20250618, mcp.Revision20251125, mcp.WithOpenRequests(1))
	s.FromClient([]byte(`{"jsonrpc":"2.0","id":1,"method":"ping"}`))
	for _, one := range s.FromClient([]byte(`{"jsonrpc":"2.0","id":2,"method":"ping"}`)) {
		var tooMany *mcp.OpenRequestsError
		fmt.Println(errors.As(one.Err, &tooMany), tooMany.Limit)
	}
	// Output: true 1
}

// A client of 2025-06-18 uses a server of 2026-07-28, which asks for input in a result.
func ExampleSession_handshake() {
	s, err := mcp.NewSession(mcp.Revision20250618, mcp.Revision20260728)
	if err != nil {
		fmt.Println(err)
		return
	}
	send := func(all []mcp.Delivery) {
		for _, one := range all {
			var m struct{ Method string }
			_ = json.Unmarshal(one.Frame, &m)
			if m.Method == "" {
				m.Method = "a response"
			}
			fmt.Println("to the", one.To, m.Method)
		}
	}
	send(s.FromClient([]byte(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{"elicitation":{}},"clientInfo":{"name":"c","version":"1"}}}`)))
	send(s.FromServer([]byte(`{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"ttlMs":0,"cacheScope":"private"}}`)))
	send(s.FromClient([]byte(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"t"}}`)))
	send(s.FromServer([]byte(`{"jsonrpc":"2.0","id":2,"result":{"resultType":"input_required","requestState":"s","inputRequests":{"q":{"method":"elicitation/create","params":{"mode":"form","message":"Name?","requestedSchema":{"type":"object","properties":{}}}}}}}`)))
	send(s.FromClient([]byte(`{"jsonrpc":"2.0","id":1,"result":{"action":"decline"}}`)))
	// Output:
	// to the server server/discover
	// to the client a response
	// to the server tools/call
	// to the client elicitation/create
	// to the server tools/call
}

// A client of the newest revision uses a server with initialize: the session does the handshake, and puts the request of the
// server for input into a result.
func ExampleSession_stateless() {
	session, err := mcp.NewSession(mcp.Latest, mcp.Revision20250618)
	if err != nil {
		fmt.Println(err)
		return
	}
	facts := `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"roots":{}}}`
	var sent struct{ ID json.RawMessage } // the id of the last request to the server
	show := func(all []mcp.Delivery) {
		for _, d := range all {
			var m struct {
				Method string
				Result struct{ ResultType string }
			}
			_ = json.Unmarshal(d.Frame, &m)
			if d.To == mcp.Server {
				_ = json.Unmarshal(d.Frame, &sent)
			}
			fmt.Println(d.To, m.Method+m.Result.ResultType)
		}
	}
	show(session.FromClient([]byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t",` + facts + `}}`)))
	show(session.FromServer(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-06-18","capabilities":{},"serverInfo":{"name":"s","version":"1"}}}`, sent.ID)))
	show(session.FromServer([]byte(`{"jsonrpc":"2.0","id":1,"method":"roots/list"}`)))
	// Output:
	// server initialize
	// server notifications/initialized
	// server tools/call
	// client input_required
}

func ExampleSession_SetContext() {
	s, err := mcp.NewSession(mcp.Revision20250618, mcp.Revision20260728)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.SetContext(mcp.Context{LogLevel: "loud"}))
	fmt.Println(s.SetContext(mcp.Context{LogLevel: "warning"}))
	for _, one := range s.FromClient([]byte(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)) {
		fmt.Println(string(one.Frame))
	}
	// Output:
	// mcprevisions: context: logLevel: 'loud' is not one of debug, info, notice, warning, error, critical, alert, emergency in 2025-06-18
	// <nil>
	// {"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/logLevel":"warning","io.modelcontextprotocol/clientCapabilities":{}}}}
}

func ExampleSession_Converter() {
	s, err := mcp.NewSession(mcp.Revision20250618, mcp.Revision20251125)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Converter(mcp.Client).Source(), s.Converter(mcp.Server).Source())
	// Output: 2025-06-18 2025-11-25
}

func ExampleConverter_InputRequest() {
	c, err := mcp.NewConverter(mcp.Revision20260728, mcp.Revision20251125, mcp.Server)
	if err != nil {
		fmt.Println(err)
		return
	}
	request := []byte(`{"method":"elicitation/create","params":{"mode":"url","message":"Log in","url":"https://example.com"}}`)
	frame, losses, err := c.InputRequest(request, []byte(`"a-1"`))
	fmt.Println(string(frame), err)
	fmt.Println(losses[0])
	// Output:
	// {"jsonrpc":"2.0","id":"a-1","method":"elicitation/create","params":{"mode":"url","message":"Log in","url":"https://example.com","elicitationId":"a-1"}} <nil>
	// invented /params/elicitationId: Only 2025-11-25 has ids of URL elicitations, so the id was added or removed. [R-42]
}

func ExampleConverter_InputResponse() {
	c, err := mcp.NewConverter(mcp.Revision20251125, mcp.Revision20260728, mcp.Client)
	if err != nil {
		fmt.Println(err)
		return
	}
	answer, _, err := c.InputResponse([]byte(`{"jsonrpc":"2.0","id":"a-1","result":{"action":"decline"}}`), "elicitation/create")
	fmt.Println(string(answer), err)
	_, _, err = c.InputResponse([]byte(`{"jsonrpc":"2.0","id":"a-1","error":{"code":-1,"message":"not now"}}`), "elicitation/create")
	var refused *mcp.NoCounterpart
	fmt.Println(errors.As(err, &refused), refused.Code, refused.Reason)
	// Output:
	// {"action":"decline"} <nil>
	// true -1 an input response cannot carry the client's error: not now
}

func ExampleRoutineChanges() {
	c, _ := mcp.NewConverter(mcp.Latest, mcp.Revision20251125, mcp.Server, mcp.WithUnreported(mcp.RoutineChanges()...))
	list := `{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","tools":[],"ttlMs":0,"cacheScope":"private"}}`
	out, losses, err := c.Frame([]byte(list), "tools/list")
	fmt.Println(string(out), losses, err)
	// Output: {"jsonrpc":"2.0","id":1,"result":{"tools":[]}} [] <nil>
}

func ExampleConverter_Changes() {
	c, _ := mcp.NewConverter(mcp.Revision20250326, mcp.Revision20241105, mcp.Server)
	request, _, err := c.Changes("sampling/createMessage")
	for _, one := range request {
		fmt.Println(one.ID, one.Reason)
	}
	fmt.Println(err)
	// Output:
	// T1.7 Before 2025-03-26, sampling has only text and images, so this message with audio was refused.
	// <nil>
}

func ExampleChange() {
	c, _ := mcp.NewConverter(mcp.Revision20251125, mcp.Latest, mcp.Client)
	request, _, _ := c.Changes("ping")
	var first mcp.Change = request[0]
	fmt.Println(first.ID, first.Reason)
	// Output: T4.9 2026-07-28 removed `ping`, so this message was refused.
}
