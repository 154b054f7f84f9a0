package mcprevisions_test

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestExports finds exported functions, types and methods of a package without a doc comment or a runnable example, and
// exported fields, constants and variables without a doc comment. Error and String belong to interfaces of other
// packages, so they need no example.
func TestExports(t *testing.T) {
	for folder, least := range map[string]int{".": 40, "mcphttp": 5, "mcpsdk": 2, "mcpstdio": 1} {
		t.Run(folder, func(t *testing.T) { exports(t, folder, least) })
	}
}

func exports(t *testing.T, folder string, least int) {
	names, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	var files, tests []*ast.File
	for _, one := range names {
		if !strings.HasSuffix(one.Name(), ".go") {
			continue
		}
		file, err := parser.ParseFile(set, filepath.Join(folder, one.Name()), nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		if files = append(files, file); strings.HasSuffix(one.Name(), "_test.go") {
			tests = append(tests, file)
		}
	}
	found, err := doc.NewFromFiles(set, files, "mcprevisions/"+folder, doc.PreserveAST)
	if err != nil {
		t.Fatal(err)
	}
	runs := make(map[string]bool)
	for _, one := range doc.Examples(tests...) {
		runs[one.Name] = one.Output != "" || one.EmptyOutput
	}
	count := 0
	check := func(name, comment string) {
		count++
		if !strings.HasPrefix(comment, name[strings.LastIndex(name, "_")+1:]+" ") {
			t.Errorf("%s: the doc comment must start with the name", name)
		}
		if !runs[name] && !strings.HasSuffix(name, "_Error") && !strings.HasSuffix(name, "_String") {
			t.Errorf("%s: there is no example with an output", name)
		}
	}
	for _, one := range found.Funcs {
		check(one.Name, one.Doc)
	}
	for _, one := range found.Types {
		check(one.Name, one.Doc)
		for _, function := range one.Funcs {
			check(function.Name, function.Doc)
		}
		for _, method := range one.Methods {
			check(one.Name+"_"+method.Name, method.Doc)
		}
	}
	if count < least {
		t.Errorf("%d functions, types and methods", count)
	}
	for _, file := range files {
		ast.Inspect(file, func(node ast.Node) bool { return described(t, node) })
	}
}

// described checks that exported names inside a declaration have comments. It does not look into functions.
func described(t *testing.T, node ast.Node) bool {
	switch one := node.(type) {
	case *ast.FuncDecl:
		return false
	case *ast.GenDecl:
		for _, spec := range one.Specs {
			if value, ok := spec.(*ast.ValueSpec); ok && value.Names[0].IsExported() && value.Doc == nil && one.Doc == nil {
				t.Errorf("%s has no doc comment", value.Names[0].Name)
			}
		}
	case *ast.TypeSpec:
		return one.Name.IsExported()
	case *ast.Field:
		if len(one.Names) > 0 && one.Names[0].IsExported() && one.Doc == nil {
			t.Errorf("the field %s has no comment", one.Names[0].Name)
		}
	}
	return true
}
