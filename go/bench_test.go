package mcprevisions_test

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"

	mcp "mcprevisions"
)

type corpusLine struct {
	Revision  mcp.Revision    `json:"revision"`
	Sender    mcp.Side        `json:"sender"`
	Answering string          `json:"answering"`
	Context   json.RawMessage `json:"context"`
	Frame     json.RawMessage `json:"frame"`
	Verdicts  map[mcp.Revision]struct {
		Verdict string `json:"verdict"`
	} `json:"verdicts"`
	Conversions map[mcp.Revision]struct {
		Outcome string `json:"outcome"`
	} `json:"conversions"`
}

func corpus(t testing.TB) []corpusLine {
	path := os.Getenv("MCP_CORPUS")
	if path == "" {
		t.Skip("MCP_CORPUS does not name the corpus.jsonl of mcpgen export")
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var lines []corpusLine
	scanner := bufio.NewScanner(file)
	scanner.Buffer(nil, 64<<20)
	for scanner.Scan() {
		var line corpusLine
		if err := json.Unmarshal(scanner.Bytes(), &line); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, line)
	}
	return lines
}

func BenchmarkConvert(b *testing.B) {
	lines := corpus(b)
	for _, source := range mcp.Revisions() {
		for _, target := range mcp.Revisions() {
			type job struct {
				c         *mcp.Converter
				frame     []byte
				answering string
			}
			var jobs []job
			for _, one := range lines {
				if one.Revision != source || one.Conversions[target].Outcome != "converted" {
					continue
				}
				c, err := mcp.NewConverter(source, target, one.Sender)
				if err != nil {
					b.Fatal(err)
				}
				jobs = append(jobs, job{c, one.Frame, one.Answering})
			}
			if len(jobs) == 0 {
				continue
			}
			b.Run(string(source)+"/"+string(target), func(b *testing.B) {
				b.ReportAllocs()
				for range b.N {
					for _, j := range jobs {
						if _, _, err := j.c.Frame(j.frame, j.answering); err != nil {
							b.Fatal(err)
						}
					}
				}
			})
			b.Run(string(source)+"/"+string(target)+"/json", func(b *testing.B) {
				b.ReportAllocs()
				for range b.N {
					for _, j := range jobs {
						var v any
						if err := json.Unmarshal(j.frame, &v); err != nil {
							b.Fatal(err)
						}
						if _, err := json.Marshal(v); err != nil {
							b.Fatal(err)
						}
					}
				}
			})
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	lines := corpus(b)
	for _, revision := range mcp.Revisions() {
		var jobs []corpusLine
		for _, one := range lines {
			if one.Verdicts[revision].Verdict == "valid" {
				jobs = append(jobs, one)
			}
		}
		b.Run(string(revision), func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				for _, j := range jobs {
					if _, err := mcp.Decode(j.Frame, revision, j.Sender, j.Answering); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
		b.Run(string(revision)+"/json", func(b *testing.B) {
			for range b.N {
				for _, j := range jobs {
					var v any
					if err := json.Unmarshal(j.Frame, &v); err != nil {
						b.Fatal(err)
					}
					if _, err := json.Marshal(v); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}

// BenchmarkPage converts a page of 100 tools to the newer neighbour.
func BenchmarkPage(b *testing.B) {
	tool := `{"name":"tool","description":"` + strings.Repeat("y", 120) + `","inputSchema":{"type":"object","properties":{` +
		strings.TrimSuffix(strings.Repeat(`"p":{"type":"string","description":"`+strings.Repeat("x", 60)+`"},`, 1), ",") + `}}}`
	page := []byte(`{"jsonrpc":"2.0","id":1,"result":{"tools":[` + strings.TrimSuffix(strings.Repeat(tool+",", 100), ",") + `]}}`)
	c, err := mcp.NewConverter(mcp.Revision20250618, mcp.Revision20251125, mcp.Server)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(page)))
	b.ReportAllocs()
	for range b.N {
		if _, _, err := c.Frame(page, "tools/list"); err != nil {
			b.Fatal(err)
		}
	}
}
