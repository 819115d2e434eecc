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
	"deuces/match"
	"deuces/sandbox/sandboxtest"
	"deuces/store"
)

// Types of the bot's first response.
const (
	typeMessage     = 4
	typeDeferUpdate = 6
	typeUpdate      = 7
)

// stale is what a hand says after a late click.
const stale = "That turn is over"

// play is a decision that a person clicked.
type play struct {
	user   string // Discord id
	table  match.ID
	on     match.Decision
	action string
}

// parsePlay parses the custom id of a play's button.
func parsePlay(user, id string) (play, bool) {
	parts := strings.SplitN(id, "/", 4)
	if len(parts) != 4 || !isPlay(id) {
		return play{}, false
	}
	if parts[0] == "drawout" {
		parts[3] = "draw" // the first of several draws
	}
	n, err1 := strconv.ParseInt(parts[1], 10, 64)
	on, err2 := match.ParseDecision(parts[2])
	action, err3 := game.ParseAction(parts[3])
	return play{user, match.ID(n), on, action.String()}, err1 == nil && err2 == nil && err3 == nil
}

// clicks records what people clicked and how it was answered, for comparison with the log.
type clicks struct {
	mu      sync.Mutex
	sent    map[play]bool // all plays that were clicked, answered or not
	played  map[play]bool // answered as played
	next    chan struct{} // closed and replaced at each play
	answers map[int]int   // by type of response
	refused map[int]int   // by status
	wrong   []string      // wrong answers
	slowest time.Duration // slowest answer, as Discord measures it
}

func newClicks() *clicks {
	return &clicks{sent: map[play]bool{}, played: map[play]bool{}, next: make(chan struct{}), answers: map[int]int{}, refused: map[int]int{}}
}

// sends records a click before it is made.
func (b *clicks) sends(user, id string) {
	if x, ok := parsePlay(user, id); ok {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.sent[x] = true
	}
}

// answered records the answer to a click, and reports whether it was a play.
func (b *clicks) answered(user, id string, reply sandboxtest.Reply, err error) (played bool) {
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
		b.wrong = append(b.wrong, fmt.Sprintf("%s is answered with nothing to read: %s", id, reply.Response.Data))
	}
	if x, ok := parsePlay(user, id); ok && reply.Response.Type == typeUpdate && !strings.Contains(text, stale) {
		b.played[x] = true
		close(b.next)
		b.next = make(chan struct{})
		return true
	}
	return false
}

// await waits until this many plays have been answered as played.
func (b *clicks) await(t testing.TB, plays int) {
	t.Helper()
	for {
		b.mu.Lock()
		now, next := len(b.played), b.next
		b.mu.Unlock()
		if now >= plays {
			return
		}
		select {
		case <-next:
		case <-time.After(sandboxtest.Patience):
			t.Fatalf("the table sticks after %d plays: %v", now, b)
		}
	}
}

// foreign records a click on another person's hand, which Discord must refuse.
func (b *clicks) foreign(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	var refused *sandboxtest.Error
	switch {
	case errors.As(err, &refused) && (refused.Status == http.StatusForbidden || refused.Status == http.StatusNotFound):
		b.refused[refused.Status]++
	case err == nil:
		b.wrong = append(b.wrong, "a click on another's hand was taken")
	}
}

// plays returns the number of plays answered as played.
func (b *clicks) plays() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.played)
}

// String returns a summary.
func (b *clicks) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := 0
	for _, k := range b.answers {
		n += k
	}
	return fmt.Sprintf("%d interactions answered, the slowest after %v; %d plays told; refused by status: %v",
		n, b.slowest.Round(time.Millisecond), len(b.played), b.refused)
}

// hold compares the clicks with the logs: every play that was answered as played must be in the
// log, and every play in the log must have been clicked.
func (b *clicks) hold(t testing.TB, logs map[match.ID]*history) {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	lost, doubled := 0, 0
	for x := range b.played {
		h := logs[x.table]
		if h == nil {
			lost++
			t.Errorf("played %+v, and there is no such table", x)
		} else if got := h.acts[x.on]; got.play != x {
			lost++
			t.Errorf("played %+v, the log has %+v", x, got)
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

// history is a table's log.
type history struct {
	match.Match
	events []string // as text, for comparison with an earlier state
	acts   map[match.Decision]act
	kinds  []string
	users  []string // Discord ids, by seat
	rounds int      // settled rounds
	points map[match.Player]int
}

// drewBefore reports whether the player drew just before this decision: one click can draw several cards.
func (h *history) drewBefore(x play) bool {
	before := h.acts[match.Decision{Round: x.on.Round, Turn: x.on.Turn - 1}]
	return before.user == x.user && before.action == "draw"
}

type act struct {
	play
	by match.By
}

// histories reads all logs of a database, and fails the test if the database is damaged.
func histories(t testing.TB, db string) map[match.ID]*history {
	t.Helper()
	ctx := context.Background()
	s, err := store.Read(ctx, db)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	found, err := s.Check(ctx)
	if err != nil || len(found) > 0 {
		t.Fatalf("the database is damaged: %v %v", found, err)
	}
	known := map[match.Player]string{}
	all := map[match.ID]*history{}
	// Numbers of tables have gaps: some tables weren't stored, and after a crash PostgreSQL skips
	// about 30 numbers. A longer gap is the end.
	const gap = 200
	for id, last := match.ID(1), match.ID(0); id-last <= gap; id++ {
		h, err := readHistory(ctx, s, id, known)
		if err != nil {
			t.Fatal(err)
		}
		if h.Seq > 0 {
			last, all[id] = id, h
		}
	}
	return all
}

// readHistory reads a log. known is a cache of people's Discord ids.
func readHistory(ctx context.Context, s *store.Reader, id match.ID, known map[match.Player]string) (*history, error) {
	user := func(p match.Player) (string, error) {
		if _, ok := known[p]; !ok && !p.IsComputer() {
			who, err := s.People(ctx, p)
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
		h.kinds = append(h.kinds, string(kind))
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

// by counts the decisions that were made in this way.
func (h *history) by(who match.By) (n int) {
	for _, a := range h.acts {
		if a.by == who {
			n++
		}
	}
	return n
}

// count counts the events of a kind after an event.
func (h *history) count(kind string, from int) (n int) {
	for _, e := range h.kinds[from:] {
		if e == kind {
			n++
		}
	}
	return n
}

// live returns the tables that aren't over.
func live(logs map[match.ID]*history) []*history {
	var all []*history
	for _, id := range slices.Sorted(maps.Keys(logs)) {
		if logs[id].Phase != match.Over {
			all = append(all, logs[id])
		}
	}
	return all
}
