// Package config reads the settings of Deuces from the environment and, for those not set there,
// from a file. The table Settings has each setting's name, default and parser. config.example.env is
// generated from it. No error shows a value, because it could be a password, or a token in the wrong
// place.
package config

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"deuces/settings"

	"github.com/rs/zerolog"
)

// Config holds the parsed settings.
type Config struct {
	Token       string           // token of the bot's account; "": not set
	API         string           // scheme and host of a stand-in for Discord; "": Discord
	DB          string           // path or address of the database
	TurnClock   time.Duration    // time for a turn; 0: unlimited
	RoundPause  time.Duration    // time between a round's result and the next deal
	LobbyIdle   time.Duration    // how long an untouched lobby stays open
	Pace        time.Duration    // average time that a computer player takes for a decision
	AutoPass    time.Duration    // longest time until the table passes for players who can't play; 0: it doesn't
	Abandon     time.Duration    // time until a paused match ends
	Mention     settings.Mention // when to mention players who have no preference of their own
	BoardEvery  time.Duration    // shortest time between two posts of a board that chat has moved out of sight
	ReplyWithin time.Duration    // Discord's limit for the first response to an interaction
	Pictures    string           // "on" or "off": whether cards are shown as pictures
	Shards      int              // number of shards; 0: Discord's recommendation
	PerPerson   int              // open tables by who opened them; 0: unlimited
	PerServer   int              // open tables per server; 0: unlimited
	UserRate    int              // interactions per person per second; 0: unlimited
	LogLevel    zerolog.Level
	LogFormat   string // "auto", "console" or "json"
	Status      string // address of the status server; "": none
	Profiles    string // "on" or "off": whether the status server serves profiles

	File    string   // path of the file that was read; "": none
	Secrets []string // paths of the files that DISCORD_TOKEN_FILE and DEUCES_DB_FILE name
	Unknown []string // names in the file that aren't settings: mistyped, or from before version 1.0
}

// Setting is an entry of the table of settings.
type Setting struct {
	Name    string // name of the environment variable
	Default string
	About   string // description in one line
	set     func(*Config, string) error
}

// fileSuffix is the suffix of settings that name a file with the value.
const fileSuffix = "_FILE"

