// Command firstcard measures how long a newcomer takes from a release's archive to a
// played card: it unpacks the archive, sets the token, asks the doctor, starts the bot,
// and then clicks as a player would, on a sandbox. It prints a line for each step.
//
//	go run ./tools/firstcard deuces_linux_amd64.tar.gz
//
// With -at it only clicks, on a sandbox on which a bot is starting or runs, however that
// was installed:
//
//	go run ./tools/firstcard -at http://127.0.0.1:8080
package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"time"

	"deuces/sandbox/sandboxtest"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	at := flag.String("at", "", "the `address` of a sandbox with a bot to play on, in place of an archive")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: firstcard ARCHIVE, or firstcard -at ADDRESS")
		flag.PrintDefaults()
	}
	flag.Parse()
	n, arguments := &newcomer{archive: flag.Arg(0)}, 1
	if *at != "" {
		n, arguments = &newcomer{discord: sandboxtest.At(*at)}, 0
	}
	if flag.NArg() != arguments {
		flag.Usage()
		os.Exit(2)
	}
	if err := n.measure(ctx, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// newcomer is somebody on the way, with what is known so far.
type newcomer struct {
	archive string
	dir     string // where things are unpacked
	program string
	running []*exec.Cmd
	discord *sandboxtest.Discord
	user    *sandboxtest.User
	message sandboxtest.Message // where the next click goes
}

// channel is the system channel of the sandbox's guild.
const channel = "general"

// step is one on the way.
type step struct {
	what  string
	do    func(context.Context) error
	waits bool // for the simulated Discord, which isn't a step of the newcomer's
}

func (n *newcomer) measure(ctx context.Context, out io.Writer) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Minute)
	defer cancel()
	defer func() { err = errors.Join(err, n.leave()) }()
	install := []step{
		{"a Discord to play on (the sandbox)", n.startDiscord, true},
		{"unpack the archive", n.unpack, false},
		{"put the token into .env", n.configure, false},
		{"deuces doctor: all is well", n.examine, false},
		{"start the bot, until it greets the server", n.start, false},
	}
	if n.discord != nil {
		install = []step{
			{"a Discord to play on (the sandbox)", n.enter, true},
			{"wait until the bot greets the server", n.greeted, false},
		}
	}
	begin, last := time.Now(), time.Now()
	for i, step := range append(install, []step{
		{"click Start a table", n.begin, false},
		{"choose a game: the table is open", n.choose, false},
		{"fill it with computer players", n.click("computer/", "fill"), false},
		{"click Start: cards are dealt", n.click("start/", ""), false},
		{"click My hand, until it is my turn", n.hand, false},
		{"click a play: it is on the table", n.play, false},
	}...) {
		if err := step.do(ctx); err != nil {
			return fmt.Errorf("%s: %w", step.what, err)
		}
		now := time.Now()
		if step.waits {
			begin = now
		} else {
			fmt.Fprintf(out, "%2d  %6.2f s  %s\n", i, now.Sub(last).Seconds(), step.what)
		}
		last = now
	}
	fmt.Fprintf(out, "    %6.2f s  in total\n", last.Sub(begin).Seconds())
	return nil
}

// run starts the program with a .env of its own, and returns the rest of the first line
// of its output or log that has a text.
func (n *newcomer) run(ctx context.Context, program, until string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = filepath.Dir(program)
	r, w, err := os.Pipe()
	if err != nil {
		return "", err
	}
	cmd.Stdout, cmd.Stderr = w, w
	err = errors.Join(cmd.Start(), w.Close())
	if err != nil {
		return "", err
	}
	n.running = append(n.running, cmd)
	lines := bufio.NewScanner(r)
	var seen bytes.Buffer
	for lines.Scan() {
		seen.Write(append(lines.Bytes(), '\n'))
		if _, rest, found := strings.Cut(lines.Text(), until); found {
			go io.Copy(io.Discard, r)
			return strings.TrimSpace(rest), nil
		}
	}
	return "", fmt.Errorf("it ended without %q:\n%s", until, &seen)
}

// leave stops what runs and removes what was unpacked.
func (n *newcomer) leave() (err error) {
	for i := len(n.running) - 1; i >= 0; i-- {
		if stopped := n.running[i].Process.Signal(os.Interrupt); stopped == nil {
			err = errors.Join(err, n.running[i].Wait())
		}
	}
	if n.dir == "" {
		return err
	}
	return errors.Join(err, os.RemoveAll(n.dir))
}

