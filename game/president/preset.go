package president

import (
	"maps"

	"deuces/game"
	"deuces/game/kit"
	"deuces/internal/say"
)

// preset is a system of the family: what it starts with, and what it calls
// things. Options can turn any of them into any other, but for these fields.
type preset struct {
	name     string
	min, max int
	// second is how many seats take a second deck; 0: never.
	second int
	// drawn: the first dealer is who draws the lowest card; else picked at random.
	drawn bool
	// decided: in that draw suits and the numbers of Jokers decide, so that nobody draws again.
	decided bool
	// later: it has the options of rules.md P11.
	later  bool
	words  [5]say.Text // the titles, best first
	values map[string]string
	// names are what the system itself calls options ("pass") and choices ("pass=out").
	names map[string]say.Text
}

// The presets as they are now; those with a V and a number are as tables that were
// opened before play on.

// AHole returns the system of suitless sets in which twos may be one fewer and
// the best of the round before start with extra cards.
func AHole(options map[string]string) (game.Rules, error) {
	p := suitless().withLater()
	p.names = map[string]say.Text{
		"pass": "Once Around Only", "pass=again": "Off", "pass=out": "On: a pass is final", "pass=lap": "On: one lap",
		"leads=asshole": "AHole Leads",
	}
	return p.rules(options)
}

// AHoleV1 is AHole with rules version 1: without the options of rules.md P11.
func AHoleV1(options map[string]string) (game.Rules, error) { return suitless().rules(options) }

// suitless is the preset of AHole.
func suitless() preset {
	return preset{
		name: "ahole", min: 4, max: 7,
		words: [5]say.Text{"President", "Vice-President", "Citizen", "Vice-AHole", "AHole"},
		values: map[string]string{
			"twos": "fewer", "exchange": "extra", "target": "10",
		},
	}
}

// withLater is a preset with the options of rules.md P11.
func (p preset) withLater() preset {
	p.later = true
	p.values = maps.Clone(p.values)
	p.values["longest"] = "60"
	return p
}

// President returns the system in which the Queen of hearts opens, cards are
// exchanged and people sit by rank. A match has an end however the points go
// (rules.md P8).
func President(options map[string]string) (game.Rules, error) {
	return ranked("10", "20").withLater().rules(options)
}

// PresidentV2 is President with rules version 2: without the options of rules.md P11.
func PresidentV2(options map[string]string) (game.Rules, error) {
	return ranked("10", "20").rules(options)
}

// PresidentV1 is President with rules version 1: a match went on until someone had
// the points.
func PresidentV1(options map[string]string) (game.Rules, error) {
	return ranked("10", "0").rules(options)
}

// ranked is the preset of President with an end of its matches.
func ranked(target, rounds string) preset {
	return preset{
		name: "president", min: 4, max: 14, second: 8, drawn: true,
		words: [5]say.Text{"President", "Vice-President", "Citizen", "Vice-Asshole", "Asshole"},
		values: map[string]string{
			"opening": "qh", "exchange": "auto", "seating": "rank", "demerits": "yes", "target": target, "rounds": rounds,
		},
	}
}

// Asshole returns the system of ranked suits and three wild Jokers in which the
// 3 of clubs leads. Mercy and minus points pull totals back to 0, so that a match
// goes by rounds and not by points (rules.md P8).
func Asshole(options map[string]string) (game.Rules, error) {
	p := suited("0", "10").withLater()
	p.decided = true
	return p.rules(options)
}

// AssholeV2 is Asshole with rules version 2: equal ranks drew again for the deal, and
// there were no options of rules.md P11.
func AssholeV2(options map[string]string) (game.Rules, error) {
	return suited("0", "10").rules(options)
}

// AssholeV1 is Asshole with rules version 1: a match went on until someone had the
// points, which could take for ever.
func AssholeV1(options map[string]string) (game.Rules, error) {
	return suited("10", "0").rules(options)
}

// suited is the preset of Asshole with an end of its matches.
func suited(target, rounds string) preset {
	return preset{
		name: "asshole", min: 3, max: 8, drawn: true,
		words: [5]say.Text{"President", "Vice-President", "Citizen", "Half-Ass", "Asshole"},
		values: map[string]string{
			"jokers": "3", "joker": "wild", "suits": "poker", "pass": "out", "opening": "3c", "leads": "3c",
			"exchange": "mercy", "lastpair": "forbidden", "demerits": "yes", "vice": "5", "target": target, "rounds": rounds,
		},
	}
}

func (p preset) rules(values map[string]string) (game.Rules, error) {
	s, err := kit.Set(p.options(), values)
	if err == nil {
		err = conflict(s, p.decks(p.max))
	}
	if err != nil {
		return nil, err
	}
	return &Rules{s, p, ruleSetOf(s)}, nil
}

// decks is how many decks so many seats play with.
func (p preset) decks(seats int) int {
	if p.second > 0 && seats >= p.second {
		return 2
	}
	return 1
}
