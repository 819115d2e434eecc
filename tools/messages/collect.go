package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/constant"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"deuces/internal/say"
)

// sentence is a constant of type say.Text with its position.
type sentence struct {
	file string // relative to the module
	line int
	text say.Text
	in   string // the declaration that contains it, with the first sentence of its comment
	as   string // the field that it is the value of, such as "Button.Label"; or empty
}

// listed is a package as go list prints it.
type listed struct {
	ImportPath, Dir string
	GoFiles         []string
	Export          string // the file with what the package exports, compiled
	DepOnly         bool   // it is imported by packages that match the pattern, and doesn't match itself
	Module          struct{ Dir string }
}

// list returns the packages that match a pattern, relative to dir, and all that they import.
func list(dir, pattern string) (pkgs []listed, err error) {
	cmd := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Dir,GoFiles,Export,DepOnly,Module", pattern)
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list %s: %w", pattern, err)
	}
	for dec := json.NewDecoder(bytes.NewReader(out)); dec.More(); {
		var p listed
		if err := dec.Decode(&p); err != nil {
			return nil, fmt.Errorf("read what go list prints: %w", err)
		}
		pkgs = append(pkgs, p)
	}
	return pkgs, nil
}

// collect reads the packages that match a pattern, relative to dir. wrong describes mistakes in
// sentences and their arguments, each with its file and line.
func collect(dir, pattern string) (sentences []sentence, wrong []string, err error) {
	pkgs, err := list(dir, pattern)
	if err != nil {
		return nil, nil, err
	}
	exports := map[string]string{}
	for _, pkg := range pkgs {
		exports[pkg.ImportPath] = pkg.Export
	}
	fset := token.NewFileSet()
	imports := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	lit := &literals{flows: map[string][]place{}, keys: map[types.Object]string{}, seen: map[ast.Expr]bool{}}
	for _, pkg := range pkgs {
		if pkg.DepOnly || strings.HasSuffix(pkg.ImportPath, "/tools/messages") || strings.HasSuffix(pkg.ImportPath, "/internal/toy") {
			continue // this command only repeats sentences of other packages, and only tests play the toy game
		}
		var files []*ast.File
		for _, name := range pkg.GoFiles {
			file, err := parser.ParseFile(fset, filepath.Join(pkg.Dir, name), nil, parser.SkipObjectResolution|parser.ParseComments)
			if err != nil {
				return nil, nil, err
			}
			files = append(files, file)
		}
		info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
		cfg := types.Config{Importer: imports}
		if _, err := cfg.Check(pkg.ImportPath, fset, files, info); err != nil {
			return nil, nil, err
		}
		for _, file := range files {
			lit.add(info, file, pkg.ImportPath)
			ast.PreorderStack(file, nil, func(n ast.Node, around []ast.Node) bool {
				expr, ok := n.(ast.Expr)
				if !ok {
					return true
				}
				at := fset.Position(expr.Pos())
				name, err := filepath.Rel(pkg.Module.Dir, at.Filename)
				if err != nil {
					name = at.Filename
				}
				if text, ok := constantText(info, expr); ok {
					if text != "" {
						sentences = append(sentences, sentence{name, at.Line, text, declaration(around), field(info, around)})
					}
					return false // a constant contains no other sentences
				}
				if call, ok := expr.(*ast.CallExpr); ok {
					if what := misfit(info, call); what != "" {
						text, _ := constantText(info, call.Args[0])
						wrong = append(wrong, fmt.Sprintf("%s:%d: %q: %s", name, at.Line, text, what))
					}
				}
				return true
			})
		}
	}
	for _, p := range lit.find() {
		at := fset.Position(p.expr.Pos())
		name, err := filepath.Rel(pkgs[len(pkgs)-1].Module.Dir, at.Filename)
		if err != nil {
			name = at.Filename
		}
		wrong = append(wrong, fmt.Sprintf("%s:%d: %s: words for people must be a sentence", name, at.Line, p.info.Types[p.expr].Value))
	}
	return sentences, wrong, nil
}

// declaration returns the name of the function that encloses a node, with the first sentence of its comment.
func declaration(around []ast.Node) string {
	for _, n := range around {
		if f, ok := n.(*ast.FuncDecl); ok {
			about, _, _ := strings.Cut(strings.Join(strings.Fields(f.Doc.Text()), " ")+" ", ". ")
			return strings.TrimSpace(cmp.Or(about, "func "+f.Name.Name))
		}
	}
	return ""
}

// field returns the field of a struct that a node is part of the value of, by the names of the type and the field.
func field(info *types.Info, around []ast.Node) string {
	for i := len(around) - 1; i > 0; i-- {
		pair, ok := around[i].(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		key, isName := pair.Key.(*ast.Ident)
		list, isStruct := around[i-1].(*ast.CompositeLit)
		if !isName || !isStruct {
			return ""
		}
		named, _ := types.Unalias(info.TypeOf(list)).(*types.Named)
		if named == nil {
			return ""
		}
		return named.Obj().Name() + "." + key.Name
	}
	return ""
}

// constantText returns the value of a constant sentence; false for any other expression.
func constantText(info *types.Info, expr ast.Expr) (say.Text, bool) {
	tv := info.Types[expr]
	if tv.Value == nil || !isText(tv.Type) || tv.Value.Kind() != constant.String {
		return "", false
	}
	return say.Text(constant.StringVal(tv.Value)), true
}

// isText reports whether a type is say.Text.
func isText(t types.Type) bool { return isOfSay(t, "Text") }

func isOfSay(t types.Type, name string) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Name() == name && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "deuces/internal/say"
}

// tells reports whether a function takes a sentence followed by the arguments for its places.
func tells(t types.Type) bool {
	sig, ok := t.(*types.Signature)
	return ok && sig.Variadic() && sig.Params().Len() == 2 && isText(sig.Params().At(0).Type()) && sig.Params().At(1).Name() == "args"
}

// misfit returns what is wrong with a call that creates or takes a sentence, or "".
func misfit(info *types.Info, call *ast.CallExpr) string {
	if len(call.Args) == 0 {
		return ""
	}
	if f := info.Types[call.Fun]; f.IsType() {
		if isText(f.Type) {
			return "what is no constant can't become a sentence"
		}
		return ""
	}
	text, constant := constantText(info, call.Args[0])
	if !tells(info.TypeOf(call.Fun)) || !constant || call.Ellipsis.IsValid() {
		return ""
	}
	names, args := say.Places(text), call.Args[1:]
	if len(names) != len(args) {
		return fmt.Sprintf("%d places and %d arguments", len(names), len(args))
	}
	for i, name := range names {
		counts := strings.Contains(string(text), "{"+name+":")
		isInt := types.Identical(types.Default(info.TypeOf(args[i])), types.Typ[types.Int])
		if counts && !isInt {
			return "what is counted as " + name + " must be an int"
		}
		if !counts && !isInt && !readable(info.TypeOf(args[i])) {
			return name + " must be a string, an int, or a Message"
		}
	}
	return ""
}

// readable reports whether a Message can contain an argument of this type as text.
func readable(t types.Type) bool {
	return types.Identical(types.Default(t), types.Typ[types.String]) || isOfSay(t, "Message")
}
