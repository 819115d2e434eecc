package e2e

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"deuces/match"
	"deuces/sandbox/sandboxtest"
)

// crowd is people at one or several tables who click what they are offered until they leave. Their clicks are recorded.
type crowd struct {
	*Server
	ctx     context.Context
	stop    func()
	playing sync.WaitGroup
	gate    sync.RWMutex // read-locked during each action
	rand    *rand.Rand
	clicks  *clicks
	people  []*Person
}

// Crowd returns a crowd of nobody, which leaves when the test ends.
func (s *Server) Crowd(r *rand.Rand) *crowd {
	c := &crowd{Server: s, rand: r, clicks: newClicks()}
	c.ctx, c.stop = context.WithCancel(s.t.Context())
	s.t.Cleanup(c.Leave)
	return c
}

// Play makes the people of a table play. Each is modified by change first.
func (c *crowd) Play(x *Table, change func(*player)) {
	c.t.Helper()
	var all []*player
	for i, p := range x.People {
		all = append(all, &player{User: p.User, crowd: c, channel: x.channel, host: i == 0,
			rand: rand.New(rand.NewPCG(c.rand.Uint64(), uint64(i))), view: &view{changed: make(chan struct{}, 1)}})
	}
	for i, p := range all {
		p.others = slices.Delete(slices.Clone(all), i, i+1)
		change(p)
		if err := p.watch(c.ctx); err != nil {
			c.t.Fatal(err)
		}
	}
	for _, p := range all {
		c.playing.Go(func() { p.play(c.ctx) })
	}
	c.people = append(c.people, x.People...)
}

// Quiet does something while nobody clicks.
func (c *crowd) Quiet(do func()) {
	c.gate.Lock()
	defer c.gate.Unlock()
	do()
}

// Leave ends the playing.
func (c *crowd) Leave() {
	c.stop()
	c.playing.Wait()
}

// Holds ends the playing, stops the bot, and compares the clicks with the logs.
func (c *crowd) Holds() map[match.ID]*history {
	c.t.Helper()
	c.Leave()
	c.Stop()
	logs := histories(c.t, c.db)
	c.clicks.hold(c.t, logs)
	return logs
}

// player plays at a channel's table during faults. It copes with missing answers, refusals and deleted
// messages, clicks again, and sometimes makes wrong clicks.
type player struct {
	*sandboxtest.User
	*crowd
	channel string
	host    bool // asks for the rematch, and starts it
	rand    *rand.Rand
	view    *view

	patience time.Duration // how long a hand may show nothing new before it is opened again
	think    time.Duration // longest pause before a click
	wrong    float64       // probability of a wrong click
	others   []*player     // other players of the table, for clicks on their hands

	oneMatch bool          // asks for no rematch
	plans    bool          // also plans turns
	played   func()        // called at each play; may be nil
	pace     *rate.Limiter // limits the plays of all players together; nil: no limit

	table string    // table whose hand is open; "": none
	since time.Time // when the hand was opened
	again *clicked  // unanswered click, to be repeated
	old   []clicked // buttons of older hands
	idle  string    // hand for which nothing was planned
}

// clicked is a button of a message.
type clicked struct{ message, id string }

// view is the newest board with buttons, and the hand.
type view struct {
	changed chan struct{} // holds a signal after a change

	mu    sync.Mutex
	board sandboxtest.Message
	hand  sandboxtest.Message
}

// watch follows the channel until the context ends.
func (p *player) watch(ctx context.Context) error {
	events, err := p.Events(ctx, p.channel)
	if err != nil {
		return err
	}
	there, err := p.Messages(ctx, p.channel)
	if err != nil {
		return err
	}
	for _, m := range there {
		p.view.see(m)
	}
	go func() {
		for e := range events {
			switch e.Type {
			case "message":
				p.view.see(e.Message())
			case "delete":
				var gone struct{ ID string }
				_ = json.Unmarshal(e.Data, &gone) // the sandbox's form
				p.view.miss(gone.ID)
			}
		}
	}()
	return nil
}

func (v *view) see(m sandboxtest.Message) {
	v.mu.Lock()
	defer v.mu.Unlock()
	switch {
	case m.Ephemeral && m.ID == v.hand.ID:
		v.hand = m
	case m.Ephemeral:
		return
	case m.ID == v.board.ID, isBoard(m) && later(m.ID, v.board.ID):
		v.board = m
	default:
		return
	}
	v.tell()
}

func (v *view) miss(id string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if id == v.board.ID {
		v.board.Components = nil
	}
	if id == v.hand.ID {
		v.hand = sandboxtest.Message{}
	}
	v.tell()
}

// hold makes a message the current hand.
func (v *view) hold(m sandboxtest.Message) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.hand = m
}

func (v *view) now() (board, hand sandboxtest.Message) {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.board, v.hand
}

func (v *view) tell() {
	select {
	case v.changed <- struct{}{}:
	default:
	}
}

// later reports whether a message is newer than another one.
func later(a, b string) bool {
	return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b)) > 0
}

// play acts until the context ends.
func (p *player) play(ctx context.Context) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for ctx.Err() == nil {
		p.gate.RLock()
		did := p.step(ctx)
		p.gate.RUnlock()
		wait := time.Duration(p.rand.Int64N(int64(p.think) + 1))
		if !did {
			wait += p.patience / 2
		}
		timer.Reset(wait)
		changed := p.view.changed
		if did {
			changed = nil // thinking
		}
		select {
		case <-changed:
		case <-timer.C:
		case <-ctx.Done():
		}
	}
}

