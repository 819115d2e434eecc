package match_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/systems"
	"deuces/match"
	"deuces/match/matchtest"
)

// people describes who is at a table: * the host, - who has left, ~ who is away, + who waits for the next
// deal, ? who waits for a seat.
func people(m match.Match) string {
	var all []string
	name := func(p match.Player) string { return [...]string{"Ann", "Bob", "Cy", "Dee", "Eve", "Flo"}[p-ann] }
	for i, p := range m.Players() {
		seat := game.Seat(i)
		if c, computer := m.Computer(seat); computer {
			all = append(all, fmt.Sprint(c.Level, c.Player))
			continue
		}
		who := name(p)
		for _, mark := range []struct {
			sign string
			set  bool
		}{{"*", p == m.Host}, {"-", m.Vacant(seat)}, {"~", m.Away(seat)}} {
			if mark.set {
				who += mark.sign
			}
		}
		all = append(all, who)
	}
	for i, p := range m.Newcomers {
		sign := "+"
		if i >= len(m.Newcomers)-len(m.Waiting()) {
			sign = "?"
		}
		all = append(all, name(p)+sign)
	}
	all = append(all, m.Phase.String())
	if m.Paused {
		all = append(all, "paused")
	}
	if e, over := m.Ended(); over {
		all = append(all, string(e.Cause))
	}
	return strings.Join(all, " ")
}

