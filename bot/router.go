package bot

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Defer determines how a route's answer is deferred if its Handler is slow. It should match the
// Handler's usual reply, because Discord doesn't allow changing afterwards whether a deferred answer
// is private (see followUp).
type Defer int

// The ways to defer.
const (
	DeferNever   Defer = iota // for routes that open a Modal; a slow answer is replaced by a refusal
	DeferPrivate              // shows "thinking…" to the user only
	DeferPublic               // shows "thinking…" to everyone
	DeferUpdate               // for components; shows nothing until the answer
)

// route is a Handler and how its answer is deferred.
type route struct {
	defers  Defer
	handler Handler
}

// Router maps interactions to Handlers. The caller must add all routes before Bot.Run. A custom id
// "verb/arg/arg" is routed by its verb. Buttons and menus share one namespace of verbs, and forms
// have another.
type Router struct {
	specs      []Command
	commands   map[string]route
	suggest    map[string]route
	components map[string]route
	modals     map[string]route
	errs       []error
}

// NewRouter returns a Router without routes.
func NewRouter() *Router {
	return &Router{
		commands:   map[string]route{},
		suggest:    map[string]route{},
		components: map[string]route{},
		modals:     map[string]route{},
	}
}

// Command routes a slash command, which Bot.Run registers with Discord.
func (r *Router) Command(c Command, d Defer, h Handler) {
	if d == DeferUpdate {
		r.errs = append(r.errs, fmt.Errorf("command %q has no message to update", c.Name))
	}
	r.specs = append(r.specs, c)
	r.add(r.commands, "command", c.Name, route{d, h})
}

// Component routes the buttons and menus whose custom id has this verb.
func (r *Router) Component(verb string, d Defer, h Handler) {
	r.add(r.components, "component", verb, route{d, h})
}

// Modal routes the forms whose custom id has this verb.
func (r *Router) Modal(verb string, d Defer, h Handler) {
	r.add(r.modals, "modal", verb, route{d, h})
}

// Autocomplete routes the autocomplete interactions of a command, for its options with Suggest. The
// Handler replies with Choices.
func (r *Router) Autocomplete(command string, h Handler) {
	r.add(r.suggest, "autocomplete", command, route{DeferNever, h})
}

func (r *Router) add(to map[string]route, what, name string, x route) {
	switch _, taken := to[name]; {
	case taken:
		r.errs = append(r.errs, fmt.Errorf("%s %q has two routes", what, name))
	case name == "" || strings.Contains(name, "/"):
		r.errs = append(r.errs, fmt.Errorf("%s %q is empty or contains a slash", what, name))
	case x.handler == nil:
		r.errs = append(r.errs, fmt.Errorf("%s %q has no handler", what, name))
	}
	to[name] = x
}

// Commands returns the commands to register, sorted by name.
func (r *Router) Commands() []Command {
	return slices.SortedFunc(slices.Values(r.specs), func(a, b Command) int { return cmp.Compare(a.Name, b.Name) })
}

// Verbs returns the sorted verbs of all components and forms. Every custom id in a message must
// begin with one of them.
func (r *Router) Verbs() []string {
	verbs := slices.AppendSeq(slices.Collect(maps.Keys(r.components)), maps.Keys(r.modals))
	slices.Sort(verbs)
	return slices.Compact(verbs)
}

// Check returns all errors of the routes, joined, or nil.
func (r *Router) Check() error {
	errs := slices.Clone(r.errs)
	if len(r.specs) > 100 {
		errs = append(errs, fmt.Errorf("%d commands, want at most 100", len(r.specs)))
	}
	for name := range r.suggest {
		if _, ok := r.commands[name]; !ok {
			errs = append(errs, fmt.Errorf("autocomplete for %q, which is not a command", name))
		}
	}
	return errors.Join(errs...)
}
