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

// stale is what a hand says when the click came too late.
const stale = "That turn is over"

// play is a decision that somebody clicked.
type play struct {
	user   string // Discord id
	table  match.ID
	on     match.Decision
	action string
}

// parsePlay reads the custom_id of a play's button.
func parsePlay(user, id string) (play, bool) {
	parts := strings.SplitN(id, "/", 4)
	if len(parts) != 4 || parts[0] != "act" {
		return play{}, false
	}
	n, err1 := strconv.ParseInt(parts[1], 10, 64)
	on, err2 := match.ParseDecision(parts[2])
	action, err3 := game.ParseAction(parts[3])
	return play{user, match.ID(n), on, action.String()}, err1 == nil && err2 == nil && err3 == nil
}

// book is what users clicked and what they were told, to be held against the log.
type book struct {
	mu      sync.Mutex
	sent    map[play]bool // whether or not an answer came
	played  map[play]bool // answered as played
	next    chan struct{} // closed, and made anew, with each play
	answers map[int]int   // by type of response
	refused map[int]int   // by status
	wrong   []string      // answers that must not be
	slowest time.Duration // as Discord sees it
}

func newBook() *book {
	return &book{sent: map[play]bool{}, played: map[play]bool{}, next: make(chan struct{}), answers: map[int]int{}, refused: map[int]int{}}
}

// sends notes a click before it is made.
func (b *book) sends(user, id string) {
	if x, ok := parsePlay(user, id); ok {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.sent[x] = true
	}
}

// answered notes what came of it.
func (b *book) answered(user, id string, reply sandboxtest.Reply, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err != nil {
		var refused *sandboxtest.Error
		if errors.As(err, &refused) {
			b.refused[refused.Status]++
		} else {
			b.wrong = append(b.wrong, fmt.Sprintf("%s: %v", id, err))
		}
		return
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
	}
}

// foreign notes a click on what is another's: Discord lets nobody do that.
func (b *book) foreign(err error) {
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

// interactions is how many were answered.
func (b *book) interactions() (n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, k := range b.answers {
		n += k
	}
	return n
}

// plays is how many were answered as played.
func (b *book) plays() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.played)
}

// String tells the figures.
func (b *book) String() string {
	n := b.interactions()
	b.mu.Lock()
	defer b.mu.Unlock()
	return fmt.Sprintf("%d interactions answered, the slowest after %v; %d plays told; refused by status: %v",
		n, b.slowest.Round(time.Millisecond), len(b.played), b.refused)
}

// hold compares the books with the logs: what was told must be there, and what is
// there must have been clicked.
func (b *book) hold(t *testing.T, logs map[match.ID]*history) {
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
			if a.by == match.ByPlayer && !b.sent[a.play] {
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

// history is a table as its log has it.
type history struct {
	match.Match
	events []string // as text, to compare with what was there before
	acts   map[match.Decision]act
	users  []string // Discord ids, by seat
}

type act struct {
	play
	by match.By
}

// histories reads all logs of a database, which must be sound.
func histories(t *testing.T, db string) map[match.ID]*history {
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
	user := func(p match.Player) string {
		if id, ok := known[p]; ok {
			return id
		}
		who, err := s.People(ctx, p)
		if err != nil {
			t.Fatal(err)
		}
		known[p] = who[p].ID
		return who[p].ID
	}
	all := map[match.ID]*history{}
	// Numbers have gaps: of tables that were not stored after all, and after a crash
	// PostgreSQL goes on some 30 further. So many in a row is none of those.
	const gap = 200
	for id, last := match.ID(1), match.ID(0); ; id++ {
		h := &history{Match: match.New(id, systems.New), acts: map[match.Decision]act{}}
		for e, err := range s.Events(ctx, id) {
			if err != nil {
				t.Fatal(err)
			}
			before := h.Match
			if h.Match, err = before.Apply(e); err != nil {
				t.Fatal(err)
			}
			kind, body, err := match.Encode(e.Body)
			if err != nil {
				t.Fatal(err)
			}
			h.events = append(h.events, fmt.Sprintf("%d %s %s %s", e.Seq, e.At, kind, body))
			if a, ok := e.Body.(match.Acted); ok {
				user := user(before.Players()[a.Seat])
				h.acts[before.Decision] = act{play{user, id, before.Decision, a.Action.String()}, a.By}
			}
		}
		if h.Seq == 0 {
			if id-last > gap {
				return all
			}
			continue
		}
		last = id
		for _, p := range h.Players() {
			h.users = append(h.users, user(p))
		}
		all[id] = h
	}
}

// live are the tables that go on.
func live(logs map[match.ID]*history) []*history {
	var all []*history
	for _, id := range slices.Sorted(maps.Keys(logs)) {
		if logs[id].Phase != match.Over {
			all = append(all, logs[id])
		}
	}
	return all
}
