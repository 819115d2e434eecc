package cli

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"deuces/internal/errtest"
	"deuces/internal/pgtest"
	"deuces/internal/status"
)

func TestMain(m *testing.M) {
	// Run more scripts at a time than there are cores, because they mostly wait. The flag -parallel
	// overrides that.
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	testscript.Main(m, map[string]func(){
		"deuces": func() {
			ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			os.Exit(Run(ctx, os.Args[1:], os.Environ(), os.Stdout, os.Stderr))
		},
	})
}

func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{Dir: "testdata/script", Cmds: scriptCommands(), Setup: ownSettings})
}

func scriptCommands() map[string]func(*testscript.TestScript, bool, []string) {
	return map[string]func(*testscript.TestScript, bool, []string){"played": playCommand, "held": holdCommand, "sql": sqlCommand}
}

// ownSettings adds an empty .env to a script that has none, so that the script doesn't use the
// settings of a bot on this machine.
func ownSettings(e *testscript.Env) error {
	f, err := os.OpenFile(filepath.Join(e.WorkDir, ".env"), os.O_CREATE|os.O_RDONLY, 0o600)
	if err != nil {
		return err
	}
	return f.Close()
}

// The scripts in testdata/postgres run on PostgreSQL. $FIRST and $SECOND are the addresses of empty
// databases.
func TestScriptsOnPostgreSQL(t *testing.T) {
	t.Parallel()
	address := pgtest.New(t)
	second := pgtest.New(t)
	testscript.Run(t, testscript.Params{
		Dir:  "testdata/postgres",
		Cmds: scriptCommands(),
		Setup: func(e *testscript.Env) error {
			e.Setenv("FIRST", address)
			e.Setenv("SECOND", second)
			return ownSettings(e)
		},
	})
}

func TestABotWhoseLogNobodyReadsGoesOn(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there are no signals")
	}
	reader, log, err := os.Pipe()
	errtest.Must(t, err)
	reader.Close()                                                    // as if the program that reads it has died
	bot := exec.Command("deuces", "sandbox", "--addr", "127.0.0.1:0") // of this test: see TestMain
	bot.Env, bot.Dir, bot.Stderr = append(os.Environ(), "LOG_LEVEL=debug"), t.TempDir(), log
	out, err := bot.StdoutPipe()
	errtest.Must(t, err)
	errtest.Must(t, bot.Start())
	log.Close()
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || !strings.HasPrefix(line, "Deuces is ready at ") {
		t.Errorf("the bot prints %q, %v, want where it is ready", line, err)
	}
	out.Close()
	if err := errors.Join(bot.Process.Signal(syscall.SIGTERM), bot.Wait()); err != nil {
		t.Errorf("the bot ends with %v, want no error", err)
	}
}

func TestHealthTellsTheBotFromAnotherProgram(t *testing.T) {
	bot, err := status.Listen("127.0.0.1:0", http.NotFoundHandler(), false)
	errtest.Must(t, err)
	defer bot.Close()
	other := httptest.NewServer(http.NotFoundHandler())
	defer other.Close()
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<html>") }))
	defer page.Close()
	for _, tt := range []struct {
		address string
		because error
		code    int
		says    string
	}{
		{bot.Addr, nil, 0, "ok\n"},
		{bot.Addr, errors.New("it is stopping"), 1, "the bot is unhealthy: it is stopping\n"},
		{other.Listener.Addr().String(), nil, 1, "another program answers at STATUS_ADDR=" + other.Listener.Addr().String() + ": end it, or set STATUS_ADDR to the bot's address\n"},
		{page.Listener.Addr().String(), nil, 1, "another program answers at STATUS_ADDR=" + page.Listener.Addr().String() + ": end it, or set STATUS_ADDR to the bot's address\n"},
	} {
		bot.Because(tt.because)
		var out bytes.Buffer
		if code := Run(t.Context(), []string{"health", "--env-file", os.DevNull}, []string{"STATUS_ADDR=" + tt.address}, &out, &out); code != tt.code || out.String() != tt.says {
			t.Errorf("deuces health exits with %d and prints %q, want %d with %q", code, &out, tt.code, tt.says)
		}
	}
}

// The sandbox prints one line with its address, serves its page there, and exits when its context
// is canceled.
func TestTheSandboxStartsAndStops(t *testing.T) {
	for _, tt := range []struct {
		args   []string
		prefix string
	}{
		{[]string{"sandbox", "--addr", "127.0.0.1:0"}, "Deuces is ready at "},
		{[]string{"sandbox", "--addr", "127.0.0.1:0", "--no-bot"}, "The sandbox runs without a bot at "},
	} {
		ctx, stop := context.WithCancel(t.Context())
		out, in := io.Pipe()
		var log bytes.Buffer
		code := make(chan int, 1)
		go func() {
			code <- Run(ctx, tt.args, nil, in, &log)
			in.Close()
		}()
		line, err := bufio.NewReader(out).ReadString('\n')
		if err != nil || !strings.HasPrefix(line, tt.prefix) {
			t.Fatalf("%v prints %q, %v, want it to begin with %q", tt.args, line, err, tt.prefix)
		}
		url, _, _ := strings.Cut(strings.TrimSpace(strings.TrimPrefix(line, tt.prefix)), " ")
		page, err := http.Get(url)
		errtest.Must(t, err)
		page.Body.Close()
		if page.StatusCode != http.StatusOK {
			t.Errorf("%v: GET %s is answered with %s, want 200 OK", tt.args, url, page.Status)
		}
		stop()
		if c := <-code; c != 0 {
			t.Errorf("%v exits with %d, want 0:\n%s", tt.args, c, &log)
		}
	}
}
