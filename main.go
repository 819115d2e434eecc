// Command deuces is a Discord bot that hosts card games in channels, and a
// Discord of its own on loopback to play and test on.
//
// This file is the command line: the table of subcommands, and how one is found,
// read and ended. Each has a file of its name; serve.go wires the bot.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
)

// subcommand is a subcommand.
type subcommand struct {
	name  string
	takes arguments
	about string // for the list; the first line says what it does
	// setup declares its flags and returns what carries it out once they are read.
	setup func(*flag.FlagSet) action
}

// subcommands is the table, in the order of the list. The first is what deuces does
// without arguments.
func subcommands() []subcommand {
	return []subcommand{
		{"run", nothing, "run the bot, with the settings in the environment or in .env\n(config.example.env lists them)", plain(run)},
		{"sandbox", nothing, "run the bot on a simulated Discord on this machine, with a web page to play on", sandboxed},
		{"replay", files, "check saved rounds against the rules", plain(replay)},
		{"verify", files, "check that saved rounds were dealt as they were sealed, before the players cut the deck;\nrounds of one match that are given together prove for each other who led and who had which place", plain(verify)},
		{"arena", nothing, "let computer players play against each other, and see who is better", arenas},
		{"cards", dir, "write pictures of all cards to DIR, as PNG and SVG, in four and in two colours,\nwith an overview of each; existing files with the same names are replaced", cards},
		{"doctor", nothing, "check settings, token, permissions, intents, database, disk and clock,\nand say in a line each what is well or what to do", plain(diagnose)},
		{"backup", file, "copy the database to a new file, even while the bot is running", plain(backup)},
		{"restore", file, "replace the database with a backup; stop the bot first", restores},
		{"copy", fromTo, "carry everything from one database to another, which is made or empty: a file, or the\naddress of a PostgreSQL database; the standings are made anew, and both are compared. Stop the bot first", plain(carry)},
		{"check", nothing, "check the database: the file, the log of every table and its chain, and the standings", checks},
		{"rebuild", nothing, "rebuild the standings from the logs; stop the bot first", plain(rebuild)},
		{"health", nothing, "ask a running bot at STATUS_ADDR whether it is healthy", plain(askHealth)},
		{"version", nothing, "print the version", plain(printVersion)},
	}
}

// action carries a command out. Its error ends the program with 1, or with 2 where
// it is a misuse of the command line.
type action func(ctx context.Context, p program) error

// program is what a command has to work with.
type program struct {
	args           []string // after the flags
	environ        []string // in the form of os.Environ
	stdout, stderr io.Writer
}

// plain is a command without flags.
func plain(a action) func(*flag.FlagSet) action {
	return func(*flag.FlagSet) action { return a }
}

// arguments is what a command takes after its flags.
type arguments string

const (
	nothing arguments = ""
	file    arguments = " FILE"
	fromTo  arguments = " FROM TO"
	files   arguments = " FILE..."
	dir     arguments = " DIR"
)

// check says in a sentence what is wrong with arguments.
func (a arguments) check(args []string) error {
	switch {
	case a == nothing && len(args) > 0:
		return misuse(fmt.Sprintf("it takes no arguments, but got %q", args[0]))
	case a == file && len(args) != 1:
		return misuse(fmt.Sprintf("it takes exactly one file, but got %d", len(args)))
	case a == fromTo && (len(args) != 2 || args[0] == "" || args[1] == "" || args[0] == args[1]):
		return misuse("it takes two databases: the one to copy, and the one to fill")
	case a == files && len(args) == 0:
		return misuse("it takes at least one file")
	case a == dir && (len(args) != 1 || args[0] == ""):
		return misuse("it takes exactly one directory, where the files go")
	}
	return nil
}

// misuse is the error of a command line that makes no sense, in a sentence.
type misuse string

func (m misuse) Error() string { return string(m) }

// errSilent ends a command whose output has already said what is wrong.
var errSilent = errors.New("")

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := Run(ctx, os.Args[1:], os.Environ(), os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// Run is the program: its arguments without its name, and its environment in the
// form of os.Environ. It returns the exit code: 0, 1 for what failed, 2 for a
// command line that makes no sense. When the context ends it stops gracefully.
func Run(ctx context.Context, args, environ []string, stdout, stderr io.Writer) int {
	all := subcommands()
	name := all[0].name
	if len(args) > 0 {
		name, args = args[0], args[1:]
	}
	switch name {
	case "help", "-h", "-help", "--help":
		fmt.Fprint(stdout, usage())
		return 0
	case "-version", "--version":
		name = "version"
	}
	for _, c := range all {
		if c.name == name {
			return c.run(ctx, program{args, environ, stdout, stderr})
		}
	}
	fmt.Fprintf(stderr, "deuces has no command %q; deuces help lists all commands\n", name)
	return 2
}

// run reads the command's flags and arguments, carries it out, says what went
// wrong if anything did, and returns the exit code.
func (c subcommand) run(ctx context.Context, p program) int {
	flags := flag.NewFlagSet(c.name, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	do := c.setup(flags)
	err := flags.Parse(p.args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		c.help(flags, p.stdout)
		return 0
	case err != nil:
		err = misuse(strings.Replace(err.Error(), "flag provided but not defined:", "it has no flag", 1))
	default:
		p.args = flags.Args()
		if err = c.takes.check(p.args); err == nil {
			err = do(ctx, p)
		}
	}
	var wrong misuse
	switch {
	case err == nil:
		return 0
	case errors.As(err, &wrong):
		fmt.Fprintf(p.stderr, "deuces %s: %v; see deuces %[1]s -h\n", c.name, wrong)
		return 2
	case !errors.Is(err, errSilent):
		fmt.Fprintln(p.stderr, err)
	}
	return 1
}

// help shows how the command is used.
func (c subcommand) help(flags *flag.FlagSet, stdout io.Writer) {
	options := ""
	flags.VisitAll(func(*flag.Flag) { options = " [flags]" })
	fmt.Fprintf(stdout, "deuces %s%s%s: %s\n", c.name, options, c.takes, strings.ReplaceAll(c.about, "\n", " "))
	if options != "" {
		fmt.Fprintln(stdout)
		flags.SetOutput(stdout)
		flags.PrintDefaults()
	}
}

// usage lists the commands.
func usage() string {
	var b strings.Builder
	b.WriteString("deuces hosts card games in the channels of a Discord server.\n\n")
	for i, c := range subcommands() {
		call := "deuces " + c.name + string(c.takes)
		if i == 0 {
			call = "deuces"
		}
		fmt.Fprintf(&b, "  %-22s %s\n", call, strings.ReplaceAll(c.about, "\n", "\n"+strings.Repeat(" ", 25)))
	}
	b.WriteString("\nThe database is the file, or the PostgreSQL address, in DEUCES_DB. For more about a command: deuces COMMAND -h\n")
	return b.String()
}
