package e2e

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"

	"deuces/sandbox/sandboxtest"
)

// group is some users in a channel.
type group struct {
	*house
	channel string
	users   []*sandboxtest.User
	rand    *rand.Rand
	table   string // as custom_ids name it
	plans   bool   // its users plan turns, too
}

func (h *house) group(seed uint64, channel string, names ...string) *group {
	h.t.Helper()
	g := &group{house: h, channel: channel, rand: rand.New(rand.NewPCG(seed, 0))}
	for _, name := range names {
		u, err := h.User(h.t.Context(), name)
		if err != nil {
			h.t.Fatal(err)
		}
		g.users = append(g.users, u)
	}
	return g
}

// await is the first message that fits.
func (g *group) await(u *sandboxtest.User, fits func(sandboxtest.Message) bool) sandboxtest.Message {
	g.t.Helper()
	ctx, cancel := context.WithTimeout(g.t.Context(), sandboxtest.Patience)
	defer cancel()
	m, err := u.Await(ctx, g.channel, fits)
	if err != nil {
		seen, _ := u.Messages(g.t.Context(), g.channel) // what there is of it
		for _, m := range seen {
			g.t.Logf("%s sees\n%s", u.Name, m.Text())
		}
		g.t.Fatalf("%s: %v", u.Name, err)
	}
	return m
}

// until waits until something holds that the user would see, or that shows in what the bot calls.
func (h *house) until(u *sandboxtest.User, what string, holds func() bool) {
	h.t.Helper()
	if err := u.Until(h.t.Context(), func() (bool, error) { return holds(), nil }); err != nil {
		h.t.Fatalf("%s: %v", what, err)
	}
}

// stored waits until something holds that the bot writes to its database. Where it never does, failed may say more.
func (h *house) stored(what string, holds func() bool, failed ...func()) {
	h.t.Helper()
	written, err := fsnotify.NewWatcher()
	if err != nil {
		h.t.Fatal(err)
	}
	defer written.Close()
	if err := written.Add(filepath.Dir(h.db)); err != nil {
		h.t.Fatal(err)
	}
	for hangs := time.After(sandboxtest.Patience); !holds(); {
		select {
		case <-written.Events:
		case err := <-written.Errors:
			h.t.Fatalf("%s: %v", what, err)
		case <-hangs:
			for _, more := range failed {
				more()
			}
			h.t.Fatalf("%s: in vain waited for %v", what, sandboxtest.Patience)
		}
		for lagging := true; lagging; { // one look for all that was written
			select {
			case <-written.Events:
			default:
				lagging = false
			}
		}
	}
}

// button is the custom_id of the first enabled button that begins so.
func button(m sandboxtest.Message, prefix string) string {
	for _, b := range m.Buttons() {
		if strings.HasPrefix(b.CustomID, prefix) {
			return b.CustomID
		}
	}
	return ""
}

// playOn has every user click plays that they are offered, in hands that they
// open from the board, until the match is over. It returns the last board and
// how many plays were clicked.
func (g *group) playOn(each func(u *sandboxtest.User, clicked string)) (sandboxtest.Message, int) {
	g.t.Helper()
	ctx, cancel := context.WithCancel(g.t.Context())
	defer cancel()
	hangs := time.AfterFunc(sandboxtest.Patience, cancel) // after the last play
	defer hangs.Stop()
	over := make(chan struct{})
	var wait sync.WaitGroup
	var mu sync.Mutex
	clicks := 0
	for i, u := range g.users {
		r := rand.New(rand.NewPCG(g.rand.Uint64(), uint64(i)))
		wait.Go(func() {
			g.playAs(ctx, u, r, over, func(id string) {
				mu.Lock()
				defer mu.Unlock()
				hangs.Reset(sandboxtest.Patience)
				clicks++
				if each != nil {
					each(u, id)
				}
			})
		})
	}
	last, err := g.users[0].Await(ctx, g.channel, func(m sandboxtest.Message) bool { return button(m, "rematch/"+g.table) != "" })
	close(over)
	wait.Wait()
	if err != nil {
		g.t.Fatalf("the match does not end: %v", err)
	}
	return last, clicks
}

// openHand opens a user's hand from the board; from the next one if it took the board's place meanwhile.
func (g *group) openHand(u *sandboxtest.User) (sandboxtest.Message, error) {
	g.t.Helper()
	for hangs := time.Now().Add(sandboxtest.Patience); ; {
		board := g.await(u, func(m sandboxtest.Message) bool { return isBoard(m) && button(m, "hand/"+g.table) != "" })
		opened, err := u.Click(g.t.Context(), board.ID, "hand/"+g.table)
		var refused *sandboxtest.Error
		if !errors.As(err, &refused) || refused.Status != http.StatusNotFound || time.Now().After(hangs) {
			return opened.Message(), err
		}
	}
}

