package systems_test

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/card"
	"deuces/game/gametest"
	"deuces/game/systems"
)

var (
	update = flag.Bool("update", false, "write testdata/hints.txt anew")
	more   = flag.Int("more", 0, "print so many hints of each game that aren't in testdata/hints.txt, to be read")
	seed   = flag.Uint64("seed", listedSeed, "deal other rounds, for -more; testdata/hints.txt is of the rounds of the default")
)

const listedSeed = 21

// figures matches what may differ between two sentences that mean the same.
var figures = regexp.MustCompile(`(pair of |(two|three|four|five|six|seven|eight) )?((\d+|[2-9JQKA])[♣♦♥♠]?|Jack|Queen|King|Ace|Joker)s?\b|[♣♦♥♠]`)

// Every turn has a reason that wasn't given in the two turns before. testdata/hints.txt lists hints
// with what the player saw, for people to read. This prints more of them:
//
//	go test ./game/systems -run Hints -v -more 60 -seed 7
func TestHintsGiveDifferentReasons(t *testing.T) {
	const listed = 14 // of each game
	rounds := gametest.Dose(t, 6, 30, 200)
	var list strings.Builder
	for _, system := range systems.All() {
		rules, err := system.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		players, err := system.Players(rules)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&list, "=== %s\n", system.Name)
		h := hints{t: t, name: system.Name, rules: rules, normal: players[ai.Normal], rand: gametest.NewRand(*seed)}
		var before []game.Result
		for range rounds {
			before = append(before, h.round(before))
		}
		for _, line := range h.lines[:min(listed, len(h.lines))] {
			fmt.Fprintln(&list, line)
		}
		if *more > 0 {
			rest := h.known[min(listed, len(h.known)):]
			t.Logf("%s\n%s", system.Name, strings.Join(rest[:min(*more, len(rest))], "\n"))
		}
		if h.given < 20*rounds/2 {
			t.Errorf("%s: %d hints in %d rounds", system.Name, h.given, rounds)
		}
		// In a game with a draw pile, a seat's own draws aren't in the news, so an earlier turn may
		// be taken for another one. Elsewhere a reason is repeated only if no other one is true, in
		// less than one of a thousand hints.
		most := h.given / 1000
		if h.pile {
			most = h.given / 30
		}
		if h.again > most {
			t.Errorf("%s: of %d hints %d say what was said in the two turns before", system.Name, h.given, h.again)
		}
	}
	if *seed != listedSeed {
		return
	}
	const file = "testdata/hints.txt"
	if *update {
		if err := os.WriteFile(file, []byte(list.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil || string(want) != list.String() {
		t.Errorf("%s: %v\nit should be, if that is meant (-update):\n%s", file, err, list.String())
	}
}

// hints collects a hint for every turn with a choice.
type hints struct {
	t            *testing.T
	name         string
	rules        game.Rules
	normal       ai.Player
	rand         *gametest.Rand
	given, again int
	pile         bool
	lines        []string
	known        []string // the same with what else the seat knows, to count how often a hint occurs
}

func (h *hints) round(before []game.Result) game.Result {
	state, err := h.rules.Start(h.rules.Setup(4, h.rand.Chance(h.rules, 4), before))
	if err != nil {
		h.t.Fatal(err)
	}
	var told []game.News
	said := map[game.Seat][]string{}
	for {
		seat, on := state.Turn()
		if !on {
			result, _ := state.Result()
			return result
		}
		s := ai.Observation{View: state.View(seat), News: told}
		hint, err := h.normal.Choose(s, ai.Budget{}, 1)
		if err != nil {
			h.t.Fatal(err)
		}
		reason := hint.Reason.String()
		if reason == "" {
			h.t.Fatalf("%s: %s is advised without a reason", h.name, hint.Action)
		}
		if len(s.View.Legal) > 1 && s.View.Phase == game.Playing {
			h.given++
			plain := figures.ReplaceAllString(reason, "#")
			last := said[seat]
			if slices.Contains(last[max(0, len(last)-2):], plain) && len(hint.Action.Cards) < len(s.View.Hand) {
				h.again++
				h.t.Logf("%s again: %s", h.name, reason)
			}
			said[seat] = append(last, plain)
		}
		if len(s.View.Legal) > 1 && seat == 0 {
			h.lines = append(h.lines, fmt.Sprintf("%-50s on %-15s %-16s %s", card.Format(s.View.Hand), card.Format(s.View.Top.Cards), hint.Action, reason))
			h.known = append(h.known, h.lines[len(h.lines)-1]+h.knows(s))
		}
		action := hint.Action
		if a := s.View.Legal[h.rand.Intn(len(s.View.Legal))]; a.Verb != game.Draw && h.rand.Intn(5) == 0 {
			action = a // people mostly follow hints
		}
		h.pile = s.View.Pile >= 0
		next, news, err := state.Apply(seat, action)
		if err != nil {
			h.t.Fatal(err)
		}
		state, told = next, append(told, news...)
	}
}

// knows returns what a seat knows besides its hand: how many cards the others hold, in turn order,
// and who has passed; the direction; and which cards it hasn't seen.
func (h *hints) knows(s ai.Observation) string {
	var b strings.Builder
	v := s.View
	at := slices.Index(v.Order, v.Seat)
	for i := 1; i < len(v.Order); i++ {
		p := v.Players[v.Order[(at+i)%len(v.Order)]]
		fmt.Fprintf(&b, " %d", p.Cards)
		switch {
		case p.SitsOut:
			b.WriteString("-barred")
		case p.Passed:
			b.WriteString("-passed")
		}
	}
	out := h.rules.Deck(len(v.Order))
	seen := append(slices.Clone(v.Hand), v.Starter)
	for _, n := range s.News {
		if n.Kind == game.Played {
			seen = append(seen, n.Cards...)
		}
	}
	for _, c := range seen {
		if i := slices.Index(out, c); i >= 0 {
			out = slices.Delete(out, i, i+1)
		}
	}
	slices.SortFunc(out, func(a, b card.Card) int { return int(a) - int(b) })
	dir := ""
	if v.Dir != "" && v.Dir != game.Clockwise {
		dir = ", " + string(v.Dir)
	}
	return fmt.Sprintf("\n    others%s%s; %d unseen: %s", b.String(), dir, len(out), card.Format(out))
}
