// Command deuces is a Discord bot that hosts card games in channels, and a
// Discord of its own on loopback to play and test on.
//
// This file is the command line; the wiring is in serve.go.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	"deuces/config"
	"deuces/game"
	"deuces/game/record"
	"deuces/game/systems"
)

const usage = `deuces hosts card games in the channels of a Discord server.

  deuces                 run the bot; the settings are in the environment or in .env
                         (config.example.env lists them)
  deuces sandbox         a Discord on this machine with the bot on it, and a page to play on
  deuces replay FILE...  check records of rounds against the rules
  deuces arena           play computer players off against each other
  deuces backup FILE     copy the database to a new file, also while the bot plays
  deuces restore FILE    put a backup in the database's place; not while the bot runs
                         (--force: also where something was played since)
  deuces check           look the database over: the file, every log by its rules, the standings
  deuces rebuild         make the standings anew from the logs; not while the bot runs
  deuces health          ask a running bot whether it is well (HEALTH_ADDR)
  deuces version         say which build this is

The database is the file that DEUCES_DB names. deuces sandbox -h and deuces arena -h list their flags.
`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := Run(ctx, os.Args[1:], os.Environ(), os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// errSilent ends a command whose output has said already what is wrong.
var errSilent = errors.New("")

// Run is the program: its arguments without its name, and its environment in the
// form of os.Environ. It returns the exit code: 0, 1 for what failed, 2 for a
// command line that is none. When the context ends it stops gracefully.
func Run(ctx context.Context, args, environ []string, stdout, stderr io.Writer) int {
	name, rest := "run", args
	if len(args) > 0 {
		name, rest = args[0], args[1:]
	}
	var err error
	switch name {
	case "run":
		if len(rest) > 0 {
			return misused(stderr, "run takes no arguments; its settings are in the environment")
		}
		err = run(ctx, environ, stderr)
	case "sandbox":
		return runSandbox(ctx, rest, environ, stdout, stderr)
	case "replay":
		if len(rest) == 0 {
			return misused(stderr, "replay takes the files of records")
		}
		err = replay(rest, stdout, stderr)
	case "backup", "restore", "check", "rebuild":
		return onDatabase(ctx, name, rest, environ, stdout, stderr)
	case "arena":
		return runArena(ctx, rest, stdout, stderr)
	case "health":
		err = askHealth(ctx, environ, stdout)
	case "version", "--version":
		if len(rest) > 0 {
			return misused(stderr, "version takes no arguments")
		}
		fmt.Fprintln(stdout, version())
	case "help", "-h", "--help":
		fmt.Fprint(stdout, usage)
	default:
		return misused(stderr, fmt.Sprintf("there is no command %q", name))
	}
	return ended(err, stderr)
}

// ended says what went wrong, if anything did, and returns the exit code.
func ended(err error, stderr io.Writer) int {
	if err == nil {
		return 0
	}
	if !errors.Is(err, errSilent) {
		fmt.Fprintln(stderr, err)
	}
	return 1
}

func misused(stderr io.Writer, what string) int {
	fmt.Fprintf(stderr, "%s\n\n%s", what, usage)
	return 2
}

// replay holds records against the rules: "FILE: ok" for each, or "FILE:LINE:
// what differs".
func replay(files []string, stdout, stderr io.Writer) error {
	var failed error
	for _, name := range files {
		if err := replayFile(name); err != nil {
			fmt.Fprintln(stderr, err)
			failed = errSilent
			continue
		}
		fmt.Fprintf(stdout, "%s: ok\n", name)
	}
	return failed
}

func replayFile(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	return record.Replay(name, f, func(system string, options map[string]string) (game.Rules, error) {
		s, ok := systems.Latest(system)
		if !ok {
			return nil, fmt.Errorf("there is no system %q", system)
		}
		return s.New(options)
	})
}

// askHealth asks a running bot whether it is well.
func askHealth(ctx context.Context, environ []string, stdout io.Writer) error {
	cfg, _, err := config.Read(environ, ".env")
	if err != nil {
		return err
	}
	if cfg.Health == "" {
		return errors.New("HEALTH_ADDR is not set, so no bot answers health checks")
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+cfg.Health+"/health", nil)
	if err != nil {
		return err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return fmt.Errorf("the bot does not answer: %w", err)
	}
	defer response.Body.Close()
	said, err := io.ReadAll(io.LimitReader(response.Body, 1000))
	if err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("the bot is not well: %s", said)
	}
	_, err = fmt.Fprintf(stdout, "%s", said)
	return err
}

// version names the build: the module's version where it was installed by one,
// and the commit.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "deuces, of an unknown build"
	}
	out := "deuces " + info.Main.Version
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			out += " " + s.Value
		}
		if s.Key == "vcs.modified" && s.Value == "true" {
			out += " (changed since)"
		}
	}
	return out + ", " + info.GoVersion
}
