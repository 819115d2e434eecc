package match_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"deuces/commands/screen/screentest"
	"deuces/game"
	"deuces/game/card"
	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/match"
	"deuces/match/matchtest"
)

// newMatch returns a match at Ann's first turn, with changed settings. Bob and Cy play too.
func newMatch(t *testing.T, change func(*match.Settings)) match.Match {
	t.Helper()
	m := matchtest.Lobby(t)
	s := m.Settings
	change(&s)
	return matchtest.Play(t, m, match.SetSettings{Player: ann, Settings: s}, match.Start{Player: ann}, match.Deal{})
}

// playTurns plays one legal action in each turn: the ones at these indexes of State.Legal. The
// index -1 is a pass.
func playTurns(t *testing.T, m match.Match, choices ...int) match.Match {
	t.Helper()
	for _, i := range choices {
		m = matchtest.Play(t, m, matchtest.Turn(m, i))
	}
	return m
}

// lastMoveIs reports whether the last move has this seat, kind and cause.
func lastMoveIs(m match.Match, seat game.Seat, kind game.Kind, by match.By) bool {
	if len(m.Moves) == 0 {
		return false
	}
	last := m.Moves[len(m.Moves)-1]
	return last.Seat == seat && last.News[0].Kind == kind && last.By == by
}

func TestAPassLastsUntilTheTrickEnds(t *testing.T) {
	led := playTurns(t, matchtest.Dealt(t), 0)
	if led.CanPassTrick(0) || !led.CanPassTrick(1) {
		t.Fatal("Ann has led: want Bob alone able to pass until the trick ends")
	}
	wantRefused(t, "cancelled before it was chosen", led, match.CancelPass{Player: bob}, "")
	wantRefused(t, "a stranger cancels", led, match.CancelPass{Player: eve}, "aren't at this table")

	passes := matchtest.Play(t, led, match.PassTrick{Player: bob, Decision: led.Decision})
	if !passes.PassesTrick(1) || !lastMoveIs(passes, 1, game.Passed, match.ByPlayer) {
		t.Fatalf("Bob passes until the trick ends: got the moves %+v, want his pass", passes.Moves)
	}
	again := playTurns(t, passes, 0, 0)
	if at := again.Alarm(false); !at.Equal(again.At.Add(again.Settings.Pace)) || again.Deadline().Sub(again.At) != again.Settings.Clock {
		t.Errorf("Bob's second turn: the table acts at %v and his time ends at %v, want his pace and his clock", at, again.Deadline())
	}
	m := matchtest.Play(t, again, match.TimeUp{})
	if !lastMoveIs(m, 1, game.Passed, match.ByTable) || m.Away(1) {
		t.Errorf("Bob's second turn: got the moves %+v, want a pass by the table", m.Moves)
	}
	if m = playTurns(t, m, -1); m.PassesTrick(1) {
		t.Error("the trick is over, but Bob still passes")
	}

	m = matchtest.Play(t, again, match.CancelPass{Player: bob})
	if m = playTurns(t, m, 0); m.PassesTrick(1) || !lastMoveIs(m, 1, game.Played, match.ByPlayer) {
		t.Errorf("after Bob cancelled and played: got the moves %+v, want his play", m.Moves)
	}
	if m = matchtest.Play(t, passes, match.Leave{Player: bob}, match.Join{Player: bob}); m.PassesTrick(1) {
		t.Error("Bob left and came back, but he still passes")
	}
}