// Settings returns the table, in the order of config.example.env.
func Settings() []Setting {
	return []Setting{
		{"DISCORD_TOKEN", "", "The bot's token, from https://discord.com/developers/applications. You must set this one, or DISCORD_TOKEN_FILE.",
			readToken},
		{"DISCORD_TOKEN_FILE", "", "A file with the token and nothing else, such as a container's secret.", ignore},
		{"DISCORD_API", "", "The address of a simulated Discord, such as http://127.0.0.1:8080 for `deuces sandbox --no-bot` (its token is sandbox). Empty for the real Discord.",
			readAPI},
		{"REPLY_WITHIN", "3s", "How long Discord waits for the first response to a click or command, from 1s to 1h. Use more than 3s only with a simulated Discord that waits as long.",
			duration(func(c *Config) *time.Duration { return &c.ReplyWithin }, time.Second, time.Hour)},
		{"DEUCES_DB", "deuces.db", "The database: a file, which is created if it doesn't exist (its directory must exist), or the address of a PostgreSQL database, such as postgres://deuces:secret@localhost/deuces.",
			func(c *Config, v string) (err error) { c.DB, err = Database(v); return err }},
		{"DEUCES_DB_FILE", "", "A file with the value of DEUCES_DB and nothing else, for an address with a password.", ignore},
		{"DEUCES_SHARDS", "auto", "The number of shards that the bot's servers are divided into: auto (as many as Discord advises), or a number from 1 to 10000. Processes that share a database need the same number.",
			readShards},
		{"TURN_CLOCK", "90s", "The turn clock, unless a server or a table's host chooses another one: from 1s to 168h, or none. When time runs out, the player passes or plays their lowest card.",
			orNone(duration(func(c *Config) *time.Duration { return &c.TurnClock }, time.Second, settings.MaxClock))},
		{"ROUND_PAUSE", "15s", "The pause between a round's result and the next deal, from 0s to 1h.",
			duration(func(c *Config) *time.Duration { return &c.RoundPause }, 0, time.Hour)},
		{"LOBBY_IDLE", "30m", "Close a table if nobody joins or starts it for this long, from 1m to 24h.",
			duration(func(c *Config) *time.Duration { return &c.LobbyIdle }, time.Minute, 24*time.Hour)},
		{"COMPUTER_PACE", "0.9s", "About how long a bot takes for each play, from 0s to 1m, unless a server or a table's host chooses a pace. Once only bots hold cards, a player can skip to the result: then the bots play ten times as fast.",
			duration(func(c *Config) *time.Duration { return &c.Pace }, 0, time.Minute)},
		{"PASS_PAUSE", "1.5s", "The longest pause before a player who can't play passes automatically, from 0s to 1m, unless a server or a table's host chooses a pace; the shortest is a quarter of it. With 0s nobody passes automatically.",
			duration(func(c *Config) *time.Duration { return &c.AutoPass }, 0, time.Minute)},
		{"ABANDON_AFTER", "24h", "End a match if nobody has played for this long, from 1m to 720h. If everybody has left, it ends after 10 minutes at the latest. With a turn clock of 4 hours or more, three unplayed turns in a row end it instead.",
			duration(func(c *Config) *time.Duration { return &c.Abandon }, time.Minute, 720*time.Hour)},
		{"MENTION", "soon", "When to mention players whose turn it is, unless they choose for themselves in /preferences: soon (after 20 seconds or half the clock, immediately in a match's first turn, and not right after they clicked), turn (at the start of every turn), warning (when a third of their time is left), or off. With a turn clock of 4 hours or more, soon and turn are the same, and a second mention comes when a quarter of the time is left.",
			oneOf(func(c *Config) *settings.Mention { return &c.Mention }, settings.MentionTimes()...)},
		{"BOARD_EVERY", "1m", "The shortest time between two moves of a table to the bottom of its channel, whether chat has pushed it up or a player moves it: from 1s to 24h.",
			duration(func(c *Config) *time.Duration { return &c.BoardEvery }, time.Second, 24*time.Hour)},
		{"CARD_PICTURES", "on", "Show cards as pictures: on (the bot uploads 82 emojis to its application), or off (cards are text).",
			oneOf(func(c *Config) *string { return &c.Pictures }, "on", "off")},
		{"USER_RATE", "10", "How many clicks and commands per second to answer for each person, from 1 to 1000, or 0 for no limit. A short burst may be three times as fast. Changes that everybody at a table sees, other than plays, are limited to one every two seconds for each person, after a burst of fifteen.",
			upTo1000(func(c *Config) *int { return &c.UserRate })},
		{"TABLES_PER_PERSON", "3", "How many open tables one person may have opened, from 1 to 1000, or 0 for no limit. A table counts until it ends, whoever hosts it.",
			upTo1000(func(c *Config) *int { return &c.PerPerson })},
		{"TABLES_PER_SERVER", "25", "How many open tables one server may have, from 1 to 1000, or 0 for no limit.",
			upTo1000(func(c *Config) *int { return &c.PerServer })},
		{"LOG_LEVEL", "info", "Log messages from this level up: debug, info, warn or error.",
			readLevel},
		{"LOG_FORMAT", "auto", "The format of the log: console (for people), json (for programs), or auto (console on a terminal, otherwise json).",
			oneOf(func(c *Config) *string { return &c.LogFormat }, "auto", "console", "json")},
		{"STATUS_ADDR", "", "Answer health checks and Prometheus at this host and port, such as 127.0.0.1:9090; `deuces health` asks there. Empty for none.",
			readStatus},
		{"STATUS_PROFILES", "off", "Answer `go tool pprof` there, too, if it asks from this machine: on or off.",
			oneOf(func(c *Config) *string { return &c.Profiles }, "on", "off")},
	}
}

