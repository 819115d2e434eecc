package e2e

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"deuces/game"
	"deuces/game/systems"
	"deuces/internal/errtest"
	"deuces/match"
	"deuces/sandbox/sandboxtest"
	"deuces/store"
)

// These are types of the bot's first response to an interaction.
const (
	typeMessage     = 4
	typeDeferUpdate = 6
	typeUpdate      = 7
)

// lateClickText is the text of a hand after a click that came too late.
const lateClickText = "That turn is over"

// play is a play that a person clicked.
type play struct {
	user     string // Discord id of the person
	table    match.ID
	decision match.Decision
	action   string
}

// parsePlay parses the custom id of a button that makes a play.
func parsePlay(user, id string) (play, bool) {
	parts := strings.SplitN(id, "/", 4)
	if len(parts) != 4 || !isPlay(id) {
		return play{}, false
	}
	if parts[0] == "drawout" {
		parts[3] = "draw" // the button draws several cards; this is its first draw
	}
	n, err1 := strconv.ParseInt(parts[1], 10, 64)
	on, err2 := match.ParseDecision(parts[2])
	action, err3 := game.ParseAction(parts[3])
	return play{user, match.ID(n), on, action.String()}, err1 == nil && err2 == nil && err3 == nil
}

// clicks records the clicks of people and the answers, to compare them with the logs.
type clicks struct {
	mu       sync.Mutex
	sent     map[play]bool // all plays that were clicked, answered or not
	played   map[play]bool // plays that the bot confirmed
	nextPlay chan struct{} // closed and replaced whenever a play is confirmed
	answers  map[int]int   // number of answers by type of response
	refused  map[int]int   // number of refusals by HTTP status
	wrong    []string      // descriptions of wrong answers
	slowest  time.Duration // longest time until an answer, as the sandbox measures it
}

func newClicks() *clicks {
	return &clicks{sent: map[play]bool{}, played: map[play]bool{}, nextPlay: make(chan struct{}), answers: map[int]int{}, refused: map[int]int{}}
}

// recordClick records a click before it is made.
func (b *clicks) recordClick(user, id string) {
	if x, ok := parsePlay(user, id); ok {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.sent[x] = true
	}
}

// recordAnswer records the answer to a click. It reports whether the bot confirmed a play.
func (b *clicks) recordAnswer(user, id string, reply sandboxtest.Reply, err error) (played bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err != nil {
		var refused *sandboxtest.Error
		if errors.As(err, &refused) {
			b.refused[refused.Status]++
		} else {
			b.wrong = append(b.wrong, fmt.Sprintf("%s: %v", id, err))
		}
		return false
	}
	b.answers[reply.Response.Type]++
	b.slowest = max(b.slowest, time.Duration(reply.Ms*float64(time.Millisecond)))
	text := reply.Message().Text()
	if reply.Response.Type == typeMessage && text == "" {
		b.wrong = append(b.wrong, fmt.Sprintf("%s is answered without text: %s", id, reply.Response.Data))
	}
	if x, ok := parsePlay(user, id); ok && reply.Response.Type == typeUpdate && !strings.Contains(text, lateClickText) {
		b.played[x] = true
		close(b.nextPlay)
		b.nextPlay = make(chan struct{})
		return true
	}
	return false
}

// waitForPlays waits until the bot has confirmed this many plays.
func (b *clicks) waitForPlays(t testing.TB, plays int) {
	t.Helper()
	for {
		b.mu.Lock()
		now, next := len(b.played), b.nextPlay
		b.mu.Unlock()
		if now >= plays {
			return
		}
		select {
		case <-next:
		case <-time.After(sandboxtest.Patience):
			t.Fatalf("no more plays are confirmed after %d: %v", now, b)
		}
	}
}

// recordForeignClick records the result of a click on another person's hand, which Discord must
// refuse.
func (b *clicks) recordForeignClick(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	var refused *sandboxtest.Error
	switch {
	case errors.As(err, &refused) && (refused.Status == http.StatusForbidden || refused.Status == http.StatusNotFound):
		b.refused[refused.Status]++
	case err == nil:
		b.wrong = append(b.wrong, "a click on another player's hand was accepted")
	}
}

// plays returns the number of confirmed plays.
func (b *clicks) plays() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.played)
}

// String returns a summary of the clicks and answers.
func (b *clicks) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := 0
	for _, k := range b.answers {
		n += k
	}
	return fmt.Sprintf("%d interactions answered, the slowest after %v; %d plays confirmed; refused by status: %v",
		n, b.slowest.Round(time.Millisecond), len(b.played), b.refused)
}