// With auto-pass, a pass that is clicked within the delay is held until the delay ends. Until then
// the player can cancel it or play instead.
func TestAHeldPassCanBeCancelled(t *testing.T) {
	led := playTurns(t, newMatch(t, func(s *match.Settings) { s.AutoPass = 20 * time.Second }), 0)
	held := playTurns(t, led, -1)
	if !held.PassHeld(1) || held.Decision != led.Decision {
		t.Fatal("a pass within the delay is not held")
	}
	if twice := playTurns(t, held, -1); twice.Seq != held.Seq {
		t.Error("a second click on pass changed the match")
	}
	if at := held.Alarm(false).Sub(led.At); at < 5*time.Second || at > 20*time.Second {
		t.Errorf("the held pass shows after %v, want 5s to 20s", at)
	}
	if m := matchtest.Play(t, held, match.TimeUp{}); m.PassHeld(1) || !lastMoveIs(m, 1, game.Passed, match.ByTable) {
		t.Errorf("after the delay: got the moves %+v, want a pass by the table", m.Moves)
	}
	if m := playTurns(t, held, 0); m.PassHeld(1) || !lastMoveIs(m, 1, game.Played, match.ByPlayer) {
		t.Errorf("a play instead of the held pass: got the moves %+v, want the play", m.Moves)
	}
	m := matchtest.Play(t, held, match.CancelPass{Player: bob})
	if m.PassHeld(1) || !m.Alarm(false).Equal(m.Deadline()) {
		t.Errorf("the pass is cancelled: the table acts at %v, want the deadline", m.Alarm(false))
	}
	events, err := m.Decide(matchtest.Turn(m, -1), led.At.Add(20*time.Second))
	if acted, ok := events[0].Body.(match.Acted); err != nil || !ok || acted.By != match.ByPlayer {
		t.Errorf("a pass after the delay: got %+v, %v, want Bob's own pass", events, err)
	}
}

// Cy plans during Bob's turn. The table carries out the plan in Cy's turn. If the plan is illegal
// by then, it is dropped, and Cy decides.
func TestAPlanIsPlayedOrDropped(t *testing.T) {
	m := playTurns(t, matchtest.Dealt(t), 0)
	v, _ := m.View(2)
	plan := func(cards ...card.Card) match.Plan {
		return match.Plan{Player: cy, Decision: m.Decision, Action: game.Action{Verb: game.Play, Cards: cards}}
	}
	planned := matchtest.Play(t, m, plan(v.Hand[1]))
	if a, ok := planned.Plan(2); !ok || !slices.Equal(a.Cards, v.Hand[1:2]) {
		t.Fatalf("got the plan %v, %v, want the card that Cy chose", a, ok)
	}
	due := playTurns(t, planned, -1)
	if at := due.Alarm(false); !at.Equal(due.At.Add(due.Settings.Pace)) {
		t.Errorf("the plan is due at %v, want it after the pace", at)
	}
	played := matchtest.Play(t, due, match.TimeUp{})
	if _, still := played.Plan(2); still || !lastMoveIs(played, 2, game.Played, match.ByTable) || !slices.Equal(played.Moves[2].News[0].Cards, v.Hand[1:2]) {
		t.Errorf("got the moves %+v, want the planned play by the table; the plan is still there: %v", played.Moves, still)
	}

	illegal := playTurns(t, matchtest.Play(t, m, plan(v.Hand[:2]...)), -1)
	if a, dropped := illegal.Dropped(2); !dropped || !slices.Equal(a.Cards, v.Hand[:2]) {
		t.Errorf("got the dropped plan %v, %v, want the illegal plan", a, dropped)
	}
	if _, still := illegal.Plan(2); still || !illegal.Alarm(false).Equal(illegal.Deadline()) {
		t.Errorf("an illegal plan: still there: %v, the table acts at %v, want the deadline", still, illegal.Alarm(false))
	}
	if decided := playTurns(t, illegal, 0); !lastMoveIs(decided, 2, game.Played, match.ByPlayer) {
		t.Errorf("after Cy decided: got the moves %+v, want his play", decided.Moves)
	}
	left := matchtest.Play(t, planned, match.Leave{Player: cy})
	if _, still := left.Plan(2); still {
		t.Error("Cy left, but his plan is still there for the stand-in")
	}
}