// step does the next action, if there is one.
func (p *player) step(ctx context.Context) bool {
	board, hand := p.view.now()
	if !isBoard(board) {
		return false
	}
	if p.rand.Float64() < p.wrong {
		p.slip(ctx, board, hand)
	}
	if a := p.again; a != nil {
		p.again = nil
		p.click(ctx, a.message, a.id)
		return true
	}
	for _, verb := range []string{"rematch/", "start/", "resume/"} {
		id := button(board, verb)
		if id == "" {
			continue
		}
		if verb == "rematch/" && p.oneMatch {
			return false
		}
		if p.host || verb == "resume/" {
			p.click(ctx, board.ID, id)
			return true
		}
		return false
	}
	open := button(board, "hand/")
	table := strings.TrimPrefix(open, "hand/")
	offers := offered(hand)
	if button(hand, "plan/") != "" || button(hand, "later/") != "" {
		offers = nil // it isn't their turn, and the button back picks nothing
	}
	if table == p.table && len(offers) > 0 {
		id := choose(p.rand, offers)
		if p.pace != nil && isPlay(id) && p.pace.Wait(ctx) != nil {
			return false
		}
		if !p.click(ctx, hand.ID, id) {
			p.table = ""
		}
		return true
	}
	if p.plans && table == p.table && p.idle != hand.Text() {
		p.idle = hand.Text()
		if id := choosePlan(p.rand, hand); id != "" {
			p.idle = ""
			p.click(ctx, hand.ID, id)
			return true
		}
	}
	if open == "" || table == p.table && time.Since(p.since) < p.patience {
		return false
	}
	if p.click(ctx, board.ID, open) {
		p.table = table
	}
	p.since = time.Now()
	return true
}

// choose returns a random play or, half the time if there are any, a step of picking one.
func choose(r *rand.Rand, offers []string) string {
	plays := r.IntN(2) == 0
	some := slices.DeleteFunc(slices.Clone(offers), func(id string) bool { return strings.HasPrefix(id, "pick/") == plays })
	if len(some) == 0 {
		some = offers
	}
	return some[r.IntN(len(some))]
}

// choosePlan returns a step of planning the next turn, or sometimes one that takes a plan back.
func choosePlan(r *rand.Rand, hand sandboxtest.Message) string {
	var steps []string
	for _, b := range hand.Buttons() {
		switch verb, _, _ := strings.Cut(b.CustomID, "/"); verb {
		case "later":
			if r.IntN(2) == 0 {
				return b.CustomID
			}
			steps = append(steps, b.CustomID)
		case "plan", "more":
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

// click clicks, records it, and reports whether the button did what it is for.
func (p *player) click(ctx context.Context, message, id string) bool {
	p.clicks.sends(p.ID, id)
	reply, err := p.Click(ctx, message, id)
	if ctx.Err() != nil {
		return false
	}
	if p.clicks.answered(p.ID, id, reply, err) && p.played != nil {
		p.played()
	}
	var refused *sandboxtest.Error
	switch {
	case errors.As(err, &refused) && refused.Status == http.StatusGatewayTimeout:
		if isPlay(id) {
			p.again = &clicked{message, id}
		}
		return false
	case err != nil:
		return false
	}
	m := reply.Message()
	if reply.Response.Type == typeUpdate || reply.Response.Type == typeMessage && strings.HasPrefix(id, "hand/") && len(m.Components) > 0 && m.Ephemeral {
		_, before := p.view.now()
		if before.ID != m.ID {
			for _, left := range offered(before) {
				p.old = append(p.old, clicked{before.ID, left})
			}
			p.old = p.old[max(0, len(p.old)-20):]
		}
		p.view.hold(m)
		p.since = time.Now()
		return true
	}
	return reply.Response.Type == typeDeferUpdate
}

// slip makes a wrong click of a random kind, which must have no effect.
func (p *player) slip(ctx context.Context, board, hand sandboxtest.Message) {
	offers := offered(hand)
	switch p.rand.IntN(6) {
	case 0: // a double click
		if len(offers) > 0 {
			id := offers[p.rand.IntN(len(offers))]
			p.aside(ctx, clicked{hand.ID, id}, clicked{hand.ID, id})
			p.table = "" // look again
		}
	case 1: // two plays at once, from two devices
		if len(offers) > 1 {
			p.aside(ctx, clicked{hand.ID, offers[0]}, clicked{hand.ID, offers[len(offers)-1]})
			p.table = ""
		}
	case 2: // a button of an older hand
		if len(p.old) > 0 {
			p.aside(ctx, p.old[p.rand.IntN(len(p.old))])
		}
	case 3: // on another player's hand
		if len(p.others) > 0 {
			_, theirs := p.others[p.rand.IntN(len(p.others))].view.now()
			if all := offered(theirs); len(all) > 0 {
				_, err := p.Click(ctx, theirs.ID, all[0])
				p.clicks.foreign(err)
			}
		}
	case 4: // the menu, instead of a play
		if id := button(board, "menu/"); id != "" {
			p.aside(ctx, clicked{board.ID, id})
		}
	case 5: // a command that isn't possible now
		command := []string{"join", "hand", "leaderboard", "help"}[p.rand.IntN(4)]
		reply, err := p.Command(ctx, p.channel, command, nil)
		if ctx.Err() == nil {
			p.clicks.answered(p.ID, "/"+command, reply, err)
		}
	}
}

// aside clicks all of these at once and ignores the answers.
func (p *player) aside(ctx context.Context, all ...clicked) {
	var wait sync.WaitGroup
	for _, c := range all {
		wait.Go(func() {
			p.clicks.sends(p.ID, c.id)
			reply, err := p.Click(ctx, c.message, c.id)
			if ctx.Err() == nil {
				p.clicks.answered(p.ID, c.id, reply, err)
			}
		})
	}
	wait.Wait()
}
