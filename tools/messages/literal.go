package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"regexp"
	"strings"
)

// literals finds words that become text for people without being a sentence, such as those in
// say.Verbatim("Hello " + name). It follows strings through operators, variables, arguments and results of
// functions, but not through fields.
type literals struct {
	flows map[string][]place      // what becomes the value of a variable, an argument or a result, by its key
	keys  map[types.Object]string // of the parameters of functions
	from  []place                 // what becomes text for people
	seen  map[ast.Expr]bool
	found []place
}

type place struct {
	expr ast.Expr
	info *types.Info
}

// notations are the packages whose texts are cards, or what people typed.
var notations = map[string]bool{"deuces/game/card": true, "deuces/commands/typed": true, "deuces/internal/fold": true, "deuces/languages": true, "deuces/languages/languagestest": true}

// notWords are literals that are the same in all languages, with the reason.
var notWords = map[string]string{
	"game:":           "begins a value of an option, and is cut off before people read it",
	"preset:":         "begins a value of an option, and is cut off before people read it",
	"pass":            "notation, and no example of a play",
	"draw":            "notation, and no example of a play",
	"give ":           "notation, and no example of a play",
	"A23456789TJQKA2": "ranks",
}

var (
	words = regexp.MustCompile(`\p{L}{2}`)
	cards = regexp.MustCompile(`^(([2-9TJQKA][cdhs]|\*[12]) ?)+$`) // in notation
)

// add reads a file of a package.
func (s *literals) add(info *types.Info, file *ast.File, path string) {
	if notations[path] {
		return
	}
	flow := func(key string, expr ast.Expr) { s.flows[key] = append(s.flows[key], place{expr, info}) }
	ast.PreorderStack(file, nil, func(n ast.Node, around []ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			f := info.Defs[n.Name].(*types.Func)
			for i := range f.Signature().Params().Len() {
				s.keys[f.Signature().Params().At(i)] = argument(f, i)
			}
		case *ast.ReturnStmt:
			if f := function(info, around); f != "" {
				for _, result := range n.Results {
					flow(f, result)
				}
			} else if rewords(info, around) {
				s.from = append(s.from, place{n.Results[0], info})
			}
		case *ast.AssignStmt:
			for i, left := range n.Lhs {
				if name, ok := left.(*ast.Ident); ok {
					flow(s.key(info.ObjectOf(name)), n.Rhs[min(i, len(n.Rhs)-1)])
				}
			}
		case *ast.ValueSpec:
			for i, name := range n.Names {
				if len(n.Values) > 0 {
					flow(s.key(info.ObjectOf(name)), n.Values[min(i, len(n.Values)-1)])
				}
			}
		case *ast.RangeStmt:
			for _, left := range []ast.Expr{n.Key, n.Value} {
				if name, ok := left.(*ast.Ident); ok {
					flow(s.key(info.ObjectOf(name)), n.X)
				}
			}
		case *ast.CallExpr:
			f, _ := callee(info, n).(*types.Func)
			if f == nil {
				break
			}
			shown := f.Pkg() != nil && f.Pkg().Path() == "deuces/internal/say" && f.Signature().Recv() == nil || tells(f.Type())
			for i, arg := range n.Args {
				if shown {
					s.from = append(s.from, place{arg, info})
				}
				flow(argument(f, min(i, f.Signature().Params().Len()-1)), arg)
			}
		}
		return true
	})
}

// find follows everything that people read back to its literals.
func (s *literals) find() []place {
	for _, p := range s.from {
		s.follow(p)
	}
	return s.found
}

func (s *literals) follow(p place) {
	if p.expr == nil || s.seen[p.expr] || !hasStrings(p.info.TypeOf(p.expr)) {
		return
	}
	s.seen[p.expr] = true
	also := func(all ...ast.Expr) {
		for _, expr := range all {
			s.follow(place{expr, p.info})
		}
	}
	if call, ok := p.expr.(*ast.CallExpr); ok {
		f, _ := callee(p.info, call).(*types.Func)
		switch {
		case f != nil && f.Pkg() != nil && notations[f.Pkg().Path()]:
		case f != nil && f.Pkg() != nil && strings.HasPrefix(f.Pkg().Path(), "deuces/"):
			s.followKey(f.FullName()) // which leads to the arguments that its results contain
		default: // of a library, a conversion, or a function in a variable: what it gets may be in its result
			also(call.Args...)
			if of, ok := call.Fun.(*ast.SelectorExpr); ok {
				also(of.X)
			}
		}
		return
	}
	if value := p.info.Types[p.expr].Value; value != nil && value.Kind() == constant.String {
		if text := constant.StringVal(value); words.MatchString(text) && !cards.MatchString(text) && notWords[text] == "" {
			s.found = append(s.found, p)
		}
		return
	}
	switch e := p.expr.(type) {
	case *ast.Ident:
		s.followKey(s.key(p.info.ObjectOf(e)))
	case *ast.BinaryExpr:
		also(e.X, e.Y)
	case *ast.ParenExpr:
		also(e.X)
	case *ast.IndexExpr:
		also(e.X)
	case *ast.SliceExpr:
		also(e.X)
	case *ast.KeyValueExpr:
		also(e.Value)
	case *ast.CompositeLit:
		if _, isStruct := p.info.TypeOf(e).Underlying().(*types.Struct); !isStruct {
			also(e.Elts...)
		}
	}
}

// hasStrings reports whether a type is that of strings, or of the results of a function.
func hasStrings(t types.Type) bool {
	if t == nil || isText(t) {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString != 0
	case *types.Slice:
		return hasStrings(u.Elem())
	case *types.Array:
		return hasStrings(u.Elem())
	case *types.Map:
		return hasStrings(u.Elem())
	case *types.Tuple:
		return true
	}
	return false
}

func (s *literals) followKey(key string) {
	for _, p := range s.flows[key] {
		s.follow(p)
	}
}

// key names a variable or a constant: a parameter by its function, others by where they are declared.
func (s *literals) key(object types.Object) string {
	if object == nil {
		return ""
	}
	if key, ok := s.keys[object]; ok {
		return key
	}
	if object.Pkg() != nil && object.Parent() == object.Pkg().Scope() {
		return object.Pkg().Path() + "." + object.Name()
	}
	return fmt.Sprint(object.Pos())
}

func argument(f *types.Func, i int) string { return fmt.Sprintf("%s#%d", f.FullName(), i) }

// callee returns what a call calls, if that has a name.
func callee(info *types.Info, call *ast.CallExpr) types.Object {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return info.Uses[f]
	case *ast.SelectorExpr:
		return info.Uses[f.Sel]
	}
	return nil
}

// function returns the name of the function that a return statement returns from; empty within a function literal.
func function(info *types.Info, around []ast.Node) string {
	for i := len(around) - 1; i >= 0; i-- {
		switch f := around[i].(type) {
		case *ast.FuncLit:
			return ""
		case *ast.FuncDecl:
			return info.Defs[f.Name].(*types.Func).FullName()
		}
	}
	return ""
}

// rewords reports whether a return statement is that of a function literal which rewords a message.
func rewords(info *types.Info, around []ast.Node) bool {
	for i := len(around) - 1; i > 0; i-- {
		if _, ok := around[i].(*ast.FuncLit); ok {
			call, isCall := around[i-1].(*ast.CallExpr)
			if !isCall {
				return false
			}
			f := callee(info, call)
			return f != nil && strings.HasPrefix(f.Name(), "Reworded")
		}
	}
	return false
}
