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

// BenchmarkFreshness measures how long after a play the boards and the hands show it. Ten tables
// play, each once per second or five times per second. The sandbox reports when it received each
// message.
//
// Without limits, the delay is measured from the player's click. With Discord's limits, it is
// measured from the time after the click when the message's own limit first allowed an edit.
// Opening a hand counts as showing the play. The bot sends at most 45 requests per second for all
// channels together, below Discord's 50. Each play needs three: one for the board, one for the
// mention, and one to remove the mention. So ten plays per second stay below the limit.
func BenchmarkFreshness(b *testing.B) {
	none, limits := sandbox.Config{Unlimited: true, ReplyWithin: sandboxtest.Patience}, sandbox.Config{ReplyWithin: sandboxtest.Patience}
	b.Run("no limits", func(b *testing.B) { freshness(b, none, 10) })
	b.Run("no limits, in a rush", func(b *testing.B) { freshness(b, none, 50) })
	b.Run("Discord's limits", func(b *testing.B) { freshness(b, limits, 10) })
}

// freshness runs the benchmark at a total rate of plays per second.
func freshness(b *testing.B, cfg sandbox.Config, rate int) {
	cfg.Calls = 1_000_000
	s := NewServerOn(b, cfg)
	var all []*benchTable
	for i := range 10 {
		all = append(all, s.benchTable(i, "Sandbox"))
	}
	for _, t := range all { // wait, because the limits delay the boards of ten tables that open at once
		t.Board(says("Round 1"))
	}
	plays := drive(b, all, rate).plays
	last := time.Now()
	s.Stop() // the bot sends all pending edits before it exits
	seen := readDisplays(s.calls(0), !cfg.Unlimited)
	boards, hands := seen.delays(b, plays, last)
	b.ReportMetric(float64(seen.sent)/float64(b.N), "requests/play") // including the requests that opened the tables
	for what, late := range map[string][]float64{"board": boards, "hand": hands} {
		quantiles(b, "ms/"+what+"-late", late)
		b.ReportMetric(float64(len(late)), what+"s")
	}
}

// display is a request that showed the state of a table.
type display struct {
	sent, answered time.Time
	decision       decision  // the decision that the message offers; zero if it shows none
	limitedUntil   time.Time // if the message's limit is used up: until when it allows no further edit
}

// displays holds what the bot showed.
type displays struct {
	byMessage map[string][]display // by the token of a hand, or by the id of a message in a channel
	tokens    map[string]string    // token of a hand, by the interaction that it answers
	boards    map[string]string    // id of the public message that is edited, by table
	sent      int                  // number of requests that change a message, except replies
}

var (
	dueDecision  = regexp.MustCompile(`"custom_id":"(?:act|plan|pick|sort|hint)/(\d+)/(\d+)\.(\d+)/`)
	boardTable   = regexp.MustCompile(`"custom_id":"hand/(\d+)"`)
	answerPath   = regexp.MustCompile(`/interactions/(\d+)/([^/]+)/callback`)
	followupPath = regexp.MustCompile(`/webhooks/\d+/([^/]+)/messages/`)
	editPath     = regexp.MustCompile(`/channels/\d+/messages/(\d+)$`)
	postPath     = regexp.MustCompile(`/channels/\d+/messages$`)
)

