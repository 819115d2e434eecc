package e2e

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"deuces/sandbox/sandboxtest"
)

// player is somebody who plays at one channel's table through bad days: bears
// with silence, refusals and messages that vanish, clicks again, and now and
// then clicks what no careful person would.
type player struct {
	*sandboxtest.User
	channel string
	host    bool // asks for the rematch, and starts it
	rand    *rand.Rand
	book    *book
	eyes    *eyes

	patience time.Duration // with a hand that shows nothing new, before it is opened again
	think    time.Duration // at most, before a click
	wrong    float64       // how often a click is a wrong one
	others   []*player     // at the same table; for clicks on what is theirs

	joins bool // sits down at a table that is opened, and the host starts it

	gate *sync.RWMutex // held shared for each thing that is done; nil: no gate
	pace *rate.Limiter // of the plays of everybody together; nil: as fast as they think

	table string    // whose hand is open; "": none
	seat  string    // the lobby that was joined; "": none
	since time.Time // the hand was new
	again *clicked  // a click that went unanswered, to be repeated
	old   []clicked // buttons of hands that were left behind
}

// clicked is a button of a message.
type clicked struct{ message, id string }

// eyes are what a player sees in the channel: the newest board with something to
// click, and the hand.
type eyes struct {
	changed chan struct{} // has one in it when there is something new

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
		p.eyes.see(m)
	}
	go func() {
		for e := range events {
			switch e.Type {
			case "message":
				p.eyes.see(e.Message())
			case "delete":
				var gone struct{ ID string }
				_ = json.Unmarshal(e.Data, &gone) // the sandbox's own form
				p.eyes.miss(gone.ID)
			}
		}
	}()
	return nil
}

func (e *eyes) see(m sandboxtest.Message) {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case m.Ephemeral && m.ID == e.hand.ID:
		e.hand = m
	case m.Ephemeral:
		return
	case m.ID == e.board.ID, isBoard(m) && later(m.ID, e.board.ID):
		e.board = m
	default:
		return
	}
	e.tell()
}

func (e *eyes) miss(id string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if id == e.board.ID {
		e.board.Components = nil
	}
	if id == e.hand.ID {
		e.hand = sandboxtest.Message{}
	}
	e.tell()
}

// hold takes a message for the hand from now on.
func (e *eyes) hold(m sandboxtest.Message) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.hand = m
}

func (e *eyes) now() (board, hand sandboxtest.Message) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.board, e.hand
}

func (e *eyes) tell() {
	select {
	case e.changed <- struct{}{}:
	default:
	}
}

// isBoard: a table's board always has its menu, or a rematch, to click.
func isBoard(m sandboxtest.Message) bool {
	return !m.Ephemeral && (button(m, "menu/") != "" || button(m, "rematch/") != "")
}

// later compares the ids of messages.
func later(a, b string) bool {
	return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b)) > 0
}

