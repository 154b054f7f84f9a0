package mcprevisions_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestReadme compiles each program of README.md in a module that has the lines of its section about the installation.
func TestReadme(t *testing.T) {
	page, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	blocks := strings.Split(string(page), "```")
	programs := 0
	for i := 1; i < len(blocks); i += 2 {
		language, text, _ := strings.Cut(blocks[i], "\n")
		name := "go.mod"
		switch {
		case language == "go":
			programs++
			name = filepath.Join(strconv.Itoa(programs), "main.go")
		case language == "" && strings.HasPrefix(text, "require "):
			text = "module example\n\ngo 1.24\n\n" + strings.Replace(text, "../mcpgen/go", here, 1)
		default:
			t.Fatalf("a block of %q is not tested", language)
		}
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	vet := exec.Command("go", "vet", "./...")
	vet.Dir, vet.Env = folder, append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	if out, err := vet.CombinedOutput(); err != nil || programs < 4 {
		t.Errorf("%d programs: %v\n%s", programs, err, out)
	}
}
