// Package cli implements the command line. It has the table of subcommands, and finds, parses and
// runs the requested one. Each subcommand has a file with its name. The bot itself is in
// internal/app.
package cli

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"unicode/utf8"

	"deuces/internal/config"
	"deuces/store"
)

// subcommand is an entry of the table.
type subcommand struct {
	name  string
	takes arguments
	about string // for the list of commands; the first line says what it does
	// setup declares the flags and returns the action to run once they are parsed.
	setup func(*flag.FlagSet) action
}

// subcommands returns the table in the order of the list: what operators need comes first. The first
// one is the default.
func subcommands() []subcommand {
	return []subcommand{
		{"run", nothing, "run the bot, with the settings in the environment and in .env or, if there is no .env,\nin /etc/deuces/deuces.env (config.example.env lists them)", outlasting(fromFile(plain(run)))},
		{"doctor", nothing, "check settings, token, permissions, intents, database, disk and clock,\nand print one line per check: ok, or what to fix", fromFile(plain(diagnose))},
		{"backup", file, "copy the database to a new file, even while the bot is running", outlasting(configured(plain(backup), "DEUCES_DB"))},
		{"restore", file, "replace the database with a backup; stop the bot first", outlasting(configured(restoreCommand, "DEUCES_DB"))},
		{"check", nothing, "check the database: the file, the log of every table with its hashes, and the standings", configured(checkCommand, "DEUCES_DB")},
		{"rebuild", nothing, "rebuild the standings from the logs; stop the bot first", outlasting(configured(plain(rebuild), "DEUCES_DB"))},
		{"person", exportOrForget, "export or delete what is stored about a person who can't do it with /preferences;\nID is their Discord ID; stop the bot before you delete", configured(plain(person), "DEUCES_DB")},
		{"copy", fromTo, "copy a database to another one, which is empty or doesn't exist yet: a file, or the address of a\nPostgreSQL database. It rebuilds the standings and compares both. Stop the bot first", outlasting(configured(plain(carry)))},
		{"health", nothing, "ask a running bot at STATUS_ADDR whether it is healthy", configured(plain(health), "STATUS_ADDR")},
		{"version", nothing, "print the version", plain(printVersion)},
		{"sandbox", nothing, "run the bot on a simulated Discord on this machine, with a web page to play on", outlasting(sandboxCommand)},
		{"replay", files, "check saved rounds against the rules", plain(replay)},
		{"verify", files, "check that saved rounds were dealt as they were sealed, before the players cut the deck;\ngive all rounds of a match, because each proves who leads in the next, and its starting places", plain(verify)},
		{"arena", nothing, "let computer players play against each other, and see who is better", arenaCommand},
	}
}

// action runs a command. After an error the program exits with 1, or with 2 for a misuse.
type action func(ctx context.Context, p program) error

// program is the input of a command.
type program struct {
	args           []string      // after the flags
	environ        []string      // in the form of os.Environ
	envFile        string        // file with the settings; "": the usual places
	cfg            config.Config // set only for commands made by configured
	stdout, stderr io.Writer
}

func (p program) config() (config.Config, error) { return config.Read(p.environ, p.envFile) }

// plain returns the setup of a command without flags.
func plain(a action) func(*flag.FlagSet) action {
	return func(*flag.FlagSet) action { return a }
}

// fromFile adds the flag that names the file with the settings.
func fromFile(setup func(*flag.FlagSet) action) func(*flag.FlagSet) action {
	return func(flags *flag.FlagSet) action {
		envFile := flags.String("env-file", "", "read the settings from this `FILE`, not from .env or /etc/deuces/deuces.env")
		do := setup(flags)
		return func(ctx context.Context, p program) error {
			p.envFile = *envFile
			return do(ctx, p)
		}
	}
}

// configured returns the setup of a command that needs these settings, and runs whatever the others
// are. If the command doesn't find a file, the error says where the settings came from.
func configured(setup func(*flag.FlagSet) action, needs ...string) func(*flag.FlagSet) action {
	return fromFile(func(flags *flag.FlagSet) action {
		do := setup(flags)
		return func(ctx context.Context, p program) (err error) {
			if p.cfg, err = config.ReadOnly(p.environ, p.envFile, needs...); err != nil {
				return err
			}
			err = do(ctx, p)
			if errors.Is(err, fs.ErrNotExist) {
				dir, _ := os.Getwd()
				err = fmt.Errorf("%w (with the settings of %s, in the directory %s)", err, cmp.Or(p.cfg.File, "the environment"), dir)
			}
			return err
		}
	})
}

// outlasting returns the setup of a command that goes on when the program that reads its output has ended.
// Others end then, as is usual in a pipe.
func outlasting(setup func(*flag.FlagSet) action) func(*flag.FlagSet) action {
	return func(flags *flag.FlagSet) action {
		do := setup(flags)
		return func(ctx context.Context, p program) error {
			signal.Ignore(syscall.SIGPIPE)
			return do(ctx, p)
		}
	}
}

// arguments describes the arguments of a command after its flags.
type arguments string

