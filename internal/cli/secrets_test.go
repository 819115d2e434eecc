package cli

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"deuces/internal/errtest"
)

// If the address of a database is invalid, no command shows the password in it or creates a file
// that is named after the address. More such addresses are in internal/config.
func TestNoCommandShowsThePasswordOfABadAddress(t *testing.T) {
	const password = "hunter2"
	addresses := []string{
		"host=127.0.0.1 user=u password=hunter2 dbname=d",
		"Postgres://u:hunter2@127.0.0.1:1/d",
		"postgres://u:hunter2@127.0.0.1:1/d?sslmode=hunter",
		"postgres://u:hunter2@127.0.0.1:port/d",
		"postgres://127.0.0.1:1/d?user=u&password=hunter2",
		"postgres://u:x@hunter2@127.0.0.1:1/d",
		"postgres://u:x%hunter2@127.0.0.1:1/d",
		"postgres://u:x@127.0.0.1:1/d;password=hunter2",
		"postgres://u:x@127.0.0.1:1/d?sslmode=disable;password=hunter2",
		"postgres://u:x@127.0.0.1:1/d?options=-c x=hunter2",
		"postgres://hunter2@127.0.0.1:1/d",
		"postgres:u:hunter2@127.0.0.1:1/d",
		"mysql://u:hunter2@127.0.0.1:1/d",
		"u:hunter2@127.0.0.1:1/d",
		"/", // a directory
	}
	// ADDRESS stands for an address on the command line. The other commands get the address in
	// DEUCES_DB.
	commands := [][]string{
		{"run"}, {"doctor"}, {"check"}, {"rebuild"}, {"health"}, {"backup", "copy.db"}, {"restore", "copy.db"}, {"restore", "-force", "copy.db"},
		{"copy", "ADDRESS", "copy.db"}, {"copy", "copy.db", "ADDRESS"}, {"backup", "ADDRESS"}, {"restore", "ADDRESS"},
		{"check", "ADDRESS"}, {"sandbox", "-db", "ADDRESS", "-addr", "127.0.0.1:0"}, {"ADDRESS"}, {"help", "ADDRESS"},
	}
	discord := discordWithClock(t, 0, "")
	for _, address := range addresses {
		for _, command := range commands {
			if command[0] == "sandbox" && strings.HasPrefix(strings.ToLower(address), "postgres") {
				if _, _, well := strings.Cut(address, "127.0.0.1:1/d"); well {
					continue // it would wait for the server, as the bot does
				}
			}
			dir := t.TempDir()
			t.Chdir(dir)
			db := "DEUCES_DB=" + address
			args := make([]string, len(command))
			for i, a := range command {
				if args[i] = a; a == "ADDRESS" {
					args[i], db = address, "DEUCES_DB=deuces.db"
				}
			}
			// The bot logs that it waits for a server that isn't running yet. The timeout ends it.
			ctx, cancel := context.WithTimeout(t.Context(), time.Second/2)
			var out bytes.Buffer
			code := Run(ctx, args, []string{"DISCORD_TOKEN=sandbox", "DISCORD_API=" + discord, "STATUS_ADDR=127.0.0.1:1", db}, &out, &out)
			cancel()
			if code == 0 || out.Len() == 0 || strings.Contains(out.String(), password) {
				t.Errorf("deuces %q with %s exits with %d, want an error without the password:\n%s", args, db, code, &out)
			}
			if err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
				if strings.Contains(path, "hunter") || d.IsDir() && path != dir {
					t.Errorf("deuces %q with %s creates %s, want no file", args, db, path)
				}
				return err
			}); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestNoCommandShowsATokenInThePlaceOfAnotherSetting(t *testing.T) {
	const token = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.abcdefghijklmnopqrstuvwxyz0123456789AB"
	discord := discordWithClock(t, 0, "")
	for _, name := range []string{"DEUCES_DB", "DEUCES_DB_FILE", "DISCORD_API", "DISCORD_TOKEN_FILE", "TURN_CLOCK", "MENTION", "STATUS_ADDR", "USER_RATE", "LOG_LEVEL", "DEUCES_SHARDS"} {
		for _, as := range []string{token, "Bot " + token, `"` + token + `"`} {
			for _, command := range []string{"run", "doctor", "check", "health"} {
				for _, inFile := range []bool{false, true} {
					t.Chdir(t.TempDir())
					environ := []string{"DISCORD_API=" + discord, name + "=" + as}
					if inFile {
						errtest.Must(t, os.WriteFile(".env", []byte(name+"="+as+"\n"), 0o600))
						environ = []string{"DISCORD_API=" + discord}
						if name == "DISCORD_API" {
							environ = nil
						}
					}
					ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
					var out bytes.Buffer
					code := Run(ctx, []string{command}, environ, &out, &out)
					cancel()
					if code == 0 || out.Len() == 0 || strings.Contains(out.String(), "abcdefghij") {
						t.Errorf("deuces %s with %s=%s exits with %d, want an error without the value:\n%s", command, name, as, code, &out)
					}
				}
			}
		}
	}
}
