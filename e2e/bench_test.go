package e2e

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"deuces/game/systems"
	"deuces/internal/errtest"
	"deuces/internal/pgtest"
	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

// docs/figures.md says how to run the benchmarks and what they measure.

// BenchmarkClickToReply measures the time from a click to its reply: from sending the interaction
// to receiving the bot's answer, which the bot sends after it has stored the play. "1 table" clicks
// as fast as replies arrive. "100 tables" makes 500 plays per second, however long the replies
// take. Before each play the player opens the hand, so the bot answers twice as many interactions. It
// also reports how late boards and hands showed the plays, as the bot's metrics say.
func BenchmarkClickToReply(b *testing.B) {
	b.Run("1 table", func(b *testing.B) { load(b, 1, 0) })
	b.Run("100 tables at 500 a second", func(b *testing.B) { load(b, 100, 500) })
}

// BenchmarkLoad measures the same at 100 tables and at several rates.
func BenchmarkLoad(b *testing.B) {
	for _, rate := range []int{100, 200, 300, 400, 500, 650, 800, 1000} {
		b.Run(fmt.Sprintf("%d a second", rate), func(b *testing.B) { load(b, 100, rate) })
	}
}

var profileTo = flag.String("profile", "", "write a CPU profile of the bot under load to this `file`")

// load makes b.N plays and reports their times. If rate is positive, it makes that many plays per
// second. If rate is 0, it plays at each table as fast as replies arrive.
func load(b *testing.B, tables, rate int) {
	s := NewServer(b, freeStatusPort, "STATUS_PROFILES=on")
	var all []*benchTable
	for i := range tables {
		all = append(all, s.benchTable(i, "Sandbox"))
	}
	opened, before := s.cpuTime(b), s.metrics()
	var profiled sync.WaitGroup
	if *profileTo != "" {
		profiled.Go(func() {
			_, profile := s.statusResponse(fmt.Sprintf("/debug/pprof/profile?seconds=%d", max(1, b.N/max(rate, 200))))
			if err := os.WriteFile(*profileTo, []byte(profile), 0o644); err != nil {
				b.Error(err)
			}
		})
	}
	drive(b, all, rate).report(b)
	played := s.cpuTime(b) - opened
	profiled.Wait()
	after := s.metrics()
	for _, message := range []string{"board", "hand"} {
		since := func(what string) float64 {
			series := fmt.Sprintf("deuces_message_lag_seconds_%s{message=%q}", what, message)
			return after[series] - before[series]
		}
		b.ReportMetric(1000*since("sum")/max(1, since("count")), "ms/"+message+"-late-mean")
	}
	b.ReportMetric(1000*played.Seconds()/float64(b.N), "bot-cpu-ms/play-alone")
	bot := s.bot
	s.Stop()
	b.ReportMetric(1000*(bot.ProcessState.UserTime()+bot.ProcessState.SystemTime()).Seconds()/float64(b.N), "bot-cpu-ms/play")
}

// loadResult is the result of drive.
type loadResult struct {
	plays    []benchPlay
	late     int // plays whose table was still busy with the previous play
	duration time.Duration
}

// drive makes b.N plays at the given tables. If rate is positive, it makes that many plays per
// second. If rate is 0, it plays at each table as fast as replies arrive.
func drive(b *testing.B, all []*benchTable, rate int) (d loadResult) {
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
	d.duration = time.Since(start)
	return d
}

// report reports the number of plays and their times.
func (d loadResult) report(b *testing.B) {
	b.Helper()
	var plays, hands []float64
	looks := 0
	for _, p := range d.plays {
		plays, hands, looks = append(plays, p.reply), append(hands, p.hand), looks+p.looks
	}
	quantiles(b, "ms/play", plays)
	quantiles(b, "ms/hand", hands)
	b.ReportMetric(float64(looks)/float64(max(1, len(plays))), "hands/play")
	b.ReportMetric(float64(len(plays))/d.duration.Seconds(), "plays/s")
	b.ReportMetric(float64(d.late), "late")
}

// quantiles reports the median and the 99th percentile.
func quantiles(b *testing.B, what string, all []float64) {
	b.Helper()
	b.ReportMetric(quantile(all, 0.5), what+"-median")
	b.ReportMetric(quantile(all, 0.99), what+"-p99")
}

