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

	"deuces/internal/errtest"
	"deuces/match"
	"deuces/sandbox/sandboxtest"
)

// crowd is a group of people at one or several tables who click what they are offered until they
// leave. It records their clicks.
type crowd struct {
	*Server
	ctx     context.Context
	stop    func()
	playing sync.WaitGroup
	pause   sync.RWMutex // read-locked during each action, so that Pause can wait for them
	rand    *rand.Rand
	clicks  *clicks
	people  []*Person
}

// Crowd returns a crowd without people. It leaves when the test ends.
func (s *Server) Crowd(r *rand.Rand) *crowd {
	c := &crowd{Server: s, rand: r, clicks: newClicks()}
	c.ctx, c.stop = context.WithCancel(s.t.Context())
	s.t.Cleanup(c.Leave)
	return c
}

// Play makes the people of a table play. change can modify each player first.
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
		errtest.Must(c.t, p.watch(c.ctx))
	}
	for _, p := range all {
		c.playing.Go(func() { p.play(c.ctx) })
	}
	c.people = append(c.people, x.People...)
}

// Pause calls do while nobody clicks.
func (c *crowd) Pause(do func()) {
	c.pause.Lock()
	defer c.pause.Unlock()
	do()
}

// Leave makes everybody stop clicking, and waits for that.
func (c *crowd) Leave() {
	c.stop()
	c.playing.Wait()
}

// StopAndCompare makes everybody stop clicking, stops the bot, and compares the clicks with the
// logs.
func (c *crowd) StopAndCompare() map[match.ID]*history {
	c.t.Helper()
	c.Leave()
	c.Stop()
	logs := histories(c.t, c.db)
	c.clicks.compareWithLogs(c.t, logs)
	return logs
}

// player plays at a channel's table while Discord has faults. It copes with missing answers,
// refusals and deleted messages by clicking again. It sometimes clicks wrongly on purpose.
type player struct {
	*sandboxtest.User
	*crowd
	channel string
	host    bool // asks for the rematch and starts it
	rand    *rand.Rand
	view    *view

	patience  time.Duration // how long a hand may show nothing new before the player opens it again
	maxPause  time.Duration // longest pause before a click
	wrongRate float64       // probability of a wrong click
	others    []*player     // other players of the table, on whose hands wrong clicks are made

	oneMatch bool          // doesn't ask for a rematch
	plans    bool          // also plans turns
	played   func()        // called after each confirmed play; may be nil
	pace     *rate.Limiter // limits the plays of all players together; nil: no limit

	table       string      // id of the table whose hand is open; "": none
	opened      time.Time   // when the hand was opened or last answered a click
	unanswered  *buttonRef  // play that got no answer and is repeated; nil: none
	oldButtons  []buttonRef // buttons of older hands
	unplannable string      // text of the hand for which the player decided to plan nothing
}

// buttonRef identifies a button of a message.
type buttonRef struct{ message, id string }

// view holds what a player sees: the newest board with buttons, and the hand.
type view struct {
	changed chan struct{} // receives a signal after a change

	mu    sync.Mutex
	board sandboxtest.Message
	hand  sandboxtest.Message
}

// watch follows the channel's events until the context ends.
func (p *player) watch(ctx context.Context) error {
	events, err := p.Events(ctx, p.channel)
	if err != nil {
		return err
	}
	list, err := p.Messages(ctx, p.channel)
	if err != nil {
		return err
	}
	for _, m := range list {
		p.view.update(m)
	}
	go func() {
		for e := range events {
			switch e.Type {
			case "message":
				p.view.update(e.Message())
			case "delete":
				var gone struct{ ID string }
				_ = json.Unmarshal(e.Data, &gone) // can't fail, because the sandbox wrote it
				p.view.remove(gone.ID)
			}
		}
	}()
	return nil
}

func (v *view) update(m sandboxtest.Message) {
	v.mu.Lock()
	defer v.mu.Unlock()
	switch {
	case m.Ephemeral && m.ID == v.hand.ID:
		v.hand = m
	case m.Ephemeral:
		return
	case m.ID == v.board.ID, isBoard(m) && isNewer(m.ID, v.board.ID):
		v.board = m
	default:
		return
	}
	v.notify()
}

func (v *view) remove(id string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if id == v.board.ID {
		v.board.Components = nil
	}
	if id == v.hand.ID {
		v.hand = sandboxtest.Message{}
	}
	v.notify()
}

// setHand makes a message the player's current hand.
func (v *view) setHand(m sandboxtest.Message) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.hand = m
}

func (v *view) current() (board, hand sandboxtest.Message) {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.board, v.hand
}

func (v *view) notify() {
	select {
	case v.changed <- struct{}{}:
	default:
	}
}

// isNewer reports whether message a is newer than message b.
func isNewer(a, b string) bool {
	return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b)) > 0
}

// play takes actions until the context ends.
func (p *player) play(ctx context.Context) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for ctx.Err() == nil {
		p.pause.RLock()
		did := p.step(ctx)
		p.pause.RUnlock()
		wait := time.Duration(p.rand.Int64N(int64(p.maxPause) + 1))
		if !did {
			wait += p.patience / 2
		}
		timer.Reset(wait)
		changed := p.view.changed
		if did {
			changed = nil // nil: don't wait for changes during the pause
		}
		select {
		case <-changed:
		case <-timer.C:
		case <-ctx.Done():
		}
	}
}

