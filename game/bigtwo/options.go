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
			game.NewChoice("seed", straightTables[0].with2, ""),
			game.NewChoice("hk", straightTables[1].with2, ""),
			game.NewChoice("low", straightTables[2].with2, ""),
			game.NewChoice("tw", straightTables[3].with2, ""),
			game.NewChoice("none2", straightTables[4].with2, "")),
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
		choices(scoring, "triple13", "Caught with all 13 cards: triple points", kit.NoYes("no", "yes")...),
		choices(scoring, "doubles", "Cards count twice",
			game.Choice{Value: "10", Name: say.New("From {n} cards on", 10)}, game.Choice{Value: "9", Name: say.New("From {n} cards on", 9)}, game.NewChoice("no", "Never", "")),
		choices(scoring, "twoleft", "2s left over double the loss", kit.NoYes("no", "double")...),
		kit.MaxRoundsOption(scoring),
	}
}
