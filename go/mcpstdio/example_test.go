package mcpstdio_test

import (
	"fmt"
	"io"
	"os"
	"strings"

	mcp "mcprevisions"
	"mcprevisions/mcpstdio"
)

func ExampleRelay() {
	client := struct { // os.Stdin and os.Stdout in a program
		io.Reader
		io.Writer
	}{strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"roll"}}` + "\n"), os.Stdout}
	toServer, serverInput := io.Pipe() // the pipes of an exec.Cmd in a program
	serverOutput, fromServer := io.Pipe()
	go func() {
		serveOneByOne(pipes{toServer, fromServer}, "6")
		fromServer.Close()
	}()
	session, err := mcp.NewSession("2025-06-18", "2025-11-25", mcp.WithValidation())
	if err != nil {
		fmt.Println(err)
		return
	}
	err = mcpstdio.Relay(session, client, pipes{serverOutput, serverInput}, func(one mcp.Delivery) {
		if one.Err != nil {
			fmt.Println("refused:", one.Err)
		}
	})
	fmt.Println(err)
	// Output:
	// {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"6"}]}}
	// <nil>
}
