package match_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/card"
	"deuces/game/systems"
	"deuces/match"
	"deuces/match/matchtest"
)

const (
	ann = matchtest.Ann
	bob = matchtest.Bob
	cy  = matchtest.Cy
	dee = matchtest.Dee
	eve = matchtest.Eve
)

func TestARefusedCommandSaysWhy(t *testing.T) {
	lobby, dealt := matchtest.Lobby(t), matchtest.Dealt(t)
	over := matchtest.Play(t, dealt, match.End{Player: ann})
	alone := matchtest.Play(t, lobby, match.Leave{Player: bob}, match.Leave{Player: cy})
	full := matchtest.Play(t, lobby, match.Join{Player: dee})
	bobLeft := matchtest.Play(t, dealt, match.Leave{Player: bob})
	fullMatch := matchtest.Play(t, full, match.Start{Player: ann}, match.Deal{})
	waiting := matchtest.Play(t, dealt, match.Join{Player: dee})
	kicked := matchtest.Play(t, dealt, match.Kick{Player: ann, Against: bob})
	voting := matchtest.Play(t, dealt, match.Kick{Player: bob, Against: cy})
	votedDown := matchtest.Play(t, voting, match.Ballot{Player: ann, Number: 7})
	waitingForASeat := matchtest.Play(t, fullMatch, match.Leave{Player: bob}, match.Join{Player: eve}, match.Join{Player: bob})
	threeSeats := matchtest.Play(t, lobby, match.SetSettings{Player: ann, Settings: match.Settings{Seats: 3}})
	withComputers := matchtest.Play(t, lobby, match.Leave{Player: cy}, match.AddComputer{Player: ann, Level: ai.Easy}, match.AddComputer{Player: ann, Level: ai.Easy}, match.Start{Player: ann}, match.Deal{})
	pass := game.Action{Verb: game.Pass}
	now := match.Decision{Round: 1, Turn: 1}
	for _, c := range []struct {
		reason  string
		match   match.Match
		command match.Command
		text    string // part of the refusal; "" for ErrStale
	}{
		{"no one sits twice", lobby, match.Join{Player: bob}, "already"},
		{"the seats end with Rules.Seats", full, match.Join{Player: eve}, "All 4 seats are taken"},
		{"nobody waits beyond the number of seats", fullMatch, match.Join{Player: eve}, "All 4 seats are taken"},
		{"a newcomer waits once", waiting, match.Join{Player: dee}, "already done that"},
		{"a newcomer who waits for a seat waits once", waitingForASeat, match.Join{Player: eve}, "already done that"},
		{"a waiting newcomer has no cards", waiting, match.Act{Player: dee, Decision: now, Action: pass}, "aren't at this table"},
		{"a removed player can't join", kicked, match.Join{Player: bob}, "removed"},
		{"a removed player can't play", kicked, match.Act{Player: bob, Decision: now, Action: pass}, "You were removed"},
		{"no one is kicked twice", kicked, match.Kick{Player: ann, Against: bob}, "aren't at this table"},
		{"strangers can't be kicked", dealt, match.Kick{Player: ann, Against: eve}, "aren't at this table"},
		{"nobody kicks themself", dealt, match.Kick{Player: ann, Against: ann}, "Leave"},
		{"in a lobby guests kick nobody", lobby, match.Kick{Player: bob, Against: cy}, "Only the host"},
		{"strangers can't call a vote", dealt, match.Kick{Player: eve, Against: cy}, "aren't at this table"},
		{"no vote against a player who left", bobLeft, match.Kick{Player: cy, Against: bob}, "aren't at this table"},
		{"no vote against a waiting newcomer", waiting, match.Kick{Player: cy, Against: dee}, "Only the host"},
		{"one is no majority", bobLeft, match.Kick{Player: cy, Against: ann}, "nobody else"},
		{"computers have no vote", withComputers, match.Kick{Player: bob, Against: ann}, "nobody else"},
		{"one vote at a time", voting, match.Kick{Player: cy, Against: ann}, "One vote at a time"},
		{"one vote per player and round", votedDown, match.Kick{Player: bob, Against: ann}, "One vote at a time"},
		{"the player it is about has no vote", voting, match.Ballot{Player: cy, Number: 7, For: false}, "The others decide"},
		{"strangers don't vote", voting, match.Ballot{Player: eve, Number: 7, For: true}, "aren't at this table"},
		{"nobody votes twice", voting, match.Ballot{Player: bob, Number: 7, For: true}, "already done that"},
		{"a vote that is over", votedDown, match.Ballot{Player: ann, Number: 7, For: true}, ""},
		{"another vote", voting, match.Ballot{Player: ann, Number: 6, For: true}, ""},
		{"guests pardon nobody", kicked, match.Pardon{Player: cy, Kicked: bob}, "Only the host"},
		{"only a removed player can be let in again", kicked, match.Pardon{Player: ann, Kicked: cy}, ""},
		{"only a seated player can leave", lobby, match.Leave{Player: eve}, "aren't at this table"},
		{"no one leaves twice", bobLeft, match.Leave{Player: bob}, "You gave up your seat"},
		{"the host starts", lobby, match.Start{Player: bob}, "Only the host"},
		{"nobody plays alone", alone, match.Start{Player: ann}, "for 2 to 4 players"},
		{"a match starts once", dealt, match.Start{Player: ann}, "already begun"},
		{"a stranger makes no lobby wait", lobby, match.Wait{Player: eve}, "aren't at this table"},
		{"a match that has begun waits for nobody", dealt, match.Wait{Player: ann}, "already begun"},
		{"the host sets options", lobby, match.SetOptions{Player: bob}, "Only the host"},
		{"options are fixed once cards are dealt", dealt, match.SetOptions{Player: ann}, "already begun"},
		{"options must leave everyone a seat", full, match.SetOptions{Player: ann, Options: map[string]string{"cards": "13"}}, "At most 3 can play this way, and 4"},
		{"options must exist", lobby, match.SetOptions{Player: ann, Options: map[string]string{"speed": "1"}}, `"speed"`},
		{"an option must be in its range", lobby, match.SetOption{Player: ann, Key: "cards", Value: "99"}, "Cards must be a number from 1 to 13, not \"99\"."},
		{"the host sets the settings", lobby, match.SetSettings{Player: bob}, "Only the host"},
		{"no more seats than the rules have", lobby, match.SetSettings{Player: ann, Settings: match.Settings{Seats: 9}}, "This game is for 2 to 4 players."},
		{"no fewer seats than players", lobby, match.SetSettings{Player: ann, Settings: match.Settings{Seats: 2}}, "At most 2 can play this way, and 3 have joined"},
		{"the seats end with the settings", threeSeats, match.Join{Player: dee}, "All 3 seats are taken."},
		{"watchers don't play", dealt, match.Act{Player: eve, Decision: now, Action: pass}, "aren't at this table"},
		{"out of turn", dealt, match.Act{Player: bob, Decision: now, Action: pass}, "isn't your turn"},
		{"against the rules of the game", dealt, match.Act{Player: ann, Decision: now, Action: pass}, "You lead, so you must play"},
		{"a decision that was made", dealt, match.Act{Player: ann, Decision: match.Decision{Round: 1}, Action: pass}, ""},
		{"a decision of the lobby's", lobby, match.Act{Player: ann, Action: pass}, ""},
		{"a player who left can't play", bobLeft, match.Act{Player: bob, Decision: now, Action: pass}, "You gave up your seat"},
		{"guests don't end tables", dealt, match.End{Player: bob}, "Only the host"},
		{"nothing to resume", dealt, match.Resume{Player: bob}, ""},
		{"watchers don't resume", dealt, match.Resume{Player: eve}, "aren't at this table"},
		{"no second deal", dealt, match.Deal{}, ""},
		{"the clock waits for the deadline", dealt, match.TimeUp{}, ""},
		{"nobody skips a round that people play", dealt, match.SkipAhead{Player: ann}, ""},
		{"watchers don't skip", dealt, match.SkipAhead{Player: eve}, "aren't at this table"},
		{"nothing follows the end", over, match.Join{Player: bob}, "closed"},
		{"not even an end", over, match.End{Player: ann}, "closed"},
	} {
		wantRefused(t, c.reason, c.match, c.command, c.text)
	}
}

