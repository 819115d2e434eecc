// Package coverage makes the table that says, for every route of Discord's API and every opcode and event of its gateway, whether the
// sandbox serves it, and if not, why. There is nothing in between: the table has no third kind of entry, and a test holds it to
// Discord's description.
package coverage

import (
	_ "embed"
	"fmt"
	"strings"

	"deuces/sandbox/gateway"
	"deuces/sandbox/rest"
)

// routes are those of Discord's OpenAPI description, one on a line.
//
//go:embed routes.txt
var routes string

// Table is the whole table in Markdown. An entry that is neither served nor left out is an error.
func Table() (string, error) {
	var b strings.Builder
	b.WriteString("# What the sandbox serves\n\nMade by `deuces sandbox --coverage`; a test keeps it true. What is left out is answered with an error that names `sandbox.md`.\n\n")
	b.WriteString("## Routes\n\n| Route | |\n|---|---|\n")
	served, left := rest.Routes(), 0
	for _, line := range Routes() {
		method, path, _ := strings.Cut(line, " ")
		call := strings.NewReplacer("{", "", "}", "").Replace(path)
		reason := rest.LeftOut(method, call)
		switch ok := served(method, call); {
		case ok == (reason != ""):
			return "", fmt.Errorf("%s is neither served nor left out, or both", line)
		case ok:
			fmt.Fprintf(&b, "| `%s` | served |\n", line)
		default:
			left++
			fmt.Fprintf(&b, "| `%s` | left out: %s |\n", line, reason)
		}
	}
	fmt.Fprintf(&b, "\n%d routes, %d of them served.\n\n", len(Routes()), len(Routes())-left)
	for _, part := range []struct {
		title   string
		entries []gateway.Entry
	}{{"Gateway opcodes", gateway.Opcodes()}, {"Gateway events", gateway.Events()}} {
		fmt.Fprintf(&b, "## %s\n\n| | |\n|---|---|\n", part.title)
		left := 0
		for _, e := range part.entries {
			if e.LeftOut == "" {
				fmt.Fprintf(&b, "| %s | served |\n", e.Name)
				continue
			}
			left++
			fmt.Fprintf(&b, "| %s | left out: %s |\n", e.Name, e.LeftOut)
		}
		fmt.Fprintf(&b, "\n%d, %d of them served.\n\n", len(part.entries), len(part.entries)-left)
	}
	return strings.TrimSpace(b.String()) + "\n", nil
}

// Routes are all routes of Discord's API, as METHOD and path.
func Routes() []string { return strings.Split(strings.TrimSpace(routes), "\n") }
