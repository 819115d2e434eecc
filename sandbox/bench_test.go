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

// handBody returns a body of the size of a player's hand: five rows of five buttons.
func handBody() string {
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

// botTimer wraps a sandbox and records how much time the bot took for each interaction, from
// reading the event until its callback arrived.
type botTimer struct {
	http.Handler
	eventTimes, botTimes sync.Map // by interaction id: when the event was read (time.Time), and how long the bot took (time.Duration)
}

func (w *botTimer) ServeHTTP(out http.ResponseWriter, r *http.Request) {
	if rest, ok := strings.CutPrefix(r.URL.Path, "/api/v10/interactions/"); ok {
		id, _, _ := strings.Cut(rest, "/")
		if at, ok := w.eventTimes.Load(id); ok {
			w.botTimes.Store(id, time.Since(at.(time.Time)))
		}
	}
	w.Handler.ServeHTTP(out, r)
}

// BenchmarkClickToReply sends 500 clicks per second while a hundred other sessions are idle. Each
// click redraws a private hand of 25 buttons.
//
// It reports the median and the 99th percentile of two times. "waited" is the time that the user
// waits: from when the click was due until its answer arrives. "share" is the time from sending the
// click until its answer arrives, without the time that the bot took. It is spent in the sandbox,
// HTTP and the user's client.
//
//	go test ./sandbox -run - -bench ClickToReply -benchtime 5000x
func BenchmarkClickToReply(b *testing.B) {
	const rate, others, players = 500, 100, 40
	s := sandbox.New(sandbox.Config{Concurrency: 1000})
	w := &botTimer{Handler: s}
	h := httptest.NewServer(w)
	b.Cleanup(func() { s.Close(); h.Close() })
	d := sandboxtest.At(h.URL)
	ctx := b.Context()
	for shard := range others { // skips the shard of the guild
		if id, _ := strconv.Atoi(GetWorld(b, d).Guilds[0].ID); id>>22%others != shard {
			dial(b, d).login(guildsIntent, fmt.Sprintf(`,"shard":[%d,%d]`, shard, others))
		}
	}
	body := `{"type":7,"data":` + handBody() + `}`
	d.Bot(b, func(i sandboxtest.Interaction) string {
		w.eventTimes.Store(i.ID, time.Now())
		return body
	})
	message := Create(b, d, GetWorld(b, d).General()+"/messages", handBody())
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
			if bot, ok := w.botTimes.Load(r.Interaction); ok {
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
