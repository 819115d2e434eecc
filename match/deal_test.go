package match_test

import (
	"strings"
	"testing"

	"deuces/commands/screen/screentest"
	"deuces/game/deal"
	"deuces/match"
	"deuces/match/matchtest"
)

// sealedLobby returns a lobby with a sealed first round.
func sealedLobby(t *testing.T) match.Match {
	return matchtest.Play(t, matchtest.Lobby(t), match.Seal{Seed: deal.Seed{1}})
}

func TestRefusedCuts(t *testing.T) {
	annCut := func(t *testing.T) match.Match {
		return matchtest.Play(t, sealedLobby(t), matchtest.Cut(sealedLobby(t), ann, "7"))
	}
	anew := func(t *testing.T) match.Match {
		return matchtest.Play(t, annCut(t), match.Join{Player: dee}, match.Seal{Seed: deal.Seed{2}})
	}
	playing := func(t *testing.T) match.Match { return dealtFrom(t, annCut(t), deal.Seed{1}) }
	between := func(t *testing.T) match.Match {
		return matchtest.Play(t, finish(t, playing(t)), match.Seal{Seed: deal.Seed{3}})
	}
	bobLeft := func(t *testing.T) match.Match { return matchtest.Play(t, between(t), match.Leave{Player: bob}) }
	over := func(t *testing.T) match.Match { return matchtest.Play(t, between(t), match.End{Player: ann}) }
	for _, c := range []struct {
		reason string
		match  func(*testing.T) match.Match
		player match.Player
		number int
		typed  string
		says   string
	}{
		{"19 digits", sealedLobby, ann, 1, strings.Repeat("1", 19), "1 to 18 digits"},
		{"letters", sealedLobby, ann, 1, "seven", "1 to 18 digits"},
		{"digits of another script", sealedLobby, ann, 1, "٣٤", "1 to 18 digits"},
		{"wide digits", sealedLobby, ann, 1, "７", "1 to 18 digits"},
		{"a minus", sealedLobby, ann, 1, "-7", "1 to 18 digits"},
		{"a plus", sealedLobby, ann, 1, "+7", "1 to 18 digits"},
		{"nothing", sealedLobby, ann, 1, "", "1 to 18 digits"},
		{"spaces", sealedLobby, ann, 1, "  ", "1 to 18 digits"},
		{"two numbers", sealedLobby, ann, 1, "1 2", "1 to 18 digits"},
		{"a watcher", sealedLobby, eve, 1, "7", "Only players at this table"},
		{"a player left", bobLeft, bob, 2, "7", "You have left"},
		{"twice", annCut, ann, 1, "8", "already cut"},
		{"the same number twice", annCut, ann, 1, "7", "already cut"},
		{"after the deal", playing, bob, 1, "7", "have been dealt"},
		{"for the round before", between, bob, 1, "7", "That round has been dealt"},
		{"the options or seats changed meanwhile", anew, ann, 1, "7", "sealed anew"},
		{"a deal that is yet to come", sealedLobby, ann, 2, "7", "sealed anew"},
		{"no deal at all", sealedLobby, ann, 0, "7", "sealed anew"},
		{"a number below all", sealedLobby, ann, -1, "7", "sealed anew"},
		{"a table without a seal", matchtest.Lobby, ann, 0, "7", "no deck to cut"},
		{"a table that is over", over, ann, 2, "7", "closed"},
	} {
		refuses(t, c.reason, c.match(t), match.CutDeck{Player: c.player, Deal: c.number, Typed: c.typed}, c.says)
	}
}

// dealtFrom starts a lobby that was sealed with a seed.
func dealtFrom(t *testing.T, m match.Match, seed deal.Seed) match.Match {
	t.Helper()
	d, _ := m.NextDeal()
	n := len(m.Players())
	c, err := seed.Chance(int64(m.ID), d.Round, d.BySeat(), m.Rules.Deck(n), n)
	if err != nil {
		t.Fatal(err)
	}
	m = matchtest.Play(t, m, match.Start{Player: m.Host})
	return screentest.Do(t, m, match.Deal{Chance: c}, m.Deadline())
}