// play goes on until the context ends.
func (p *player) play(ctx context.Context) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for ctx.Err() == nil {
		if p.gate != nil {
			p.gate.RLock()
		}
		did := p.step(ctx)
		if p.gate != nil {
			p.gate.RUnlock()
		}
		wait := time.Duration(p.rand.Int64N(int64(p.think) + 1))
		if !did {
			wait += p.patience / 2
		}
		timer.Reset(wait)
		changed := p.eyes.changed
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

// step does the one thing that there is to do, if any.
func (p *player) step(ctx context.Context) bool {
	board, hand := p.eyes.now()
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
	if id := button(board, "join/"); p.joins && !p.host && id != "" && id != p.seat {
		p.seat = id
		p.click(ctx, board.ID, id)
		return true
	}
	for _, verb := range []string{"rematch/", "start/", "resume/"} {
		id := button(board, verb)
		if id == "" {
			continue
		}
		if p.host || verb == "resume/" {
			p.click(ctx, board.ID, id)
			return true
		}
		return false
	}
	open := button(board, "hand/")
	table := strings.TrimPrefix(open, "hand/")
	if offers := offered(hand); table == p.table && len(offers) > 0 {
		id := offers[p.rand.IntN(len(offers))]
		if p.pace != nil && strings.HasPrefix(id, "act/") && p.pace.Wait(ctx) != nil {
			return false
		}
		if !p.click(ctx, hand.ID, id) {
			p.table = ""
		}
		return true
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

// offered are the buttons of a hand that play, or lead to plays.
func offered(hand sandboxtest.Message) []string {
	var ids []string
	for _, b := range hand.Buttons() {
		if strings.HasPrefix(b.CustomID, "act/") || strings.HasPrefix(b.CustomID, "pick/") {
			ids = append(ids, b.CustomID)
		}
	}
	return ids
}

// click clicks, keeps the books, and says whether the answer was what the button
// is for.
func (p *player) click(ctx context.Context, message, id string) bool {
	p.book.sends(p.ID, id)
	reply, err := p.Click(ctx, message, id)
	if ctx.Err() != nil {
		return false
	}
	p.book.answered(p.ID, id, reply, err)
	var refused *sandboxtest.Error
	switch {
	case errors.As(err, &refused) && refused.Status == http.StatusGatewayTimeout:
		switch {
		case strings.HasPrefix(id, "act/"):
			p.again = &clicked{message, id}
		case id == p.seat:
			p.seat = "" // who knows whether that was a seat
		}
		return false
	case err != nil:
		return false
	}
	m := reply.Message()
	if reply.Response.Type == typeUpdate || reply.Response.Type == typeMessage && strings.HasPrefix(id, "hand/") && len(m.Components) > 0 && m.Ephemeral {
		_, before := p.eyes.now()
		if before.ID != m.ID {
			for _, left := range offered(before) {
				p.old = append(p.old, clicked{before.ID, left})
			}
			p.old = p.old[max(0, len(p.old)-20):]
		}
		p.eyes.hold(m)
		p.since = time.Now()
		return true
	}
	return reply.Response.Type == typeDeferUpdate
}

// slip is a wrong click of one of many kinds. What matters is what it does not do.
func (p *player) slip(ctx context.Context, board, hand sandboxtest.Message) {
	offers := offered(hand)
	switch p.rand.IntN(6) {
	case 0: // a double click
		if len(offers) > 0 {
			id := offers[p.rand.IntN(len(offers))]
			p.both(ctx, clicked{hand.ID, id}, clicked{hand.ID, id})
		}
	case 1: // two plays at once, from two devices
		if len(offers) > 1 {
			p.both(ctx, clicked{hand.ID, offers[0]}, clicked{hand.ID, offers[len(offers)-1]})
		}
	case 2: // a button of a hand that was left behind
		if len(p.old) > 0 {
			o := p.old[p.rand.IntN(len(p.old))]
			p.aside(ctx, o.message, o.id)
		}
	case 3: // on a hand that is another's
		if len(p.others) > 0 {
			_, theirs := p.others[p.rand.IntN(len(p.others))].eyes.now()
			if all := offered(theirs); len(all) > 0 {
				_, err := p.Click(ctx, theirs.ID, all[0])
				p.book.foreign(err)
			}
		}
	case 4: // the menu, instead of a play
		p.aside(ctx, board.ID, button(board, "menu/"))
	case 5: // a command that has no place now
		command := []string{"join", "hand", "leaderboard", "help"}[p.rand.IntN(4)]
		reply, err := p.Command(ctx, p.channel, command, nil)
		if ctx.Err() == nil {
			p.book.answered(p.ID, "/"+command, reply, err)
		}
	}
}

// aside clicks and does not look at the answer.
func (p *player) aside(ctx context.Context, message, id string) {
	if id == "" {
		return
	}
	p.book.sends(p.ID, id)
	reply, err := p.Click(ctx, message, id)
	if ctx.Err() == nil {
		p.book.answered(p.ID, id, reply, err)
	}
}

func (p *player) both(ctx context.Context, a, b clicked) {
	var wait sync.WaitGroup
	wait.Go(func() { p.aside(ctx, a.message, a.id) })
	wait.Go(func() { p.aside(ctx, b.message, b.id) })
	wait.Wait()
	p.table = "" // look again
}