// playAs is one user, who opens a hand and clicks in it whenever it offers
// something. Who is called to move and sees no offers opens a fresh hand, as one
// does whose hand got too old.
func (g *group) playAs(ctx context.Context, u *sandboxtest.User, r *rand.Rand, over <-chan struct{}, clicked func(id string)) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	events, err := u.Events(ctx, g.channel)
	if err != nil {
		g.t.Errorf("%s: %v", u.Name, err)
		return
	}
	hand, err := g.openHand(u)
	if err != nil {
		g.t.Errorf("%s opens the hand: %v", u.Name, err)
		return
	}
	var called string // the message that says that it is this user's turn, as far as it is known
	var impatient <-chan time.Time
	var planned string // the hand in which no plan was made
	// see takes in what happened. The last edit that comes is the newest state.
	see := func(e sandboxtest.Event) (edited bool) {
		m := e.Message()
		if e.Type != "message" {
			return false
		}
		if slices.ContainsFunc(m.Mentions, func(p sandboxtest.Person) bool { return p.ID == u.ID }) ||
			isBoard(m) && strings.Contains(m.Text(), "▶️ **"+u.Name+"**'s turn to ") {
			called, impatient = m.ID, time.After(time.Second)
		}
		if m.ID == hand.ID {
			hand, edited = m, true
		}
		return edited
	}
	for {
		for pending := true; pending; {
			select {
			case e, ok := <-events:
				if pending = ok; ok {
					see(e)
				}
			default:
				pending = false
			}
		}
		id := choose(r, hand)
		if id == "" && g.plans && planned != hand.Text() {
			if id, planned = choosePlan(r, hand), hand.Text(); id != "" {
				planned = ""
			}
		}
		if id != "" {
			impatient = nil
			reply, err := u.Click(ctx, hand.ID, id)
			if ctx.Err() != nil {
				return
			}
			var refused *sandboxtest.Error
			switch {
			case err == nil:
				// A hand that is edited while it is looked at may offer a turn that has passed.
				if strings.HasPrefix(id, "act/") && !strings.Contains(reply.Message().Text(), "That turn is over") {
					clicked(id)
				}
				if m := reply.Message(); m.ID == hand.ID {
					hand = m
					continue
				}
			case !errors.As(err, &refused) || refused.Status >= 500: // else the hand was edited between look and click
				g.t.Errorf("%s clicks %s: %v", u.Name, id, err)
				return
			}
		}
		// Wait for the hand's next edit, or, called to move, for a moment.
		for edited := false; !edited; {
			select {
			case e, ok := <-events:
				if !ok {
					return
				}
				edited = see(e)
			case <-impatient:
				if fresh, err := u.Click(ctx, called, "hand/"+g.table); err == nil {
					hand, edited = fresh.Message(), true
				}
			case <-over:
				return
			case <-ctx.Done():
				return
			}
		}
	}
}

// choosePlan is a step on the way to a plan, or now and then one back: of a hand whose turn
// it isn't.
func choosePlan(r *rand.Rand, hand sandboxtest.Message) string {
	var steps []string
	for _, b := range hand.Buttons() {
		switch verb, _, _ := strings.Cut(b.CustomID, "/"); verb {
		case "later":
			if r.IntN(2) == 0 {
				return b.CustomID
			}
			steps = append(steps, b.CustomID)
		case "plan":
			steps = append(steps, b.CustomID)
		case "unpass":
			if r.IntN(4) > 0 {
				return ""
			}
			return b.CustomID
		}
	}
	if len(steps) == 0 || r.IntN(3) == 0 {
		return ""
	}
	return steps[r.IntN(len(steps))]
}

// choose is a random play of a hand, or half the time, where there are any, a
// random step of picking one.
func choose(r *rand.Rand, hand sandboxtest.Message) string {
	var acts, picks []string
	for _, b := range hand.Buttons() {
		switch verb, _, _ := strings.Cut(b.CustomID, "/"); verb {
		case "act":
			acts = append(acts, b.CustomID)
		case "pick":
			picks = append(picks, b.CustomID)
		case "plan", "later": // it isn't their turn: what leads back picks nothing
			return ""
		}
	}
	if len(acts) == 0 || len(picks) > 0 && r.IntN(2) == 0 {
		acts = picks
	}
	if len(acts) == 0 {
		return ""
	}
	return acts[r.IntN(len(acts))]
}
