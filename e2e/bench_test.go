package e2e

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"deuces/sandbox/sandboxtest"
)

// The time from a click to its reply. The sandbox measures it from sending the interaction to
// receiving the bot's answer, which the bot sends after the play has been stored.
//
//	go test ./e2e -run '^$' -bench ClickToReply -benchtime 5000x
//
// "1 table" clicks as fast as replies arrive. "100 tables" makes 500 plays per second, however long
// the replies take. Before each play the player opens their hand, so the bot answers twice as many
// interactions.
func BenchmarkClickToReply(b *testing.B) {
	b.Run("1 table", func(b *testing.B) { load(b, 1, 0) })
	b.Run("100 tables at 500 a second", func(b *testing.B) { load(b, 100, 500) })
}

// The same 100 tables at several rates.
func BenchmarkLoad(b *testing.B) {
	for _, rate := range []int{100, 200, 300, 400, 500, 650, 800, 1000} {
		b.Run(fmt.Sprintf("%d a second", rate), func(b *testing.B) { load(b, 100, rate) })
	}
}

// load makes b.N plays at some tables: rate plays per second, or one after the other if rate is 0.
func load(b *testing.B, tables, rate int) {
	var env []string
	if *profileTo != "" {
		env = append(env, anyAddr, "STATUS_PROFILES=on")
	}
	s := NewServer(b, env...)
	var all []*benchTable
	for i := range tables {
		all = append(all, s.benchTable(b, i, "Sandbox"))
	}
	opened := s.worked(b)
	var profiled sync.WaitGroup
	if *profileTo != "" {
		profiled.Go(func() { fetchProfile(b, s.status(), max(1, b.N/max(rate, 200)), *profileTo) })
	}
	report(b, drive(b, all, rate))
	played := s.worked(b) - opened
	profiled.Wait()
	b.ReportMetric(1000*played.Seconds()/float64(b.N), "bot-cpu-ms/play-alone")
	bot := s.bot
	s.Stop()
	b.ReportMetric(1000*(bot.ProcessState.UserTime()+bot.ProcessState.SystemTime()).Seconds()/float64(b.N), "bot-cpu-ms/play")
}

// driven is the result of a load.
type driven struct {
	plays []benchPlay
	late  int // plays whose table was still busy with the previous play
	took  time.Duration
}

// drive makes b.N plays at these tables: rate plays per second, or at each table as fast as replies
// arrive if rate is 0.
func drive(b *testing.B, all []*benchTable, rate int) (d driven) {
	b.Helper()
	b.ResetTimer()
	var mu sync.Mutex
	play := func(t *benchTable) {
		t.mu.Lock()
		defer t.mu.Unlock()
		p, err := t.play(b.Context())
		if err != nil {
			b.Error(err)
			return
		}
		mu.Lock()
		defer mu.Unlock()
		d.plays = append(d.plays, p)
	}
	var wait sync.WaitGroup
	start := time.Now()
	if rate == 0 {
		var begun atomic.Int64
		for _, t := range all {
			wait.Go(func() {
				for int(begun.Add(1)) <= b.N {
					play(t)
				}
			})
		}
	}
	for i := 0; rate > 0 && i < b.N; i++ {
		t := all[i%len(all)]
		time.Sleep(time.Until(start.Add(time.Duration(i) * time.Second / time.Duration(rate))))
		if !t.mu.TryLock() {
			d.late++
		} else {
			t.mu.Unlock()
		}
		wait.Go(func() { play(t) })
	}
	wait.Wait()
	b.StopTimer()
	d.took = time.Since(start)
	return d
}

// report reports the number and the times of a load's plays.
func report(b *testing.B, d driven) {
	b.Helper()
	var plays, hands []float64
	looks := 0
	for _, p := range d.plays {
		plays, hands, looks = append(plays, p.reply), append(hands, p.hand), looks+p.looks
	}
	b.ReportMetric(quantile(plays, 0.5), "ms/play-median")
	b.ReportMetric(quantile(plays, 0.99), "ms/play-p99")
	b.ReportMetric(quantile(hands, 0.5), "ms/hand-median")
	b.ReportMetric(quantile(hands, 0.99), "ms/hand-p99")
	b.ReportMetric(float64(looks)/float64(max(1, len(plays))), "hands/play")
	b.ReportMetric(float64(len(plays))/d.took.Seconds(), "plays/s")
	b.ReportMetric(float64(d.late), "late")
}

