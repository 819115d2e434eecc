package president

import (
	"deuces/game"
	"deuces/game/kit"
	"deuces/internal/say"
)

// preset is a system of the family: its default options, its words, and the properties that no
// option can change.
type preset struct {
	name     string
	min, max int
	// secondDeckFrom is the number of seats from which a second deck is used; 0: never.
	secondDeckFrom int
	// drawForDeal means that whoever draws the lowest card deals first; otherwise the first dealer
	// is picked at random.
	drawForDeal bool
	// drawIsDecisive means that suits and Joker numbers break ties in the draw, so nobody draws
	// again.
	drawIsDecisive bool
	titleWords     [5]say.Text // the titles, best first
	cleanWords     [5]say.Text // what a server shows that wants no rude words; empty: the family's
	values         map[string]string
	// optionNames replaces the names of options ("pass") and choices ("pass=out").
	optionNames map[string]say.Text
}

// AHole returns the system in which suits don't matter, twos need one card fewer, and the best
// players of the previous round start with extra cards.
func AHole(options map[string]string) (game.Rules, error) {
	return preset{
		name: "ahole", min: 4, max: 7,
		titleWords: [5]say.Text{"President", "Vice-President", "Citizen", "Vice-AHole", "AHole"},
		values: map[string]string{
			"twos": "fewer", "exchange": "extra", "target": "10",
		},
		optionNames: map[string]say.Text{
			"pass": "Once Around Only", "leads=asshole": "AHole",
		},
	}.rules(options)
}

// President returns the system in which the holder of the Queen of hearts leads the first round,
// cards are exchanged, and people sit in order of place. A match is limited in rounds, because
// points alone might never end it (rules.md P8).
func President(options map[string]string) (game.Rules, error) {
	return preset{
		name: "president", min: 4, max: 14, secondDeckFrom: 8, drawForDeal: true,
		titleWords: [5]say.Text{"President", "Vice-President", "Citizen", "Vice-Asshole", "Asshole"},
		values: map[string]string{
			"opening": "qh", "exchange": "auto", "seating": "rank", "demerits": "yes", "target": "10", "rounds": "20",
		},
	}.rules(options)
}

// Asshole returns the system with ranked suits and three wild Jokers, in which the holder of the 3
// of clubs leads. Mercy and minus points pull totals back to 0, so a match lasts a number of rounds
// and has no target (rules.md P8).
func Asshole(options map[string]string) (game.Rules, error) {
	return preset{
		name: "asshole", min: 3, max: 8, drawForDeal: true, drawIsDecisive: true,
		titleWords: [5]say.Text{"President", "Vice-President", "Citizen", "Half-Ass", "Asshole"},
		values: map[string]string{
			"jokers": "3", "joker": "wild", "suits": "poker", "pass": "out", "opening": "3c", "leads": "3c",
			"exchange": "mercy", "lastpair": "forbidden", "demerits": "yes", "vice": "5", "rounds": "10",
		},
	}.rules(options)
}

// Daifugo returns the system of Japan, in which 8s end a trick, Jacks and four of a kind reverse the
// ranks, suits lock, and the President falls unless they go out first again (rules.md P12).
func Daifugo(options map[string]string) (game.Rules, error) {
	return preset{
		name: "daifugo", min: 3, max: 8,
		titleWords: [5]say.Text{"Daifugō", "Fugō", "Heimin", "Hinmin", "Daihinmin"},
		cleanWords: [5]say.Text{"Tycoon", "Rich", "Commoner", "Poor", "Beggar"},
		values: map[string]string{
			"jokers": "2", "joker": "both", "pass": "out", "four": "invert", "eights": "stop", "jacks": "back", "lock": "suits",
			"spade3": "yes", "downfall": "yes", "finish": "strict", "runs": "suit", "opening": "3d", "leads": "asshole",
			"exchange": "choice", "points": "distance", "vice": "4", "target": "0", "rounds": "8",
		},
	}.rules(options)
}

func (p preset) rules(values map[string]string) (game.Rules, error) {
	s, err := kit.Set(p.options(), values)
	if err == nil {
		err = conflict(s, p.decks(p.max))
	}
	if err != nil {
		return nil, err
	}
	return &Rules{s.Sleep(sleeping(s, p.decks(p.max))...), p, roundRulesOf(s)}, nil
}

// decks returns the number of decks for a number of seats.
func (p preset) decks(seats int) int {
	if p.secondDeckFrom > 0 && seats >= p.secondDeckFrom {
		return 2
	}
	return 1
}
