package mcpstdio_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
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

func ExampleRelayCommand() {
	server := exec.Command(os.Args[0]) // the command of the server in a program
	server.Env = append(os.Environ(), "TEST_SERVER=ends")
	server.Stderr = os.Stderr
	client := struct { // os.Stdin and os.Stdout in a program
		io.Reader
		io.Writer
	}{strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"roll"}}` + "\n"), io.Discard}
	session, err := mcp.NewSession("2025-06-18", "2025-11-25", mcp.WithValidation())
	if err != nil {
		fmt.Println(err)
		return
	}
	err = mcpstdio.RelayCommand(context.Background(), session, client, server, func(one mcp.Delivery) {
		if one.ClientRequest != "" {
			fmt.Printf("to the %s: %s\n", one.To, one.Frame)
		}
	})
	fmt.Println(err)
	// Output:
	// to the server: {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"roll"}}
	// to the client: {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"6"}]}}
	// <nil>
}
