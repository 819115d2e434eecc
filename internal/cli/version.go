package cli

import (
	"context"
	"fmt"
	"runtime/debug"
)

// printVersion says which build this is.
func printVersion(_ context.Context, p program) error {
	_, err := fmt.Fprintln(p.stdout, version())
	return err
}

// version names the build: the module's version where it was installed by one,
// and the commit.
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
