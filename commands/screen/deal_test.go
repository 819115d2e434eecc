package screen

import (
	"fmt"
	"strings"
	"testing"

	"deuces/bot"
	"deuces/bot/bottest"
	"deuces/commands/ids"
	"deuces/commands/screen/screentest"
	"deuces/game/deal"
	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/internal/say"
	"deuces/match"
	"deuces/standing"
)

// cutDeck makes these players cut the deck of the next deal.
func cutDeck(t *testing.T, m match.Match, cut string, players ...match.Player) match.Match {
	t.Helper()
	for _, p := range players {
		m = screentest.Do(t, m, match.CutDeck{Player: p, Deal: len(m.Deals()), Typed: cut}, m.At)
	}
	return m
}

// seal seals the next deal with a known seed.
func seal(t *testing.T, m match.Match, seed byte) match.Match {
	t.Helper()
	return screentest.Do(t, m, match.Seal{Seed: deal.Seed{seed}}, m.At)
}

// dealSealed deals the round that was sealed with this seed.
func dealSealed(t *testing.T, m match.Match, seed byte) match.Match {
	t.Helper()
	d, _ := m.NextDeal()
	n := len(m.Players()) + len(m.Newcomers)
	chance, err := deal.Seed{seed}.Chance(int64(m.ID), d.Round, d.BySeat(), m.Rules.Deck(n), n)
	if err != nil {
		t.Fatal(err)
	}
	return screentest.Do(t, m, match.Deal{Chance: chance}, m.Deadline())
}

func playRound(t *testing.T, m match.Match) match.Match {
	t.Helper()
	for r := gametest.NewRand(3); m.Phase == match.Playing; {
		m = screentest.Step(t, r, m)
	}
	return m
}

// The messages about a sealed deal have the golden texts, from the lobby to the page that lets
// players check the deal.
func TestSealedDealsGolden(t *testing.T) {
	sys := systems.All()[0]
	var b goldenTexts
	add := func(what string, msg bot.Message) { b.add(t, what, msg) }
	m := seal(t, screentest.NewMatch(t, sys, 4, nil), 1)
	add("a lobby", snapshotOf(m).Board())
	m = cutDeck(t, cutDeck(t, m, "007", 1), "271828", 2)
	add("two have cut", snapshotOf(m).Board())
	form := CutForm(ids.Cut{Table: m.ID, Number: 1})
	if err := bottest.Modal(form); err != nil {
		t.Error(err)
	}
	fmt.Fprintf(&b, "=== the form\n%s\n%s\n\n", form.Title, form.Fields[0].Label)
	m = seal(t, screentest.Do(t, m, match.Join{Player: 5}, m.At), 2)
	add("somebody joined: sealed anew", snapshotOf(m).Board())
	m = cutDeck(t, m, "42", 5)
	lobby, sealed := snapshotOf(m), snapshotOf(m).Next
	m = dealSealed(t, screentest.Do(t, m, match.Start{Player: 1}, m.At), 2)
	lobby.Next = m.Deals()[1]
	if lobby.Next.Commitment != sealed.Commitment {
		t.Errorf("got the commitment %v, want the sealed %v", lobby.Next.Commitment, sealed.Commitment)
	}
	add("the lobby's board once it has begun", lobby.PastBoard())
	page := func(m match.Match, at int) bot.Message {
		return Deal(DealPage{Table: m.ID, Game: say.New("Game"), Deals: m.Deals(), At: at, Who: snapshotOf(m).Who, Details: true})
	}
	add("a deal while its round is played", page(m, 1))
	add("for a player", Deal(DealPage{Table: m.ID, Game: say.New("Game"), Deals: m.Deals(), At: 1, CutsOn: true}))
	m = playRound(t, m)
	result := snapshotOf(m)
	m = cutDeck(t, seal(t, m, 3), "9", 3)
	add("between rounds", snapshotOf(m).Board())
	add("a deck that may be cut", Deal(DealPage{Table: m.ID, Game: say.New("Game"), Deals: m.Deals(), At: 2, MayCut: true}))
	result.Next = snapshotOf(m).Next
	add("the result once the next round has begun", result.PastBoard())
	add("a deal that was opened", page(m, 1))
	add("a deal that was opened unused", page(m, 0))
	ended := screentest.Do(t, m, match.End{Player: 1}, m.At)
	add("ended before the next deal", snapshotOf(ended).Board())
	add("a deal that never was dealt", page(ended, 2))
	add("a lobby that was closed", snapshotOf(screentest.Do(t, seal(t, screentest.NewMatch(t, sys, 1, nil), 1), match.Leave{Player: 1}, screentest.Began)).Board())
	screentest.Golden(t, "deals", b.String())
}

// At a full table where everybody has the longest name and has cut with 18 digits, boards and pages
// fit Discord's limits and show every cut.
func TestAFullTableThatCutsFitsDiscord(t *testing.T) {
	for _, sys := range systems.All() {
		_, players := screentest.Seats(t, sys)
		m := seal(t, screentest.NewMatch(t, sys, players, nil), 1)
		var all []match.Player
		for p := range players {
			all = append(all, match.Player(p+1))
		}
		const longest = "123456789012345678"
		check := func(what string, msg bot.Message, cuts int) {
			t.Helper()
			if err := bottest.Message(msg); err != nil {
				t.Errorf("%s, %s: %v", sys.Name, what, err)
			}
			if n := strings.Count(screentest.AllText(msg), longest); n != cuts {
				t.Errorf("%s, %s shows %d cuts of %d:\n%s", sys.Name, what, n, cuts, screentest.AllText(msg))
			}
		}
		withLongNames := func(m match.Match) Snapshot {
			s := snapshotOf(m)
			name := strings.Repeat("*W_~", 20)
			for i := range s.People {
				s.People[i].Name = name
			}
			for p := range s.Who {
				s.Who[p] = standing.Person{ID: "1", Name: name}
			}
			s.LastOptions = map[string]string{"table-clock": "1s"}
			return s
		}
		m = cutDeck(t, m, longest, all...)
		check("lobby", withLongNames(m).Board(), players)
		m = playRound(t, dealSealed(t, screentest.Do(t, m, match.Start{Player: 1}, m.At), 1))
		if m.Phase == match.Over {
			continue
		}
		result := withLongNames(m)
		m = cutDeck(t, seal(t, m, 2), longest, all...)
		check("result", withLongNames(m).Board(), players)
		result.Next = snapshotOf(m).Next
		check("past result", result.PastBoard(), 0)
		for at, d := range m.Deals() {
			check(fmt.Sprintf("page of deal %d", d.Number), Deal(DealPage{Table: m.ID, Game: say.New("Game"), Deals: m.Deals(), At: at, Who: result.Who, Details: true}), players)
		}
	}
}
