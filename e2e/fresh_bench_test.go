package e2e

import (
	"cmp"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

// How late boards and hands show a play, at ten tables with one play per second each, or five in
// quick succession. The sandbox says when it got each message.
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
	cfg.Calls = 1_000_000
	s := NewServerOn(b, cfg)
	var all []*benchTable
	for i := range 10 {
		all = append(all, s.benchTable(i, "Sandbox"))
	}
	for _, t := range all { // ten tables at once are more than the bot may show at once
		t.Board(says("Round 1"))
	}
	plays := drive(b, all, rate).plays
	last := time.Now()
	s.Stop() // which first shows everything
	seen := see(s.calls(0), !cfg.Unlimited)
	boards, hands := seen.late(b, plays, last)
	b.ReportMetric(float64(seen.sent)/float64(b.N), "requests/play") // including those for opening the tables
	for what, late := range map[string][]float64{"board": boards, "hand": hands} {
		quantiles(b, "ms/"+what+"-late", late)
		b.ReportMetric(float64(len(late)), what+"s")
	}
}

// sight is a request that showed something.
type sight struct {
	came, done time.Time
	decision   decision  // the decision that was due, or zero if the message doesn't show it
	spent      time.Time // until when the message's limit allows no further edit; zero if it does
}

// sights is what the bot showed.
type sights struct {
	of    map[string][]sight // by the token of a hand, or the id of a message in a channel
	token map[string]string  // of a hand, by the interaction that it answers
	board map[string]string  // the edited public message, by table
	sent  int                // requests that change a message, except replies
}

var (
	dueIn      = regexp.MustCompile(`"custom_id":"(?:act|plan|pick|sort|hint)/(\d+)/(\d+)\.(\d+)/`)
	tableIn    = regexp.MustCompile(`"custom_id":"hand/(\d+)"`)
	answerPath = regexp.MustCompile(`/interactions/(\d+)/([^/]+)/callback`)
	amendPath  = regexp.MustCompile(`/webhooks/\d+/([^/]+)/messages/`)
	editPath   = regexp.MustCompile(`/channels/\d+/messages/(\d+)$`)
	postPath   = regexp.MustCompile(`/channels/\d+/messages$`)
)

// see reads what the bot showed from its requests.
func see(calls []sandboxtest.Call, limited bool) sights {
	seen := sights{of: map[string][]sight{}, token: map[string]string{}, board: map[string]string{}}
	type window struct {
		edits int
		ends  time.Time
	}
	windows := map[string]window{} // Discord's limits, by channel or token
	for _, c := range calls {
		answer := answerPath.FindStringSubmatch(c.Path)
		if c.Method != "GET" && answer == nil {
			seen.sent++
		}
		if c.Method != "POST" && c.Method != "PATCH" || c.Status >= 300 {
			continue
		}
		x := sight{came: c.At, done: c.At.Add(time.Duration(c.Ms * float64(time.Millisecond)))}
		what, per := "", 2*time.Second
		if answer != nil {
			what, seen.token[answer[1]] = answer[2], answer[2]
		} else if at := amendPath.FindStringSubmatch(c.Path); at != nil {
			what = at[1]
		} else if at := editPath.FindStringSubmatch(c.Path); at != nil {
			what, per = at[1], 5*time.Second
			if of := tableIn.FindSubmatch(c.Body); of != nil {
				seen.board[string(of[1])] = what
			}
		} else if postPath.MatchString(c.Path) {
			var posted struct{ ID string }
			_ = json.Unmarshal(c.Response, &posted) // the sandbox's form
			what = posted.ID
		} else {
			continue
		}
		if limited && c.Method == "PATCH" {
			bucket := c.Path[:strings.LastIndex(c.Path, "/")]
			w := windows[bucket]
			if !c.At.Before(w.ends) {
				w = window{ends: c.At.Add(per)}
			}
			if w.edits++; w.edits == 5 {
				x.spent = w.ends
			}
			windows[bucket] = w
		}
		if d := dueIn.FindStringSubmatch(string(c.Body)); d != nil {
			_, x.decision = decisionIn(d)
		}
		seen.of[what] = append(seen.of[what], x)
	}
	return seen
}

// late returns by how many milliseconds each board and each hand showed each play too late. If one
// never showed it, the end counts.
func (seen sights) late(b *testing.B, plays []benchPlay, end time.Time) (boards, hands []float64) {
	slices.SortFunc(plays, func(x, y benchPlay) int { return x.sent.Compare(y.sent) })
	open := map[string]map[string]string{} // tokens of the open hands by table and player
	for i, p := range plays {
		if open[p.table] == nil {
			open[p.table] = map[string]string{}
		}
		for who, interaction := range p.opened {
			open[p.table][who] = seen.token[interaction]
		}
		for who, hand := range open[p.table] {
			if who == p.by {
				continue
			}
			anew := end // when they next open a hand themselves
			for _, q := range plays[i+1:] {
				if _, opens := q.opened[who]; opens && q.table == p.table {
					anew = q.sent
					break
				}
			}
			shows := func(x sight) bool {
				return slices.Compare(x.decision[:], p.decided[:]) > 0 || x.decision == decision{}
			}
			if ms, counts := since(seen.of[hand], p.sent, anew, shows); counts {
				hands = append(hands, ms)
			}
		}
		open[p.table][p.by] = seen.token[p.clicked]
		// A board doesn't show which decision is due. An edit shortly after the reply was rendered
		// after the play.
		settled := p.sent.Add(time.Duration(p.reply*float64(time.Millisecond)) + 10*time.Millisecond)
		ms, _ := since(seen.of[seen.board[p.table]], p.sent, end, func(x sight) bool { return x.came.After(settled) })
		boards = append(boards, ms)
	}
	if b.N > 100 && (len(boards) < b.N/2 || len(hands) < b.N) { // at first hardly anybody has a hand open
		b.Fatalf("of %d plays, %d boards and %d hands were found", len(plays), len(boards), len(hands))
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