var profileTo = flag.String("profile", "", "write a CPU profile of the bot under load to this `file`")

// worked returns the CPU time of the bot so far, or 0 if the system doesn't provide it.
func (s *Server) worked(b *testing.B) time.Duration {
	b.Helper()
	said, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.bot.Process.Pid))
	if err != nil {
		return 0
	}
	// proc(5): utime and stime are the 12th and 13th after the name in brackets, in hundredths of a second.
	fields := strings.Fields(string(said[bytes.LastIndexByte(said, ')')+1:]))
	var ticks time.Duration
	for _, f := range fields[11:13] {
		n, err := strconv.Atoi(f)
		if err != nil {
			b.Fatal(err)
		}
		ticks += time.Duration(n)
	}
	return ticks * 10 * time.Millisecond
}

// fetchProfile writes a CPU profile of the bot over a number of seconds.
func fetchProfile(b *testing.B, addr string, seconds int, to string) {
	answer, err := http.Get(fmt.Sprintf("http://%s/debug/pprof/profile?seconds=%d", addr, seconds))
	if err != nil {
		b.Error(err)
		return
	}
	defer answer.Body.Close()
	data, err := io.ReadAll(answer.Body)
	if err := errors.Join(err, os.WriteFile(to, data, 0o644)); err != nil {
		b.Error(err)
	}
}

// From the start of the process until it is ready, with an empty database and a sandbox with channels.
func BenchmarkStartUp(b *testing.B) {
	s := NewServer(b)
	var took []float64
	for range b.N {
		s.Stop()
		start := time.Now()
		s.Start()
		took = append(took, float64(time.Since(start).Microseconds())/1000)
	}
	b.ReportMetric(quantile(took, 0.5), "ms/start-median")
}

// benchTable is a table whose players open their hand and play immediately.
type benchTable struct {
	*Table
	mu   sync.Mutex
	turn int // seat whose turn it is, if known
}

func (s *Server) benchTable(b *testing.B, i int, guild string) *benchTable {
	b.Helper()
	channel := fmt.Sprintf("bench-%d", i)
	if err := s.Do(b.Context(), "POST", "/sandbox/channels", map[string]string{"guild": guild, "name": channel}, nil); err != nil {
		b.Fatal(err)
	}
	var names []string
	for _, n := range []string{"Ann", "Bob", "Cy", "Dee"} {
		names = append(names, fmt.Sprintf("%s%d", n, i))
	}
	g := s.Table(channel, names...)
	g.Open("ahole", Options{"target": 0, "rounds": 50})
	return &benchTable{Table: g}
}

var turnOf = regexp.MustCompile(`▶️ \*\*(.+?)\*\*'s turn`)

// play makes the player to move open the hand and click a play.
func (t *benchTable) play(ctx context.Context) (p benchPlay, err error) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	p.opened = map[string]string{}
	for {
		u := t.People[t.turn]
		opened, err := u.Command(ctx, t.channel, "hand", nil)
		if err != nil {
			return p, fmt.Errorf("%s opens the hand: %w", u.Name, err)
		}
		p.looks++
		p.opened[u.Name] = opened.Interaction
		m := opened.Message()
		acts := slices.DeleteFunc(m.Buttons(), func(c sandboxtest.Component) bool { return !strings.HasPrefix(c.CustomID, "act/") })
		if len(acts) == 0 {
			t.follow(m.Text())
			continue
		}
		p.by, p.hand, p.sent = u.Name, opened.Ms, time.Now()
		id := acts[rand.IntN(len(acts))].CustomID
		if p.table, p.decided, err = decidedBy(id); err != nil {
			return p, err
		}
		reply, err := u.Click(ctx, m.ID, id)
		if err != nil {
			return p, fmt.Errorf("%s plays: %w", u.Name, err)
		}
		t.follow(reply.Message().Text())
		p.clicked, p.reply = reply.Interaction, reply.Ms
		return p, nil
	}
}

// follow reads from a hand whose turn it is. Between rounds it can be anyone's.
func (t *benchTable) follow(text string) {
	t.turn = (t.turn + 1) % len(t.People)
	if found := turnOf.FindStringSubmatch(text); found != nil {
		if i := slices.IndexFunc(t.People, func(u *Person) bool { return u.Name == found[1] }); i >= 0 {
			t.turn = i
		}
	}
}

func quantile(all []float64, q float64) float64 {
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[min(int(q*float64(len(all))), len(all)-1)]
}
