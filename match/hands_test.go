package match_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"deuces/game"
	"deuces/internal/errtest"
	"deuces/match"
	"deuces/match/matchtest"
)

// These types record which hands each account has seen. A roundKey identifies a round of a table.
// seenSeats maps each account to the seat whose hand it saw, by round.
type (
	roundKey  struct{ table, round int }
	seenSeats map[match.Player]map[roundKey]game.Seat
)

// walkState is a state of a table during the walk, what its accounts have seen, and the steps that
// led to it.
type walkState struct {
	m     match.Match
	seen  seenSeats
	steps []string
}

// key identifies everything that determines what can happen next.
func (p walkState) key() string {
	seats := ""
	for s := range p.m.Players() {
		seats += fmt.Sprint(p.m.Vacant(game.Seat(s)), p.m.Away(game.Seat(s)), " ")
	}
	return fmt.Sprint(p.m.ID, p.m.Decision.Round, p.m.Phase, p.m.Paused, p.m.Players(), seats, p.m.Newcomers, p.m.Banned, p.m.Host, p.seen)
}

// recordHands records that each account sees its hand. It returns an error if an account has now
// seen two hands of the same round.
func (p *walkState) recordHands(accounts []match.Player) error {
	seen := maps.Clone(p.seen)
	for _, a := range accounts {
		seat, seated := p.m.Seat(a)
		v, dealt := p.m.View(seat)
		if !seated || !dealt || v.Hand == nil && p.m.Phase == match.Playing {
			continue
		}
		now := roundKey{int(p.m.ID), p.m.Decision.Round}
		if before, looked := seen[a][now]; looked && before != seat {
			return fmt.Errorf("account %d saw the hands of seats %d and %d of round %v", a, before, seat, now)
		}
		seen[a] = maps.Clone(seen[a])
		if seen[a] == nil {
			seen[a] = map[roundKey]game.Seat{}
		}
		seen[a][now] = seat
	}
	p.seen = seen
	return nil
}

// decide returns the match after a command, and whether the command was accepted.
func decide(m match.Match, c match.Command, now time.Time) (match.Match, bool) {
	d := &match.Draft{Match: m}
	if err := d.Decide(c, now); err != nil {
		return m, false
	}
	return d.Match, true
}

// step is something that can happen at a table.
type step struct {
	name string
	next func(match.Match) (match.Match, bool)
}

// steps returns everything that can happen at a table: commands of the accounts and a moderator,
// and what the clock does.
func steps(accounts []match.Player, moderator match.Player) (all []step) {
	command := func(name string, c match.Command) {
		all = append(all, step{name, func(m match.Match) (match.Match, bool) { return decide(m, c, m.At.Add(time.Second)) }})
	}
	for _, a := range accounts {
		command(fmt.Sprint("leave ", a), match.Leave{Player: a})
		command(fmt.Sprint("join ", a), match.Join{Player: a})
		command(fmt.Sprint("kick ", a), match.Kick{Player: moderator, Against: a, Force: true})
		command(fmt.Sprint("pardon ", a), match.Pardon{Player: moderator, Kicked: a, Force: true})
		all = append(all, step{fmt.Sprint("rematch ", a), func(m match.Match) (match.Match, bool) {
			o, err := m.Rematch(a, func(match.Player) bool { return true })
			if err != nil {
				return m, false
			}
			o.Version = 1
			next, ok := decide(match.New(m.ID+1, matchtest.NewToy), o, m.At.Add(time.Second))
			for _, p := range next.Players() {
				next, _ = decide(next, match.Join{Player: p}, next.At)
			}
			if started, enough := decide(next, match.Start{Player: a}, next.At); ok && enough {
				next, _ = decide(started, matchtest.Deal(started), started.Deadline())
			}
			return next, ok
		}})
	}
	command("end", match.End{Player: moderator, Force: true})
	clock := func(m match.Match) (match.Match, bool) { // one decision or deal by the clock
		if m.Phase == match.Between {
			return decide(m, matchtest.Deal(m), m.Deadline())
		}
		return decide(m, match.TimeUp{}, m.Deadline())
	}
	round := func(m match.Match) (match.Match, bool) { // plays the rest of the round
		ok := m.Phase == match.Playing
		for ok && m.Phase == match.Playing {
			if seat, _ := m.Turn(); m.Vacant(seat) || m.Away(seat) {
				m, ok = decide(m, match.TimeUp{}, m.Deadline())
			} else {
				m, ok = decide(m, matchtest.Turn(m, 0), m.At.Add(time.Second))
			}
		}
		return m, ok
	}
	return append(all, step{"the clock", clock}, step{"the round", round})
}

// A player who has held a hand never gets another hand of the same round. The test walks through
// all orders of steps in which up to four accounts leave, are removed and let in again, join, wait
// for a seat and get it in a deal, end the match, and play a rematch. It explores equal states only
// once.
func TestNobodySeesTwoHandsOfTheSameRound(t *testing.T) {
	const length = 6
	const moderator = match.Player(99)
	for _, c := range []struct {
		reason string
		seated []match.Player
		others []match.Player
	}{
		{"one account is outside", []match.Player{ann, bob, cy}, []match.Player{dee}},
		{"two accounts are outside", []match.Player{ann, bob}, []match.Player{cy, dee}},
		{"a full table", []match.Player{ann, bob, cy, dee}, nil},
	} {
		accounts := slices.Concat(c.seated, c.others)
		o := matchtest.Opening(map[string]string{"target": "0"})
		o.Version, o.Settings, o.Host, o.Others = 1, match.DefaultSettings(), c.seated[0], c.seated[1:]
		m := matchtest.Play(t, match.New(1, matchtest.NewToy), o, match.Start{Player: o.Host}, match.Deal{})
		first := walkState{m: m, seen: seenSeats{}}
		errtest.Must(t, first.recordHands(accounts))
		all, known := steps(accounts, moderator), map[string]bool{first.key(): true}
		took, returned, rematches := 0, 0, 0
		level := []walkState{first}
		for range length {
			var next []walkState
			for _, p := range level {
				for _, step := range all {
					m, ok := step.next(p.m)
					if !ok {
						continue
					}
					q := walkState{m, p.seen, append(slices.Clip(p.steps), step.name)}
					if err := q.recordHands(accounts); err != nil {
						t.Fatalf("%s: %v, by %q", c.reason, err, q.steps)
					}
					before, _ := p.m.Seat(dee)
					switch now, seated := m.Seat(dee); {
					case m.ID > p.m.ID:
						rematches++
					case seated && now != before && m.Decision.Round > p.m.Decision.Round:
						took++
					case seated && now == before && p.m.Vacant(now) && !m.Vacant(now):
						returned++
					}
					if k := q.key(); !known[k] {
						known[k] = true
						next = append(next, q)
					}
				}
			}
			level = next
		}
		if rematches == 0 || took == 0 && len(c.others) > 0 || returned == 0 {
			t.Errorf("%s: %d rematches, %d seats taken at a deal, %d taken back; want more, since this shows too little", c.reason, rematches, took, returned)
		}
	}
}