// Read returns the settings from an environment in the form of os.Environ and from a file. The file
// must exist; if file is "", Read uses the first of UsualFiles that exists. The environment
// overrides the file. The error has a line for each wrong setting and for each wrong line of the
// file. All other settings are set. Relative paths count from the working directory, but those in the
// system's file, and the default of DEUCES_DB beside it, from the service's directory.
func Read(environ []string, file string) (Config, error) {
	return readWith(environ, file, systemFile, func(string) bool { return true })
}

// ReadOnly is like Read for a command that needs only some of the settings. The others have their
// defaults if they are wrong. Lines of the file that can't be read are an error only if they could have set one
// that is needed and isn't set.
func ReadOnly(environ []string, file string, names ...string) (Config, error) {
	return readWith(environ, file, systemFile, func(name string) bool { return slices.Contains(names, name) })
}

// readWith reads the settings with another path of the system's file. The error is only about those that
// are needed.
func readWith(environ []string, file, system string, needed func(name string) bool) (c Config, err error) {
	own, unread := readFile(&c, file, system)
	dir := "" // the working directory
	if c.File == system {
		dir = serviceDirectory
	}
	values := map[string]value{}
	for name, v := range own {
		v = strings.TrimSpace(v)
		if strings.HasSuffix(name, fileSuffix) && v != "" {
			v = within(dir, v)
		}
		values[name] = value{v, c.File}
	}
	for _, line := range environ {
		if name, v, ok := strings.Cut(line, "="); ok {
			values[name] = value{strings.TrimSpace(v), environment}
		}
	}
	var wrong []error
	all := Settings()
	complete := true // whether all that is needed is set
	for _, s := range all {
		v := values[s.Name]
		at, err := v.source(s.Name), error(nil)
		if slices.ContainsFunc(all, func(x Setting) bool { return x.Name == s.Name+fileSuffix }) {
			if in := values[s.Name+fileSuffix]; in.text != "" {
				at = in.source(s.Name + fileSuffix)
				if v, err = contents(v, in, s.Name); err == nil {
					c.Secrets = append(c.Secrets, in.text)
				}
			}
		}
		if err == nil && s.Name != "DISCORD_TOKEN" && tokenPattern.MatchString(v.text) {
			err = errors.New("this looks like a bot's token, which belongs in DISCORD_TOKEN")
		}
		if err == nil {
			err = s.set(&c, cmp.Or(v.text, s.Default))
		}
		if s.Name == "DEUCES_DB" && v.from != environment && !postgres.MatchString(c.DB) {
			c.DB = within(dir, c.DB)
		}
		needed := needed(strings.TrimSuffix(s.Name, fileSuffix))
		switch {
		case err != nil && needed:
			wrong = append(wrong, fmt.Errorf("%s: %w", at, err))
		case err != nil:
			_ = s.set(&c, s.Default)
		case needed && v.text == "" && !strings.HasSuffix(s.Name, fileSuffix):
			complete = false
		}
	}
	if !complete {
		wrong = append(unread, wrong...)
	}
	for name := range own {
		if !slices.ContainsFunc(all, func(s Setting) bool { return s.Name == name }) {
			c.Unknown = append(c.Unknown, name)
		}
	}
	slices.Sort(c.Unknown)
	return c, errors.Join(wrong...)
}

// environment is the place of settings that no file sets.
const environment = "the environment"

// value is the text of a setting and the place where it is set.
type value struct{ text, from string }

// source returns the name of a setting with the place where it is set.
func (v value) source(name string) string {
	if v.from == "" {
		return name
	}
	return name + " (" + v.from + ")"
}

// tokenPattern matches text in the form of a bot's token.
var tokenPattern = regexp.MustCompile(`[A-Za-z0-9_-]{18,}\.[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]{20,}`)

// MissingTokenError returns the error for a run on Discord without a token.
func (c Config) MissingTokenError() error {
	return fmt.Errorf("DISCORD_TOKEN is missing: set it in the environment or in %s "+
		"(you get the bot's token at https://discord.com/developers/applications; to play without one, run `deuces sandbox`)", cmp.Or(c.File, local()))
}

