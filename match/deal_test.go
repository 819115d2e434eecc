package match_test

import (
	"slices"
	"strings"
	"testing"

	"deuces/commands/screen/screentest"
	"deuces/game"
	"deuces/game/deal"
	"deuces/internal/errtest"
	"deuces/match"
	"deuces/match/matchtest"
)

// sealedLobby returns a lobby with a sealed first round.
func sealedLobby(t *testing.T) match.Match {
	return matchtest.Play(t, matchtest.Lobby(t), match.Seal{Seed: deal.Seed{1}})
}

func TestRefusedCuts(t *testing.T) {
	sealed := sealedLobby(t)
	annCut := matchtest.Play(t, sealed, matchtest.Cut(sealed, ann, "7"))
	anew := matchtest.Play(t, annCut, match.Join{Player: dee}, match.Seal{Seed: deal.Seed{2}})
	playing := dealtFrom(t, annCut, deal.Seed{1})
	between := matchtest.Play(t, finishRound(t, playing), match.Seal{Seed: deal.Seed{3}})
	bobLeft := matchtest.Play(t, between, match.Leave{Player: bob})
	over := matchtest.Play(t, between, match.End{Player: ann})
	for _, c := range []struct {
		reason string
		match  match.Match
		player match.Player
		number int
		typed  string
		text   string
	}{
		{"19 digits", sealed, ann, 1, strings.Repeat("1", 19), "1 to 18 digits"},
		{"letters", sealed, ann, 1, "seven", "1 to 18 digits"},
		{"a watcher", sealed, eve, 1, "7", "aren't at this table"},
		{"a player left", bobLeft, bob, 2, "7", "You gave up your seat"},
		{"twice", annCut, ann, 1, "8", "already done that"},
		{"the same number twice", annCut, ann, 1, "7", "already done that"},
		{"after the deal", playing, bob, 1, "7", "too late to cut"},
		{"for the round before", between, bob, 1, "7", "too late to cut"},
		{"the options or seats changed meanwhile", anew, ann, 1, "7", "too late to cut"},
		{"a deal that is yet to come", sealed, ann, 2, "7", "too late to cut"},
		{"no deal at all", sealed, ann, 0, "7", "too late to cut"},
		{"a number below all", sealed, ann, -1, "7", "too late to cut"},
		{"a table without a seal", matchtest.Lobby(t), ann, 0, "7", "too late to cut"},
		{"a table that is over", over, ann, 2, "7", "closed"},
	} {
		wantRefused(t, c.reason, c.match, match.CutDeck{Player: c.player, Deal: c.number, Typed: c.typed}, c.text)
	}
}

// dealtFrom starts the match of a lobby whose first round was sealed with this seed.
func dealtFrom(t *testing.T, m match.Match, seed deal.Seed) match.Match {
	t.Helper()
	d, _ := m.NextDeal()
	n := len(m.Players())
	c, err := seed.Chance(int64(m.ID), d.Round, d.BySeat(), m.Rules.Deck(n), n)
	errtest.Must(t, err)
	m = matchtest.Play(t, m, match.Start{Player: m.Host})
	return screentest.Do(t, m, match.Deal{Chance: c}, m.Deadline())
}

// The seal shows that a deal was changed, even if the hash chain was recomputed.
func TestAChangedDealIsFoundByItsSeal(t *testing.T) {
	cut := matchtest.Play(t, sealedLobby(t), matchtest.Cut(sealedLobby(t), ann, "271828"))
	d := &match.Draft{Match: matchtest.Play(t, cut, match.Start{Player: ann})}
	before := d.Match
	errtest.Must(t, d.Decide(match.Deal{}, d.Deadline()))
	for what, change := range map[string]func(*game.Chance){
		"as it was":   func(*game.Chance) {},
		"the deck":    func(c *game.Chance) { c.Deck = slices.Concat(c.Deck[1:2], c.Deck[:1], c.Deck[2:]) },
		"a card less": func(c *game.Chance) { c.Deck = c.Deck[1:] },
		"the draws":   func(c *game.Chance) { c.Draws = c.Draws[1:] },
		"the pick":    func(c *game.Chance) { c.Pick = 1 - c.Pick },
	} {
		e := d.Events[0]
		b := e.Body.(match.Dealt)
		change(&b.Chance)
		e.Body = b
		if wrong := before.CheckDeal(e); (wrong != nil) != (what != "as it was") {
			t.Errorf("the deal with this change: %s: got %v, want an error unless it is as it was", what, wrong)
		}
	}
	if err := cut.CheckDeal(match.Event{Seq: cut.Seq + 1, Body: match.Started{By: ann}}); err != nil {
		t.Errorf("an event that deals nothing: got %v, want no error", err)
	}
}

// If the deal itself decides a round, the round is settled together with the deal, even if places
// are shared. Then the match continues.
func TestARoundDecidedByTheDealIsSettledAtOnce(t *testing.T) {
	m := matchtest.Play(t, matchtest.Lobby(t), match.SetOptions{Player: ann, Options: map[string]string{"aces": "yes", "cards": "13", "target": "0"}}, match.Start{Player: ann})
	d := &match.Draft{Match: m}
	deal := matchtest.Deal(m)
	slices.Reverse(deal.Chance.Deck) // so that the Aces are dealt
	errtest.Must(t, d.Decide(deal, m.Deadline()))
	if _, due := d.Turn(); due || d.Phase != match.Between || len(d.Results) != 1 {
		t.Fatalf("the deal decides the round: phase %v, %d results, a turn is due: %t; want the pause after it, 1 and false", d.Phase, len(d.Results), due)
	}
	if places := slices.Sorted(slices.Values(d.Places())); !slices.Equal(places, []int{1, 2, 2}) {
		t.Errorf("the places are %v, want one first and two who share the second", places)
	}
	settled := match.Settle(d.Match, d.Events)
	if len(settled.Entries) != 3 || settled.People != 3 {
		t.Errorf("nobody had anything to decide: the round counts for %+v, want all three", settled)
	}
	for _, e := range settled.Entries {
		if seat, _ := d.Seat(e.Player); e.Place != d.Places()[seat] {
			t.Errorf("seat %d has place %d, but the settlement says %d", seat, d.Places()[seat], e.Place)
		}
	}
	matchtest.Play(t, d.Match, match.Deal{})
}
