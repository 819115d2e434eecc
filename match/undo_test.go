package match_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"deuces/commands/screen/screentest"
	"deuces/game"
	"deuces/game/systems"
	"deuces/match"
	"deuces/match/matchtest"
)

// A play can be undone once per trick. The clock of the turn continues, and old buttons stay invalid.
func TestOnePlayPerTrickCanBeUndone(t *testing.T) {
	before := playing(t, func(s *match.Settings) { s.Undo = time.Minute })
	played := turns(t, before, 0)
	if until, may := played.UndoUntil(0); !may || !until.Equal(played.At.Add(time.Minute)) || !played.UndoEnds().Equal(until) {
		t.Fatalf("the play can be undone until %v, %v", until, may)
	}
	m := matchtest.Play(t, played, match.Undo{Player: ann, Decision: played.Decision})
	v, _ := m.View(0)
	w, _ := before.View(0)
	if turn, _ := m.Turn(); turn != 0 || !slices.Equal(v.Hand, w.Hand) || len(m.Moves) != 0 {
		t.Errorf("seat %d is to move with %v after %d moves", turn, v.Hand, len(m.Moves))
	}
	if !m.Deadline().Equal(before.Deadline()) {
		t.Errorf("the deadline is %v, was %v", m.Deadline(), before.Deadline())
	}
	if m.Decision == before.Decision || m.Decision == played.Decision {
		t.Errorf("decision %v again: old buttons would mean something", m.Decision)
	}
	if notes := m.SeatChanges; len(notes) != 1 || notes[0] != (match.Undone{Seat: 0}) {
		t.Errorf("the board says %v", notes)
	}
	if until, may := turns(t, played, -1).UndoUntil(1); !may {
		t.Errorf("a pass can't be undone: %v", until)
	}
	if _, may := turns(t, m, 1).UndoUntil(0); may {
		t.Error("once more in the same trick")
	}
	for _, c := range []struct {
		reason      string
		turn, since time.Duration // when the play is made, and how much later it is undone
		says        string        // "": it is undone
	}{
		{"in the last moment", time.Second, time.Minute, ""},
		{"a moment later", time.Second, time.Minute + time.Millisecond, "too late"},
		{"when the time of the turn is over", 80 * time.Second, 10 * time.Second, "Your time for that turn is over"},
	} {
		m := screentest.Do(t, before, matchtest.Turn(before, 0), before.At.Add(c.turn))
		_, err := m.Decide(match.Undo{Player: ann, Decision: m.Decision}, m.At.Add(c.since))
		if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", c.reason, err, c.says)
		}
	}
}

func TestUndoIsRefused(t *testing.T) {
	start := playing(t, func(s *match.Settings) { s.Undo = time.Hour })
	played := turns(t, start, 0) // by Ann
	alone := matchtest.Play(t, start, match.Leave{Player: bob})
	now := func(turn int) match.Decision { return match.Decision{Round: 1, Turn: turn} }
	lobby := matchtest.Play(t, matchtest.Lobby(t), match.SetSettings{Player: ann, Settings: start.Settings})
	dealt := func(key, value string) match.Match {
		return matchtest.Play(t, lobby, match.SetOption{Player: ann, Key: key, Value: value}, match.Start{Player: ann}, match.Deal{})
	}
	over := turns(t, dealt("cards", "1"), 0, 0)
	sys, _ := systems.Latest("president")
	exchange := screentest.NewMatch(t, sys, 4, map[string]string{"exchange": "choice"})
	exchange = matchtest.Play(t, exchange, match.SetSettings{Player: 1, Settings: start.Settings}, match.Start{Player: 1}, match.Deal{})
	exchange = matchtest.Play(t, finish(t, exchange), match.Deal{})
	giver, _ := exchange.Turn()
	if exchange.State.Legal()[0].Verb != game.Give {
		t.Fatalf("no exchange of cards is due: %v", exchange.State.Legal())
	}
	given := turns(t, exchange, 0)
	for _, c := range []struct {
		reason  string
		m       match.Match
		command match.Undo
		says    string
	}{
		{"nothing was played", start, match.Undo{Player: ann, Decision: now(1)}, "too late"},
		{"a stranger", played, match.Undo{Player: eve, Decision: now(2)}, "aren't at this table"},
		{"another player", played, match.Undo{Player: bob, Decision: now(2)}, "too late"},
		{"a decision before", played, match.Undo{Player: ann, Decision: now(1)}, "too late"},
		{"somebody has played since", turns(t, played, 0), match.Undo{Player: ann, Decision: now(3)}, "too late"},
		{"a second time", matchtest.Play(t, played, match.Undo{Player: ann, Decision: now(2)}), match.Undo{Player: ann, Decision: now(3)}, "too late"},
		{"a stand-in has answered", matchtest.Play(t, turns(t, alone, 0), match.TimeUp{}), match.Undo{Player: ann, Decision: now(3)}, "too late"},
		{"a stand-in's play", matchtest.Play(t, turns(t, alone, 0), match.TimeUp{}, match.Join{Player: bob}), match.Undo{Player: bob, Decision: now(3)}, "too late"},
		{"the clock's play", matchtest.Play(t, start, match.TimeUp{}), match.Undo{Player: ann, Decision: now(2)}, "too late"},
		{"the program was restarted", matchtest.Play(t, played, match.CatchUp{Lost: time.Second}), match.Undo{Player: ann, Decision: now(2)}, "too late"},
		{"its player was removed", matchtest.Play(t, played, match.Kick{Player: eve, Against: ann, Force: true}), match.Undo{Player: ann, Decision: now(2)}, "You have left"},
		{"a draw", turns(t, dealt("drawing", "yes"), 0, -1), match.Undo{Player: bob, Decision: now(3)}, "too late"},
		{"a play that ended the round", over, match.Undo{Player: bob, Decision: over.Decision}, "too late"},
		{"an exchange of cards", given, match.Undo{Player: exchange.Players()[giver], Decision: given.Decision}, "too late"},
		{"the match is paused", matchtest.Play(t, played, match.TimeUp{}, match.TimeUp{}, match.TimeUp{}), match.Undo{Player: ann, Decision: now(5)}, "The match is paused"},
	} {
		refuses(t, c.reason, c.m, c.command, c.says)
	}
}
