package config

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"deuces/internal/errtest"

	"github.com/rs/zerolog"
)

func TestTheExampleFileMatchesTheSettings(t *testing.T) {
	file, err := os.ReadFile("../../config.example.env")
	errtest.Must(t, err)
	if string(file) != example() {
		t.Errorf("config.example.env is not what the settings say; want:\n%s", example())
	}
	if c, err := Read(nil, "../../config.example.env"); err != nil || c.Unknown != nil {
		t.Errorf("read as a .env it gives %v, %v", c.Unknown, err)
	}
	all := example()
	for _, s := range Settings()[1:] {
		if !strings.Contains(all, "\n#"+s.Name+"="+s.Default+"\n") {
			t.Errorf("config.example.env sets %s, want it commented out", s.Name)
		}
	}
}

func TestTheEnvironmentOverridesTheFile(t *testing.T) {
	c, err := Read(nil, os.DevNull)
	if err != nil || c.Token != "" || c.API != "" || c.TurnClock != 90*time.Second || c.RoundPause != 15*time.Second || c.Mention != "soon" {
		t.Errorf("without environment and file: got %+v, %v", c, err)
	}
	file := write(t, "TURN_CLOCK=30s\nDEUCES_DB=/data/d.db\nROUND_PAUSE=1s\nTURN_CLOK=1s\n")
	c, err = Read([]string{"TURN_CLOCK=none", "HOME=/root"}, file) // "none": no limit
	if err != nil || c.TurnClock != 0 || c.DB != "/data/d.db" || c.RoundPause != time.Second || c.File != file || !slices.Equal(c.Unknown, []string{"TURN_CLOK"}) {
		t.Errorf("got %+v, %v", c, err)
	}
}

func TestEachWrongSettingIsNamedWithoutItsValue(t *testing.T) {
	const token = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.abcdefghijklmnopqrstuvwxyz0123456789AB"
	for _, tt := range []struct{ set, text, why string }{
		{"TURN_CLOCK=90", "must be a duration", "a number without a unit"},
		{"TURN_CLOCK=169h", "must be from 1s to 168h, or none", "longer than a week"},
		{"TURN_CLOCK=0s", "must be from 1s to 168h, or none", "no clock is none"},
		{"ABANDON_AFTER=1s", "must be from 1m to 720h", "no time to come back"},
		{"ROUND_PAUSE=2h", "must be from 0s to 1h", "too long"},
		{"MENTION=maybe", "must be one of soon, turn, warning, off", "none of them"},
		{"USER_RATE=-1", "must be a number from 0 to 1000", "less than none"},
		{"LOG_LEVEL=loud", "must be one of debug", "no such level"},
		{"LOG_FORMAT=xml", "must be one of auto", "no such format"},
		{"DISCORD_API=discord.com", "must be a scheme and a host", "no scheme"},
		{"DISCORD_API=https://discord.com/api/v10", "must be a scheme and a host only", "the client adds the path"},
		{"DISCORD_API=https://ann:s3cret@discord.com", "must be a scheme and a host only", "there is no password"},
		{"STATUS_ADDR=8081", "must be a host and a port", "no host"},
		{"STATUS_ADDR=127.0.0.1:99999", "must be a host and a port", "ports end at 65535"},
		{"STATUS_ADDR=localhost:http", "must be a host and a port", "a port is a number here"},
		{"STATUS_ADDR=s3cret@host:8081", "must be a host and a port", "a host has no @"},
		{"STATUS_PROFILES=127.0.0.1:6060", "must be one of on, off", "it is no address"},
		{"DEUCES_DB=a?mode=ro", "must be the path", "the database's driver would read the rest as options"},
		{"DISCORD_TOKEN=Bot " + token, `must be the token alone, without "Bot " in front of it`, "the client adds it"},
		{"DISCORD_TOKEN=\"" + token + `"`, "must be the token alone, without quotes around it", "Docker's --env-file keeps quotes"},
		{"DISCORD_TOKEN=DISCORD_TOKEN=s3cret", "must be the token alone, without DISCORD_TOKEN= in front", "a line of .env was pasted"},
		{"DISCORD_TOKEN=one two", "must be the token alone, which has no spaces", "two were pasted"},
		{"TURN_CLOCK=" + token, "this looks like a bot's token, which belongs in DISCORD_TOKEN", "it is in the wrong line"},
		{"DEUCES_DB=" + token, "this looks like a bot's token", "it would be the name of a file"},
	} {
		name, value, _ := strings.Cut(tt.set, "=")
		_, err := Read([]string{tt.set}, os.DevNull)
		if err == nil || !strings.HasPrefix(err.Error(), name+" (the environment): "+tt.text) || strings.Contains(err.Error(), "="+value) || strings.Contains(err.Error(), token) || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%s: %v; want %q: %s", tt.set, err, tt.text, tt.why)
		}
	}
	_, err := Read([]string{"TURN_CLOCK=x", "MENTION=x"}, os.DevNull)
	if err == nil || len(strings.Split(err.Error(), "\n")) != 2 {
		t.Errorf("two wrong settings: got the error %v, want two lines", err)
	}
	file := write(t, "TURN_CLOCK=x\n")
	if _, err := Read(nil, file); err == nil || !strings.HasPrefix(err.Error(), "TURN_CLOCK ("+file+"): ") {
		t.Errorf("a wrong setting in %s: got the error %v, want one that names the file", file, err)
	}
}