func TestImpossiblePlansAreRefused(t *testing.T) {
	m := playTurns(t, matchtest.Dealt(t), 0) // Bob is to move
	hand := func(seat game.Seat) []card.Card {
		v, _ := m.View(seat)
		return v.Hand
	}
	plan := func(p match.Player, on match.Decision, cards ...card.Card) match.Plan {
		return match.Plan{Player: p, Decision: on, Action: game.Action{Verb: game.Play, Cards: cards}}
	}
	one := plan(cy, m.Decision, hand(2)[0])
	draw, passing := one, one
	draw.Action, passing.Action = game.Action{Verb: game.Draw}, game.Action{Verb: game.Pass}
	planned := matchtest.Play(t, m, one)
	last := playTurns(t, matchtest.Play(t, matchtest.Lobby(t), match.SetOption{Player: ann, Key: "cards", Value: "1"}, match.Start{Player: ann}, match.Deal{}), 0)
	paused := matchtest.Play(t, m, match.TimeUp{}, match.TimeUp{}, match.TimeUp{})
	for _, c := range []struct {
		reason  string
		m       match.Match
		command match.Command
		text    string // part of the refusal; "" for ErrStale
	}{
		{"a stranger's", m, plan(eve, m.Decision, hand(2)[0]), "aren't at this table"},
		{"for a turn that has come", m, plan(bob, m.Decision, hand(1)[0]), ""},
		{"for a turn before the seat's last", m, plan(ann, match.Decision{Round: 1, Turn: 1}, hand(0)[0]), ""},
		{"of another round", m, plan(cy, match.Decision{Round: 2, Turn: 1}, hand(2)[0]), ""},
		{"of a turn to come", m, plan(cy, match.Decision{Round: 1, Turn: 9}, hand(2)[0]), ""},
		{"of another's cards", m, plan(cy, m.Decision, hand(1)[0]), "can't do that now"},
		{"of a card twice", m, plan(cy, m.Decision, hand(2)[0], hand(2)[0]), "can't do that now"},
		{"to draw", m, draw, "can't do that now"},
		{"cancelled where there is none", m, match.CancelPlan{Player: cy}, ""},
		{"cancelled by a stranger", m, match.CancelPlan{Player: eve}, "aren't at this table"},
		{"another at once", planned, passing, "already done that"},
		{"the same at once", planned, one, "already done that"},
		{"of a seat that was left", matchtest.Play(t, m, match.Leave{Player: cy}), one, "You gave up your seat"},
		{"in a paused match", paused, plan(ann, paused.Decision, hand(0)[0]), "can't do that now"},
		{"cancelled when its round is over", playTurns(t, matchtest.Play(t, last, passing), 0), match.CancelPlan{Player: cy}, ""},
	} {
		wantRefused(t, c.reason, c.m, c.command, c.text)
	}
}

// A player who can only draw can draw until a card can be played, with one click. The stored events
// are the same as those of single draws.
func TestDrawOutDrawsUntilACardCanBePlayed(t *testing.T) {
	sys, _ := systems.Latest("acehole")
	r := gametest.NewRand(4)
	m := screentest.NewMatch(t, sys, 4, nil)
	drawn, longest, refused := 0, 0, 0
	for range 3000 {
		if m.Phase == match.Over {
			m = screentest.NewMatch(t, sys, 4, nil)
		}
		seat, due := m.Turn()
		if due {
			player, other := m.Players()[seat], m.Players()[(int(seat)+1)%4]
			c := match.DrawOut{Player: player, Decision: m.Decision}
			if _, err := m.Decide(match.DrawOut{Player: other, Decision: m.Decision}, m.At); err == nil {
				t.Fatal("a draw in another player's turn is accepted, want an error")
			}
			if _, err := m.Decide(match.DrawOut{Player: player, Decision: match.Decision{Round: m.Decision.Round, Turn: 99999}}, m.At); !errors.Is(err, match.ErrStale) {
				t.Fatalf("a draw with another decision: got %v, want ErrStale", err)
			}
			if m.CanDrawOut(seat) {
				clicked, n := m, 0
				for ; clicked.Phase == match.Playing && clicked.CanDrawOut(seat); n++ {
					clicked = screentest.Do(t, clicked, match.Act{Player: player, Decision: clicked.Decision, Action: game.Action{Verb: game.Draw}}, m.At)
				}
				m = screentest.Do(t, m, c, m.At)
				drawn, longest = drawn+1, max(longest, n)
				if one, several := matchtest.Describe(m), matchtest.Describe(clicked); one != several {
					t.Fatalf("one click leads to\n%s\nseveral to\n%s", one, several)
				}
				continue
			}
			if _, err := m.Decide(c, m.At); err == nil {
				t.Fatalf("DrawOut is accepted with the legal actions %v, want an error", m.State.Legal())
			}
			refused++
		}
		m = screentest.Step(t, r, m)
	}
	if drawn < 20 || longest < 3 || refused < 20 {
		t.Errorf("drawn out %d times, at most %d cards, and refused %d times; want at least 20, 3 and 20", drawn, longest, refused)
	}
}

