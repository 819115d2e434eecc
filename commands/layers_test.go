package commands

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// floors are the files of this package from the top. A function may use those of its
// own file and of floors below: never of another file on its own floor, or above.
func floors() [][]string {
	var all [][]string
	for _, floor := range []string{
		// Which handler answers what; and how serving begins.
		"routes commands shards",
		// What every answer goes through; the handlers, a command or a family of buttons
		// each; and what happens without a click.
		"answer play join leave deal cards table kick end start computers options rules help learn leaderboard titles stats history seasons settings preferences privacy suggest tend joined down lost sleep",
		// The pages of the settings panel that have handlers of their own.
		"presets settings_roles settings_season",
		// What several handlers answer with.
		"hand settings_panel seasonpost typed",
		// What goes on being true.
		"mirrors", "titleroles channel turns",
		// What a turn brings.
		"direct comeback",
		// What they all ask.
		"visit", "openings guild posts clock drawing replay", "store",
	} {
		all = append(all, strings.Fields(floor))
	}
	return all
}

func TestCallsGoDown(t *testing.T) {
	floorOf := map[string]int{}
	for i, floor := range floors() {
		for _, file := range floor {
			floorOf[file] = i
		}
	}
	used := calls(t, ".")
	for from, files := range used {
		if _, known := floorOf[from]; !known {
			t.Errorf("%s.go is on no floor", from)
		}
		for to, what := range files {
			if floorOf[to] <= floorOf[from] {
				t.Errorf("%s.go uses %s of %s.go, which is not on a floor below", from, what, to)
			}
		}
	}
	if used["cards"]["hand"] == "" {
		t.Error("cards.go answers with a hand: are calls found?")
	}
}

// Screens have no floors, but their files don't lead back to one another.
func TestScreensDoNotCallInCircles(t *testing.T) {
	used := calls(t, "screen")
	done := map[string]bool{}
	var visit func(file string, way []string)
	visit = func(file string, way []string) {
		if slices.Contains(way, file) {
			t.Errorf("a circle: %s → %s", strings.Join(way, " → "), file)
			return
		}
		if done[file] {
			return
		}
		for to := range used[file] {
			visit(to, append(slices.Clip(way), file))
		}
		done[file] = true
	}
	for file := range used {
		visit(file, nil)
	}
	if used["board"]["lobby"] == "" {
		t.Error("board.go shows lobbies: are calls found?")
	}
}

// calls are the calls between the files of a package's own code: by file, the files
// whose functions it uses, each with one of them.
func calls(t *testing.T, dir string) map[string]map[string]string {
	t.Helper()
	fset := token.NewFileSet()
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(fset, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	// Other packages are not looked into, so there are errors; what is used of this
	// one is known even so.
	cfg := types.Config{Importer: blind{}, Error: func(error) {}}
	pkg, _ := cfg.Check(dir, fset, files, info)
	between := map[string]map[string]string{}
	fileOf := func(pos token.Pos) string {
		return strings.TrimSuffix(filepath.Base(fset.Position(pos).Filename), ".go")
	}
	for ident, used := range info.Uses {
		if _, is := used.(*types.Func); !is || used.Pkg() != pkg || !used.Pos().IsValid() {
			continue
		}
		from, to := fileOf(ident.Pos()), fileOf(used.Pos())
		if from == to {
			continue
		}
		if between[from] == nil {
			between[from] = map[string]string{}
		}
		between[from][to] = used.Name()
	}
	if len(between) < 10 {
		t.Fatalf("calls between %d files only: is %s the right place?", len(between), dir)
	}
	return between
}

// blind imports every package as one with nothing in it.
type blind struct{}

func (blind) Import(p string) (*types.Package, error) {
	pkg := types.NewPackage(p, path.Base(p))
	pkg.MarkComplete()
	return pkg, nil
}