// The functions below parse values. Their errors complete a line that begins with the setting's
// name, and don't show the value.

// ignore is the parser of settings that Read handles itself.
func ignore(*Config, string) error { return nil }

func readToken(c *Config, v string) error {
	switch {
	case strings.HasPrefix(strings.ToLower(v), "bot "):
		return errors.New(`must be the token alone, without "Bot " in front of it`)
	case strings.HasPrefix(v, "DISCORD_TOKEN"):
		return errors.New("must be the token alone, without DISCORD_TOKEN= in front of it")
	case strings.ContainsAny(v, "\"'`"):
		return errors.New("must be the token alone, without quotes around it")
	case strings.Trim(v, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-_") != "":
		return errors.New("must be the token alone, which has no spaces and only ASCII letters, digits, dots, hyphens and underscores")
	}
	c.Token = v
	return nil
}

func duration(at func(*Config) *time.Duration, low, high time.Duration) func(*Config, string) error {
	return func(c *Config, v string) error {
		d, err := time.ParseDuration(v)
		if err != nil {
			return errors.New("must be a duration such as 90s or 2m30s")
		}
		if d < low || d > high {
			return fmt.Errorf("must be from %s to %s", short(low), short(high))
		}
		*at(c) = d
		return nil
	}
}

// short returns a duration without the parts that are zero: 24h, and not 24h0m0s.
func short(d time.Duration) string {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}

// orNone returns a parser that accepts whatever read accepts, and "none", which leaves the field
// zero.
func orNone(read func(*Config, string) error) func(*Config, string) error {
	return func(c *Config, v string) error {
		if v == "none" {
			return nil
		}
		if err := read(c, v); err != nil {
			return fmt.Errorf("%w, or none", err)
		}
		return nil
	}
}

func oneOf[S ~string](at func(*Config) *S, words ...S) func(*Config, string) error {
	return func(c *Config, v string) error {
		if !slices.Contains(words, S(v)) {
			var list []string
			for _, w := range words {
				list = append(list, string(w))
			}
			return fmt.Errorf("must be one of %s", strings.Join(list, ", "))
		}
		*at(c) = S(v)
		return nil
	}
}

func readLevel(c *Config, v string) error {
	if !slices.Contains([]string{"debug", "info", "warn", "error"}, v) {
		return errors.New("must be one of debug, info, warn, error")
	}
	level, err := zerolog.ParseLevel(v)
	c.LogLevel = level
	return err
}

func readShards(c *Config, v string) error {
	if v == "auto" {
		return nil
	}
	n, err := strconv.Atoi(v)
	if err != nil || n < 1 || n > 10_000 {
		return errors.New("must be auto or a number from 1 to 10000")
	}
	c.Shards = n
	return nil
}

func upTo1000(at func(*Config) *int) func(*Config, string) error {
	return func(c *Config, v string) error {
		n, err := strconv.Atoi(v)
		if err != nil || n < 0 || n > 1000 {
			return errors.New("must be a number from 0 to 1000")
		}
		*at(c) = n
		return nil
	}
}

func readAPI(c *Config, v string) error {
	if v == "" {
		return nil
	}
	u, err := url.Parse(v)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" {
		return errors.New("must be a scheme and a host only, such as http://127.0.0.1:8080")
	}
	c.API = u.Scheme + "://" + u.Host
	return nil
}

// hostPattern matches a host name, an IP address, or nothing.
var hostPattern = regexp.MustCompile(`^[A-Za-z0-9.:%_-]*$`)

func readStatus(c *Config, v string) error {
	if v != "" {
		host, port, err := net.SplitHostPort(v)
		if _, bad := strconv.ParseUint(port, 10, 16); err != nil || bad != nil || !hostPattern.MatchString(host) {
			return errors.New("must be a host and a port, such as 127.0.0.1:9090")
		}
	}
	c.Status = v
	return nil
}