// One play per trick can be undone. Undoing it doesn't stop the clock, and old buttons stay
// invalid.
func TestOnePlayPerTrickCanBeUndone(t *testing.T) {
	before := newMatch(t, func(s *match.Settings) { s.Undo = 20 * time.Second })
	played := playTurns(t, before, 0)
	if until, may := played.UndoUntil(0); !may || !until.Equal(played.At.Add(20*time.Second)) || !played.UndoEnds().Equal(until) {
		t.Fatalf("the play can be undone until %v, %v, want 20 s after it", until, may)
	}
	m := matchtest.Play(t, played, match.Undo{Player: ann, Decision: played.Decision})
	v, _ := m.View(0)
	w, _ := before.View(0)
	if turn, _ := m.Turn(); turn != 0 || !slices.Equal(v.Hand, w.Hand) || len(m.Moves) != 0 {
		t.Errorf("after the undo: seat %d is to move with %v after %d moves, want Ann with the hand of before and no moves", turn, v.Hand, len(m.Moves))
	}
	if !m.Deadline().Equal(before.Deadline()) {
		t.Errorf("after the undo the deadline is %v, want %v as before", m.Deadline(), before.Deadline())
	}
	if m.Decision == before.Decision || m.Decision == played.Decision {
		t.Errorf("after the undo the decision is %v again, so old buttons would work", m.Decision)
	}
	if notes := m.SeatChanges; len(notes) != 1 || notes[0] != (match.Undone{Seat: 0}) {
		t.Errorf("after the undo: got the notes %v, want that Ann undid her play", notes)
	}
	if until, may := playTurns(t, played, -1).UndoUntil(1); !may {
		t.Errorf("a pass can be undone until %v, false, want true", until)
	}
	if _, may := playTurns(t, m, 1).UndoUntil(0); may {
		t.Error("a second play of the trick can be undone, want one in a trick")
	}
	for _, c := range []struct {
		reason               string
		playAfter, undoAfter time.Duration // time of the play after the turn began, and of the undo after the play
		text                 string        // part of the refusal; "": the undo is allowed
	}{
		{"in the last moment", time.Second, 20 * time.Second, ""},
		{"a moment later", time.Second, 20*time.Second + time.Millisecond, "too late"},
		{"when the time of the turn is over", 80 * time.Second, 10 * time.Second, "too late"},
	} {
		m := screentest.Do(t, before, matchtest.Turn(before, 0), before.At.Add(c.playAfter))
		_, err := m.Decide(match.Undo{Player: ann, Decision: m.Decision}, m.At.Add(c.undoAfter))
		if (err == nil) != (c.text == "") || err != nil && !strings.Contains(err.Error(), c.text) {
			t.Errorf("%s: got the error %v, want %q", c.reason, err, c.text)
		}
	}
}

