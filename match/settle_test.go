package match_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"deuces/internal/errtest"
	"deuces/match"
	"deuces/match/matchtest"
	"deuces/standing"
)

// apply returns the match after an event that no command of this test decides.
func apply(t *testing.T, m match.Match, b match.Body) match.Match {
	t.Helper()
	m, err := m.Apply(match.Event{Seq: m.Seq + 1, At: m.At, Body: b})
	errtest.Must(t, err)
	return m
}

// counted tells whom a settlement counts for, with places, and how many people and bots it counts.
func counted(s *standing.Settlement) string {
	if s == nil {
		return "nobody"
	}
	name := func(p match.Player) string { return [...]string{"Ann", "Bob", "Cy", "Dee", "Eve"}[p-ann] }
	var who []string
	for _, e := range s.Entries {
		text := fmt.Sprint(name(e.Player), " ", e.Place)
		if e.Left {
			text += " left"
		}
		who = append(who, text)
	}
	if len(who) > 0 {
		who = append(who, fmt.Sprintf("%d+%d", s.People, s.Bots))
	}
	if u := s.Unfinished; u != nil {
		who = append(who, fmt.Sprintf("closed %s %d, %d+%d", name(u.Player), u.Place, u.People, u.Bots))
	}
	return strings.Join(who, ", ")
}

// In each story, whoever is at the table plays on. Three play: Ann, who hosts, Bob and Cy.
func TestWhomARoundCountsFor(t *testing.T) {
	dealt := matchtest.Dealt(t)
	play := func(commands ...match.Command) match.Match { return matchtest.Play(t, dealt, commands...) }
	turn := func(m match.Match, n int) match.Match { // Ann, Bob and Cy play in turn
		for range n {
			m = matchtest.Play(t, m, matchtest.Turn(m, 0))
		}
		return m
	}
	bobPlayed := turn(dealt, 2)
	removed := matchtest.Play(t, bobPlayed, match.Kick{Player: ann, Against: bob})
	bobLeft := play(match.Leave{Player: bob})
	bobAway := apply(t, dealt, match.Away{Player: bob})
	awayAtDeal := matchtest.Play(t, apply(t, matchtest.Play(t, matchtest.Lobby(t), match.Start{Player: ann}), match.Away{Player: bob}), match.Deal{})
	leftAtDeal := matchtest.Play(t, matchtest.Lobby(t), match.Start{Player: ann}, match.Leave{Player: bob}, match.Deal{})
	voted := matchtest.Play(t, bobPlayed, match.Kick{Player: cy, Against: bob})
	voted = matchtest.Play(t, voted, match.Ballot{Player: ann, Number: voted.Vote.Number, For: true})
	duel := turn(matchtest.Play(t, matchtest.Lobby(t), match.Leave{Player: cy}, match.Start{Player: ann}, match.Deal{}), 2)
	withBots := turn(matchtest.Play(t, matchtest.Lobby(t), match.Leave{Player: cy}, match.AddComputer{Player: ann, Level: "easy"}, match.Start{Player: ann}, match.Deal{}), 2)
	for _, c := range []struct {
		story string
		m     match.Match
		want  string
	}{
		{"everyone plays", dealt, "Ann 1, Bob 2, Cy 3, 3+0"},
		{"a player leaves in the middle and has the round as it ends", matchtest.Play(t, bobPlayed, match.Leave{Player: bob}), "Ann 1, Bob 3 left, Cy 2, 3+0"},
		{"who leaves before deciding anything has it, too, but doesn't make it count", bobLeft, "Ann 1, Bob 3 left, Cy 2, 2+1"},
		{"who comes back and plays is there", matchtest.Play(t, bobLeft, match.Join{Player: bob}), "Ann 1, Bob 2, Cy 3, 3+0"},
		{"a player who had left before the deal", leftAtDeal, "Ann 1, Cy 2, 2+1"},
		{"and who comes back after it", matchtest.Play(t, leftAtDeal, match.Join{Player: bob}), "Ann 1, Cy 3, 2+1"},
		{"the host removes a player", removed, "Ann 1, Cy 2, 2+1"},
		{"who had left already", matchtest.Play(t, bobPlayed, match.Leave{Player: bob}, match.Kick{Player: ann, Against: bob}), "Ann 1, Bob 3 left, Cy 2, 3+0"},
		{"lets them in again, and they play on", matchtest.Play(t, removed, match.Pardon{Player: ann, Kicked: bob}, match.Join{Player: bob}), "Ann 1, Bob 2, Cy 3, 3+0"},
		{"a vote removes a player", voted, "Ann 1, Cy 2, 2+1"},
		{"a player is away before deciding anything", bobAway, "Ann 1, Cy 2, 2+1"},
		{"a player is away after a decision", apply(t, bobPlayed, match.Away{Player: bob}), "Ann 1, Bob 3 left, Cy 2, 3+0"},
		{"a player who was away at the deal comes back", matchtest.Play(t, awayAtDeal, match.Here{Player: bob}), "Ann 1, Bob 2, Cy 3, 3+0"},
		{"a newcomer waits for the seat", matchtest.Play(t, bobLeft, match.Join{Player: dee}), "Ann 1, Bob 3 left, Cy 2, 2+1"},
		{"the host removes the only other person, which is last place", matchtest.Play(t, duel, match.Kick{Player: ann, Against: bob}), "Ann 2, 2+0"},
		{"or with a bot at the table", matchtest.Play(t, withBots, match.Kick{Player: ann, Against: bob}), "Ann 3, 2+1"},
		{"but not when they were away", matchtest.Play(t, apply(t, duel, match.Away{Player: bob}), match.Kick{Player: ann, Against: bob}), "Ann 1, 1+1"},
		{"the only other person leaves after a decision", matchtest.Play(t, duel, match.Leave{Player: bob}), "Ann 1, Bob 2 left, 2+0"},
	} {
		d := endRound(t, c.m)
		if got := counted(match.Settle(d.Match, d.Events)); got != c.want {
			t.Errorf("%s: the round counts for %s, want %s", c.story, got, c.want)
		}
	}

	d := &match.Draft{Match: dealt}
	for d.Phase == match.Playing { // Bob's clock runs out each time
		c, now := match.Command(match.TimeUp{}), d.Deadline()
		if seat, _ := d.Turn(); seat != 1 {
			c, now = matchtest.Turn(d.Match, 0), d.At.Add(time.Second)
		}
		errtest.Must(t, d.Decide(c, now))
	}
	if got := counted(match.Settle(d.Match, d.Events)); !strings.HasPrefix(got, "Ann 1, Cy ") || !strings.HasSuffix(got, ", 2+1") {
		t.Errorf("Bob lets the clock run out in every turn: the round counts for %s, want Ann and Cy", got)
	}
}

