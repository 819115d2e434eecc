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
	"deuces/internal/errtest"
)

var (
	update = flag.Bool("update", false, "rewrite testdata/hints.txt")
	more   = flag.Int("more", 0, "print so many hints of each game that aren't in testdata/hints.txt, to be read")
	seed   = flag.Uint64("seed", listedSeed, "deal other rounds, for -more; testdata/hints.txt is of the rounds of the default")
)

const listedSeed = 21

// cardsAndNumbers matches what may differ between two sentences that count as the same.
var cardsAndNumbers = regexp.MustCompile(`(pair of |(two|three|four|five|six|seven|eight) )?((\d+|[2-9JQKA])[♣♦♥♠]?|Jack|Queen|King|Ace|Joker)s?\b|[♣♦♥♠]`)

// TestHintsGiveDifferentReasons checks that every turn has a reason that wasn't given in the
// previous two turns. testdata/hints.txt lists hints with what the player saw, for people to read.
// This prints more of them:
//
//	go test ./game/systems -run Hints -v -more 60 -seed 7
func TestHintsGiveDifferentReasons(t *testing.T) {
	const listed = 14 // number of listed hints of each game
	rounds := gametest.Dose(t, 6, 30, 200)
	var list strings.Builder
	for _, system := range systems.All() {
		rules := gametest.New(t, system.New, "")
		players, err := system.Players(rules)
		errtest.Must(t, err)
		fmt.Fprintf(&list, "=== %s\n", system.Name)
		h := hintCollector{t: t, name: system.Name, rules: rules, normal: players[ai.Normal], rand: gametest.NewRand(*seed)}
		var before []game.Result
		for range rounds {
			before = append(before, h.round(before))
		}
		rest := h.lines[min(listed, len(h.lines)):]
		for _, line := range h.lines[:len(h.lines)-len(rest)] {
			fmt.Fprintln(&list, line)
		}
		if *more > 0 {
			t.Logf("%s\n%s", system.Name, strings.Join(rest[:min(*more, len(rest))], "\n"))
		}
		if h.given < 20*rounds/2 {
			t.Errorf("%s: got %d hints in %d rounds, want at least %d", system.Name, h.given, rounds, 20*rounds/2)
		}
		// A reason is repeated only if no other one is true, in less than one of two hundred hints.
		// Games with a draw pile have more repetitions: a seat's own draws aren't in the news, so
		// an earlier turn may be mistaken for another one.
		most := h.given / 200
		if h.pile {
			most = h.given / 30
		}
		if h.repeated > most {
			t.Errorf("%s: %d of %d hints say the same as one of the two turns before, want at most %d", system.Name, h.repeated, h.given, most)
		}
	}
	if *seed != listedSeed {
		return
	}
	const file = "testdata/hints.txt"
	if *update {
		errtest.Must(t, os.WriteFile(file, []byte(list.String()), 0o644))
	}
	want, err := os.ReadFile(file)
	if err != nil || string(want) != list.String() {
		t.Errorf("%s: %v\nit should be, if that is meant (-update):\n%s", file, err, list.String())
	}
}

// hintCollector collects a hint for every turn with a choice.
type hintCollector struct {
	t               *testing.T
	name            string
	rules           game.Rules
	normal          ai.Player
	rand            *gametest.Rand
	given, repeated int
	pile            bool
	lines           []string
}

func (h *hintCollector) round(before []game.Result) game.Result {
	given := map[game.Seat][]string{}
	end, _ := gametest.PlayRound(h.t, gametest.StartRandom(h.t, h.rules, 4, h.rand, before), func(state game.State, seat game.Seat, allNews []game.News) game.Action {
		v := state.View(seat)
		hint, err := h.normal.Choose(ai.Observation{View: v, News: allNews}, ai.Budget{}, 1)
		errtest.Must(h.t, err)
		reason := hint.Reason.String()
		if reason == "" {
			h.t.Fatalf("%s: %s is advised without a reason", h.name, hint.Action)
		}
		if len(v.Legal) > 1 && v.Phase == game.Playing {
			h.given++
			plain := cardsAndNumbers.ReplaceAllString(reason, "#")
			last := given[seat]
			if slices.Contains(last[max(0, len(last)-2):], plain) && len(hint.Action.Cards) < len(v.Hand) {
				h.repeated++
				h.t.Logf("%s again: %s", h.name, reason)
			}
			given[seat] = append(last, plain)
		}
		if len(v.Legal) > 1 && seat == 0 {
			h.lines = append(h.lines, fmt.Sprintf("%-50s on %-15s %-16s %s", card.Format(v.Hand), card.Format(v.Top.Cards), hint.Action, reason))
		}
		h.pile = v.Pile >= 0
		if a := h.rand.Pick(state); a.Verb != game.Draw && h.rand.Intn(5) == 0 {
			return a // sometimes a random action; usually players follow the hint
		}
		return hint.Action
	})
	result, _ := end.Result()
	return result
}
