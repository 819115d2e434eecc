package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// mayImport says for each package of ours which others of ours its own code
// (not its tests) may import: imports point down, and each line has its reason
// in docs/design.md. "*" is all.
var mayImport = map[string][]string{
	".":                    {"*"},
	"say":                  {},
	"game/card":            {},
	"tools/messages":       {"say"},
	"game":                 {"game/card"},
	"game/president":       {"game", "game/card"},
	"game/bigtwo":          {"game", "game/card"},
	"game/acehole":         {"game", "game/card"},
	"game/ai":              {"game", "game/card"},
	"game/deal":            {"game", "game/card"},
	"game/ai/arena":        {"game", "game/card", "game/ai"},
	"game/president/ai":    {"game", "game/card", "game/ai", "game/president"},
	"game/bigtwo/ai":       {"game", "game/card", "game/ai", "game/bigtwo"},
	"game/bigtwo/ai/train": {"game/bigtwo/ai"},
	"game/acehole/ai":      {"game", "game/card", "game/ai", "game/acehole"},
	"game/systems":         {"game", "game/ai", "game/president", "game/bigtwo", "game/acehole", "game/president/ai", "game/bigtwo/ai", "game/acehole/ai"},
	"game/record":          {"game", "game/card"},
	"standing/rating":      {},
	"standing":             {"game", "game/card"},
	"table":                {"game", "game/card", "game/ai", "game/deal", "standing"},
	"table/history":        {"game", "game/card", "game/record", "standing", "table"},
	"settings":             {"game", "standing"},
	"store":                {"game", "game/card", "standing/rating", "standing", "table", "settings"},
	"bot":                  {},
	"picture":              {},
	"commands":             {"bot", "picture", "game", "game/ai", "game/systems", "game/card", "table/history", "standing", "table", "settings"},
	"sandbox":              {"sandbox/fault", "sandbox/gateway", "sandbox/page", "sandbox/rest", "sandbox/user", "sandbox/world"},
	"sandbox/wire":         {},
	"sandbox/ring":         {},
	"sandbox/fault":        {"sandbox/wire"},
	"sandbox/world":        {"sandbox/ring", "sandbox/wire"},
	"sandbox/gateway":      {"sandbox/fault", "sandbox/ring", "sandbox/wire", "sandbox/world"},
	"sandbox/rest":         {"sandbox/fault", "sandbox/gateway", "sandbox/ring", "sandbox/wire", "sandbox/world"},
	"sandbox/user":         {"sandbox/fault", "sandbox/gateway", "sandbox/rest", "sandbox/ring", "sandbox/wire", "sandbox/world"},
	"sandbox/page":         {},
	"sandbox/coverage":     {"sandbox/gateway", "sandbox/rest"},
	"sandbox/discordspec":  {},
	"config":               {},
}

// TestImportsPointDown keeps the house as it is drawn: a package that is not
// listed, or imports what its line does not allow, is a change of the design.
func TestImportsPointDown(t *testing.T) {
	seen := 0
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (strings.HasPrefix(d.Name(), ".") && file != "." || d.Name() == "testdata" || d.Name() == "node_modules") {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		seen++
		pkg := filepath.ToSlash(filepath.Dir(file))
		allowed, known := mayImport[pkg]
		if !known {
			if strings.HasSuffix(pkg, "test") || strings.HasPrefix(pkg, "e2e") || strings.Contains(pkg, "internal/") {
				return nil // support for tests may look anywhere
			}
			t.Errorf("package %s is not in the drawing of the house", pkg)
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range f.Imports {
			p, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			if ours, ok := strings.CutPrefix(p, "deuces/"); ok && !slices.Contains(allowed, ours) && !slices.Contains(allowed, "*") {
				t.Errorf("%s imports %s", file, ours)
			}
			if path.Base(p) == "discordgo" && pkg != "bot" {
				t.Errorf("%s imports discordgo, which only bot may", file)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen < 10 {
		t.Errorf("looked at %d files only: is the walk right?", seen)
	}
}