// Whoever closes a table in the middle of a round with others has that round as last place.
func TestClosingARoundIsLastPlace(t *testing.T) {
	dealt := matchtest.Dealt(t)
	play := func(commands ...match.Command) match.Match { return matchtest.Play(t, dealt, commands...) }
	end := match.End{Player: ann}
	for _, c := range []struct {
		story string
		m     match.Match
		end   match.End
		want  string
	}{
		{"the host closes it", dealt, end, "closed Ann 3, 3+0"},
		{"another player, who may", dealt, match.End{Player: bob, Force: true}, "closed Bob 3, 3+0"},
		{"somebody who doesn't play", dealt, match.End{Player: eve, Force: true}, "nobody"},
		{"before the first round", matchtest.Lobby(t), match.End{Player: eve, Force: true}, "nobody"},
		{"one of the others has left", play(match.Leave{Player: bob}), end, "closed Ann 3, 2+1"},
		{"all others have left", play(match.Leave{Player: bob}, match.Leave{Player: cy}), end, "nobody"},
		{"all others are away", apply(t, apply(t, dealt, match.Away{Player: bob}), match.Away{Player: cy}), end, "nobody"},
		{"the host has removed all others", play(match.Kick{Player: ann, Against: bob}, match.Kick{Player: ann, Against: cy}), end, "closed Ann 3, 3+0"},
		{"the host has left, and may close all tables", play(match.Leave{Player: ann}), match.End{Player: ann, Force: true}, "closed Ann 3, 3+0"},
		{"in the pause after a round", finishRound(t, dealt), end, "Ann 0, Bob 0, Cy 0, 3+0"},
		{"in the second round", matchtest.Play(t, finishRound(t, dealt), match.Deal{}), end, "Ann 0, Bob 0, Cy 0, 3+0, closed Ann 3, 3+0"},
	} {
		d := &match.Draft{Match: c.m}
		if err := d.Decide(c.end, d.At); err != nil {
			t.Fatal(c.story, err)
		}
		if got := counted(match.Settle(d.Match, d.Events)); got != c.want {
			t.Errorf("%s: the round counts for %s, want %s", c.story, got, c.want)
		}
		last := strings.Contains(c.want, "closed ")
		if before, after := c.m.ClosingIsLastPlace(c.end.Player), d.ClosingIsLastPlace(c.end.Player); before != last || after != last {
			t.Errorf("%s: ClosingIsLastPlace is %v before and %v after, want %v", c.story, before, after, last)
		}
	}
}

