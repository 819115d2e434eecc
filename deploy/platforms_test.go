package deploy

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"deuces/game/gametest"
)

// TestTheSourcesTypeCheckOnEachPlatformOfARelease type-checks the sources for each platform,
// because releases are also built for platforms on which nobody runs the tests. There, an int may
// have 32 bits, and files may have no modes. The small dose checks only Windows,
// which has files of its own. Linux and macOS, which most developers use, share the same files.
func TestTheSourcesTypeCheckOnEachPlatformOfARelease(t *testing.T) {
	var release struct{ Builds []struct{ Targets []string } }
	readYAML(t, ".goreleaser.yaml", &release)
	// The sources depend on the operating system and on the size of an int, but not on the
	// processor.
	seen := map[string][]string{}
	for _, build := range release.Builds {
		for _, target := range build.Targets {
			system, processor, _ := strings.Cut(strings.TrimSuffix(target, "_7"), "_")
			kind := system
			if processor == "arm" {
				kind += " with 32 bits"
			}
			seen[kind] = []string{system, processor}
		}
	}
	all := []string{"darwin", "linux", "linux with 32 bits", "windows"}
	if kinds := slices.Sorted(maps.Keys(seen)); !slices.Equal(kinds, all) {
		t.Fatalf("releases are for %q, not for %q", kinds, all)
	}
	for _, kind := range gametest.Dose(t, []string{"windows"}, all, all) {
		t.Run(kind, func(t *testing.T) { wantSourcesToTypeCheck(t, seen[kind][0], seen[kind][1]) })
	}
}

func wantSourcesToTypeCheck(t *testing.T, system, processor string) {
	const own = "deuces"
	found, err := packages.Load(&packages.Config{
		Context: t.Context(),
		Mode:    packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps | packages.NeedTypes | packages.NeedTypesSizes | packages.NeedSyntax,
		Env:     append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOARCH="+processor),
		// Skip the bodies of functions in other modules, because their signatures are enough.
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
		// The go tool caches the result of a test as long as the files that the test has read don't
		// change. Reading one directory per package makes it notice new files.
		for _, file := range p.GoFiles[:min(1, len(p.GoFiles))] {
			if _, err := os.ReadDir(filepath.Dir(file)); err != nil {
				t.Error(err)
			}
		}
		for _, e := range p.Errors {
			t.Errorf("%s: %v", p.PkgPath, e)
		}
	})
	if checked < 20 {
		t.Errorf("%d packages only", checked)
	}
}