func (n *newcomer) startDiscord(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "firstcard-")
	if err != nil {
		return err
	}
	n.dir = dir
	program, err := unpacked(ctx, n.archive, filepath.Join(dir, "discord"))
	if err != nil {
		return err
	}
	url, err := n.run(ctx, program, "The sandbox runs without a bot at ", "sandbox", "--no-bot", "--addr", "127.0.0.1:0")
	if err != nil {
		return err
	}
	n.discord = sandboxtest.At(url)
	return n.enter(ctx)
}

func (n *newcomer) enter(ctx context.Context) (err error) {
	n.user, err = n.discord.User(ctx, "Ann")
	return err
}

// unpacked unpacks an archive and returns where its program is.
func unpacked(ctx context.Context, archive, to string) (program string, err error) {
	if err := os.MkdirAll(to, 0o755); err != nil {
		return "", err
	}
	if said, err := exec.CommandContext(ctx, "tar", "-xzf", archive, "-C", to).CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, said)
	}
	found, err := filepath.Glob(filepath.Join(to, "*", "deuces"))
	if err == nil && len(found) != 1 {
		err = fmt.Errorf("%d programs in the archive", len(found))
	}
	if err != nil {
		return "", err
	}
	return found[0], nil
}

func (n *newcomer) unpack(ctx context.Context) (err error) {
	n.program, err = unpacked(ctx, n.archive, filepath.Join(n.dir, "bot"))
	return err
}

func (n *newcomer) configure(context.Context) error {
	dir := filepath.Dir(n.program)
	example, err := os.ReadFile(filepath.Join(dir, "config.example.env"))
	if err != nil {
		return err
	}
	set := strings.NewReplacer("DISCORD_TOKEN=\n", "DISCORD_TOKEN=sandbox\n", "#DISCORD_API=\n", "DISCORD_API="+n.discord.URL+"\n").Replace(string(example))
	return os.WriteFile(filepath.Join(dir, ".env"), []byte(set), 0o600)
}

func (n *newcomer) examine(ctx context.Context) error {
	cmd := exec.CommandContext(ctx, n.program, "doctor")
	cmd.Dir = filepath.Dir(n.program)
	said, err := cmd.CombinedOutput()
	if err != nil || bytes.Contains(said, []byte("TROUBLE")) {
		return fmt.Errorf("%w\n%s", err, said)
	}
	return nil
}

func (n *newcomer) start(ctx context.Context) error {
	if _, err := n.run(ctx, n.program, `"message":"ready"`); err != nil {
		return err
	}
	return n.greeted(ctx)
}

func (n *newcomer) greeted(ctx context.Context) error { return n.await(ctx, "begin") }

// await waits for a message in the channel with an enabled button that begins so.
func (n *newcomer) await(ctx context.Context, prefix string) (err error) {
	n.message, err = n.user.Await(ctx, channel, func(m sandboxtest.Message) bool { return component(m, prefix, "") != "" })
	return err
}

// component is the custom_id of an enabled button or menu that begins and ends so.
func component(m sandboxtest.Message, prefix, suffix string) string {
	for _, c := range m.All() {
		if c.CustomID != "" && !c.Disabled && strings.HasPrefix(c.CustomID, prefix) && strings.HasSuffix(c.CustomID, suffix) {
			return c.CustomID
		}
	}
	return ""
}

func (n *newcomer) begin(ctx context.Context) error {
	if _, err := n.user.Click(ctx, n.message.ID, "begin"); err != nil {
		return err
	}
	return n.await(ctx, "open")
}

func (n *newcomer) choose(ctx context.Context) error {
	if _, err := n.user.Click(ctx, n.message.ID, "open", "ahole"); err != nil {
		return err
	}
	return n.await(ctx, "join/")
}

// click clicks a button of the board.
func (n *newcomer) click(prefix, suffix string) func(context.Context) error {
	return func(ctx context.Context) error {
		id := component(n.message, prefix, suffix)
		if _, err := n.user.Click(ctx, n.message.ID, id); err != nil {
			return fmt.Errorf("%q: %w", id, err)
		}
		if prefix == "start/" {
			return n.await(ctx, "hand/")
		}
		return nil
	}
}

func (n *newcomer) hand(ctx context.Context) error {
	if _, err := n.user.Click(ctx, n.message.ID, component(n.message, "hand/", "")); err != nil {
		return err
	}
	return n.await(ctx, "act/")
}

func (n *newcomer) play(ctx context.Context) error {
	id := component(n.message, "act/", "")
	reply, err := n.user.Click(ctx, n.message.ID, id)
	if err != nil {
		return err
	}
	if after := reply.Message(); len(after.All()) == 0 || component(after, id, "") != "" {
		return fmt.Errorf("%s is not played: %s", id, reply.Response.Data)
	}
	return nil
}
