package cli

import (
	"context"
	"fmt"
	"os"

	"deuces/game/record"
)

// replay holds records against the rules: "FILE: ok" for each, or "FILE:LINE:
// what differs".
func replay(_ context.Context, p program) error {
	var failed error
	for _, name := range p.args {
		if err := replayFile(name); err != nil {
			fmt.Fprintln(p.stderr, err)
			failed = errSilent
			continue
		}
		fmt.Fprintf(p.stdout, "%s: ok\n", name)
	}
	return failed
}

func replayFile(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	return record.Replay(name, f, ofSystems)
}
