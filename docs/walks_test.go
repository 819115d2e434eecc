package docs

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// inCode matches text set as code in docs/click.md: paths of files, and names.
var inCode = regexp.MustCompile("`([^`]+)`")

// TestTheWalksNameFilesAndFunctionsThatExist reads docs/click.md. In a line that
// names a file, every name set as code after it must be declared in that file, except
// names of something else, which are written with a dot, a slash or an equals sign.
func TestTheWalksNameFilesAndFunctionsThatExist(t *testing.T) {
	page, err := os.ReadFile("docs/click.md")
	if err != nil {
		t.Fatal(err)
	}
	files, names := 0, 0
	for n, line := range strings.Split(string(page), "\n") {
		for _, fault := range wrongIn(line, &files, &names) {
			t.Errorf("docs/click.md:%d: %s", n+1, fault)
		}
	}
	if files < 30 || names < 40 {
		t.Errorf("%d files and %d names were checked; is the page read as it is meant?", files, names)
	}
	for _, line := range []string{"1. `bot/nowhere.go`: `event`", "1. `bot/bot.go`: `nothing`"} {
		if len(wrongIn(line, &files, &names)) != 1 {
			t.Errorf("nothing is wrong with %q", line)
		}
	}
}

// wrongIn returns the names in a line that don't exist.
func wrongIn(line string, files, names *int) (faults []string) {
	var declared []string
	for _, m := range inCode.FindAllStringSubmatch(line, -1) {
		word := m[1]
		switch {
		case strings.Contains(word, "/") && strings.HasSuffix(word, ".go"):
			*files++
			f, err := parser.ParseFile(token.NewFileSet(), word, nil, 0)
			if err != nil {
				return append(faults, err.Error())
			}
			declared = declaredIn(f)
		case declared == nil || strings.ContainsAny(word, "./=_"):
		default:
			*names++
			if !slices.Contains(declared, word) {
				faults = append(faults, word+" is not declared in the file that is named before it")
			}
		}
	}
	return faults
}

// declaredIn returns the functions, methods, types, constants and variables that a file declares.
func declaredIn(f *ast.File) (names []string) {
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			names = append(names, d.Name.Name)
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					names = append(names, s.Name.Name)
				case *ast.ValueSpec:
					for _, n := range s.Names {
						names = append(names, n.Name)
					}
				}
			}
		}
	}
	return names
}
