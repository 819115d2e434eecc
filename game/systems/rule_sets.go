package systems

import (
	"deuces/game/kit"
	"deuces/internal/say"
)

// RuleSet is a named combination of options.
type RuleSet struct {
	Name    say.Text
	Feel    say.Message // what it is like to play, at most 100 characters; empty if the name says it
	Options map[string]string
}

// RuleSets returns the rule sets of a system in the order of menus. The first is its preset.
func RuleSets(system string) []RuleSet {
	return append([]RuleSet{{Name: "Standard"}}, otherRuleSets()[system]...)
}

// otherRuleSets has the rule sets of each system except its preset.
func otherRuleSets() map[string][]RuleSet {
	set := func(name, feel say.Text, options map[string]string) RuleSet {
		return RuleSet{name, say.New(feel), options}
	}
	length := func(name say.Text, rounds int, options map[string]string) RuleSet {
		return RuleSet{name, say.New("{n:# round|# rounds}", rounds), options}
	}
	score := func(name say.Text, points int, options map[string]string) RuleSet {
		return RuleSet{name, kit.FirstTo(points), options}
	}
	wild := map[string]string{"jokers": "2", "equal": "skip", "four": "revolution"}
	return map[string][]RuleSet{
		"ahole": {
			set("Party", "Jokers, skipped players and revolutions", wild),
			set("Strict", "Passing is final, and losing costs points", map[string]string{"pass": "out", "demerits": "yes", "exchange": "auto"}),
			score("Quick", 5, map[string]string{"target": "5"}),
		},
		"president": {
			set("Party", "Jokers, skipped players and revolutions", wild),
			set("Strict", "Passing is final, and the best choose what to give away", map[string]string{"pass": "out", "exchange": "choice"}),
			length("Quick", 5, map[string]string{"rounds": "5"}),
		},
		"asshole": {
			set("Party", "Revolutions, and every place scores", map[string]string{"four": "revolution", "points": "distance"}),
			set("Strict", "Losers give high cards for low ones", map[string]string{"exchange": "auto"}),
			length("Quick", 4, map[string]string{"rounds": "4"}),
		},
		"bigtwo": {
			set("High stakes", "All 13 cards count three times", map[string]string{"triple13": "yes"}),
			length("Long", 10, map[string]string{"rounds": "10"}),
			length("Quick", 2, map[string]string{"rounds": "2"}),
		},
		"acehole": {
			set("Party", "Drawing whenever you like", map[string]string{"draw": "free"}),
			score("Long", 200, map[string]string{"target": "200"}),
			score("Quick", 40, map[string]string{"target": "40"}),
		},
		"tienlen": {
			set("Party", "No instant wins and no penalties", map[string]string{"instant": "no", "penalties": "no"}),
			set("Strict", "Chops beat 2s only, and nobody chops after passing", map[string]string{"chops": "narrow", "late": "no"}),
			length("Quick", 4, map[string]string{"rounds": "4"}),
		},
	}
}
