package sandbox_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

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

// instant runs a bot that answers every click immediately by sending the hand again.
func (w *watch) instant(ctx context.Context, b *testing.B, url string, shard, shards int) {
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}
	body := `{"type":7,"data":` + hand() + `}`
	c := idle(ctx, b, url, shard, shards)
	go func() {
		for {
			_, data, err := c.Read(ctx)
			if err != nil {
				return
			}
			var f struct {
				T string
				D struct{ ID, Token string }
			}
			now := time.Now()
			if json.Unmarshal(data, &f) != nil || f.T != "INTERACTION_CREATE" {
				continue
			}
			w.read.Store(f.D.ID, now)
			go func() {
				resp, err := client.Post(url+"/api/v10/interactions/"+f.D.ID+"/"+f.D.Token+"/callback", "application/json", strings.NewReader(body))
				if err != nil {
					b.Error(err)
					return
				}
				_, _ = io.Copy(io.Discard, resp.Body)
				resp.Body.Close()
				if resp.StatusCode != http.StatusNoContent {
					b.Errorf("callback: %d", resp.StatusCode)
				}
			}()
		}
	}()
}

// idle returns a session that does nothing but stay connected.
func idle(ctx context.Context, b *testing.B, url string, shard, shards int) *websocket.Conn {
	c, _, err := websocket.Dial(ctx, "ws"+strings.TrimPrefix(url, "http")+"/gateway?v=10", nil)
	if err != nil {
		b.Fatal(err)
	}
	c.SetReadLimit(1 << 20)
	b.Cleanup(func() { _ = c.CloseNow() })
	if err := c.Write(ctx, websocket.MessageText, fmt.Appendf(nil, `{"op":2,"d":{"token":"sandbox","intents":1,"shard":[%d,%d]}}`, shard, shards)); err != nil {
		b.Fatal(err)
	}
	for {
		_, data, err := c.Read(ctx)
		if err != nil {
			b.Fatal(err)
		}
		if strings.Contains(string(data), `"t":"READY"`) {
			return c
		}
	}
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
	guild := Look(b, d).Guilds[0].ID
	var id uint64
	if _, err := fmt.Sscan(guild, &id); err != nil {
		b.Fatal(err)
	}
	mine := int(id >> 22 % (others + 1))
	for shard := range others + 1 {
		if shard == mine {
			w.instant(ctx, b, d.URL, shard, others+1)
		} else {
			idle(ctx, b, d.URL, shard, others+1)
		}
	}
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
