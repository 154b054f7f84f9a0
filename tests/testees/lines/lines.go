// Package lines answers the questions of mcpgen testees (docs/testees.md) for a Go package that decodes messages.
package lines

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
)

// A Question is a message to decode.
type Question struct {
	Sender    string          `json:"sender"`
	Answering string          `json:"answering"`
	Frame     json.RawMessage `json:"frame"`
}

// Serve answers questions until stdin ends. Decode returns false if it has no function for the question.
func Serve(module string, revisions []string, decode func(Question) (bool, error)) {
	in, out := bufio.NewReader(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		var asked struct {
			ID json.RawMessage `json:"id"`
			Op string          `json:"op"`
			Question
		}
		if err := json.Unmarshal(line, &asked); err != nil {
			panic(err)
		}
		answer := map[string]any{"id": asked.ID}
		if asked.Op == "hello" {
			answer["implementation"], answer["version"] = strings.TrimPrefix(module, "github.com/"), version(module)
			answer["language"] = "Go"
			answer["claim"], answer["revisions"], answer["operations"] = "version-free", revisions, []string{"decode"}
		} else if isAsked, err := decode(asked.Question); !isAsked || asked.Frame[0] == '[' {
			answer["verdict"] = "skipped" // both packages split a batch before they read a message
		} else if err != nil {
			answer["verdict"], answer["reason"] = "invalid", err.Error()
		} else {
			answer["verdict"] = "valid"
		}
		if err := out.Encode(answer); err != nil {
			panic(err)
		}
	}
}

func version(module string) string {
	built, _ := debug.ReadBuildInfo()
	for _, dependency := range built.Deps {
		if dependency.Path == module {
			return strings.TrimPrefix(dependency.Version, "v")
		}
	}
	panic(fmt.Sprintf("%s is not a dependency", module))
}
