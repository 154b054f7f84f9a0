// Package lines reads the orders of matrix.py from stdin and writes what happens to stdout.
package lines

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"sync"
)

// A Client is one SDK behind the orders.
type Client interface {
	Connect(ctx context.Context) error
	Call(ctx context.Context, tool string) (string, error)
}

type order struct {
	ID      int    `json:"id"`
	Connect bool   `json:"connect"`
	Call    string `json:"call"`
	Cancel  *int   `json:"cancel"`
}

var writing sync.Mutex

// Say writes a line.
func Say(line map[string]any) {
	writing.Lock()
	defer writing.Unlock()
	_ = json.NewEncoder(os.Stdout).Encode(line)
}

// Obey carries out the orders until stdin ends.
func Obey(client Client) {
	cancels := map[int]context.CancelFunc{}
	scanner := bufio.NewScanner(os.Stdin)
	for scanner.Scan() {
		var given order
		if err := json.Unmarshal(scanner.Bytes(), &given); err != nil {
			panic(err)
		}
		if given.Cancel != nil {
			cancels[*given.Cancel]()
			continue
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancels[given.ID] = cancel
		work := func() {
			text, err := "", error(nil)
			if given.Connect {
				err = client.Connect(context.Background())
			} else {
				text, err = client.Call(ctx, given.Call)
			}
			if err != nil {
				Say(map[string]any{"id": given.ID, "failed": err.Error()})
			} else {
				Say(map[string]any{"id": given.ID, "text": text})
			}
		}
		go work()
	}
}