func TestWhoIsAtATable(t *testing.T) {
	lobby, dealt := matchtest.Lobby(t), matchtest.Dealt(t)
	full := matchtest.Play(t, lobby, match.Join{Player: dee}, match.Start{Player: ann}, match.Deal{})
	opened := func(system string, others ...match.Player) match.Match {
		o := matchtest.Opening(nil)
		o.System, o.Version, o.Others, o.Settings = system, 1, others, match.DefaultSettings()
		rules := match.Rulebook(matchtest.NewToy)
		if system != "toy" {
			rules, o.Version = systems.New, version(t, system)
		}
		return matchtest.Play(t, match.New(1, rules), o)
	}
	join := func(p match.Player) match.Command { return match.Join{Player: p} }
	leave := func(p match.Player) match.Command { return match.Leave{Player: p} }
	one, fill := match.AddComputer{Player: ann, Level: ai.Hard}, match.AddComputer{Player: ann, Level: ai.Easy, Fill: true}
	play := match.Start{Player: ann, Fill: ai.Easy}
	for _, c := range []struct {
		reason string
		m      match.Match
		does   []match.Command // a deal comes after the end of the round
		want   string
	}{
		{"a lobby", lobby, nil, "Ann* Bob Cy lobby"},
		{"the host leaves it, and the others move up", lobby, []match.Command{leave(ann)}, "Bob* Cy lobby"},
		{"everybody leaves it", lobby, []match.Command{leave(ann), leave(bob), leave(cy)}, "over empty"},
		{"the host removes a guest", lobby, []match.Command{match.Kick{Player: ann, Against: bob}}, "Ann* Cy lobby"},

		{"a match", dealt, nil, "Ann* Bob Cy playing"},
		{"a guest leaves it", dealt, []match.Command{leave(cy)}, "Ann* Bob Cy- playing"},
		{"the host leaves it", dealt, []match.Command{leave(ann)}, "Ann- Bob* Cy playing"},
		{"and returns as a guest", dealt, []match.Command{leave(ann), join(ann)}, "Ann Bob* Cy playing"},
		{"everybody leaves it", dealt, []match.Command{leave(bob), leave(ann), leave(cy)}, "Ann- Bob- Cy*- playing paused"},
		{"one comes back", dealt, []match.Command{leave(bob), leave(ann), leave(cy), join(bob)}, "Ann- Bob* Cy- playing"},
		{"nobody is there, and anybody may end it", dealt, []match.Command{leave(bob), leave(ann), leave(cy), match.End{Player: eve}}, "Ann- Bob- Cy*- over force"},
		{"the host removes a player", dealt, []match.Command{match.Kick{Player: ann, Against: bob}}, "Ann* Bob- Cy playing"},
		{"and lets them in again", dealt, []match.Command{match.Kick{Player: ann, Against: bob}, match.Pardon{Player: ann, Kicked: bob}, join(bob)}, "Ann* Bob Cy playing"},
		{"a moderator removes the host", dealt, []match.Command{match.Kick{Player: eve, Against: ann, Force: true}}, "Ann- Bob* Cy playing"},

		{"a newcomer waits", dealt, []match.Command{join(dee)}, "Ann* Bob Cy Dee+ playing"},
		{"and changes their mind", dealt, []match.Command{join(dee), leave(dee)}, "Ann* Bob Cy playing"},
		{"or is sent away", dealt, []match.Command{join(dee), match.Kick{Player: ann, Against: dee}}, "Ann* Bob Cy playing"},
		{"a newcomer between rounds", finish(t, dealt), []match.Command{join(dee), match.Deal{}}, "Ann* Bob Cy Dee playing"},
		{"a former player returns first, and the newcomer waits for a seat", full, []match.Command{leave(bob), join(eve), join(bob)}, "Ann* Bob Cy Dee Eve? playing"},
		{"also in the next round", full, []match.Command{leave(bob), join(eve), join(bob), match.Deal{}}, "Ann* Bob Cy Dee Eve? playing"},
		{"until one is free", full, []match.Command{leave(bob), join(eve), join(bob), match.Deal{}, leave(cy), match.Deal{}}, "Ann* Bob Eve Dee playing"},
		{"a newcomer resumes a match that all have left, and is the next host", dealt, []match.Command{leave(ann), leave(bob), leave(cy), join(dee), match.Deal{}}, "Dee* Bob- Cy- playing"},
		{"or in which all have let their time run out", timeUp(t, dealt, 3), []match.Command{join(dee)}, "Ann* Bob Cy Dee+ playing"},
		{"which goes on when all are away", timeUp(t, dealt, 3), []match.Command{join(dee), match.TimeUp{}, match.TimeUp{}, match.TimeUp{}}, "Ann*~ Bob~ Cy~ Dee+ playing"},

		{"a computer joins", opened("toy"), []match.Command{one}, "Ann* hard-1 lobby"},
		{"more fill the table", opened("toy"), []match.Command{one, fill}, "Ann* hard-1 easy-2 easy-3 lobby"},
		{"the last one makes room", opened("toy"), []match.Command{one, fill, join(bob)}, "Ann* hard-1 easy-2 Bob lobby"},
		{"the host removes one and leaves", opened("toy"), []match.Command{one, fill, join(bob), match.RemoveComputer{Player: ann}, leave(ann)}, "hard-1 Bob* lobby"},
		{"computers don't keep a lobby open", opened("toy"), []match.Command{one, fill, leave(ann)}, "hard-1 easy-2 easy-3 over empty"},
		{"a computer counts as a player", opened("toy"), []match.Command{one, match.Start{Player: ann}}, "Ann* hard-1 between"},
		{"play now: computers take all seats of the minimum", opened("ahole"), []match.Command{play}, "Ann* easy-1 easy-2 easy-3 between"},
		{"play now: computers take the missing seats", opened("ahole", bob), []match.Command{play}, "Ann* Bob easy-1 easy-2 between"},
		{"play now: there are enough people", opened("acehole", bob, eve), []match.Command{play}, "Ann* Bob Eve between"},
		{"play now: there are exactly enough", opened("bigtwo", bob, eve, eve+1), []match.Command{play}, "Ann* Bob Eve Flo between"},
	} {
		m := c.m
		for _, command := range c.does {
			if _, deals := command.(match.Deal); deals && m.Phase == match.Playing {
				m = finish(t, m)
			}
			m = matchtest.Play(t, m, command)
		}
		if got := people(m); got != c.want {
			t.Errorf("%s: %s, want %s", c.reason, got, c.want)
		}
	}
}

// A stand-in plays in the seat of a player who has left, at its own pace. Leaving and returning doesn't
// extend a player's time.
func TestAStandInTakesOverAndGivesBackATurn(t *testing.T) {
	m := matchtest.Dealt(t)
	left := matchtest.Play(t, m, match.Leave{Player: ann})
	if !matchtest.Paced(left) || left.Decision != m.Decision {
		t.Errorf("the vacant seat takes %v for the decision %v", left.Deadline().Sub(left.At), left.Decision)
	}
	if played := timeUp(t, left, 1); !moved(played, 0, game.Played, match.ByStandIn) {
		t.Errorf("the vacant seat's turn: %+v", played.Moves)
	}
	back := matchtest.Play(t, left, match.Join{Player: ann}, match.Leave{Player: ann}, match.Join{Player: ann})
	if !back.Deadline().Equal(m.Deadline()) || back.At.Sub(m.At) != 4*time.Second {
		t.Errorf("Ann left and came back twice: her time ends at %v instead of %v", back.Deadline(), m.Deadline())
	}
}
