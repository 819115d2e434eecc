package systems

import "deuces/internal/say"

// RuleSet is a named combination of options.
type RuleSet struct {
	Name    say.Text
	Feel    say.Text // what it is like to play, at most 100 characters
	Options map[string]string
}

// RuleSets returns the rule sets of a system in the order of menus. The first is its preset.
func RuleSets(system string) []RuleSet {
	return append([]RuleSet{{"Standard", "The rules as they are usually played.", nil}}, otherRuleSets()[system]...)
}

// otherRuleSets has the rule sets of each system except its preset.
func otherRuleSets() map[string][]RuleSet {
	return map[string][]RuleSet{
		"ahole": {
			{"Party", "Two Jokers, equal plays skip a player, four of a kind turns everything over.", map[string]string{"jokers": "2", "equal": "skip", "four": "revolution"}},
			{"Strict", "Passing is final, and losing costs points.", map[string]string{"pass": "out", "demerits": "yes", "exchange": "auto"}},
			{"Quick", "Over at five points.", map[string]string{"target": "5"}},
		},
		"president": {
			{"Party", "Two Jokers, equal plays skip a player, four of a kind turns everything over.", map[string]string{"jokers": "2", "equal": "skip", "four": "revolution"}},
			{"Strict", "Passing is final, and the best may choose what to give away.", map[string]string{"pass": "out", "exchange": "choice"}},
			{"Quick", "Five rounds.", map[string]string{"rounds": "5"}},
		},
		"asshole": {
			{"Party", "Four of a kind turns everything over, and every place scores.", map[string]string{"four": "revolution", "points": "distance"}},
			{"Strict", "No mercy: the best and the last swap their highest and lowest cards.", map[string]string{"exchange": "auto"}},
			{"Quick", "Four rounds.", map[string]string{"rounds": "4"}},
		},
		"bigtwo": {
			{"High stakes", "Whoever never played a card pays three times.", map[string]string{"triple13": "yes"}},
			{"Long", "Ten rounds.", map[string]string{"rounds": "10"}},
			{"Quick", "Two rounds.", map[string]string{"rounds": "2"}},
		},
		"acehole": {
			{"Party", "Draw whenever you like.", map[string]string{"draw": "free"}},
			{"Long", "Over at 200 points.", map[string]string{"target": "200"}},
			{"Quick", "Over at 40 points.", map[string]string{"target": "40"}},
		},
		"tienlen": {
			{"Friendly", "No instant wins and no penalties.", map[string]string{"instant": "no", "penalties": "no"}},
			{"Strict", "Chops beat 2s only, and nobody chops after passing.", map[string]string{"chops": "narrow", "late": "no"}},
			{"Quick", "Four rounds.", map[string]string{"rounds": "4"}},
		},
	}
}
