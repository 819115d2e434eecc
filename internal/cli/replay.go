package cli

import (
	"context"
	"fmt"
	"os"

	"deuces/game/record"
)

// replay checks records against the rules. It prints "FILE: ok" for each, or "FILE:LINE:" and the
// difference.
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