func quantile(all []float64, q float64) float64 {
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[min(int(q*float64(len(all))), len(all)-1)]
}

// cpuTime returns the CPU time that the bot has used so far, or 0 if the system doesn't provide it.
func (s *Server) cpuTime(b *testing.B) time.Duration {
	b.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.bot.Process.Pid))
	if err != nil {
		return 0
	}
	// According to proc(5), utime and stime are the 12th and 13th fields after the name in
	// parentheses, in hundredths of a second.
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	user, err1 := strconv.Atoi(fields[11])
	system, err2 := strconv.Atoi(fields[12])
	errtest.Must(b, errors.Join(err1, err2))
	return time.Duration(user+system) * 10 * time.Millisecond
}

// benchTable is a table whose players open the hand and play immediately.
type benchTable struct {
	*Table
	mu   sync.Mutex
	turn int // seat whose turn it is, if known
}

// benchPlay is a measured play.
type benchPlay struct {
	looks       int     // number of hands opened until the player to move was found
	hand, reply float64 // milliseconds
}

func (s *Server) benchTable(i int, guild string) *benchTable {
	s.t.Helper()
	channel := fmt.Sprintf("bench-%d", i)
	s.Sandbox("POST", "channels", map[string]string{"guild": guild, "name": channel})
	g := s.Table(channel, fmt.Sprint("Ann", i), fmt.Sprint("Bob", i), fmt.Sprint("Cy", i), fmt.Sprint("Dee", i))
	g.Open("ahole", Options{"target": 0, "rounds": 50})
	return &benchTable{Table: g}
}

var turnPattern = regexp.MustCompile(`▶️ \*\*(.+?)\*\*'s turn`)

// play makes the player to move open the hand and click a play.
func (t *benchTable) play(ctx context.Context) (p benchPlay, err error) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	for {
		u := t.People[t.turn]
		opened, err := u.Command(ctx, t.channel, "hand", nil)
		if err != nil {
			return p, fmt.Errorf("%s opens the hand: %w", u.Name, err)
		}
		p.looks++
		m := opened.Message()
		acts := slices.DeleteFunc(playButtons(m), func(id string) bool { return !strings.HasPrefix(id, "act/") })
		if len(acts) == 0 {
			t.follow(m.Text())
			continue
		}
		reply, err := u.Click(ctx, m.ID, acts[rand.IntN(len(acts))])
		if err != nil {
			return p, fmt.Errorf("%s plays: %w", u.Name, err)
		}
		t.follow(reply.Message().Text())
		p.hand, p.reply = opened.Ms, reply.Ms
		return p, nil
	}
}

// follow reads from a hand's text whose turn it is. If the text doesn't say so, it assumes the next
// seat.
func (t *benchTable) follow(text string) {
	t.turn = (t.turn + 1) % len(t.People)
	if found := turnPattern.FindStringSubmatch(text); found != nil {
		if i := slices.IndexFunc(t.People, func(u *Person) bool { return u.Name == found[1] }); i >= 0 {
			t.turn = i
		}
	}
}

// BenchmarkStores measures the throughput of a database file, and of PostgreSQL with one, two and
// three processes, all on this machine: at a rate that each of them can handle, and as fast as
// replies arrive.
func BenchmarkStores(b *testing.B) {
	const shards, tables = 12, 48
	for _, c := range []struct {
		on        string
		processes int // 0: one process with a database file
	}{{"a file", 0}, {"PostgreSQL, one process", 1}, {"PostgreSQL, two processes", 2}, {"PostgreSQL, three processes", 3}} {
		for _, rate := range []int{150, 0} {
			b.Run(fmt.Sprintf("%s, %d a second", c.on, rate), func(b *testing.B) {
				var s *Server
				if c.processes == 0 {
					s = NewServerOn(b, sandbox.Config{Shards: shards, Concurrency: 16, Unlimited: true, ReplyWithin: sandboxtest.Patience})
				} else {
					s = newTeam(b, teamConfig{address: pgtest.New(b), processes: c.processes, shards: shards, sessions: 1000}).Server
				}
				var all []*benchTable
				for i := range tables {
					guild := fmt.Sprintf("Guild %d", i)
					s.Sandbox("POST", "guilds", map[string]any{"name": guild, "channels": []string{"lobby"}})
					all = append(all, s.benchTable(i, guild))
				}
				drive(b, all, rate).report(b)
			})
		}
	}
}