// While a play can be undone, nothing shows that depends on the next hand: the pause before an automatic
// pass, a held pass or a plan begins afterwards. So the time for undo is a quarter of the clock at most, and
// there is none where passes show at once.
func TestThePauseBeforeAPassBeginsWhenUndoEnds(t *testing.T) {
	const undo, longest = 3 * time.Second, 4 * time.Second
	for _, c := range []struct {
		reason      string
		change      func(*match.Settings)
		undo        time.Duration // time for undo
		least, most time.Duration // time from the end of undo until a pass shows
	}{
		{"quick passes", func(*match.Settings) {}, undo, longest / 4, longest},
		{"no undo", func(s *match.Settings) { s.Undo = 0 }, 0, longest / 4, longest},
		{"no clock", func(s *match.Settings) { s.Clock = 0 }, undo, longest / 4, longest},
		{"a short clock", func(s *match.Settings) { s.Clock = 4 * time.Second }, time.Second, 0, time.Second},
		{"passes by hand", func(s *match.Settings) { s.AutoPass = 0 }, undo, match.DefaultSettings().Pace, match.DefaultSettings().Pace},
		{"passes that show", func(s *match.Settings) { s.AutoPass = time.Millisecond }, 0, 0, time.Millisecond},
	} {
		m := newMatch(t, func(s *match.Settings) {
			s.AutoPass, s.Undo = longest, undo
			c.change(s)
		})
		planned := matchtest.Play(t, m, match.Plan{Player: bob, Decision: m.Decision, Action: game.Action{Verb: game.Pass}})
		played := playTurns(t, planned, 0)
		if until, may := played.UndoUntil(0); may && until.Sub(played.At) != c.undo || !may && c.undo > 0 {
			t.Errorf("%s: the play can be undone until %v, %v, want %v after it", c.reason, until, may, c.undo)
		}
		shows := map[string]time.Time{"a plan": played.Alarm(false)}
		if played.Settings.AutoPass == longest { // otherwise they show as soon as they are clicked
			led := playTurns(t, m, 0)
			act := matchtest.Turn(led, -1)
			shows["a pass"] = screentest.Do(t, led, act, led.At).Alarm(false)
			shows["a pass until the trick ends"] = screentest.Do(t, led, match.PassTrick{Player: bob, Decision: led.Decision}, led.At).Alarm(false)
		}
		for what, at := range shows {
			if after := at.Sub(played.At) - c.undo; after < c.least || after > c.most {
				t.Errorf("%s: %s shows %v after the end of undo, want %v to %v", c.reason, what, after, c.least, c.most)
			}
		}
	}
}

// A player who cancels a pass doesn't tell the player before, who can still undo. The undo doesn't bring the
// pass back.
func TestACancelledPassDoesNotEndUndo(t *testing.T) {
	led := playTurns(t, newMatch(t, func(s *match.Settings) { s.AutoPass, s.Undo = 4*time.Second, 20*time.Second }), 0)
	cancelled := matchtest.Play(t, playTurns(t, led, -1), match.CancelPass{Player: bob})
	if until, may := cancelled.UndoUntil(0); !may || !until.Equal(led.UndoEnds()) {
		t.Errorf("Bob cancelled a pass: the play can be undone until %v, %v, want %v, true", until, may, led.UndoEnds())
	}
	if m := matchtest.Play(t, cancelled, match.Undo{Player: ann, Decision: led.Decision}); m.PassHeld(1) {
		t.Error("after the undo Bob's cancelled pass is held again")
	}
}

// A player who undoes a pass, or a play that came instead of a pass, decides anew: the table doesn't pass
// again for them.
func TestAnUndoneDecisionLeavesNoPass(t *testing.T) {
	led := playTurns(t, newMatch(t, func(s *match.Settings) { s.AutoPass, s.Undo = 4*time.Second, 20*time.Second }), 0)
	late := led.At.Add(led.Settings.Undo + led.Settings.AutoPass)
	for reason, m := range map[string]match.Match{
		"a pass until the trick ends": screentest.Do(t, led, match.PassTrick{Player: bob, Decision: led.Decision}, late),
		"a play instead of a pass":    playTurns(t, led, -1, 0),
	} {
		m = matchtest.Play(t, m, match.Undo{Player: bob, Decision: m.Decision})
		if turn, _ := m.Turn(); turn != 1 || m.PassHeld(1) || m.PassesTrick(1) || !m.Alarm(false).Equal(m.Deadline()) {
			t.Errorf("%s: seat %d is to move and the table acts at %v, want seat 1, no pass, and the deadline %v", reason, turn, m.Alarm(false), m.Deadline())
		}
	}
}

