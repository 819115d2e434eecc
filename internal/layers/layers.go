// Package layers helps tests that check the order of the files in a package. A test assigns the files to
// floors. A function may use only functions of its own file and of files on lower floors:
//
//	func TestCallsGoDown(t *testing.T) {
//		layers.CallsGoDown(t, ".", []string{
//			"routes",    // which handler answers what
//			"play join", // the handlers
//			"store",     // what they use
//		})
//	}
package layers

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Call is the use of a function or method of another file of the same package. Several uses count as one
// call. File names have no ".go".
type Call struct{ From, To, Func string }

func (c Call) String() string { return fmt.Sprintf("%s uses %s of %s", c.From, c.Func, c.To) }

// CallsGoDown fails the test if a function of the package in dir uses a function of another file
// that isn't on a lower floor. Floors are listed from the top, each with the names of its files
// without ".go". Every file except tests must be on one floor. The calls in except may go up. They
// have the form of Call.String. An entry of except that matches no such call is an error, too.
//
// CallsGoDown logs the number of calls and of calls that go up.
func CallsGoDown(t *testing.T, dir string, floors []string, except ...string) {
	t.Helper()
	calls := Calls(t, dir)
	up, faults := wrong(sources(t, dir), calls, floors, except)
	for _, fault := range faults {
		t.Error(fault)
	}
	t.Logf("%s: %d of %d calls between files go up", dir, up, len(calls))
}

// wrong returns the number of calls that go up, and what is wrong with the floors.
func wrong(files []string, calls []Call, floors, except []string) (up int, faults []string) {
	floorOf := map[string]int{}
	for i, floor := range floors {
		for _, file := range strings.Fields(floor) {
			if _, twice := floorOf[file]; twice {
				faults = append(faults, file+".go is on two floors")
			}
			if floorOf[file] = i; !slices.Contains(files, file) {
				faults = append(faults, "there is no "+file+".go, which is on a floor")
			}
		}
	}
	for _, file := range files {
		if _, has := floorOf[file]; !has {
			faults = append(faults, file+".go is on no floor")
		}
	}
	unused := slices.Clone(except)
	for _, c := range calls {
		if floorOf[c.To] > floorOf[c.From] {
			continue
		}
		up++
		if i := slices.Index(unused, c.String()); i >= 0 {
			unused = slices.Delete(unused, i, i+1)
		} else {
			faults = append(faults, c.String()+", which is not on a lower floor")
		}
	}
	for _, e := range unused {
		faults = append(faults, "no call goes up so: "+e)
	}
	return up, faults
}

// NoCircles fails the test if the calls between the files of the package in dir form a cycle.
func NoCircles(t *testing.T, dir string) {
	t.Helper()
	if circle := circle(Calls(t, dir)); circle != nil {
		t.Errorf("a circle: %s", strings.Join(circle, " → "))
	}
}

// circle returns the files of a cycle of calls, or nil.
func circle(calls []Call) []string {
	down := map[string][]string{}
	for _, c := range calls {
		down[c.From] = append(down[c.From], c.To)
	}
	done := map[string]bool{}
	var visit func(file string, way []string) []string
	visit = func(file string, way []string) []string {
		if at := slices.Index(way, file); at >= 0 {
			return append(way[at:], file)
		}
		if done[file] {
			return nil
		}
		for _, to := range down[file] {
			if found := visit(to, append(slices.Clip(way), file)); found != nil {
				return found
			}
		}
		done[file] = true
		return nil
	}
	for file := range down {
		if found := visit(file, nil); found != nil {
			return found
		}
	}
	return nil
}

// Calls returns the calls between the files of the package in dir, in order, for those files that
// are compiled on this system. It fails the test if there are none.
func Calls(t *testing.T, dir string) []Call {
	t.Helper()
	fset := token.NewFileSet()
	var files []*ast.File
	for _, file := range sources(t, dir) {
		if compiled, err := build.Default.MatchFile(dir, file+".go"); err != nil {
			t.Fatal(err)
		} else if !compiled {
			continue
		}
		f, err := parser.ParseFile(fset, filepath.Join(dir, file+".go"), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	// Imports are replaced by empty packages, so type checking has errors. It still resolves uses within
	// the package.
	cfg := types.Config{Importer: empty{}, Error: func(error) {}}
	pkg, _ := cfg.Check(dir, fset, files, info)
	fileOf := func(pos token.Pos) string {
		return strings.TrimSuffix(filepath.Base(fset.Position(pos).Filename), ".go")
	}
	var calls []Call
	for ident, used := range info.Uses {
		if _, is := used.(*types.Func); !is || used.Pkg() != pkg || !used.Pos().IsValid() {
			continue
		}
		if c := (Call{fileOf(ident.Pos()), fileOf(used.Pos()), used.Name()}); c.From != c.To {
			calls = append(calls, c)
		}
	}
	slices.SortFunc(calls, func(a, b Call) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To), cmp.Compare(a.Func, b.Func))
	})
	if calls = slices.Compact(calls); len(calls) == 0 {
		t.Fatalf("there are no calls between the files of %s: is it the right directory?", dir)
	}
	return calls
}

// sources returns the names of the Go files in dir for any system, without tests and without ".go".
func sources(t *testing.T, dir string) (files []string) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if !strings.HasSuffix(name, "_test.go") {
			files = append(files, strings.TrimSuffix(filepath.Base(name), ".go"))
		}
	}
	return files
}

// empty is an importer that returns an empty package for every path.
type empty struct{}

func (empty) Import(p string) (*types.Package, error) {
	pkg := types.NewPackage(p, path.Base(p))
	pkg.MarkComplete()
	return pkg, nil
}
