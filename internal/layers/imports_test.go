// Package layers tests that imports between packages point down, and that screens neither wait nor fail.
package layers

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The tests run in the root of the repository, so their paths are relative to it.
func TestMain(m *testing.M) {
	if err := os.Chdir("../.."); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// mayImport lists the packages of this module that each package may import outside of its tests.
// Imports go down, and docs/design.md explains each line. "*" means all packages.
var mayImport = map[string][]string{
	".":                       {"internal/cli"},
	"internal/cli":            {"bot", "bot/rest", "game", "game/ai", "game/ai/arena", "game/record", "game/systems", "internal/app", "internal/config", "internal/diskspace", "internal/progress", "internal/status", "sandbox", "store", "match"},
	"internal/app":            {"bot", "bot/mirror", "bot/rest", "commands", "game", "game/ai", "game/systems", "internal/cluster", "internal/config", "internal/diskspace", "internal/emojis", "internal/metrics", "languages", "internal/progress", "internal/status", "match", "store", "table"},
	"internal/progress":       {"store/engine"},
	"internal/status":         {},
	"internal/diskspace":      {},
	"internal/say":            {},
	"internal/fold":           {},
	"game/card":               {},
	"game":                    {"game/card", "internal/say"},
	"game/kit":                {"game", "game/card", "internal/say"},
	"game/president":          {"game", "game/card", "game/kit", "internal/say"},
	"game/bigtwo":             {"game", "game/card", "game/kit", "internal/say"},
	"game/acehole":            {"game", "game/card", "game/kit", "internal/say"},
	"game/tienlen":            {"game", "game/card", "game/kit", "internal/say"},
	"game/tienlen/ai":         {"game", "game/card", "game/kit", "game/ai", "game/tienlen", "internal/say"},
	"game/deal":               {"game", "game/card", "internal/say"},
	"game/ai":                 {"game", "game/card", "internal/say"},
	"game/ai/arena":           {"game", "game/card", "game/ai"},
	"game/president/ai":       {"game", "game/card", "game/ai", "game/ai/net", "game/president", "internal/say"},
	"game/ai/net":             {},
	"game/bigtwo/ai":          {"game", "game/card", "game/kit", "game/ai", "game/bigtwo", "game/ai/net", "internal/say"},
	"game/acehole/ai":         {"game", "game/card", "game/kit", "game/ai", "game/ai/net", "game/acehole", "internal/say"},
	"game/systems":            {"game", "game/kit", "game/ai", "game/president", "game/bigtwo", "game/acehole", "game/president/ai", "game/bigtwo/ai", "game/acehole/ai", "game/tienlen", "game/tienlen/ai", "internal/say"},
	"game/record":             {"game", "game/card", "game/deal"},
	"standing/rating":         {},
	"standing/daily":          {"game/deal", "standing"},
	"standing":                {"game", "game/card", "internal/say", "standing/rating"},
	"match":                   {"game", "game/card", "game/ai", "game/deal", "internal/say", "standing", "standing/daily"},
	"match/history":           {"game", "game/card", "game/record", "match", "standing"},
	"table":                   {"game", "game/ai", "game/deal", "match", "standing"},
	"settings":                {"game", "internal/say", "standing"},
	"internal/cluster":        {"store/postgres"},
	"store/engine":            {},
	"store/sqlite":            {"internal/diskspace", "store/engine"},
	"store/postgres":          {"store/engine"},
	"store":                   {"store/engine", "store/sqlite", "store/postgres", "game", "game/deal", "match", "standing/rating", "standing", "table", "settings", "standing/daily"},
	"languages":               {"internal/say"},
	"bot":                     {"bot/gateway", "bot/rest", "internal/say", "languages"},
	"bot/gateway":             {"bot/rest"},
	"bot/mirror":              {"bot", "bot/rest", "internal/say"},
	"bot/rest":                {"internal/say"},
	"internal/picture/canvas": {},
	"internal/picture/face":   {"game/card", "internal/picture/canvas"},
	"internal/picture/text":   {"internal/picture/canvas"},
	"internal/picture":        {"game/card", "internal/picture/canvas", "internal/picture/face", "internal/picture/text", "internal/say", "standing/daily"},
	"internal/emojis":         {"bot", "bot/rest", "game/card", "internal/picture/face", "internal/say", "settings"},
	"commands":                {"bot", "bot/mirror", "bot/rest", "commands/ids", "commands/screen", "commands/typed", "internal/picture", "game", "game/ai", "game/systems", "game/card", "internal/fold", "internal/say", "languages", "match", "match/history", "standing", "table", "settings", "standing/daily", "game/deal"},
	"commands/ids":            {"game", "match", "standing", "standing/daily"},
	"commands/typed":          {"bot", "commands/screen", "game", "game/card", "internal/fold", "internal/say"},
	"commands/screen":         {"bot", "commands/ids", "internal/picture", "internal/picture/face", "game", "game/card", "game/deal", "game/ai", "internal/say", "languages", "match", "match/history", "standing", "settings", "standing/daily"},
	"tools/messages":          {"internal/say"},
	"sandbox":                 {"sandbox/fault", "sandbox/gateway", "sandbox/page", "sandbox/rest", "sandbox/user", "sandbox/world"},
	"sandbox/wire":            {},
	"sandbox/ring":            {},
	"sandbox/fault":           {"sandbox/wire"},
	"sandbox/world":           {"sandbox/ring", "sandbox/wire"},
	"sandbox/gateway":         {"sandbox/fault", "sandbox/ring", "sandbox/wire", "sandbox/world"},
	"sandbox/rest":            {"sandbox/fault", "sandbox/gateway", "sandbox/ring", "sandbox/wire", "sandbox/world"},
	"sandbox/user":            {"sandbox/fault", "sandbox/gateway", "sandbox/rest", "sandbox/ring", "sandbox/wire", "sandbox/world"},
	"sandbox/page":            {},
	"sandbox/discordspec":     {},
	"internal/config":         {"settings"},
	"internal/metrics":        {},
	"tools/arena":             {"game", "game/ai", "game/ai/arena", "game/systems", "internal/zoo"},
	"tools/train":             {"game", "game/acehole", "game/acehole/ai", "game/ai", "game/ai/net", "game/bigtwo", "game/bigtwo/ai", "game/card", "game/president", "game/president/ai"},
}

// To add a package or an import that isn't in mayImport is to change the design. No program or test
// may import the packages in tools.
func TestImportsPointDown(t *testing.T) {
	seen := 0
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (strings.HasPrefix(d.Name(), ".") && file != "." || d.Name() == "testdata" || d.Name() == "node_modules") {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(file, ".go") {
			return nil
		}
		seen++
		pkg := filepath.ToSlash(filepath.Dir(file))
		allowed, known := mayImport[pkg]
		if strings.HasSuffix(pkg, "test") || strings.HasPrefix(pkg, "e2e") || strings.HasSuffix(file, "_test.go") || slices.Contains(testSupport, pkg) {
			allowed, known = []string{"*"}, true
		}
		if !known {
			t.Errorf("package %s is missing in mayImport", pkg)
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
			all := slices.Contains(allowed, "*")
			ours, is := strings.CutPrefix(p, "deuces/")
			if is && !all && !slices.Contains(allowed, ours) || strings.HasPrefix(ours, "tools/") {
				t.Errorf("%s imports %s, which its package may not", file, ours)
			}
			if path.Base(p) == "discordgo" && !all && pkg != "bot/gateway" {
				t.Errorf("%s imports discordgo, which only bot/gateway may", file)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen < 100 {
		t.Errorf("only %d files were found, want at least 100: is the walk right?", seen)
	}
}

// testSupport lists packages that only tests and tools use. They may import anything, like e2e and
// the packages whose names end in "test".
var testSupport = []string{"internal/toy", "internal/zoo"}

// screenMayImport lists the packages of the standard library that screens may import. None of them
// waits, reads or writes.
var screenMayImport = []string{"cmp", "fmt", "maps", "regexp", "slices", "strconv", "strings", "time", "unicode/utf16"}

// The functions of commands/screen turn data into messages. They use no context, store, registry or
// clock, and return no error.
func TestScreensNeitherWaitNorFail(t *testing.T) {
	files, err := filepath.Glob("commands/screen/*.go")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		seen++
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, fault := range waitsOrFails(f) {
			t.Errorf("%s %s", file, fault)
		}
	}
	if seen < 10 {
		t.Errorf("only %d files were found, want at least 10: is the pattern right?", seen)
	}
	bad, err := parser.ParseFile(token.NewFileSet(), "bad.go", `package screen
		import ("context"; "time"; "deuces/table")
		func F(context.Context, *table.Registry) (time.Time, error) { return time.Now(), nil }`, 0)
	if err != nil {
		t.Fatal(err)
	}
	if faults := waitsOrFails(bad); len(faults) != 4 {
		t.Errorf("in a file with four faults got %q, want all four", faults)
	}
}

// waitsOrFails returns what in a file of commands/screen may wait or fail.
func waitsOrFails(f *ast.File) (faults []string) {
	for _, spec := range f.Imports {
		if p, _ := strconv.Unquote(spec.Path.Value); !strings.HasPrefix(p, "deuces/") && !slices.Contains(screenMayImport, p) {
			faults = append(faults, "imports "+p)
		}
	}
	forbidden := map[string][]string{"time": {"Now", "Sleep", "After", "AfterFunc", "NewTimer", "NewTicker", "Since", "Until"}, "table": {"Registry", "NewRegistry", "Log", "Config"}}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if pkg, ok := n.X.(*ast.Ident); ok && slices.Contains(forbidden[pkg.Name], n.Sel.Name) {
				faults = append(faults, "uses "+pkg.Name+"."+n.Sel.Name)
			}
		case *ast.FuncType:
			if n.Results == nil {
				return true
			}
			for _, result := range n.Results.List {
				if name, ok := result.Type.(*ast.Ident); ok && name.Name == "error" {
					faults = append(faults, "has a function that can fail")
				}
			}
		}
		return true
	})
	return faults
}