// readDisplays finds out from the bot's requests what it showed, and when.
func readDisplays(calls []sandboxtest.Call, limited bool) displays {
	seen := displays{byMessage: map[string][]display{}, tokens: map[string]string{}, boards: map[string]string{}}
	type window struct {
		edits int
		ends  time.Time
	}
	windows := map[string]window{} // rate-limit windows of Discord, by channel or token
	for _, c := range calls {
		answer := answerPath.FindStringSubmatch(c.Path)
		if c.Method != "GET" && answer == nil {
			seen.sent++
		}
		if c.Method != "POST" && c.Method != "PATCH" || c.Status >= 300 {
			continue
		}
		x := display{sent: c.At, answered: c.At.Add(time.Duration(c.Ms * float64(time.Millisecond)))}
		what, per := "", 2*time.Second
		if answer != nil {
			what, seen.tokens[answer[1]] = answer[2], answer[2]
		} else if at := followupPath.FindStringSubmatch(c.Path); at != nil {
			what = at[1]
		} else if at := editPath.FindStringSubmatch(c.Path); at != nil {
			what, per = at[1], 5*time.Second
			if of := boardTable.FindSubmatch(c.Body); of != nil {
				seen.boards[string(of[1])] = what
			}
		} else if postPath.MatchString(c.Path) {
			var posted struct{ ID string }
			_ = json.Unmarshal(c.Response, &posted) // can't fail, because the sandbox wrote it
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
				x.limitedUntil = w.ends
			}
			windows[bucket] = w
		}
		if d := dueDecision.FindStringSubmatch(string(c.Body)); d != nil {
			_, x.decision = parseDecision(d)
		}
		seen.byMessage[what] = append(seen.byMessage[what], x)
	}
	return seen
}

// delays returns how many milliseconds too late each play was shown: for each table's board, and
// for each open hand of another player. If a message never showed the play, the delay is measured
// until end.
func (seen displays) delays(b *testing.B, plays []benchPlay, end time.Time) (boards, hands []float64) {
	slices.SortFunc(plays, func(x, y benchPlay) int { return x.sent.Compare(y.sent) })
	open := map[string]map[string]string{} // tokens of the open hands, by table and player
	for i, p := range plays {
		if open[p.table] == nil {
			open[p.table] = map[string]string{}
		}
		for who, interaction := range p.opened {
			open[p.table][who] = seen.tokens[interaction]
		}
		for who, hand := range open[p.table] {
			if who == p.player {
				continue
			}
			reopened := end // when this player next opens a hand
			for _, q := range plays[i+1:] {
				if _, opens := q.opened[who]; opens && q.table == p.table {
					reopened = q.sent
					break
				}
			}
			shows := func(x display) bool {
				return slices.Compare(x.decision[:], p.decision[:]) > 0 || x.decision == decision{}
			}
			if ms, wasLate := displayDelay(seen.byMessage[hand], p.sent, reopened, shows); wasLate {
				hands = append(hands, ms)
			}
		}
		open[p.table][p.player] = seen.tokens[p.clicked]
		// A board doesn't show which decision is due. So an edit counts if it was sent shortly
		// after the reply, because it was then rendered after the play.
		settled := p.sent.Add(time.Duration(p.reply*float64(time.Millisecond)) + 10*time.Millisecond)
		ms, _ := displayDelay(seen.byMessage[seen.boards[p.table]], p.sent, end, func(x display) bool { return x.sent.After(settled) })
		boards = append(boards, ms)
	}
	if b.N > 100 && (len(boards) < b.N/2 || len(hands) < b.N) { // less than all, because few hands are open at first
		b.Fatalf("of %d plays, %d boards and %d hands were found", len(plays), len(boards), len(hands))
	}
	return boards, hands
}

// displayDelay returns how many milliseconds after the play a message showed it. If the message's
// limit allowed no edit at that time, the delay is measured from when it did. until is when the
// reader opened another message. If the play wasn't shown by then and had hardly been late, wasLate
// is false and the value doesn't count.
func displayDelay(all []display, play, until time.Time, shows func(display) bool) (ms float64, wasLate bool) {
	allowed := play
	i, _ := slices.BinarySearchFunc(all, play, func(x display, t time.Time) int { return cmp.Or(x.sent.Compare(t), 1) })
	if i > 0 && all[i-1].limitedUntil.After(allowed) {
		allowed = all[i-1].limitedUntil
	}
	for ; i < len(all) && all[i].sent.Before(until); i++ {
		x := all[i]
		if shows(x) {
			return float64(max(0, x.answered.Sub(allowed)).Microseconds()) / 1000, true
		}
		if x.limitedUntil.After(allowed) {
			allowed = x.limitedUntil
		}
	}
	open := max(0, until.Sub(allowed))
	return float64(open.Microseconds()) / 1000, open > 300*time.Millisecond
}
