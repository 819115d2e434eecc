package sandbox_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"deuces/sandbox"
	"deuces/sandbox/internal/rawbot"
	"deuces/sandbox/sandboxtest"
)

// foreignModule is the module that requires the foreign Go clients.
var foreignModule = filepath.Join("testdata", "foreign")

// foreign are the addresses of Discord in the clients' own code, by module: the file, and what stands there.
var foreign = map[string]struct{ file, address, path string }{
	"github.com/diamondburned/arikawa/v3": {"api/api.go", `"https://discord.com"`, ""},
	"github.com/disgoorg/disgo":           {"rest/rest_endpoints.go", `"https://discord.com/api/"`, "/api/"},
}

// startExample builds one of a client's own examples with nothing changed but Discord's address, and runs it on a sandbox.
func startExample(t *testing.T, d *sandboxtest.Discord, module, example string, env ...string) *lines {
	t.Helper()
	if testing.Short() {
		t.Skip("builds foreign programs")
	}
	if out, err := inForeign(t.Context(), "go", "mod", "download").CombinedOutput(); err != nil {
		t.Skipf("the foreign clients' modules can't be had: %v\n%s", err, out)
	}
	dir, err := inForeign(t.Context(), "go", "list", "-m", "-f", "{{.Dir}}", module).Output()
	if err != nil {
		t.Fatal(err)
	}
	at := foreign[module]
	source := filepath.Join(strings.TrimSpace(string(dir)), at.file)
	code, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Count(string(code), at.address) != 1 {
		t.Fatalf("%s doesn't have Discord's address once", source)
	}
	// A copy of the module, in which only the address is another, takes its place.
	tmp := t.TempDir()
	moved := filepath.Join(tmp, "module")
	if err := os.CopyFS(moved, os.DirFS(filepath.Dir(filepath.Dir(source)))); err != nil {
		t.Fatal(err)
	}
	ours := filepath.Join(moved, at.file)
	pkg := filepath.Base(filepath.Dir(at.file))
	if err := errors.Join(os.Remove(ours), os.WriteFile(ours, []byte(strings.Replace(string(code), at.address, "addressOfDiscord", 1)), 0o600),
		os.WriteFile(filepath.Join(filepath.Dir(ours), "address.go"), []byte("package "+pkg+"\n\nimport \"os\"\n\nvar addressOfDiscord = os.Getenv(\"ADDRESS_OF_DISCORD\")\n"), 0o600)); err != nil {
		t.Fatal(err)
	}
	modfile := filepath.Join(tmp, "go.mod")
	for _, file := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join(foreignModule, file))
		if err == nil {
			err = os.WriteFile(filepath.Join(tmp, file), text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if out, err := inForeign(t.Context(), "go", "mod", "edit", "-replace", module+"="+moved, modfile).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	program := filepath.Join(tmp, "example")
	if out, err := inForeign(t.Context(), "go", "build", "-trimpath", "-modfile", modfile, "-o", program, module+"/"+example).CombinedOutput(); err != nil {
		t.Fatalf("building %s: %v\n%s", example, err, out)
	}
	ctx, cancel := context.WithCancel(context.Background())
	run := exec.CommandContext(ctx, program)
	run.Env = append(append(os.Environ(), "ADDRESS_OF_DISCORD="+d.URL+at.path), env...)
	reads, writes := io.Pipe()
	run.Stdout, run.Stderr = writes, writes
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	said := &lines{all: make(chan string, 256)}
	go func() {
		defer close(said.all)
		for scan := bufio.NewScanner(reads); scan.Scan(); {
			said.all <- scan.Text()
		}
	}()
	t.Cleanup(func() {
		cancel()
		_ = run.Wait()
		_ = writes.Close()
	})
	return said
}

func inForeign(ctx context.Context, name string, args ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, name, args...)
	c.Dir = foreignModule
	c.Env = append(os.Environ(), "GOFLAGS=-mod=readonly", "GOWORK=off")
	return c
}

// lines is what a program prints.
type lines struct{ all chan string }

// await waits for a line with these words in it.
func (l *lines) await(t *testing.T, words string) {
	t.Helper()
	late := time.After(sandboxtest.Patience)
	var seen []string
	for {
		select {
		case line, open := <-l.all:
			if seen = append(seen, line); strings.Contains(line, words) {
				return
			}
			if !open {
				t.Fatalf("the example ended without saying %q:\n%s", words, strings.Join(seen, "\n"))
			}
		case <-late:
			t.Fatalf("the example never said %q:\n%s", words, strings.Join(seen, "\n"))
		}
	}
}

