// Package foreign names the Go clients whose own examples are run on the sandbox. It is a module of its own, so that they are no
// dependencies of deuces.
package foreign

import (
	_ "github.com/diamondburned/arikawa/v3/api/cmdroute"
	_ "github.com/diamondburned/arikawa/v3/state"
	_ "github.com/disgoorg/disgo"
)
