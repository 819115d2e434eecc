package e2e

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"deuces/game/systems"
	"deuces/internal/pgtest"
	"deuces/match"
	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
	"deuces/store"
)

// docs/figures.md says how to run the benchmarks and what they measure.

// BenchmarkClickToReply measures the time from a click to its reply: from sending the interaction
// to receiving the bot's answer, which the bot sends after it has stored the play. "1 table" clicks
// as fast as replies arrive. "100 tables" makes 500 plays per second, however long the replies
// take. Before each play the player opens the hand, so the bot answers twice as many interactions.
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
	var env []string
	if *profileTo != "" {
		env = append(env, freeStatusPort, "STATUS_PROFILES=on")
	}
	s := NewServer(b, env...)
	var all []*benchTable
	for i := range tables {
		all = append(all, s.benchTable(i, "Sandbox"))
	}
	opened := s.cpuTime(b)
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
	if err := errors.Join(err1, err2); err != nil {
		b.Fatal(err)
	}
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
	player      string
	looks       int               // number of hands opened until the player to move was found
	opened      map[string]string // interactions that opened these hands, by player
	clicked     string            // interaction of the play; its token is used for later edits of the hand
	table       string
	decision    decision
	sent        time.Time
	hand, reply float64 // milliseconds
}

// decision is a round number and a turn number.
type decision [2]int

func (s *Server) benchTable(i int, guild string) *benchTable {
	s.t.Helper()
	channel := fmt.Sprintf("bench-%d", i)
	s.Sandbox("POST", "channels", map[string]string{"guild": guild, "name": channel})
	g := s.Table(channel, fmt.Sprint("Ann", i), fmt.Sprint("Bob", i), fmt.Sprint("Cy", i), fmt.Sprint("Dee", i))
	g.Open("ahole", Options{"target": 0, "rounds": 50})
	return &benchTable{Table: g}
}

var (
	turnPattern = regexp.MustCompile(`▶️ \*\*(.+?)\*\*'s turn`)
	actPattern  = regexp.MustCompile(`^act/(\d+)/(\d+)\.(\d+)/`)
)

// parseDecision parses the table and the decision of a custom id. found is the match of actPattern
// or dueDecision.
func parseDecision(found []string) (table string, d decision) {
	for i := range d {
		d[i], _ = strconv.Atoi(found[2+i]) // can't fail, because the pattern matches digits
	}
	return found[1], d
}

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
		acts := slices.DeleteFunc(m.Buttons(), func(c sandboxtest.Component) bool { return !actPattern.MatchString(c.CustomID) })
		if len(acts) == 0 {
			t.follow(m.Text())
			continue
		}
		p.player, p.hand, p.sent = u.Name, opened.Ms, time.Now()
		id := acts[rand.IntN(len(acts))].CustomID
		p.table, p.decision = parseDecision(actPattern.FindStringSubmatch(id))
		reply, err := u.Click(ctx, m.ID, id)
		if err != nil {
			return p, fmt.Errorf("%s plays: %w", u.Name, err)
		}
		t.follow(reply.Message().Text())
		p.clicked, p.reply = reply.Interaction, reply.Ms
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

// BenchmarkBare measures the CPU time of a bot that only uses discordgo (package bare) and has
// neither a game nor a store. At a hundred tables it answers 500 commands and 500 clicks per second
// and edits a message for each, which is about as many requests as our bot makes at that rate.
func BenchmarkBare(b *testing.B) {
	const tables, rate = 100, 500
	s := NewServer(b)
	s.Stop()
	bare := filepath.Join(b.TempDir(), "bare")
	if out, err := exec.Command("go", "build", "-o", bare, "deuces/e2e/bare").CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	s.wrapper = []string{"/bin/sh", "-c", "exec " + bare}
	s.Start()
	var all []*Table
	for i := range tables {
		all = append(all, s.Table(s.Channel(fmt.Sprintf("bare-%d", i)), fmt.Sprint("Ann", i), fmt.Sprint("Bob", i), fmt.Sprint("Cy", i), fmt.Sprint("Dee", i)))
	}
	begun := s.cpuTime(b)
	b.ResetTimer()
	var wait sync.WaitGroup
	start := time.Now()
	for i := range b.N {
		time.Sleep(time.Until(start.Add(time.Duration(i) * time.Second / rate)))
		wait.Go(func() {
			g := all[i%tables]
			u := g.People[i/tables%4]
			opened, err := u.Command(b.Context(), g.channel, "hand", nil)
			if err == nil {
				_, err = u.Click(b.Context(), opened.Message().ID, opened.Message().Buttons()[0].CustomID)
			}
			if err != nil {
				b.Error(err)
			}
		})
	}
	wait.Wait()
	b.StopTimer()
	b.ReportMetric(1000*(s.cpuTime(b)-begun).Seconds()/float64(b.N), "bot-cpu-ms/play-alone")
}