// wantRefused fails the test unless the match refuses the command and stays the same. The error
// must contain text; if text is empty, it must be ErrStale.
func wantRefused(t *testing.T, reason string, m match.Match, c match.Command, text string) {
	t.Helper()
	before := matchtest.Describe(m)
	events, err := m.Decide(c, m.At.Add(time.Second))
	switch {
	case len(events) > 0:
		t.Errorf("%s: %#v is accepted, want a refusal", reason, c)
	case text == "" && !errors.Is(err, match.ErrStale):
		t.Errorf("%s: got the error %v, want ErrStale", reason, err)
	case text != "" && (!matchtest.Refused(err) || !strings.Contains(err.Error(), text)):
		t.Errorf("%s: got the error %v, want a refusal with %q", reason, err, text)
	}
	if matchtest.Describe(m) != before {
		t.Errorf("%s: the refused command changed the match", reason)
	}
}

func TestTheHostSetsOptionsInTheLobby(t *testing.T) {
	m := matchtest.Play(t, matchtest.Lobby(t), match.SetOptions{Player: ann, Options: map[string]string{"cards": "5", "target": "6"}})
	if got := m.Rules.Options()[0].Value; got != "5" {
		t.Errorf("the option cards is %s, want 5", got)
	}
	m = matchtest.Play(t, m, match.SetOptions{Player: ann, Options: map[string]string{"target": "9"}})
	if o := m.Rules.Options(); o[0].Value != "3" || o[1].Value != "9" {
		t.Errorf("cards is not named, target is 9: got the options %v, want cards=3 and target=9", o)
	}
}

