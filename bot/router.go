package bot

import (
	"cmp"
	"errors"
	"fmt"
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
	specs  []Command
	routes map[routeKey]route
	errs   []error
}

// routeKey is the kind of an interaction, as kindName returns it, and the command or verb.
type routeKey struct{ kind, name string }

// NewRouter returns a Router without routes.
func NewRouter() *Router { return &Router{routes: map[routeKey]route{}} }

// Command routes a slash command, which Bot.Run registers with Discord.
func (r *Router) Command(c Command, d Defer, h Handler) {
	if d == DeferUpdate {
		r.errs = append(r.errs, fmt.Errorf("command %q has no message to update", c.Name))
	}
	r.specs = append(r.specs, c)
	r.add("command", c.Name, d, h)
}

// Component routes the buttons and menus whose custom id has this verb.
func (r *Router) Component(verb string, d Defer, h Handler) {
	r.add("component", verb, d, h)
}

// Modal routes the forms whose custom id has this verb.
func (r *Router) Modal(verb string, d Defer, h Handler) {
	r.add("modal", verb, d, h)
}

// Autocomplete routes the autocomplete interactions of a command, for its options with Suggest. The
// Handler replies with Choices.
func (r *Router) Autocomplete(command string, h Handler) {
	r.add("autocomplete", command, DeferNever, h)
}

func (r *Router) add(kind, name string, d Defer, h Handler) {
	key := routeKey{kind, name}
	switch _, taken := r.routes[key]; {
	case taken:
		r.errs = append(r.errs, fmt.Errorf("%s %q has two routes", kind, name))
	case name == "" || strings.Contains(name, "/"):
		r.errs = append(r.errs, fmt.Errorf("%s %q is empty or contains a slash", kind, name))
	case h == nil:
		r.errs = append(r.errs, fmt.Errorf("%s %q has no handler", kind, name))
	}
	r.routes[key] = route{d, h}
}

// Commands returns the commands to register, sorted by name.
func (r *Router) Commands() []Command {
	return slices.SortedFunc(slices.Values(r.specs), func(a, b Command) int { return cmp.Compare(a.Name, b.Name) })
}

// Verbs returns the sorted verbs of all components and forms. Every custom id in a message must
// begin with one of them.
func (r *Router) Verbs() []string {
	var verbs []string
	for key := range r.routes {
		if key.kind == "component" || key.kind == "modal" {
			verbs = append(verbs, key.name)
		}
	}
	slices.Sort(verbs)
	return slices.Compact(verbs)
}

// Check returns all errors of the routes, joined, or nil.
func (r *Router) Check() error {
	errs := slices.Clone(r.errs)
	if len(r.specs) > 100 {
		errs = append(errs, fmt.Errorf("%d commands, want at most 100", len(r.specs)))
	}
	for key := range r.routes {
		if _, ok := r.routes[routeKey{"command", key.name}]; key.kind == "autocomplete" && !ok {
			errs = append(errs, fmt.Errorf("autocomplete for %q, which is not a command", key.name))
		}
	}
	return errors.Join(errs...)
}