// step takes the next action. It reports whether there was one.
func (p *player) step(ctx context.Context) bool {
	board, hand := p.view.current()
	if !isBoard(board) {
		return false
	}
	if p.rand.Float64() < p.wrongRate {
		p.clickWrongly(ctx, board, hand)
	}
	if a := p.unanswered; a != nil {
		p.unanswered = nil
		p.click(ctx, a.message, a.id)
		return true
	}
	if kept := "(hasn't joined yet)"; strings.Contains(board.Text(), kept) {
		mine := strings.Contains(board.Text(), p.Name+"** "+kept)
		return mine && p.click(ctx, board.ID, findButton(board, "join/"))
	}
	for _, verb := range []string{"rematch/", "start/", "resume/"} {
		id := findButton(board, verb)
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
	open := findButton(board, "hand/")
	table := strings.TrimPrefix(open, "hand/")
	offers := playButtons(hand)
	if findButton(hand, "plan/") != "" || findButton(hand, "later/") != "" {
		offers = nil // it isn't this player's turn; "pick/" would only go back
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
	if p.plans && table == p.table && p.unplannable != hand.Text() {
		p.unplannable = hand.Text()
		if id := choosePlan(p.rand, hand); id != "" {
			p.unplannable = ""
			p.click(ctx, hand.ID, id)
			return true
		}
	}
	if open == "" || table == p.table && time.Since(p.opened) < p.patience {
		return false
	}
	if p.click(ctx, board.ID, open) {
		p.table = table
	}
	p.opened = time.Now()
	return true
}

// choose returns a random button: with equal probability one that plays or one that picks cards for
// a play, if there are both.
func choose(r *rand.Rand, offers []string) string {
	plays := r.IntN(2) == 0
	choices := slices.DeleteFunc(slices.Clone(offers), func(id string) bool { return strings.HasPrefix(id, "pick/") == plays })
	if len(choices) == 0 {
		choices = offers
	}
	return choices[r.IntN(len(choices))]
}

// choosePlan returns a button that plans the next turn, or sometimes one that cancels a plan. ""
// means neither.
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

// click clicks a button and records that. It reports whether the button had its effect.
func (p *player) click(ctx context.Context, message, id string) bool {
	p.clicks.recordClick(p.ID, id)
	reply, err := p.Click(ctx, message, id)
	if ctx.Err() != nil {
		return false
	}
	if p.clicks.recordAnswer(p.ID, id, reply, err) && p.played != nil {
		p.played()
	}
	var refused *sandboxtest.Error
	switch {
	case errors.As(err, &refused) && refused.Status == http.StatusGatewayTimeout:
		if isPlay(id) {
			p.unanswered = &buttonRef{message, id}
		}
		return false
	case err != nil:
		return false
	}
	m := reply.Message()
	if reply.Response.Type == typeUpdate || reply.Response.Type == typeMessage && strings.HasPrefix(id, "hand/") && len(m.Components) > 0 && m.Ephemeral {
		_, before := p.view.current()
		if before.ID != m.ID {
			for _, left := range playButtons(before) {
				p.oldButtons = append(p.oldButtons, buttonRef{before.ID, left})
			}
			p.oldButtons = p.oldButtons[max(0, len(p.oldButtons)-20):]
		}
		p.view.setHand(m)
		p.opened = time.Now()
		return true
	}
	return reply.Response.Type == typeDeferUpdate
}

// clickWrongly makes a wrong click of a random kind. The click must have no effect.
func (p *player) clickWrongly(ctx context.Context, board, hand sandboxtest.Message) {
	offers := playButtons(hand)
	switch p.rand.IntN(6) {
	case 0: // a double click
		if len(offers) > 0 {
			id := offers[p.rand.IntN(len(offers))]
			p.clickAll(ctx, buttonRef{hand.ID, id}, buttonRef{hand.ID, id})
			p.table = "" // makes the player open the hand again
		}
	case 1: // two plays at once, from two devices
		if len(offers) > 1 {
			p.clickAll(ctx, buttonRef{hand.ID, offers[0]}, buttonRef{hand.ID, offers[len(offers)-1]})
			p.table = ""
		}
	case 2: // a click on a button of an older hand
		if len(p.oldButtons) > 0 {
			p.clickAll(ctx, p.oldButtons[p.rand.IntN(len(p.oldButtons))])
		}
	case 3: // a click on another player's hand
		if len(p.others) > 0 {
			_, theirs := p.others[p.rand.IntN(len(p.others))].view.current()
			if all := playButtons(theirs); len(all) > 0 {
				_, err := p.Click(ctx, theirs.ID, all[0])
				p.clicks.recordForeignClick(err)
			}
		}
	case 4: // a click on the board's menu instead of a play
		if id := findButton(board, "menu/"); id != "" {
			p.clickAll(ctx, buttonRef{board.ID, id})
		}
	case 5: // a command that isn't possible now
		command := []string{"join", "hand", "leaderboard", "help"}[p.rand.IntN(4)]
		reply, err := p.Command(ctx, p.channel, command, nil)
		if ctx.Err() == nil {
			p.clicks.recordAnswer(p.ID, "/"+command, reply, err)
		}
	}
}

// clickAll clicks several buttons at the same time and ignores the answers.
func (p *player) clickAll(ctx context.Context, all ...buttonRef) {
	var wait sync.WaitGroup
	for _, c := range all {
		wait.Go(func() {
			p.clicks.recordClick(p.ID, c.id)
			reply, err := p.Click(ctx, c.message, c.id)
			if ctx.Err() == nil {
				p.clicks.recordAnswer(p.ID, c.id, reply, err)
			}
		})
	}
	wait.Wait()
}
