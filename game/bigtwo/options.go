package bigtwo

import (
	"deuces/game"
	"deuces/game/kit"
	"deuces/internal/say"
)

// preset returns the options with their first values, which are the rules of the document.
func preset() []game.Option {
	choices := func(group say.Text, key string, name say.Text, choices ...game.Choice) game.Option {
		return game.Option{Group: group, Key: key, Name: name, Value: choices[0].Value, Preset: choices[0].Value, Choices: choices}
	}
	const cards, playing, start, scoring = "Cards", "Playing", "Start of a round", "Scoring"
	return []game.Option{
		choices(cards, "suits", "Order of the suits",
			game.Choice{Value: "dchs", Name: say.Verbatim("♠ ♥ ♣ ♦")}, game.Choice{Value: "cdhs", Name: say.Verbatim("♠ ♥ ♦ ♣")}, game.Choice{Value: "cshd", Name: say.Verbatim("♦ ♥ ♠ ♣")}),
		choices(cards, "straights", "Straights with a 2",
			game.NewChoice("seed", "J Q K A 2, the highest", ""),
			game.NewChoice("hk", "A 2 3 4 5, the highest, and 2 3 4 5 6, the next", ""),
			game.NewChoice("low", "A 2 3 4 5, the lowest, and 2 3 4 5 6, the next", ""),
			game.NewChoice("tw", "2 3 4 5 6, the highest, and A 2 3 4 5, the lowest", ""),
			game.NewChoice("none2", "None", "")),
		choices(cards, "flush", "Flushes",
			game.NewChoice("rank", "By the highest card", ""),
			game.NewChoice("suit", "By suit, then by the highest card", ""),
			game.NewChoice("none", "There are none", "")),
		choices(cards, "triples", "Three of a kind alone", kit.YesNo("yes", "no")...),
		choices(playing, "cross", "Kinds of five cards beat one another", kit.YesNo("yes", "no")...),
		choices(playing, "bombs", "Bombs beat anything", kit.NoYes("no", "yes")...),
		choices(playing, "pass", "Passing is final", kit.NoYes("again", "out")...),
		choices(playing, "lastcard", "A last card calls for your highest single", kit.NoYes("no", "highest")...),
		choices(start, "openall", "Later leads",
			game.NewChoice("yes", "Whoever holds the lowest card", ""),
			game.NewChoice("first", "The winner of the round before", "")),
		choices(start, "dragon", "A dragon wins", kit.NoYes("no", "win")...),
		{Group: scoring, Key: "rounds", Name: "Rounds", Value: "5", Preset: "5", Min: 1, Max: 50},
		{Group: scoring, Key: "target", Name: "Winning score", Value: "0", Preset: "0", Min: 0, Max: 500},
		choices(scoring, "triple13", "Caught with all 13 cards", game.NewChoice("no", "As with ten or more", ""), game.NewChoice("yes", "Triple points", "")),
		choices(scoring, "doubles", "Cards count twice",
			game.NewChoice("10", "From 10 cards on", ""), game.NewChoice("9", "From 9 cards on", ""), game.NewChoice("no", "Never", "")),
		choices(scoring, "twoleft", "2s left over double the loss", kit.NoYes("no", "double")...),
		kit.MaxRoundsOption(scoring),
	}
}
