package bot

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Defer is how a route's answer is deferred when its Handler takes long. It
// must match what the Handler usually replies: whether a deferred answer is
// private can't be changed afterwards, only worked around.
type Defer int

// The ways to defer.
const (
	DeferNever   Defer = iota // for routes that open a Modal; late answers are refused
	DeferPrivate              // "thinking…", for the user alone
	DeferPublic               // "thinking…", for everyone
	DeferUpdate               // components only: nothing is seen to happen until the answer
)

// route is a Handler and how it defers.
type route struct {
	defers  Defer
	handler Handler
}

// Router finds the Handler of an interaction. It is filled before Bot.Run and
// not changed afterwards. A custom id "verb/arg/arg" is routed by its verb,
// which buttons, menus and forms share: one namespace for components, one for
// forms.
type Router struct {
	specs      []Command
	commands   map[string]route
	suggest    map[string]route
	components map[string]route
	modals     map[string]route
	errs       []error
}

// NewRouter makes a Router without routes.
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

// Former routes a command that is no longer registered: Discord may still send it for a
// while. Its answer is private.
func (r *Router) Former(name string, h Handler) {
	r.add(r.commands, "command", name, route{DeferPrivate, h})
}

// Component routes the buttons and menus whose custom id has this verb.
func (r *Router) Component(verb string, d Defer, h Handler) {
	r.add(r.components, "component", verb, route{d, h})
}

// Modal routes the forms whose custom id has this verb.
func (r *Router) Modal(verb string, d Defer, h Handler) {
	r.add(r.modals, "modal", verb, route{d, h})
}

// Autocomplete routes the typing of a command's options that Suggest; its
// Handler replies with Choices.
func (r *Router) Autocomplete(command string, h Handler) {
	r.add(r.suggest, "autocomplete", command, route{DeferNever, h})
}

func (r *Router) add(to map[string]route, what, name string, x route) {
	switch _, taken := to[name]; {
	case taken:
		r.errs = append(r.errs, fmt.Errorf("%s %q routed twice", what, name))
	case name == "" || strings.Contains(name, "/"):
		r.errs = append(r.errs, fmt.Errorf("%s %q cannot be a verb", what, name))
	case x.handler == nil:
		r.errs = append(r.errs, fmt.Errorf("%s %q has no handler", what, name))
	}
	to[name] = x
}

// Commands are the specifications of the commands routed, by name.
func (r *Router) Commands() []Command {
	return slices.SortedFunc(slices.Values(r.specs), func(a, b Command) int { return cmp.Compare(a.Name, b.Name) })
}

// Verbs are the verbs of the components and forms routed, sorted: every custom
// id that a message carries must begin with one of them.
func (r *Router) Verbs() []string {
	verbs := slices.AppendSeq(slices.Collect(maps.Keys(r.components)), maps.Keys(r.modals))
	slices.Sort(verbs)
	return slices.Compact(verbs)
}

// Check says what is wrong with the routes, everything at once, or nil.
func (r *Router) Check() error {
	errs := slices.Clone(r.errs)
	if len(r.specs) > 100 {
		errs = append(errs, fmt.Errorf("%d commands, more than 100", len(r.specs)))
	}
	for name := range r.suggest {
		if _, ok := r.commands[name]; !ok {
			errs = append(errs, fmt.Errorf("autocomplete for %q, which is no command", name))
		}
	}
	return errors.Join(errs...)
}