// compareWithLogs checks that every confirmed play is in the log, and that a person clicked every
// play of a person in the log.
func (b *clicks) compareWithLogs(t testing.TB, logs map[match.ID]*history) {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	lost, doubled := 0, 0
	for x := range b.played {
		h := logs[x.table]
		if h == nil {
			lost++
			t.Errorf("the play %+v was confirmed, but there is no such table", x)
		} else if got := h.acts[x.decision]; got.play != x {
			lost++
			t.Errorf("the play %+v was confirmed, but the log has %+v", x, got)
		}
	}
	for _, h := range logs {
		for _, a := range h.acts {
			if a.by == match.ByPlayer && !b.sent[a.play] && !(a.action == "draw" && h.drewBefore(a.play)) {
				doubled++
				t.Errorf("the log has %+v, which nobody clicked", a.play)
			}
		}
	}
	for _, w := range b.wrong {
		t.Error(w)
	}
	t.Logf("plays lost: %d, plays doubled: %d", lost, doubled)
}

// history is the log of a table and the state to which it leads.
type history struct {
	match.Match
	events     []string // as text, to compare them with a later state
	acts       map[match.Decision]act
	eventKinds []string
	users      []string // Discord ids by seat
	rounds     int      // number of settled rounds
	points     map[match.Player]int
}

// drewBefore reports whether the player drew just before this decision, because one click can draw
// several cards.
func (h *history) drewBefore(x play) bool {
	before := h.acts[match.Decision{Round: x.decision.Round, Turn: x.decision.Turn - 1}]
	return before.user == x.user && before.action == "draw"
}

type act struct {
	play
	by match.By
}

// histories reads all logs of a database. The test fails if the database is damaged.
func histories(t testing.TB, db string) map[match.ID]*history {
	t.Helper()
	ctx := context.Background()
	s, err := store.Read(ctx, db)
	errtest.Must(t, err)
	defer s.Close()
	found, err := s.Check(ctx)
	if err != nil || len(found) > 0 {
		t.Fatalf("the database is damaged: %v %v", found, err)
	}
	known := map[match.Player]string{}
	all := map[match.ID]*history{}
	// Table numbers have gaps: some tables weren't stored, and after a crash PostgreSQL skips about
	// 30 numbers. A gap of more than 200 means that no tables follow.
	const gap = 200
	for id, last := match.ID(1), match.ID(0); id-last <= gap; id++ {
		h, err := readHistory(ctx, s, id, known)
		errtest.Must(t, err)
		if h.Seq > 0 {
			last, all[id] = id, h
		}
	}
	return all
}

// readHistory reads the log of a table. known caches the Discord ids of people.
func readHistory(ctx context.Context, s *store.Reader, id match.ID, known map[match.Player]string) (*history, error) {
	user := func(p match.Player) (string, error) {
		if _, ok := known[p]; !ok && !p.IsComputer() {
			who, err := s.People(ctx, "", p)
			if err != nil {
				return "", err
			}
			known[p] = who[p].ID
		}
		return known[p], nil
	}
	h := &history{Match: match.New(id, systems.New), acts: map[match.Decision]act{}, points: map[match.Player]int{}}
	for e, err := range s.Events(ctx, id) {
		if err != nil {
			return nil, err
		}
		before := h.Match
		if h.Match, err = before.Apply(e); err != nil {
			return nil, err
		}
		kind, body, err := match.Encode(e.Body)
		if err != nil {
			return nil, err
		}
		h.events = append(h.events, fmt.Sprintf("%d %s %s %s", e.Seq, e.At, kind, body))
		h.eventKinds = append(h.eventKinds, string(kind))
		switch b := e.Body.(type) {
		case match.Acted:
			who, err := user(before.Players()[b.Seat])
			if err != nil {
				return nil, err
			}
			h.acts[before.Decision] = act{play{who, id, before.Decision, b.Action.String()}, b.By}
		case match.Settled:
			h.rounds++
			for seat, n := range b.Points {
				h.points[before.Players()[seat]] += n
			}
		}
	}
	for _, p := range h.Players() {
		who, err := user(p)
		if err != nil {
			return nil, err
		}
		h.users = append(h.users, who)
	}
	return h, nil
}

// decisionsBy returns the number of decisions that were made in the given way, such as by a player
// or by the clock.
func (h *history) decisionsBy(who match.By) (n int) {
	for _, a := range h.acts {
		if a.by == who {
			n++
		}
	}
	return n
}

// count returns the number of events of a kind after the first from events.
func (h *history) count(kind string, from int) (n int) {
	for _, e := range h.eventKinds[from:] {
		if e == kind {
			n++
		}
	}
	return n
}

// unfinished returns the tables that aren't over.
func unfinished(logs map[match.ID]*history) []*history {
	var all []*history
	for _, id := range slices.Sorted(maps.Keys(logs)) {
		if logs[id].Phase != match.Over {
			all = append(all, logs[id])
		}
	}
	return all
}
