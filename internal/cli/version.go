package cli

import (
	"context"
	"fmt"
	"runtime/debug"
)

func printVersion(_ context.Context, p program) error {
	_, err := fmt.Fprintln(p.stdout, version())
	return err
}

// version returns the module's version, the commit if it is known, and the version of Go.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "deuces, unknown version"
	}
	out := "deuces " + info.Main.Version
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			out += " " + s.Value
		}
		if s.Key == "vcs.modified" && s.Value == "true" {
			out += " (modified)"
		}
	}
	return out + ", " + info.GoVersion
}
