package e2e

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

// How late boards and hands show a play, at ten tables with one play per second each, or five in
// quick succession.
//
//	go test ./e2e -run '^$' -bench Freshness -benchtime 300x
//
// Without limits, the delay is measured from the player's click. With Discord's limits, it is
// measured from the time when the message's own limit first allowed an edit after the click.
// Opening a hand counts as showing it. The bot sends at most 45 requests per second for all
// channels together, below Discord's 50. Each play needs three: the board, the mention and its
// removal. So ten plays per second stay below the limit.
func BenchmarkFreshness(b *testing.B) {
	none, limits := sandbox.Config{Unlimited: true, ReplyWithin: sandboxtest.Patience}, sandbox.Config{ReplyWithin: sandboxtest.Patience}
	b.Run("no limits", func(b *testing.B) { freshness(b, none, 10) })
	b.Run("no limits, in a rush", func(b *testing.B) { freshness(b, none, 50) })
	b.Run("Discord's limits", func(b *testing.B) { freshness(b, limits, 10) })
}

// freshness measures the delay at a rate of plays per second of all tables.
func freshness(b *testing.B, cfg sandbox.Config, rate int) {
	const tables = 10
	s := NewServerOn(b, cfg)
	s.Stop()
	seen := &witness{tables: tables, open: make(chan struct{}), begun: map[string]bool{}}
	to, err := url.Parse(s.URL)
	if err != nil {
		b.Fatal(err)
	}
	between := httptest.NewServer(seen.between(b, to))
	defer between.Close()
	s.env = append(s.env, "DISCORD_API="+between.URL)
	s.Start()
	var all []*benchTable
	for i := range tables {
		all = append(all, s.benchTable(b, i, "Sandbox"))
	}
	select { // ten tables at once are more than the bot may show at once
	case <-seen.open:
	case <-time.After(sandboxtest.Patience):
		b.Fatalf("of %d tables %d show their round", tables, len(seen.begun))
	}
	plays := drive(b, all, rate).plays
	last := time.Now()
	s.Stop() // which first shows everything
	boards, hands := seen.late(b, plays, last)
	b.ReportMetric(float64(seen.sent)/float64(b.N), "requests/play") // including those for opening the tables
	for what, late := range map[string][]float64{"board": boards, "hand": hands} {
		b.ReportMetric(quantile(late, 0.5), "ms/"+what+"-late-median")
		b.ReportMetric(quantile(late, 0.99), "ms/"+what+"-late-p99")
		b.ReportMetric(float64(len(late)), what+"s")
	}
}

// witness is a proxy between the bot and the sandbox that records what the bot shows.
type witness struct {
	mu    sync.Mutex
	shown []sight
	sent  int // requests that change a message, except replies

	tables int
	begun  map[string]bool // tables whose round was shown in their channel
	open   chan struct{}   // closed when begun has all tables
}

// sight is a request that showed something.
type sight struct {
	came, done  time.Time
	what        string // the token of a hand, or the message in a channel
	interaction string // the interaction that it answers, if any
	table       string
	decision    decision  // the decision that was due, or zero if the message doesn't show it
	board       bool      // an edit of a table's public message
	spent       time.Time // until when the message's limit allows no further edit; zero if it does
}

// decision is a round and a turn.
type decision [2]int

func (d decision) after(e decision) bool { return slices.Compare(d[:], e[:]) > 0 }

var (
	dueIn      = regexp.MustCompile(`"custom_id":"(?:act|plan|pick|sort|hint)/(\d+)/(\d+)\.(\d+)/`)
	tableIn    = regexp.MustCompile(`"custom_id":"hand/(\d+)"`)
	answerPath = regexp.MustCompile(`/interactions/(\d+)/([^/]+)/callback`)
	amendPath  = regexp.MustCompile(`/webhooks/\d+/([^/]+)/messages/`)
	editPath   = regexp.MustCompile(`/channels/\d+/messages/(\d+)$`)
	postPath   = regexp.MustCompile(`/channels/\d+/messages$`)
)

// between returns a proxy to the sandbox.
func (w *witness) between(b *testing.B, to *url.URL) http.Handler {
	proxy := &httputil.ReverseProxy{
		Transport: &http.Transport{MaxIdleConnsPerHost: 100},
		Rewrite:   func(r *httputil.ProxyRequest) { r.SetURL(to) },
	}
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(rw, err.Error(), http.StatusBadGateway)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		x := sight{came: time.Now()}
		answer := &noted{ResponseWriter: rw}
		proxy.ServeHTTP(answer, r)
		x.done = time.Now()
		if r.Method != http.MethodGet && !answerPath.MatchString(r.URL.Path) {
			w.mu.Lock()
			w.sent++
			w.mu.Unlock()
		}
		if r.Method == http.MethodPatch && rw.Header().Get("X-RateLimit-Remaining") == "0" { // new messages have another limit
			if after, err := strconv.ParseFloat(rw.Header().Get("X-RateLimit-Reset-After"), 64); err == nil {
				x.spent = x.done.Add(time.Duration(after * float64(time.Second)))
			}
		}
		if r.Method != http.MethodPost && r.Method != http.MethodPatch || answer.status >= 300 {
			return
		}
		if at := answerPath.FindStringSubmatch(r.URL.Path); at != nil {
			x.interaction, x.what = at[1], at[2]
		} else if at := amendPath.FindStringSubmatch(r.URL.Path); at != nil {
			x.what = at[1]
		} else if at := editPath.FindStringSubmatch(r.URL.Path); at != nil {
			x.what, x.board = at[1], tableIn.Match(body)
		} else if postPath.MatchString(r.URL.Path) {
			var posted struct{ ID string }
			if err := json.Unmarshal(answer.body.Bytes(), &posted); err != nil {
				b.Errorf("what was posted: %v: %s", err, answer.body.Bytes())
			}
			x.what = posted.ID
		} else {
			return
		}
		if of := tableIn.FindSubmatch(body); of != nil {
			x.table = string(of[1])
		}
		if d := dueIn.FindSubmatch(body); d != nil {
			x.table = string(d[1])
			for i := range x.decision {
				x.decision[i], _ = strconv.Atoi(string(d[2+i])) // digits
			}
		}
		w.mu.Lock()
		defer w.mu.Unlock()
		w.shown = append(w.shown, x)
		if public := editPath.MatchString(r.URL.Path) || postPath.MatchString(r.URL.Path); public && x.table != "" && !w.begun[x.table] {
			if w.begun[x.table] = true; len(w.begun) == w.tables {
				close(w.open)
			}
		}
	})
}