func TestTheHostEndsAMatchEarly(t *testing.T) {
	m := matchtest.Play(t, matchtest.Dealt(t), match.End{Player: eve, Force: true})
	outcome, ok := m.Outcome()
	if e, _ := m.Ended(); !ok || e.Cause != match.ByForce || e.By != eve || outcome.Winner != game.Nobody || len(outcome.Order) != 3 {
		t.Errorf("ended in the first round: got %+v, %+v, want Eve's end by force, without a winner", e, outcome)
	}
	m = finishRound(t, matchtest.Dealt(t))
	kept := m.Totals()
	m = matchtest.Play(t, m, match.Deal{}, match.End{Player: ann})
	outcome, _ = m.Outcome()
	if outcome.Winner != game.Nobody || outcome.Totals[m.Results[0].Places[0]] != 2 || m.Totals()[0] != kept[0] {
		t.Errorf("ended in the second round: got %+v, want no winner and the totals %v", outcome, kept)
	}
}

func TestMovesHasTheMovesOfTheTrick(t *testing.T) {
	m := playTurns(t, matchtest.Dealt(t), 0, -1)
	if len(m.Moves) != 2 || m.Moves[0].News[0].Kind != game.Played || !lastMoveIs(m, 1, game.Passed, match.ByPlayer) {
		t.Errorf("after a lead and a pass: got the moves %+v, want both", m.Moves)
	}
	if m = playTurns(t, m, -1); len(m.Moves) != 3 {
		t.Errorf("after the trick was won: got the moves %+v, want all three", m.Moves)
	}
	if m = playTurns(t, m, 0); len(m.Moves) != 1 {
		t.Errorf("after the next lead: got the moves %+v, want it alone", m.Moves)
	}
}