// BenchmarkComputersThink measures replies while the computer players of many tables search. A
// person and three computer players sit at each of 50 tables, which together play all systems. Each
// person opens the hand twice a second, and asks for a hint and plays when it is their turn. One
// operation is opening a hand with the clicks that follow. At five times the pace, the searches need more time than two cores have.
func BenchmarkComputersThink(b *testing.B) {
	for _, c := range []struct {
		name, level string
		pace        time.Duration
	}{
		{"easy", "easy", 1500 * time.Millisecond}, // for comparison, because the level easy hardly searches
		{"hard", "hard", 1500 * time.Millisecond},
		{"hard at five times the pace", "hard", 300 * time.Millisecond},
	} {
		b.Run(c.name, func(b *testing.B) { computersThink(b, c.level, c.pace) })
	}
}

func computersThink(b *testing.B, level string, pace time.Duration) {
	const tables = 50
	s := NewServer(b, "COMPUTER_PACE="+pace.String())
	all := make([]*Table, tables)
	var seated sync.WaitGroup
	for part := range 5 {
		seated.Go(func() {
			for i := part; i < tables; i += 5 {
				all[i] = s.tableWithComputers(i, level)
			}
		})
	}
	seated.Wait()
	b.ResetTimer()
	var mu sync.Mutex
	took := map[string][]float64{}
	var wait sync.WaitGroup
	start := time.Now()
	for _, g := range all {
		note := func(what string, reply sandboxtest.Reply) sandboxtest.Message {
			mu.Lock()
			defer mu.Unlock()
			took[what] = append(took[what], reply.Ms)
			return reply.Message()
		}
		u := g.People[0]
		clicks := func(ctx context.Context) error {
			ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
			defer cancel()
			reply, err := u.Command(ctx, g.channel, "hand", nil)
			if err != nil {
				return fmt.Errorf("%s opens the hand: %w", u.Name, err)
			}
			m := note("look", reply)
			for _, what := range []string{"hint", "act"} { // of the buttons "act/", the pass comes last
				id := findButton(m, what+"/")
				if id == "" {
					continue
				}
				if reply, err = u.Click(ctx, m.ID, id); err != nil {
					return fmt.Errorf("%s clicks %s: %w", u.Name, id, err)
				}
				m = note(what, reply)
			}
			return nil
		}
		wait.Go(func() {
			for range max(b.N/tables, 1) {
				if err := clicks(b.Context()); err != nil {
					b.Error(err)
					return
				}
				time.Sleep(400*time.Millisecond + rand.N(200*time.Millisecond)) // the pause of a person
			}
		})
	}
	wait.Wait()
	b.StopTimer()
	lasted := time.Since(start)
	bot := s.bot
	s.Stop()
	quantiles(b, "ms/look", took["look"])
	quantiles(b, "ms/hint", took["hint"])
	quantiles(b, "ms/play", took["act"])
	b.ReportMetric((bot.ProcessState.UserTime()+bot.ProcessState.SystemTime()).Seconds()/lasted.Seconds(), "cores")
}

// tableWithComputers starts a long match of one person and three computer players.
func (s *Server) tableWithComputers(i int, level string) *Table {
	s.t.Helper()
	sys := systems.All()[i%len(systems.All())]
	rules, err := sys.New(nil)
	errtest.Must(s.t, err)
	options := Options{}
	for _, o := range rules.Options() {
		switch {
		case o.Key == "rounds", o.Key == "target" && o.Min > 0:
			options[o.Key] = o.Max
		case o.Key == "target":
			options[o.Key] = 0
		}
	}
	g := s.Table(s.Channel(fmt.Sprintf("bench-%d", i)), fmt.Sprint("Ann", i))
	lobby := g.Lobby(sys.Name, options)
	g.SeatBots(lobby, level, "fill")
	g.Start(lobby)
	return g
}
