package cli

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"deuces/internal/errtest"
	"deuces/internal/pgtest"
	"deuces/store"
)

// Each of these answers comes instead of Discord's. None of them is shown, and only Discord's own
// refusal is called one.
func TestTheDoctorNamesWhoAnswersInDiscordsPlace(t *testing.T) {
	const page = "<html><title>Sign in</title>secret</html>"
	const elsewhere = "the answer isn't from Discord, but perhaps from a proxy or a network's sign-in page ("
	for _, tt := range []struct {
		status       int
		header, body string
		says, why    string
	}{
		{200, "Content-Type: text/html", page, elsewhere + "200 OK, Content-Type: text/html)", "a network's sign-in page"},
		{200, "", page, elsewhere + "200 OK", "one without a type"},
		{302, "Location: http://login.example/x", "", elsewhere + "302 Found, to login.example)", "a redirect to it"},
		{511, "Content-Type: text/html", page, elsewhere + "511", "the status of such a page"},
		{407, "Via: 1.1 squid", "", elsewhere + "407 Proxy Authentication Required, Via: 1.1 squid)", "a proxy wants a password"},
		{401, "Content-Type: text/html", page, elsewhere + "401 Unauthorized, Content-Type: text/html)", "a proxy's 401 is no refused token"},
		{403, "Server: squid", page, elsewhere + "403 Forbidden", "a proxy forbids the address"},
		{404, "Content-Type: text/html", page, elsewhere + "404 Not Found", "another server"},
		{418, "Content-Type: text/html", page, "a web page, which Discord's API never sends", "a page with another status"},
		{502, "Content-Type: text/html", page, "the server failed: 502 Bad Gateway", "Discord's edge"},
		{401, "Content-Type: application/json", `{"message":"401: Unauthorized","code":0}`, "TROUBLE  token:       DISCORD_TOKEN: Discord refuses this token", "Discord's own refusal"},
		{401, "", "", "TROUBLE  token:       DISCORD_TOKEN: Discord refuses this token", "without a text"},
		{403, "Content-Type: application/json", `{"message":"Missing Access","code":50001}`, "lacks the permission View Channel", "Discord forbids it"},
		{429, "Retry-After: 60", `{"retry_after":60,"code":0}`, "rate limited for 1m0s, code 0; wait that long", "Discord limits the bot"},
		{200, "Content-Type: application/json", `{"id":`, "decode answer", "half an answer"},
	} {
		t.Run(tt.why, func(t *testing.T) {
			h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				if name, value, ok := strings.Cut(tt.header, ": "); ok {
					w.Header().Set(name, value)
				}
				w.WriteHeader(tt.status)
				fmt.Fprint(w, tt.body)
			}))
			defer h.Close()
			out, code := diagnosed(t, "DISCORD_TOKEN=sandbox", "DISCORD_API="+h.URL)
			if code != 1 || !strings.Contains(out, tt.says) || strings.Contains(out, "secret") {
				t.Errorf("Discord answers %d with %q: the doctor exits with %d, want 1 with %q and no secret:\n%s", tt.status, tt.body, code, tt.says, out)
			}
		})
	}
}

// diagnosed returns the output and the exit code of deuces doctor in an empty directory.
func diagnosed(t *testing.T, environ ...string) (string, int) {
	t.Helper()
	t.Chdir(t.TempDir())
	var out bytes.Buffer
	code := Run(t.Context(), []string{"doctor"}, environ, &out, &out)
	return out.String(), code
}

// On many servers it looks at the first, and lines and links are few.
func TestTheDoctorGroupsServers(t *testing.T) {
	for _, tt := range []struct {
		servers, lines int
		says, why      string
	}{
		{3000, 3, "on Name 1, Name 2, Name 3 and 57 others the bot's role is missing View Channel, Send Messages and Send Messages in Threads", "of the first thousand sixty lack the same"},
		{50_000, 3, "only the first 1000 of about 50000 servers are checked", "all of them would take minutes"},
	} {
		h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			after, err := strconv.Atoi(r.FormValue("after"))
			if err != nil {
				fmt.Fprintf(w, `{"id":"77","name":"Deuces","flags":0,"approximate_guild_count":%d}`, tt.servers)
				return
			}
			var all []string
			for n := after + 1; n <= min(after+200, tt.servers); n++ {
				can := "309506149376"
				if n <= 60 {
					can = "0"
				}
				all = append(all, fmt.Sprintf(`{"id":"%d","name":"Name %[1]d","permissions":"%s"}`, n, can))
			}
			fmt.Fprintf(w, "[%s]", strings.Join(all, ","))
		}))
		defer h.Close()
		out, code := diagnosed(t, "DISCORD_TOKEN=sandbox", "DISCORD_API="+h.URL)
		if got := strings.Count(out, "permissions:") + strings.Count(out, "servers:"); code != 0 || !strings.Contains(out, tt.says) || got > tt.lines || strings.Count(out, "https://") != 1 {
			t.Errorf("on %d servers: exits with %d and has %d lines, want at most %d with %q; %s:\n%s", tt.servers, code, got, tt.lines, tt.says, tt.why, out)
		}
	}
}