const (
	nothing arguments = ""
	file    arguments = " FILE"
	fromTo  arguments = " FROM TO"
	files   arguments = " FILE..."

	exportOrForget arguments = " export|forget ID"
)

// check returns a misuse error if the number or form of the arguments is wrong, and nil otherwise.
// The error shows none of the arguments, because one could be an address with a password. check
// also replaces the names of databases by the form that config.Database returns.
func (a arguments) check(args []string) error {
	switch {
	case a == nothing && len(args) > 0:
		return misuse(fmt.Sprintf("it takes no arguments, but got %d", len(args)))
	case a == file && len(args) != 1:
		return misuse(fmt.Sprintf("it takes exactly one file, but got %d", len(args)))
	case a == fromTo && (len(args) != 2 || args[0] == "" || args[1] == "" || args[0] == args[1]):
		return misuse("it takes two databases: the one to copy, and the one to fill")
	case a == files && len(args) == 0:
		return misuse("it takes at least one file")
	case a == exportOrForget && (len(args) != 2 || args[0] != "export" && args[0] != "forget"):
		return misuse("it takes export or forget, and a person's Discord ID")
	case a == exportOrForget && !discordID.MatchString(args[1]):
		return misuse("a person's Discord ID is a number of 15 to 20 digits: in Discord, switch on Developer Mode, and choose Copy User ID in their menu")
	}
	if a == file || a == fromTo {
		for i, name := range args {
			var err error
			if args[i], err = config.Database(name); err != nil {
				return misuse("the argument " + err.Error())
			}
			if a == file && !store.IsFile(args[i]) {
				return misuse("it takes a file, and not the address of a database")
			}
		}
	}
	return nil
}

var discordID = regexp.MustCompile(`^[0-9]{15,20}$`)

// misuse is the error of a wrong command line, as a sentence.
type misuse string

func (m misuse) Error() string { return string(m) }

// errSilent is the error of a command whose output has already said what is wrong.
var errSilent = errors.New("")

// Run runs the program with its arguments, without the program's name, and its environment in the
// form of os.Environ. It returns the exit code: 0, 1 for an error, or 2 for a wrong command line.
// When the context ends, it stops gracefully.
func Run(ctx context.Context, args, environ []string, stdout, stderr io.Writer) int {
	all := subcommands()
	name := all[0].name
	if len(args) > 0 && !strings.HasPrefix(strings.TrimLeft(args[0], "-"), "env-file") {
		name, args = args[0], args[1:]
	}
	switch name {
	case "help", "-h", "-help", "--help":
		if len(args) == 0 || args[0] == "help" {
			fmt.Fprint(stdout, usage())
			return 0
		}
		name, args = args[0], []string{"-h"}
	case "-v", "-version", "--version":
		name = "version"
	}
	for _, c := range all {
		if c.name == name {
			return c.run(ctx, program{args: args, environ: environ, stdout: stdout, stderr: stderr})
		}
	}
	if !aWord.MatchString(name) {
		name = "of that name" // what was typed could be an address with a password
	}
	fmt.Fprintf(stderr, "deuces has no command %s; deuces help lists all commands\n", name)
	return 2
}

// aWord matches a mistyped command.
var aWord = regexp.MustCompile(`^[a-z-]{1,16}$`)

// flagValue matches the part of an error of package flag that shows the value of -db, because the
// value could contain a password.
var flagValue = regexp.MustCompile(`^invalid value ".*" for flag -db`)

// run parses the flags and arguments, runs the command, prints the error if there is one, and
// returns the exit code.
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
		err = misuse(flagValue.ReplaceAllString(strings.Replace(err.Error(), "flag provided but not defined:", "it has no flag", 1), "invalid value for flag -db"))
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
		for line := range strings.SplitSeq(err.Error(), "\n") {
			fmt.Fprintln(p.stderr, printable(line))
		}
	}
	return 1
}

// printable escapes control characters in a line. The name of a file or a server could contain some
// that a terminal acts on.
func printable(line string) string {
	var b strings.Builder
	for _, r := range line {
		switch {
		case r == '\t':
			b.WriteByte(' ')
		case strconv.IsPrint(r) && r != utf8.RuneError:
			b.WriteRune(r)
		default:
			b.WriteString(strings.Trim(strconv.QuoteRuneToASCII(r), "'"))
		}
	}
	return b.String()
}

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

func usage() string {
	var b strings.Builder
	b.WriteString("deuces hosts card games in the channels of a Discord server.\n\n")
	for i, c := range subcommands() {
		call := "deuces " + c.name + string(c.takes)
		if i == 0 {
			call = "deuces [run]"
		}
		if len(call) > 22 {
			call += "\n" + strings.Repeat(" ", 24)
		}
		fmt.Fprintf(&b, "  %-22s %s\n", call, strings.ReplaceAll(c.about, "\n", "\n"+strings.Repeat(" ", 25)))
	}
	b.WriteString("\nThe database is the file, or the PostgreSQL address, in DEUCES_DB. For more about a command: deuces help COMMAND\n")
	return b.String()
}
