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
	Rounds  int // how many a match of four takes: the median of go run ./tools/arena -lengths 100
}

// RuleSets returns the rule sets of a system in the order of menus. The first is its preset.
func RuleSets(system string) []RuleSet {
	standard := func(rounds int) RuleSet { return RuleSet{Name: "Standard", Rounds: rounds} }
	set := func(name, feel say.Text, rounds int, options map[string]string) RuleSet {
		return RuleSet{name, say.New(feel), options, rounds}
	}
	length := func(name say.Text, rounds int, options map[string]string) RuleSet {
		return RuleSet{name, say.New("{n:# round|# rounds}", rounds), options, rounds}
	}
	score := func(name say.Text, points, rounds int, options map[string]string) RuleSet {
		return RuleSet{name, kit.FirstTo(points), options, rounds}
	}
	scum := map[string]string{"twos": "clearany", "equal": "skip", "burn": "yes", "finish": "twos", "exchange": "auto", "leads": "asshole"}
	ouRien := map[string]string{"pass": "out", "equal": "ornothing", "twos": "clear", "burn": "yes", "four": "invert", "finish": "twos", "exchange": "choice", "leads": "asshole"}
	presidenten := map[string]string{"jokers": "2", "joker": "high", "pass": "out", "equal": "yes", "size": "higher", "exchange": "choice", "leads": "asshole"}
	simple := map[string]string{"jokers": "1", "jacks": "no", "lock": "none", "spade3": "no", "downfall": "no", "finish": "any", "runs": "no"}
	wild := map[string]string{"jokers": "2", "equal": "skip", "four": "revolution"}
	sets := map[string][]RuleSet{
		"ahole": {
			standard(9),
			set("Party", "Jokers, skipped players and revolutions", 9, wild),
			set("Strict", "Passing is final, and losing costs points", 7, map[string]string{"pass": "out", "demerits": "yes", "exchange": "auto"}),
			set("Scum", "2s clear, the fourth of a rank burns, and equal plays skip", 9, scum),
			score("Quick", 5, 4, map[string]string{"target": "5"}),
		},
		"president": {
			standard(7),
			set("Party", "Jokers, skipped players and revolutions", 9, wild),
			set("Strict", "Passing is final, and the best choose what to give away", 9, map[string]string{"pass": "out", "exchange": "choice"}),
			set("Président", "Or nothing: after an equal play, match it or sit out", 9, ouRien),
			set("Presidenten", "Two Jokers on top, and three 10s beat two 9s", 9, presidenten),
			set("Arschloch", "The last leads, and hands over the two best cards", 7, map[string]string{"leads": "asshole", "opening": "left"}),
			length("Quick", 5, map[string]string{"rounds": "5"}),
		},
		"asshole": {
			standard(10),
			set("Party", "Revolutions, and every place scores", 10, map[string]string{"four": "revolution", "points": "distance"}),
			set("Strict", "Losers give high cards for low ones", 10, map[string]string{"exchange": "auto"}),
			length("Quick", 4, map[string]string{"rounds": "4"}),
		},
		"daifugo": {
			standard(8),
			set("Simple", "Only 8s and revolutions", 8, simple),
			set("Local", "Runs of four are revolutions, too", 8, map[string]string{"runrev": "yes"}),
			length("Quick", 4, map[string]string{"rounds": "4"}),
		},
		"bigtwo": {
			standard(5),
			set("High stakes", "All 13 cards count three times", 5, map[string]string{"triple13": "yes"}),
			length("Long", 10, map[string]string{"rounds": "10"}),
			length("Quick", 2, map[string]string{"rounds": "2"}),
			set("Hong Kong", "Choh Dai Di: A 2 3 4 5 is the top straight, and a last card calls for your highest", 5,
				map[string]string{"straights": "hk", "openall": "first", "lastcard": "highest", "triple13": "yes"}),
			set("Taiwan", "大老二: bombs beat anything, a dragon wins at once, and there are no flushes", 5,
				map[string]string{"suits": "cdhs", "openall": "first", "straights": "tw", "flush": "none", "cross": "no", "bombs": "yes", "triples": "no", "dragon": "win"}),
			set("Pusoy Dos", "♦ is the top suit, passing is final, and each 2 left doubles your loss", 5,
				map[string]string{"suits": "cshd", "openall": "first", "straights": "none2", "flush": "suit", "pass": "out", "triple13": "yes", "twoleft": "double"}),
			set("Capsa", "Capsa Banting: passing is final, and nine cards count twice", 5,
				map[string]string{"openall": "first", "straights": "none2", "pass": "out", "doubles": "9", "triple13": "yes"}),
		},
		"acehole": {
			standard(4),
			set("Party", "Drawing whenever you like", 4, map[string]string{"draw": "free"}),
			score("Long", 200, 8, map[string]string{"target": "200"}),
			score("Quick", 40, 2, map[string]string{"target": "40"}),
		},
		"tienlen": {
			standard(10),
			set("Party", "No instant wins and no penalties", 10, map[string]string{"instant": "no", "penalties": "no"}),
			set("Strict", "Chops beat 2s only, and nobody chops after passing", 10, map[string]string{"chops": "narrow", "late": "no"}),
			length("Quick", 4, map[string]string{"rounds": "4"}),
		},
	}[system]
	if sets == nil {
		return []RuleSet{standard(0)}
	}
	return sets
}
