package cli

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"deuces/internal/config"
	"deuces/internal/errtest"
)

var update = flag.Bool("update", false, "rewrite the manual page")

func TestTheManualPageHasEveryCommandAndSetting(t *testing.T) {
	const file = "../../deploy/deuces.1"
	if *update {
		errtest.Must(t, os.WriteFile(file, []byte(manPage()), 0o644))
	}
	have, err := os.ReadFile(file)
	errtest.Must(t, err)
	if string(have) != manPage() {
		t.Errorf("%s is out of date: run go test ./internal/cli -run ManualPage -update", file)
	}
}

// manPage returns the page deuces(1), generated from the subcommands and settings.
func manPage() string {
	var b strings.Builder
	roff := strings.NewReplacer(`\`, `\e`, "-", `\-`, "\n.", "\n\\&.")
	b.WriteString(".TH DEUCES 1\n.SH NAME\ndeuces \\- Discord bot that hosts card games in channels\n" +
		".SH SYNOPSIS\n.B deuces\n[\\fICOMMAND\\fR [\\fIflags\\fR] [\\fIarguments\\fR]]\n.SH COMMANDS\n")
	for _, c := range subcommands() {
		fmt.Fprintf(&b, ".TP\n.B %s\n%s.\n", roff.Replace(c.name+string(c.takes)), roff.Replace(strings.ReplaceAll(c.about, "\n", " ")))
		flags := flag.NewFlagSet(c.name, flag.ContinueOnError)
		c.setup(flags)
		flags.VisitAll(func(f *flag.Flag) {
			value, about := flag.UnquoteUsage(f)
			fmt.Fprintf(&b, ".br\n\\fB%s\\fR: %s\n", roff.Replace(strings.TrimSpace("--"+f.Name+" "+value)), roff.Replace(about))
		})
	}
	b.WriteString(".SH ENVIRONMENT\nThe environment takes precedence over the file of settings.\n")
	for _, s := range config.Settings() {
		fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", roff.Replace(s.Name), roff.Replace(s.About))
	}
	b.WriteString(".SH FILES\n.I .env\nin the working directory, else\n.IR /etc/deuces/deuces.env :\nthe settings.\n")
	return b.String()
}
