package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestTheExampleFileIsTheTable(t *testing.T) {
	file, err := os.ReadFile("../config.example.env")
	if err != nil {
		t.Fatal(err)
	}
	if string(file) != Example() {
		t.Errorf("config.example.env is out of step; it should be:\n%s", Example())
	}
	if _, unknown, err := Read(nil, "../config.example.env"); err != nil || unknown != nil {
		t.Errorf("read as a .env it gives %v, %v", unknown, err)
	}
}

func TestEverySettingHasADefault(t *testing.T) {
	c, _, err := Read(nil, filepath.Join(t.TempDir(), ".env"))
	if err != nil {
		t.Fatalf("no environment and no file: %v", err)
	}
	if c.Token != "" || c.API != "" || c.TurnClock != 90*time.Second || c.RoundPause != 15*time.Second || c.Mention != "warning" {
		t.Errorf("defaults: %+v", c)
	}
}

func TestATurnClockOfNoneIsNoLimit(t *testing.T) {
	c, _, err := Read([]string{"TURN_CLOCK=none"}, "none.env")
	if err != nil || c.TurnClock != 0 {
		t.Errorf("got %v, %v", c.TurnClock, err)
	}
}

func TestTheEnvironmentWinsOverTheFile(t *testing.T) {
	file := write(t, "TURN_CLOCK=30s\nDEUCES_DB=/data/d.db\nTURN_CLOK=1s\n")
	c, unknown, err := Read([]string{"TURN_CLOCK=2m", "HOME=/root"}, file)
	if err != nil || c.TurnClock != 2*time.Minute || c.DB != "/data/d.db" {
		t.Errorf("got %+v, %v", c, err)
	}
	if len(unknown) != 1 || unknown[0] != "TURN_CLOK" {
		t.Errorf("unknown settings of the file: %v", unknown)
	}
}

func TestEachWrongSettingIsNamed(t *testing.T) {
	for _, tt := range []struct{ set, says, why string }{
		{"TURN_CLOCK=90", "TURN_CLOCK=90: must be a duration", "a number without a unit"},
		{"TURN_CLOCK=25h", "TURN_CLOCK=25h: must be from 1s to 24h0m0s, or none", "longer than a day"},
		{"TURN_CLOCK=0s", "TURN_CLOCK=0s: must be from 1s to 24h0m0s, or none", "no clock is none"},
		{"ABANDON_AFTER=1s", "ABANDON_AFTER=1s: must be from 1m0s to 720h", "no time to come back"},
		{"ROUND_PAUSE=2h", "ROUND_PAUSE=2h: must be from 0s to 1h", "too long"},
		{"MENTION=maybe", "MENTION=maybe: must be one of turn, warning, off", "none of them"},
		{"USER_RATE=-1", "USER_RATE=-1: must be a number from 0 to 1000", "less than none"},
		{"LOG_LEVEL=loud", "LOG_LEVEL=loud: must be one of debug", "no such level"},
		{"LOG_FORMAT=xml", "LOG_FORMAT=xml: must be one of auto", "no such format"},
		{"DISCORD_API=discord.com", "DISCORD_API=discord.com: must be a scheme and a host", "no scheme"},
		{"DISCORD_API=https://discord.com/api/v10", "must be a scheme and a host only", "the client adds the path"},
		{"STATUS_ADDR=8081", "STATUS_ADDR=8081: must be a host and a port", "no host"},
		{"STATUS_ADDR=127.0.0.1:99999", "STATUS_ADDR=127.0.0.1:99999: must be a host and a port", "ports end at 65535"},
		{"STATUS_ADDR=localhost:http", "STATUS_ADDR=localhost:http: must be a host and a port", "a port is a number here"},
		{"HEALTH_ADDR=127.0.0.1:8081", "HEALTH_ADDR: it is called STATUS_ADDR now", "it has another name"},
		{"PROFILE_ADDR=127.0.0.1:6060", "PROFILE_ADDR: set STATUS_ADDR to an address, and STATUS_PROFILES=on", "there is one listener"},
		{"STATUS_PROFILES=127.0.0.1:6060", "STATUS_PROFILES=127.0.0.1:6060: must be one of on, off", "it is no address"},
		{"DEUCES_DB=a?mode=ro", "DEUCES_DB=a?mode=ro: must be the path", "the database's driver would read the rest as options"},
	} {
		_, _, err := Read([]string{tt.set}, "none.env")
		if err == nil || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: %v; want %q: %s", tt.set, err, tt.says, tt.why)
		}
	}
	_, _, err := Read([]string{"TURN_CLOCK=x", "MENTION=x"}, "none.env")
	if err == nil || len(strings.Split(err.Error(), "\n")) != 2 {
		t.Errorf("two wrong settings give two lines: %v", err)
	}
}

func TestABrokenFileDoesNotSpillTheToken(t *testing.T) {
	_, _, err := Read(nil, write(t, "DISCORD_TOKEN: s3cret = x\n'oops s3cret"))
	if err == nil || strings.Contains(err.Error(), "s3cret") {
		t.Errorf("got %v", err)
	}
}

func write(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), ".env")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}
