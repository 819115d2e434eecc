package sandbox_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

// hand returns a body of the size of a player's hand: five rows of five buttons.
func hand() string {
	var rows []string
	for r := range 5 {
		var buttons []string
		for c := range 5 {
			buttons = append(buttons, fmt.Sprintf(`{"type":2,"style":1,"label":"%d of spades","custom_id":"act/7/1.%d/%dS"}`, c, r, 5*r+c))
		}
		rows = append(rows, `{"type":1,"components":[`+strings.Join(buttons, ",")+`]}`)
	}
	return `{"content":"Your hand","components":[` + strings.Join(rows, ",") + `]}`
}

// watch wraps a sandbox and records how long the bot took for each interaction, from reading the
// event to the arrival of its callback.
type watch struct {
	http.Handler
	read, had sync.Map // keyed by interaction id: time.Time, time.Duration
}

func (w *watch) ServeHTTP(out http.ResponseWriter, r *http.Request) {
	if rest, is := strings.CutPrefix(r.URL.Path, "/api/v10/interactions/"); is {
		id, _, _ := strings.Cut(rest, "/")
		if at, ok := w.read.Load(id); ok {
			w.had.Store(id, time.Since(at.(time.Time)))
		}
	}
	w.Handler.ServeHTTP(out, r)
}

// BenchmarkClickToReply sends 500 clicks per second while a hundred other sessions are idle. Each
// click redraws a private hand of 25 buttons. It reports the median and the 99th percentile of how
// long the user waits, from the time the click was due until its answer arrives, and the same
// without the time that the bot took. The rest is the sandbox, HTTP and the user's client.
//
//	go test ./sandbox -run - -bench ClickToReply -benchtime 5000x
func BenchmarkClickToReply(b *testing.B) {
	const rate, others, players = 500, 100, 40
	s := sandbox.New(sandbox.Config{Concurrency: 1000})
	w := &watch{Handler: s}
	h := httptest.NewServer(w)
	b.Cleanup(func() { s.Close(); h.Close() })
	d := sandboxtest.At(h.URL)
	ctx := b.Context()
	for shard := range others { // none of these has the guild
		if id, _ := strconv.Atoi(Look(b, d).Guilds[0].ID); id>>22%others != shard {
			dial(b, d).login(guildsIntent, fmt.Sprintf(`,"shard":[%d,%d]`, shard, others))
		}
	}
	body := `{"type":7,"data":` + hand() + `}`
	d.Bot(b, func(i sandboxtest.Interaction) string {
		w.read.Store(i.ID, time.Now())
		return body
	})
	message := Made(b, d, Look(b, d).General()+"/messages", hand())
	var users []*sandboxtest.User
	for i := range players {
		users = append(users, User(b, d, fmt.Sprint("player ", i)))
	}
	waited, share := make([]time.Duration, b.N), make([]time.Duration, b.N)
	var all sync.WaitGroup
	began := time.Now()
	b.ResetTimer()
	for i := range b.N {
		due := began.Add(time.Duration(i) * time.Second / rate)
		time.Sleep(time.Until(due))
		all.Go(func() {
			sent := time.Now()
			r, err := users[i%players].Click(ctx, message, fmt.Sprintf("act/7/1.%d/%dS", i%5, 5*(i%5)))
			if err != nil {
				b.Error(err)
				return
			}
			waited[i] = time.Since(due)
			if bot, ok := w.had.Load(r.Interaction); ok {
				share[i] = time.Since(sent) - bot.(time.Duration)
			}
		})
	}
	all.Wait()
	for name, all := range map[string][]time.Duration{"waited": waited, "share": share} {
		slices.Sort(all)
		b.ReportMetric(float64(all[len(all)/2].Microseconds())/1000, name+"-p50-ms")
		b.ReportMetric(float64(all[len(all)*99/100].Microseconds())/1000, name+"-p99-ms")
	}
}
