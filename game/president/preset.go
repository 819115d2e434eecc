package president

import (
	"deuces/game"
	"deuces/say"
)

// preset is a system of the family: what it starts with, and what it calls
// things. Options can turn any of them into any other, but for these fields.
type preset struct {
	name     string
	min, max int
	// second is how many seats take a second deck; 0: never.
	second int
	// drawn: the first dealer is who draws the lowest card; else picked at random.
	drawn  bool
	words  [5]say.Text // the titles, best first
	values map[string]string
}

// The presets as they are now; PresidentV1 and AssholeV1 are two as tables that
// were opened before play on.

// AHole returns the system of suitless sets in which twos may be one fewer and
// the best of the round before start with extra cards.
func AHole(options map[string]string) (game.Rules, error) {
	return preset{
		name: "ahole", min: 4, max: 7,
		words: [5]say.Text{"President", "Vice-President", "Citizen", "Vice-AHole", "AHole"},
		values: map[string]string{
			"twos": "fewer", "exchange": "extra", "target": "10",
		},
	}.rules(options)
}

// President returns the system in which the Queen of hearts opens, cards are
// exchanged and people sit by rank. A match has an end however the points go
// (rules.md P8).
func President(options map[string]string) (game.Rules, error) {
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
	options, err := game.Configure(p.options(), values)
	if err != nil {
		return nil, err
	}
	s := settings(options)
	if err := s.conflict(p.decks(p.max)); err != nil {
		return nil, err
	}
	return &Rules{preset: p, settings: s, rules: s.ruleSet()}, nil
}

// decks is how many decks so many seats play with.
func (p preset) decks(seats int) int {
	if p.second > 0 && seats >= p.second {
		return 2
	}
	return 1
}
