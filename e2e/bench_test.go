package e2e

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"deuces/sandbox/sandboxtest"
)

// From a click to its reply: the sandbox notes the time between sending the
// interaction and the bot's answer, which comes after the play is on the disk.
//
//	go test ./e2e -run '^$' -bench ClickToReply -benchtime 5000x
//
// "1 table" clicks as fast as replies come; "100 tables" offers 500 plays a
// second, whatever the replies take. Each play is preceded by the next player
// opening their hand, so the bot answers twice as many interactions.
func BenchmarkClickToReply(b *testing.B) {
	for _, bb := range []struct {
		name   string
		tables int
		every  time.Duration // between plays; 0: one after the other
	}{
		{"1 table", 1, 0},
		{"100 tables at 500 a second", 100, 2 * time.Millisecond},
	} {
		b.Run(bb.name, func(b *testing.B) {
			h := newHouse(b)
			var tables []*benchTable
			for i := range bb.tables {
				tables = append(tables, h.benchTable(b, i))
			}
			b.ResetTimer()
			var plays, hands []float64
			var mu sync.Mutex
			var wait sync.WaitGroup
			start := time.Now()
			late := 0
			for i := range b.N {
				t := tables[i%len(tables)]
				if bb.every > 0 {
					time.Sleep(time.Until(start.Add(time.Duration(i) * bb.every)))
				}
				play := func() {
					t.mu.Lock()
					defer t.mu.Unlock()
					hand, reply, err := t.play(b.Context())
					if err != nil {
						b.Error(err)
						return
					}
					mu.Lock()
					defer mu.Unlock()
					plays, hands = append(plays, reply), append(hands, hand)
				}
				if bb.every == 0 {
					play()
					continue
				}
				if !t.mu.TryLock() { // the play before is not through yet
					late++
				} else {
					t.mu.Unlock()
				}
				wait.Go(play)
			}
			wait.Wait()
			b.StopTimer()
			b.ReportMetric(quantile(plays, 0.5), "ms/play-median")
			b.ReportMetric(quantile(plays, 0.99), "ms/play-p99")
			b.ReportMetric(quantile(hands, 0.5), "ms/hand-median")
			b.ReportMetric(quantile(hands, 0.99), "ms/hand-p99")
			b.ReportMetric(float64(len(plays))/time.Since(start).Seconds(), "plays/s")
			b.ReportMetric(float64(late), "late")
			bot := h.bot
			h.stop()
			b.ReportMetric(1000*(bot.ProcessState.UserTime()+bot.ProcessState.SystemTime()).Seconds()/float64(b.N), "bot-cpu-ms/play")
		})
	}
}

// From the start of the process to its "ready": an empty database, and a sandbox
// that has its channels to tell of.
func BenchmarkStartUp(b *testing.B) {
	h := newHouse(b)
	var took []float64
	for range b.N {
		h.stop()
		start := time.Now()
		h.start()
		took = append(took, float64(time.Since(start).Microseconds())/1000)
	}
	b.ReportMetric(quantile(took, 0.5), "ms/start-median")
}

// benchTable is a table whose players open their hand and play at once.
type benchTable struct {
	*group
	mu   sync.Mutex
	turn int // who has the turn, as far as is known
}

func (h *house) benchTable(b *testing.B, i int) *benchTable {
	b.Helper()
	channel := fmt.Sprintf("bench-%d", i)
	if err := h.Do(b.Context(), "POST", "/sandbox/channels", map[string]string{"guild": "Sandbox", "name": channel}, nil); err != nil {
		b.Fatal(err)
	}
	var names []string
	for _, n := range []string{"Ann", "Bob", "Cy", "Dee"} {
		names = append(names, fmt.Sprintf("%s%d", n, i))
	}
	g := h.group(uint64(i), channel, names...)
	g.open("ahole", map[string]any{"target": 0, "rounds": 50})
	return &benchTable{group: g}
}

var turnOf = regexp.MustCompile(`### \*\*(.+?)\*\* `)

// play has the player to move open the hand and click a play, and returns how
// many milliseconds each reply took.
func (t *benchTable) play(ctx context.Context) (hand, play float64, err error) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	for {
		u := t.users[t.turn]
		opened, err := u.Command(ctx, t.channel, "hand", nil)
		if err != nil {
			return 0, 0, fmt.Errorf("%s opens the hand: %w", u.Name, err)
		}
		m := opened.Message()
		acts := slices.DeleteFunc(m.Buttons(), func(c sandboxtest.Component) bool { return !strings.HasPrefix(c.CustomID, "act/") })
		if len(acts) == 0 {
			t.follow(m.Text())
			continue
		}
		reply, err := u.Click(ctx, m.ID, acts[rand.IntN(len(acts))].CustomID)
		if err != nil {
			return 0, 0, fmt.Errorf("%s plays: %w", u.Name, err)
		}
		t.follow(reply.Message().Text())
		return opened.Ms, reply.Ms, nil
	}
}

// follow finds in a hand who has the turn now; between rounds anyone may.
func (t *benchTable) follow(text string) {
	t.turn = (t.turn + 1) % len(t.users)
	if found := turnOf.FindStringSubmatch(text); found != nil {
		if i := slices.IndexFunc(t.users, func(u *sandboxtest.User) bool { return u.Name == found[1] }); i >= 0 {
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