// A backup must be possible also while a setting of the bot is wrong.
func TestOnlyTheSettingsThatACommandNeedsMustBeRight(t *testing.T) {
	for _, tt := range []struct {
		environ []string
		file    string
		wrong   string // prefix of the error; "": none
		why     string
	}{
		{nil, "DEUCES_DB=d.db\nTURN_CLOCK=x\nDISCORD_TOKEN=a b\nLOG_LEVEL=x\n", "", "the database's name is right"},
		{nil, "DEUCES_DB=d.db\nhello\n", "", "the line sets something else"},
		{[]string{"DEUCES_DB=d.db"}, "DEUCES_DB=a?b\nhello\n", "", "the environment says it"},
		{nil, "TURN_CLOCK=90s\n", "", "it has its default"},
		{nil, "hello\n", "FILE: line 1 ", "the line may be the one that names the database"},
		{nil, "DEUCES_DB=a?b\nTURN_CLOCK=x\n", "DEUCES_DB (FILE): must be the path", "the database's name is wrong"},
		{[]string{"DEUCES_DB_FILE=/nowhere"}, "", "DEUCES_DB_FILE (the environment): /nowhere: there is no such file", "it is in a file that isn't there"},
	} {
		file := write(t, tt.file)
		c, err := ReadOnly(tt.environ, file, "DEUCES_DB")
		want := strings.ReplaceAll(tt.wrong, "FILE:", file+":")
		want = strings.ReplaceAll(want, "(FILE)", "("+file+")")
		switch {
		case want == "" && err != nil, want != "" && (err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n")):
			t.Errorf("%q, %q: %v, want %q: %s", tt.environ, tt.file, err, want, tt.why)
		case want == "" && (c.TurnClock != 90*time.Second || c.LogLevel != zerolog.InfoLevel):
			t.Errorf("%q: got %+v, want the default of the wrong setting", tt.file, c)
		}
	}
}

func TestABadLineIsNamedByItsNumberAndOtherLinesAreUsed(t *testing.T) {
	for _, tt := range []struct {
		text  string
		lines []string
		why   string
	}{
		{"TURN_CLOCK=2m\n", nil, "all is well"},
		{"\xef\xbb\xbfTURN_CLOCK=2m\r\n", nil, "Windows' editor puts a mark in front of the first line"},
		{"# a comment\n\nTURN_CLOCK=2m\ns3cret token\nMENTION=off", []string{"line 4 "}, "no equals sign"},
		{"TURN_CLOCK=2m\nDISCORD_TOKEN=\"s3cret\nMENTION=off\n", []string{"line 2 "}, "a quote that doesn't end"},
		{"TURN_CLOCK=2m\n's3cret'=1\nMENTION=off\n!s3cret\n", []string{"line 2 ", "line 4 "}, "two of them"},
		{"TURN_CLOCK=2m\ns3cret: 5\n", []string{"not the name of a setting"}, "what is before a colon is a name, too"},
		{"TURN_CLOCK=2m\ns3cret", []string{"line 2 "}, "the last line has no end"},
	} {
		file := write(t, tt.text)
		c, err := Read(nil, file)
		var got []string
		if err != nil {
			got = strings.Split(err.Error(), "\n")
		}
		if !slices.EqualFunc(got, tt.lines, func(line, want string) bool {
			return strings.HasPrefix(line, file+": ") && strings.Contains(line, want) && !strings.Contains(line, "s3cret")
		}) {
			t.Errorf("%q: got %q, want %q: %s", tt.text, got, tt.lines, tt.why)
		}
		if c.TurnClock != 2*time.Minute || c.Unknown != nil {
			t.Errorf("%q: got %+v, want the other settings as the file sets them", tt.text, c)
		}
	}
}

func TestASecretCanBeInAFile(t *testing.T) {
	secret, empty, wrong := write(t, "\xef\xbb\xbf s3cret \r\n"), write(t, "\n"), write(t, "Bot s3cret")
	address := write(t, "Postgres://u:s3cret@host/deuces\n")
	for _, tt := range []struct {
		environ   []string
		file      string
		token, db string
		text      string
		why       string
	}{
		{[]string{"DISCORD_TOKEN_FILE=" + secret}, "", "s3cret", "deuces.db", "", "spaces around it don't count"},
		{nil, "DISCORD_TOKEN_FILE=" + secret, "s3cret", "deuces.db", "", "named in the file of settings"},
		{[]string{"DEUCES_DB_FILE=" + address}, "", "", "postgres://u:s3cret@host/deuces", "", "an address"},
		{[]string{"DISCORD_TOKEN_FILE=" + secret}, "DISCORD_TOKEN=x", "", "deuces.db", "DISCORD_TOKEN_FILE (the environment): DISCORD_TOKEN (FILE) is set, too: keep one of them", "both"},
		{[]string{"DEUCES_DB_FILE=" + address, "DEUCES_DB=x.db"}, "", "", "", "DEUCES_DB_FILE (the environment): DEUCES_DB (the environment) is set, too: keep one of them", "both"},
		{[]string{"DISCORD_TOKEN_FILE=" + empty}, "", "", "deuces.db", "DISCORD_TOKEN_FILE (the environment): the file " + empty + " is empty: put the value of DISCORD_TOKEN into it", "empty"},
		{[]string{"DISCORD_TOKEN_FILE=" + wrong}, "", "", "deuces.db", `DISCORD_TOKEN_FILE (the environment): must be the token alone, without "Bot "`, "as wrong as in the environment"},
		{[]string{"DISCORD_TOKEN_FILE=s3cret"}, "", "", "deuces.db", "DISCORD_TOKEN_FILE (the environment): there is no such file", "the token itself in its place"},
		{[]string{"DISCORD_TOKEN_FILE=/dev/zero"}, "", "", "deuces.db", "DISCORD_TOKEN_FILE (the environment): /dev/zero: the file is too large", "a device"},
		{[]string{"DISCORD_TOKEN_FILE=/"}, "", "", "deuces.db", "DISCORD_TOKEN_FILE (the environment): /: the file can't be read; is it a directory?", "a directory"},
	} {
		file := write(t, tt.file)
		c, err := Read(tt.environ, file)
		switch {
		case tt.text == "" && err != nil, tt.text != "" && (err == nil || !strings.HasPrefix(err.Error(), strings.ReplaceAll(tt.text, "FILE)", file+")"))):
			t.Errorf("%s: %v, want %q", tt.why, err, tt.text)
		case err != nil && strings.Contains(err.Error(), "s3cret"):
			t.Errorf("%s: %v", tt.why, err)
		case c.Token != tt.token || c.DB != tt.db:
			t.Errorf("%s: got the token %q and the database %q, want %q and %q", tt.why, c.Token, c.DB, tt.token, tt.db)
		}
	}
}

// A command that reads the service's settings finds the service's files in any directory.
func TestRelativePathsInTheSystemsFileCountFromTheServicesDirectory(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, tt := range []struct {
		text    string
		environ []string
		db, why string
	}{
		{"DEUCES_DB=cards.db", nil, "/var/lib/deuces/cards.db", "a name"},
		{"DEUCES_DB=./data/cards.db", nil, "/var/lib/deuces/data/cards.db", "a relative path"},
		{"MENTION=off", nil, "/var/lib/deuces/deuces.db", "the default"},
		{"DEUCES_DB=/srv/cards.db", nil, "/srv/cards.db", "an absolute path"},
		{"DEUCES_DB=postgres://u@h/d", nil, "postgres://u@h/d", "an address"},
		{"DEUCES_DB=cards.db", []string{"DEUCES_DB=other.db"}, "other.db", "the environment's counts from the working directory"},
	} {
		file := write(t, tt.text+"\n")
		if c, err := readWith(tt.environ, file, file, everything); err != nil || c.DB != tt.db {
			t.Errorf("%s in the system's file: %q, want %q, %v", tt.why, c.DB, tt.db, err)
		}
	}
	system := write(t, "DISCORD_TOKEN_FILE=token\n")
	if _, err := readWith(nil, system, system, everything); err == nil || !strings.Contains(err.Error(), "/var/lib/deuces/token: ") {
		t.Errorf("a missing file with the token: got the error %v, want one that names it", err)
	}
	if c, err := readWith(nil, write(t, "DEUCES_DB=cards.db\n"), system, everything); err != nil || c.DB != "cards.db" {
		t.Errorf("another file: got the database %q, %v, want cards.db", c.DB, err)
	}
}

// If no file is named, .env in the working directory is used if it exists, or else the file of the
// package.
func TestTheUsualFileIsTheFirstThatExists(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	local, system := UsualFiles()
	if filepath.Base(local) != ".env" || system != "/etc/deuces/deuces.env" {
		t.Errorf("got the default files %s and %s", local, system)
	}
	other := write(t, "MENTION=off\n")
	if got := find(local, other); got != other {
		t.Errorf("without a .env: got the file %q, want %q", got, other)
	}
	if got := find(local, local+"2"); got != "" {
		t.Errorf("without any file: got the file %q, want none", got)
	}
	errtest.Must(t, os.WriteFile(".env", []byte("MENTION=off\n"), 0o600))
	if got := find(local, other); got != local {
		t.Errorf("with a .env: got the file %q, want %q", got, local)
	}
	if c, err := Read(nil, ""); err != nil || c.File != local || c.Mention != "off" {
		t.Errorf("got %+v, %v, want what the .env sets", c, err)
	}
	missing := filepath.Join(dir, "missing.env")
	if _, err := Read(nil, missing); err == nil || err.Error() != missing+": there is no such file" {
		t.Errorf("a named file that is missing: got the error %v, want that there is no such file", err)
	}
}

func write(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), ".env")
	errtest.Must(t, os.WriteFile(file, []byte(text), 0o600))
	return file
}

// everything says that each setting is needed.
func everything(string) bool { return true }

// example returns the text of config.example.env.
func example() string {
	var b strings.Builder
	b.WriteString("# All settings of Deuces and their defaults. Copy this file to .env and fill in the token; to change\n" +
		"# another setting, remove the # before its name. Environment variables override this file.\n")
	for i, s := range Settings() {
		comment := "#"
		if i == 0 {
			comment = "" // everybody has to set this one
		}
		fmt.Fprintf(&b, "\n# %s\n%s%s=%s\n", s.About, comment, s.Name, s.Default)
	}
	return b.String()
}
