package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// A release is built for machines that nobody here has, where an int may have 32 bits and
// files have no modes. Each platform's sources have types that fit; the linker sees to the
// rest when a release is made.
func TestTheSourcesFitEachPlatformOfARelease(t *testing.T) {
	var release struct {
		Rest   map[string]any `yaml:",inline"`
		Builds []struct {
			Rest    map[string]any `yaml:",inline"`
			Targets []string
		}
	}
	readYAML(t, ".goreleaser.yaml", &release)
	seen := map[string]bool{}
	for _, build := range release.Builds {
		for _, target := range build.Targets {
			// What is of one system, or of one size of an int, differs. Nothing here is of a processor.
			part := strings.Split(target, "_")
			kind := part[0]
			if part[1] == "arm" {
				kind += " with 32 bits"
			}
			if !seen[kind] {
				seen[kind] = true
				t.Run(kind, func(t *testing.T) { fits(t, part[0], part[1]) })
			}
		}
	}
	if len(seen) != 4 {
		t.Errorf("releases are for %v only", seen)
	}
}

func fits(t *testing.T, system, processor string) {
	const own = "deuces"
	found, err := packages.Load(&packages.Config{
		Context: t.Context(),
		Mode:    packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps | packages.NeedTypes | packages.NeedTypesSizes | packages.NeedSyntax,
		Env:     append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOARCH="+processor),
		// What others' functions do is theirs: their signatures are enough, and quicker.
		ParseFile: func(set *token.FileSet, name string, source []byte) (*ast.File, error) {
			file, err := parser.ParseFile(set, name, source, parser.SkipObjectResolution)
			if here, _ := os.Getwd(); file != nil && !strings.HasPrefix(name, here) {
				for _, d := range file.Decls {
					if f, ok := d.(*ast.FuncDecl); ok {
						f.Body = nil
					}
				}
			}
			return file, err
		},
	}, ".")
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	packages.Visit(found, nil, func(p *packages.Package) {
		if p.PkgPath != own && !strings.HasPrefix(p.PkgPath, own+"/") {
			return
		}
		checked++
		for _, e := range p.Errors {
			t.Errorf("%s: %v", p.PkgPath, e)
		}
	})
	if checked < 20 {
		t.Errorf("%d packages only", checked)
	}
}