// BenchmarkPicturesAgainstWords compares the cost of a click when cards are pictures and when they
// are words. People take turns at two tables of one bot, one of each kind. The reported bytes are
// those of the bot's answers.
func BenchmarkPicturesAgainstWords(b *testing.B) {
	s := newPicturedServer(b)
	tables := [2]*benchTable{s.benchTable(0, "Sandbox"), s.benchTable(1, "Sandbox")}
	for _, u := range tables[1].People {
		u.Prefers("cards/text")
	}
	since := s.nextCall()
	b.ResetTimer()
	var plays [2][]float64
	for i := range b.N {
		at := (i + i/2) % 2 // alternates, so that neither table is always first
		p, err := tables[at].play(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		plays[at] = append(plays[at], p.reply)
	}
	b.StopTimer()
	var size, answers [2]int
	for _, c := range s.calls(since) {
		body := strings.ReplaceAll(strings.ReplaceAll(string(c.Body), `\u003c`, "<"), `\u003e`, ">") // undoes the escaping of the sandbox's log
		if !strings.HasSuffix(c.Path, "/callback") || !dueDecision.MatchString(body) {               // not a hand
			continue
		}
		i := 1
		if pictureText.MatchString(body) {
			i = 0
		}
		size[i] += len(body)
		answers[i]++
	}
	for i, name := range []string{"pictures", "words"} {
		quantiles(b, "ms/"+name, plays[i])
		b.ReportMetric(float64(size[i])/float64(max(answers[i], 1)), "bytes/"+name)
	}
	b.ReportMetric(quantile(plays[0], 0.5)/quantile(plays[1], 0.5), "median-ratio")
	b.ReportMetric(quantile(plays[0], 0.99)/quantile(plays[1], 0.99), "p99-ratio")
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
// operation is opening a hand with the clicks that follow. "late" is how long after its usual time
// a computer player moved. At five times the pace, the searches need more time than two cores have.
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
	late := s.lateness(b, tables)
	quantiles(b, "ms/late", late)
	b.ReportMetric(quantile(late, 1), "ms/late-most")
	b.ReportMetric(float64(len(late))/lasted.Seconds(), "decisions/s")
	b.ReportMetric((bot.ProcessState.UserTime()+bot.ProcessState.SystemTime()).Seconds()/lasted.Seconds(), "cores")
}

// tableWithComputers starts a long match of one person and three computer players.
func (s *Server) tableWithComputers(i int, level string) *Table {
	s.t.Helper()
	sys := systems.All()[i%len(systems.All())]
	rules, err := sys.New(nil)
	if err != nil {
		s.t.Fatal(err)
	}
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

// lateness returns, for each move of a computer player, how many milliseconds after the usual time
// it was made.
func (s *Server) lateness(b *testing.B, tables int) (late []float64) {
	b.Helper()
	db, err := store.Read(b.Context(), s.db)
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	for id := range match.ID(tables) {
		m := match.New(id+1, systems.New)
		for e, err := range db.Events(b.Context(), id+1) {
			before := m
			if err == nil {
				m, err = m.Apply(e)
			}
			if err != nil {
				b.Fatal(err)
			}
			if a, acted := e.Body.(match.Acted); acted && a.By == match.ByComputer {
				late = append(late, float64(e.At.Sub(before.Deadline()).Microseconds())/1000)
			}
		}
	}
	return late
}
