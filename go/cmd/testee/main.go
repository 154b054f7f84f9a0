// Testee answers the questions of mcpgen testees (docs/testees.md): lines of JSON on standard input, and an answer a
// line on standard output.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	mcp "mcprevisions"
)

type question struct {
	ID        json.RawMessage `json:"id"`
	Op        string          `json:"op"`
	Revision  mcp.Revision    `json:"revision"`
	Source    mcp.Revision    `json:"source"`
	Target    mcp.Revision    `json:"target"`
	Sender    mcp.Side        `json:"sender"`
	Answering string          `json:"answering"`
	Frame     json.RawMessage `json:"frame"`
	Text      *string         `json:"text"`
	Unknown   string          `json:"unknownMethods"`
	Context   *struct {
		ClientCapabilities json.RawMessage `json:"clientCapabilities"`
		ClientInfo         json.RawMessage `json:"clientInfo"`
		LogLevel           string          `json:"logLevel"`
	} `json:"context"`
}

func (q *question) frame() []byte {
	if q.Text != nil {
		return []byte(*q.Text)
	}
	return q.Frame
}

func (q *question) options() []mcp.Option {
	if q.Unknown == "pass" {
		return []mcp.Option{mcp.WithUnknownMethods()}
	}
	return nil
}

type answer map[string]any

func main() {
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := bufio.NewWriter(os.Stdout)
	for {
		line, err := in.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			if failure := reply(out, line); failure != nil {
				fmt.Fprintln(os.Stderr, failure)
				os.Exit(1)
			}
		}
		if err == io.EOF {
			return
		} else if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

func reply(out *bufio.Writer, line []byte) error {
	var q question
	if err := json.Unmarshal(line, &q); err != nil {
		return err
	}
	var a answer
	switch q.Op {
	case "hello":
		withTasks, err := mcp.Compose(mcp.Latest, mcp.ExtensionTasks)
		if err != nil {
			return err
		}
		a = answer{
			"implementation": "mcprevisions (Go)", "version": "0.1.0", "language": "Go",
			"revisions": append(mcp.Revisions(), withTasks), "operations": []string{"decode", "convert"}, "claim": "by revision",
		}
	case "decode":
		a = decode(&q)
	case "convert":
		a = convert(&q)
	default:
		a = answer{"error": "no operation " + q.Op}
	}
	a["id"] = q.ID
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(a); err != nil {
		return err
	}
	return out.Flush()
}

func decode(q *question) answer {
	frame := q.frame()
	m, err := mcp.Decode(frame, q.Revision, q.Sender, q.Answering, q.options()...)
	var bad *mcp.DecodeError
	switch {
	case errors.As(err, &bad):
		return answer{"verdict": "invalid", "pointer": bad.Pointer, "code": bad.Code, "reason": bad.Reason}
	case err != nil:
		return answer{"verdict": "inapplicable", "reason": err.Error()}
	}
	unknown := m.Unknown
	if unknown == nil {
		unknown = []string{}
	}
	return answer{"verdict": "valid", "unknown": unknown, "frame": json.RawMessage(frame)}
}

func convert(q *question) answer {
	options := q.options()
	if q.Context != nil {
		options = append(options, mcp.WithContext(mcp.Context(*q.Context)))
	}
	c, err := mcp.NewConverter(q.Source, q.Target, q.Sender, options...)
	if err != nil {
		return answer{"outcome": "unconverted", "reason": err.Error()}
	}
	message, losses, err := c.Frame(q.frame(), q.Answering)
	var bad *mcp.DecodeError
	var refused *mcp.NoCounterpart
	switch {
	case errors.As(err, &refused):
		return answer{
			"outcome": "refused", "change": refused.Change, "pointer": refused.Pointer, "reason": refused.Reason, "reply": refused.Reply,
		}
	case errors.As(err, &bad):
		return answer{"outcome": "unconverted", "pointer": bad.Pointer, "code": bad.Code, "reason": bad.Reason}
	case err != nil:
		return answer{"outcome": "unconverted", "reason": err.Error()}
	}
	if losses == nil {
		losses = []mcp.Loss{}
	}
	return answer{"outcome": "converted", "message": json.RawMessage(message), "losses": losses}
}