func TestUndoIsRefused(t *testing.T) {
	start := newMatch(t, func(s *match.Settings) { s.Undo = time.Hour })
	played := playTurns(t, start, 0) // by Ann
	alone := matchtest.Play(t, start, match.Leave{Player: bob})
	now := func(turn int) match.Decision { return match.Decision{Round: 1, Turn: turn} }
	lobby := matchtest.Play(t, matchtest.Lobby(t), match.SetSettings{Player: ann, Settings: start.Settings})
	dealt := func(key, value string) match.Match {
		return matchtest.Play(t, lobby, match.SetOption{Player: ann, Key: key, Value: value}, match.Start{Player: ann}, match.Deal{})
	}
	over := playTurns(t, dealt("cards", "1"), 0, 0)
	sys, _ := systems.Latest("president")
	exchange := screentest.NewMatch(t, sys, 4, map[string]string{"exchange": "choice"})
	exchange = matchtest.Play(t, exchange, match.SetSettings{Player: 1, Settings: start.Settings}, match.Start{Player: 1}, match.Deal{})
	exchange = matchtest.Play(t, finishRound(t, exchange), match.Deal{})
	giver, _ := exchange.Turn()
	if exchange.State.Legal()[0].Verb != game.Give {
		t.Fatalf("got the legal actions %v, want cards to give", exchange.State.Legal())
	}
	given := playTurns(t, exchange, 0)
	for _, c := range []struct {
		reason  string
		m       match.Match
		command match.Undo
		text    string
	}{
		{"nothing was played", start, match.Undo{Player: ann, Decision: now(1)}, "too late"},
		{"a stranger", played, match.Undo{Player: eve, Decision: now(2)}, "aren't at this table"},
		{"another player", played, match.Undo{Player: bob, Decision: now(2)}, "too late"},
		{"a decision before", played, match.Undo{Player: ann, Decision: now(1)}, "too late"},
		{"somebody has played since", playTurns(t, played, 0), match.Undo{Player: ann, Decision: now(3)}, "too late"},
		{"a second time", matchtest.Play(t, played, match.Undo{Player: ann, Decision: now(2)}), match.Undo{Player: ann, Decision: now(3)}, "too late"},
		{"a stand-in has answered", matchtest.Play(t, playTurns(t, alone, 0), match.TimeUp{}), match.Undo{Player: ann, Decision: now(3)}, "too late"},
		{"a stand-in's play", matchtest.Play(t, playTurns(t, alone, 0), match.TimeUp{}, match.Join{Player: bob}), match.Undo{Player: bob, Decision: now(3)}, "too late"},
		{"the clock's play", matchtest.Play(t, start, match.TimeUp{}), match.Undo{Player: ann, Decision: now(2)}, "too late"},
		{"the program was restarted", matchtest.Play(t, played, match.CatchUp{Lost: time.Second}), match.Undo{Player: ann, Decision: now(2)}, "too late"},
		{"its player was removed", matchtest.Play(t, played, match.Kick{Player: eve, Against: ann, Force: true}), match.Undo{Player: ann, Decision: now(2)}, "You were removed"},
		{"a draw", playTurns(t, dealt("drawing", "yes"), 0, -1), match.Undo{Player: bob, Decision: now(3)}, "too late"},
		{"a play that ended the round", over, match.Undo{Player: bob, Decision: over.Decision}, "too late"},
		{"an exchange of cards", given, match.Undo{Player: exchange.Players()[giver], Decision: given.Decision}, "too late"},
		{"the match is paused", matchtest.Play(t, played, match.TimeUp{}, match.TimeUp{}, match.TimeUp{}), match.Undo{Player: ann, Decision: now(5)}, "too late"},
	} {
		wantRefused(t, c.reason, c.m, c.command, c.text)
	}
}
