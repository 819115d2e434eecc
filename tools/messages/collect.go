package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/packages"

	"deuces/say"
)

// sentence is one call that tells something, by its place in the code.
type sentence struct {
	file string // relative to the module
	line int
	text string
}

// collect reads the module at dir. wrong says what a sentence or its arguments
// lack, each with its file and line.
func collect(dir string) (sentences []sentence, wrong []string, err error) {
	pkgs, err := packages.Load(&packages.Config{
		Dir:  dir,
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedModule,
	}, "./...")
	if err != nil {
		return nil, nil, err
	}
	for _, pkg := range pkgs {
		if strings.Contains(pkg.PkgPath, "/tools/") {
			continue // what works on sentences tells nobody anything
		}
		for _, e := range pkg.Errors {
			return nil, nil, fmt.Errorf("%s: %w", pkg.PkgPath, e)
		}
		for _, file := range pkg.Syntax {
			inspect(file, func(call *ast.CallExpr, within *ast.FuncDecl) {
				if !tells(pkg.TypesInfo, call) || tellsItself(pkg.TypesInfo, within) {
					return
				}
				at := pkg.Fset.Position(call.Pos())
				name, err := filepath.Rel(pkg.Module.Dir, at.Filename)
				if err != nil {
					name = at.Filename
				}
				value := pkg.TypesInfo.Types[call.Args[0]].Value
				if value == nil {
					wrong = append(wrong, fmt.Sprintf("%s:%d: a sentence has to be a constant", name, at.Line))
					return
				}
				s := sentence{name, at.Line, constant.StringVal(value)}
				if s.text == "" {
					return
				}
				sentences = append(sentences, s)
				if what := misfit(pkg.TypesInfo, s.text, call); what != "" {
					wrong = append(wrong, fmt.Sprintf("%s:%d: %q: %s", name, at.Line, s.text, what))
				}
			})
		}
	}
	return sentences, wrong, nil
}

// inspect shows every call of a file, with the function that it stands in.
func inspect(file *ast.File, see func(*ast.CallExpr, *ast.FuncDecl)) {
	for _, d := range file.Decls {
		within, _ := d.(*ast.FuncDecl)
		ast.Inspect(d, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && len(call.Args) > 0 {
				see(call, within)
			}
			return true
		})
	}
}

// tells says that a call's first argument is a sentence and the rest what stands
// in its places.
func tells(info *types.Info, call *ast.CallExpr) bool {
	var f types.Object
	switch fun := call.Fun.(type) {
	case *ast.Ident:
		f = info.Uses[fun]
	case *ast.SelectorExpr:
		f = info.Uses[fun.Sel]
	}
	return isTeller(f)
}

// tellsItself says that a function hands its own text on.
func tellsItself(info *types.Info, within *ast.FuncDecl) bool {
	return within != nil && isTeller(info.Defs[within.Name])
}

// isTeller says that a function of ours takes "text string, args ...any".
func isTeller(f types.Object) bool {
	fn, ok := f.(*types.Func)
	if !ok || fn.Pkg() == nil || !strings.HasPrefix(fn.Pkg().Path(), "deuces/") {
		return false
	}
	sig := fn.Signature()
	params := sig.Params()
	return sig.Variadic() && params.Len() == 2 && params.At(0).Name() == "text" && params.At(1).Name() == "args"
}

// misfit says how a sentence and its arguments don't fit; "" where they do.
func misfit(info *types.Info, text string, call *ast.CallExpr) string {
	if call.Ellipsis.IsValid() {
		return ""
	}
	names, args := say.Places(text), call.Args[1:]
	if len(names) != len(args) {
		return fmt.Sprintf("%d places and %d arguments", len(names), len(args))
	}
	for i, name := range names {
		counts := strings.Contains(text, "{"+name+":")
		basic, _ := info.TypeOf(args[i]).Underlying().(*types.Basic)
		isInt := basic != nil && types.Identical(types.Default(info.TypeOf(args[i])), types.Typ[types.Int])
		if counts && !isInt {
			return "what is counted as " + name + " must be an int"
		}
		if !counts && !isInt && !readable(info.TypeOf(args[i])) {
			return name + " must be a string, an int, or what has In(Language)"
		}
	}
	return ""
}

// readable says that a Message can show such an argument.
func readable(t types.Type) bool {
	if types.Identical(types.Default(t), types.Typ[types.String]) {
		return true
	}
	m, _, _ := types.LookupFieldOrMethod(t, true, nil, "In")
	_, ok := m.(*types.Func)
	return ok
}