// Whoever is about to spoil a round by removing somebody is warned. The round may still count in the
// end, if others play on.
func TestARemovalThatWouldSpoilARoundIsKnownBefore(t *testing.T) {
	lobby := matchtest.Lobby(t)
	start := func(commands ...match.Command) match.Match {
		m := matchtest.Play(t, lobby, append(commands, match.Start{Player: ann}, match.Deal{})...)
		return matchtest.Play(t, m, matchtest.Turn(m, 0))
	}
	three, duel := start(), start(match.Leave{Player: cy})
	withBots := start(match.Leave{Player: cy}, match.AddComputer{Player: ann, Level: "easy"})
	for _, c := range []struct {
		story string
		m     match.Match
		kick  match.Kick
		last  bool
	}{
		{"the host removes one of two others", three, match.Kick{Player: ann, Against: bob}, false},
		{"and then the other", matchtest.Play(t, three, match.Kick{Player: ann, Against: bob}), match.Kick{Player: ann, Against: cy}, true},
		{"the host removes the only other person", duel, match.Kick{Player: ann, Against: bob}, true},
		{"or with a bot at the table", withBots, match.Kick{Player: ann, Against: bob}, true},
		{"who is away", apply(t, withBots, match.Away{Player: bob}), match.Kick{Player: ann, Against: bob}, false},
		{"a moderator who plays", duel, match.Kick{Player: bob, Against: ann, Force: true}, true},
		{"a moderator who doesn't play", duel, match.Kick{Player: eve, Against: bob, Force: true}, false},
		{"a player who may only call a vote", duel, match.Kick{Player: bob, Against: ann}, false},
		{"in the pause after a round", finishRound(t, duel), match.Kick{Player: ann, Against: bob}, false},
		{"somebody who isn't there", duel, match.Kick{Player: ann, Against: dee}, false},
	} {
		if got := c.m.RemovingIsLastPlace(c.kick); got != c.last {
			t.Errorf("%s: RemovingIsLastPlace is %v, want %v", c.story, got, c.last)
		}
	}
}

// A match is won in the standings only by a player for whom its last round counts.
func TestAMatchThatABotWonIsNobodysWin(t *testing.T) {
	lobby := matchtest.Play(t, matchtest.Lobby(t), match.SetOption{Player: ann, Key: "target", Value: "2"}, match.Start{Player: ann})
	played := matchtest.Play(t, lobby, match.Deal{})
	played = matchtest.Play(t, played, matchtest.Turn(played, 0))
	for _, c := range []struct {
		story string
		m     match.Match
		wins  bool
	}{
		{"Ann wins", played, true},
		{"she leaves, and a bot ends what she began", matchtest.Play(t, played, match.Leave{Player: ann}), true},
		{"she leaves before the deal, and a bot wins in her seat", matchtest.Play(t, lobby, match.Leave{Player: ann}, match.Deal{}), false},
		{"she is removed", matchtest.Play(t, played, match.Kick{Player: cy, Against: ann, Force: true}), false},
	} {
		d := &match.Draft{Match: c.m}
		for d.Phase == match.Playing {
			act := matchtest.Turn(d.Match, 0)
			var err error
			if seat, _, unmanned := d.Unmanned(); unmanned && seat == 0 {
				err = d.Decide(match.Chosen{Decision: act.Decision, Action: act.Action}, d.Deadline())
			} else {
				err = d.Decide(act, d.At)
			}
			if err != nil {
				t.Fatal(c.story, err)
			}
		}
		if outcome, over := d.Outcome(); !over || outcome.Winner != 0 {
			t.Fatalf("%s: the winner is seat %d, want Ann's seat 0", c.story, outcome.Winner)
		}
		wins := false
		for _, e := range match.Settle(d.Match, d.Events).Entries {
			wins = wins || e.Winner
		}
		if wins != c.wins {
			t.Errorf("%s: the win counts for somebody: %v, want %v", c.story, wins, c.wins)
		}
	}
}