func TestADealOfAnotherGameIsRefused(t *testing.T) {
	m := matchtest.Play(t, matchtest.Lobby(t), match.Start{Player: ann})
	for _, c := range []struct {
		reason string
		spoil  func(*game.Chance)
	}{
		{"a card short", func(c *game.Chance) { c.Deck = c.Deck[1:] }},
		{"a card twice", func(c *game.Chance) { c.Deck = append([]card.Card{c.Deck[1]}, c.Deck[1:]...) }},
		{"draws of another game", func(c *game.Chance) { c.Draws = card.Deck(1, 1) }},
		{"a missing seat", func(c *game.Chance) { c.Pick = 3 }},
		{"no seat", func(c *game.Chance) { c.Pick = -1 }},
	} {
		deal := matchtest.Deal(m)
		c.spoil(&deal.Chance)
		if events, err := m.Decide(deal, m.At); err == nil || errors.Is(err, match.ErrStale) {
			t.Errorf("%s: got %v, %+v, want an error other than ErrStale", c.reason, err, events)
		}
	}
	if _, err := m.Decide(matchtest.Deal(m), m.At); err != nil {
		t.Errorf("the deal of the first round, at once: got the error %v, want none", err)
	}
	sealed := matchtest.Play(t, sealedLobby(t), match.Start{Player: ann})
	if _, err := sealed.Decide(matchtest.Deal(sealed), sealed.At); err == nil || !strings.Contains(err.Error(), "sealed") {
		t.Errorf("a deck other than the sealed one: got the error %v, want one that says sealed", err)
	}
}

// Drawing a card doesn't end the turn. If a player's time runs out, the clock draws for them until
// nothing is left to draw, and then passes.
func TestTimeOutDrawsUntilTheTurnEnds(t *testing.T) {
	m := matchtest.Play(t, matchtest.Lobby(t), match.SetOption{Player: ann, Key: "drawing", Value: "yes"}, match.Start{Player: ann}, match.Deal{})
	m = playTurns(t, m, 0)
	events, err := m.Decide(match.TimeUp{}, m.Deadline())
	if err != nil || len(events) != 52-3*3+1 {
		t.Fatalf("got %d events, %v, want a draw for each card of the pile, and a pass", len(events), err)
	}
	for i, e := range events {
		acted := e.Body.(match.Acted)
		if last := i == len(events)-1; acted.Seat != 1 || acted.By != match.ByClock || (acted.Action.Verb == game.Pass) != last {
			t.Fatalf("event %d of %d is %+v, want Bob's, by the clock, and only the last a pass", i+1, len(events), acted)
		}
	}
}

// An option may change the possible numbers of players. The lobby refuses options and players that
// don't fit together.
func TestOptionsThatDependOnTheNumberOfPlayers(t *testing.T) {
	o := matchtest.Opening(map[string]string{"jokers": "1", "guillotine": "yes"})
	o.System, o.Version, o.Settings, o.Others = "president", 1, match.DefaultSettings(), []match.Player{bob, cy, dee}
	m := matchtest.Play(t, match.New(1, systems.New), o)
	for n := len(o.Others) + 1; n < 8; n++ {
		wantRefused(t, fmt.Sprint("started with ", n), m, match.Start{Player: ann}, "two Jokers")
		m = matchtest.Play(t, m, match.Join{Player: eve + match.Player(n)})
	}
	if m = matchtest.Play(t, m, match.Start{Player: ann}); m.Phase == match.Lobby {
		t.Error("eight players start: got a lobby, want a match, since two decks have two Jokers")
	}

	o.System, o.Version, o.Options, o.Others = "acehole", 1, nil, []match.Player{bob, cy, dee, eve, eve + 1}
	m = matchtest.Play(t, match.New(1, systems.New), o)
	wantRefused(t, "one deck for six", m, match.SetOption{Player: ann, Key: "decks", Value: "1"}, "At most 5")
}