// TestArikawasExamplesRunUnchanged runs three of arikawa's own examples: messages, commands, buttons.
func TestArikawasExamplesRunUnchanged(t *testing.T) {
	t.Parallel()
	const module = "github.com/diamondburned/arikawa/v3"
	for _, c := range []struct {
		example string
		play    func(*testing.T, *sandboxtest.Discord, *lines)
	}{
		{"0-examples/simple", func(t *testing.T, d *sandboxtest.Discord, said *lines) {
			said.await(t, "Started as Deuces")
			rawbot.Do(t, d, "/sandbox/say", map[string]any{"user": "Ann", "channel": "general", "content": "hello <@1000000000000000001>"}, nil)
			said.await(t, "ann sent hello")
		}},
		{"0-examples/commands-minimal", func(t *testing.T, d *sandboxtest.Discord, _ *lines) {
			awaitConnected(t, d)
			if m := uses(t, rawbot.User(t, d, "Ann"), "ping").Message(); m.Content != "Pong!" {
				t.Errorf("/ping: %q", m.Content)
			}
		}},
		{"0-examples/buttons", func(t *testing.T, d *sandboxtest.Discord, said *lines) {
			said.await(t, "Gateway connected")
			awaitCommand(t, d, "buttons")
			ann := rawbot.User(t, d, "Ann")
			m := uses(t, ann, "buttons").Message()
			r, err := ann.Click(t.Context(), m.ID, "success_button")
			if err != nil || r.Message().Content != "Custom ID: success_button" {
				t.Errorf("a click: %q %v", r.Message().Content, err)
			}
		}},
	} {
		t.Run(filepath.Base(c.example), func(t *testing.T) {
			d := sandboxtest.Start(t, sandbox.Config{Privileged: privileged})
			c.play(t, d, startExample(t, d, module, c.example, "BOT_TOKEN="+d.Server.Token(), "GUILD_ID="+rawbot.Look(t, d).Guilds[0].ID))
		})
	}
}

// TestDisgosExamplesRunUnchanged runs disgo's first examples: it reads the bot's id from its token.
func TestDisgosExamplesRunUnchanged(t *testing.T) {
	t.Parallel()
	const module = "github.com/disgoorg/disgo"
	for _, c := range []struct {
		example string
		play    func(*testing.T, *sandboxtest.Discord, *lines)
	}{
		{"_examples/ping_pong", func(t *testing.T, d *sandboxtest.Discord, said *lines) {
			awaitConnected(t, d)
			rawbot.Do(t, d, "/sandbox/say", map[string]any{"user": "Ann", "channel": "general", "content": "ping"}, nil)
			await(t, rawbot.User(t, d, "Ann"), "pong", func(m sandboxtest.Message) bool { return m.Content == "pong" && m.Author.Bot })
		}},
		{"_examples/application_commands/gateway", func(t *testing.T, d *sandboxtest.Discord, said *lines) {
			awaitConnected(t, d)
			r, err := rawbot.User(t, d, "Ann").Command(t.Context(), "general", "say", map[string]any{"message": "hello", "ephemeral": true})
			if err != nil || r.Message().Content != "hello" || !r.Message().Ephemeral {
				t.Errorf("/say: %+v %v", r.Message(), err)
			}
		}},
	} {
		t.Run(filepath.Base(c.example), func(t *testing.T) {
			d := sandboxtest.Start(t, sandbox.Config{Privileged: privileged})
			c.play(t, d, startExample(t, d, module, c.example, "disgo_token="+d.Server.Token(), "disgo_guild_id="+rawbot.Look(t, d).Guilds[0].ID))
		})
	}
}

func awaitConnected(t *testing.T, d *sandboxtest.Discord) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), sandboxtest.Patience)
	defer cancel()
	if err := d.AwaitBot(ctx); err != nil {
		t.Fatal(err)
	}
}

// awaitCommand waits until a command is registered.
func awaitCommand(t *testing.T, d *sandboxtest.Discord, name string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), sandboxtest.Patience)
	defer cancel()
	events, err := rawbot.User(t, d, "Ann").Events(ctx, "")
	if err != nil {
		t.Fatal(err)
	}
	for {
		var all []struct{ Name string }
		if err := d.Do(ctx, "GET", "/sandbox/commands", nil, &all); err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(all, func(c struct{ Name string }) bool { return c.Name == name }) {
			return
		}
		if _, open := <-events; !open {
			t.Fatalf("/%s was never registered", name)
		}
	}
}