func TestTheDoctorTellsSlowAnswersFromFastOnes(t *testing.T) {
	for took, want := range map[time.Duration]string{
		time.Microsecond:      "ok       speed:       Discord answers in 1ms",
		80 * time.Millisecond: "ok       speed:       Discord answers in 80ms",
		slowAnswer:            "note     speed:       Discord's fastest answer took 1s",
		4 * time.Second:       "TROUBLE  speed:       Discord's fastest answer took 4s; a click has to be answered within 3s",
	} {
		var out bytes.Buffer
		d := &doctor{out: &out}
		d.speed(took)
		if !strings.HasPrefix(out.String(), want) || d.bad != strings.HasPrefix(want, "TROUBLE") {
			t.Errorf("after %v: got %s, want %s", took, &out, want)
		}
	}
}

// What a user of PostgreSQL may do decides whether a bot can play, and not whether the tables can be
// read.
func TestTheDoctorChecksTheRightsOnPostgreSQLsTables(t *testing.T) {
	address := pgtest.New(t)
	db, err := store.Open(t.Context(), address, zerolog.Nop())
	errtest.Must(t, err)
	errtest.Must(t, db.Close())
	role := fmt.Sprintf("guest%d", os.Getpid())
	alter(t, address, `CREATE ROLE `+role+` LOGIN`)
	t.Cleanup(func() { alter(t, address, `DROP OWNED BY `+role+`; DROP ROLE `+role) })
	guest := strings.Replace(address, "user=deuces", "user="+role, 1)
	discord := fakeDiscord(t, `[]`, `[]`)
	for _, tt := range []struct {
		change, as string
		code       int
		says, why  string
	}{
		{``, guest, 1, "PostgreSQL denies this user a right that the bot needs: make the user the owner of the object named in parentheses", "tables of another owner"},
		{`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ` + role, guest, 1, " belongs to deuces, and " + role + " lacks the right to INSERT, UPDATE, DELETE: ", "a user who may only read"},
		{`GRANT INSERT, UPDATE ON ALL TABLES IN SCHEMA public TO ` + role, guest, 1, " lacks the right to DELETE: ", "a user who may write and not delete"},
		{`GRANT DELETE ON ALL TABLES IN SCHEMA public TO ` + role, guest, 0, "is intact", "a user who has all rights and owns nothing"},
		{`REVOKE TEMPORARY ON DATABASE ` + "%s" + ` FROM PUBLIC`, guest, 0, "is intact", "a user who may make no temporary tables"},
		{`CREATE INDEX by_the_admin ON events (kind)`, address, 0, "is intact", "an administrator's own index"},
		{`CREATE TABLE notes (n INTEGER)`, address, 0, "is intact", "an administrator's own table"},
		{`CREATE UNIQUE INDEX too_strict ON events (kind, table_id, at)`, address, 1, "differ from those that this program creates", "an index that could refuse a play"},
		{`DROP INDEX too_strict; ALTER ROLE ` + role + ` SET default_transaction_read_only = on`, guest, 1, "default_transaction_read_only is on for this user, database or server", "a user whose transactions only read"},
		{`ALTER ROLE ` + role + ` RESET ALL; REVOKE USAGE ON SCHEMA public FROM PUBLIC`, guest, 1, "this user may use no schema of the search_path", "a schema that the user may not use"},
		{`ALTER ROLE ` + role + ` NOLOGIN`, guest, 1, "PostgreSQL doesn't let this user in", "a user who may not log in"},
	} {
		if strings.Contains(tt.change, "%s") {
			name := strings.TrimPrefix(strings.Split(address, "?")[0], "postgres:///")
			tt.change = fmt.Sprintf(tt.change, name[strings.LastIndexByte(name, '/')+1:])
		}
		if tt.change != "" {
			alter(t, address, tt.change)
		}
		out, code := diagnosed(t, "DISCORD_TOKEN=sandbox", "DISCORD_API="+discord, "DEUCES_DB="+tt.as)
		if code != tt.code || !strings.Contains(out, tt.says) {
			t.Errorf("%s: the doctor exits with %d, want %d with %q:\n%s", tt.why, code, tt.code, tt.says, out)
		}
	}
}

// The reason why a server can't be reached is the one that the system names.
func TestTheDoctorNamesWhyPostgreSQLCannotBeReached(t *testing.T) {
	discord := fakeDiscord(t, `[]`, `[]`)
	for _, tt := range []struct{ address, says string }{
		{"postgres://u@127.0.0.1:1/d", ": nothing listens there; is it running"},
		{"postgres://u@nowhere.invalid/d", ": the name server doesn't know the host in the address"},
		{"postgres:///d?host=/nowhere", ": there is no such socket; is it running"},
	} {
		if out, code := diagnosed(t, "DISCORD_TOKEN=sandbox", "DISCORD_API="+discord, "DEUCES_DB="+tt.address); code != 1 || !strings.Contains(out, "PostgreSQL can't be reached"+tt.says) {
			t.Errorf("%s: the doctor exits with %d, want 1 with %q:\n%s", tt.address, code, tt.says, out)
		}
	}
}

func TestTheDoctorAdvisesByTheCauseAlone(t *testing.T) {
	for _, tt := range []struct {
		err  error
		says string
	}{
		{syscall.ECONNREFUSED, "; nothing listens there, or a firewall refuses it"},
		{os.ErrDeadlineExceeded, "; nothing answers in time: check the network and the firewall"},
		{syscall.ECONNRESET, ""}, // anybody on the way could do that
	} {
		if got := advice(fmt.Errorf("dial: %w", tt.err)); got != tt.says {
			t.Errorf("advice(%v) = %q, want %q", tt.err, got, tt.says)
		}
	}
}