// noted is a response that is recorded.
type noted struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

func (n *noted) Write(p []byte) (int, error) {
	n.body.Write(p)
	return n.ResponseWriter.Write(p)
}

func (n *noted) WriteHeader(status int) {
	n.status = status
	n.ResponseWriter.WriteHeader(status)
}

// benchPlay is a play of the load with the times of its replies.
type benchPlay struct {
	by          string
	looks       int               // number of hands opened until the player to move was found
	opened      map[string]string // interactions of the hands opened for it, by player
	clicked     string            // interaction of the play, whose token the hand uses from then on
	table       string
	decided     decision
	sent        time.Time
	hand, reply float64 // milliseconds
}

// late returns by how many milliseconds each board and each hand showed each play too late. If one
// never showed it, the end counts.
func (w *witness) late(b *testing.B, plays []benchPlay, end time.Time) (boards, hands []float64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	slices.SortFunc(w.shown, func(x, y sight) int { return x.came.Compare(y.came) })
	of := map[string][]sight{} // by sight.what
	token := map[string]string{}
	board := map[string]string{} // the edited public message by table
	for _, x := range w.shown {
		of[x.what] = append(of[x.what], x)
		if x.interaction != "" {
			token[x.interaction] = x.what
		} else if x.board {
			board[x.table] = x.what
		}
	}
	slices.SortFunc(plays, func(x, y benchPlay) int { return x.sent.Compare(y.sent) })
	open := map[string]map[string]string{} // tokens of the open hands by table and player
	for i, p := range plays {
		if open[p.table] == nil {
			open[p.table] = map[string]string{}
		}
		for who, interaction := range p.opened {
			open[p.table][who] = token[interaction]
		}
		for who, hand := range open[p.table] {
			if who == p.by {
				continue
			}
			// The next time that they open a hand themselves.
			anew := end
			for _, q := range plays[i+1:] {
				if _, opens := q.opened[who]; opens && q.table == p.table {
					anew = q.sent
					break
				}
			}
			shows := func(x sight) bool { return x.decision.after(p.decided) || x.decision == decision{} }
			if ms, counts := since(of[hand], p.sent, anew, shows); counts {
				hands = append(hands, ms)
			}
		}
		open[p.table][p.by] = token[p.clicked]
		// A board doesn't show which decision is due. An edit shortly after the reply was rendered
		// after the play.
		settled := p.sent.Add(time.Duration(p.reply*float64(time.Millisecond)) + 10*time.Millisecond)
		ms, _ := since(of[board[p.table]], p.sent, end, func(x sight) bool { return x.came.After(settled) })
		boards = append(boards, ms)
	}
	if b.N > 100 && (len(boards) < b.N/2 || len(hands) < b.N) { // at first hardly anybody has a hand open
		b.Fatalf("of %d plays and %d messages, %d boards and %d hands were found", len(plays), len(w.shown), len(boards), len(hands))
	}
	return boards, hands
}

// since returns how many milliseconds after the play, or after its limit allowed an edit, a message
// showed the play. until is when its reader opened another message. counts is false if the play
// wasn't late by then.
func since(all []sight, play, until time.Time, shows func(sight) bool) (ms float64, counts bool) {
	allowed := play
	i, _ := slices.BinarySearchFunc(all, play, func(x sight, t time.Time) int { return cmp.Or(x.came.Compare(t), 1) })
	if i > 0 && all[i-1].spent.After(allowed) {
		allowed = all[i-1].spent
	}
	for ; i < len(all) && all[i].came.Before(until); i++ {
		x := all[i]
		if shows(x) {
			return float64(max(0, x.done.Sub(allowed)).Microseconds()) / 1000, true
		}
		if x.spent.After(allowed) {
			allowed = x.spent
		}
	}
	open := max(0, until.Sub(allowed))
	return float64(open.Microseconds()) / 1000, open > 300*time.Millisecond
}

var decided = regexp.MustCompile(`^act/(\d+)/(\d+)\.(\d+)/`)

// decidedBy parses the custom_id of a play.
func decidedBy(id string) (table string, d decision, err error) {
	at := decided.FindStringSubmatch(id)
	if at == nil {
		return "", d, fmt.Errorf("%q is no play", id)
	}
	for i := range d {
		d[i], _ = strconv.Atoi(at[2+i]) // digits
	}
	return at[1], d, nil
}
