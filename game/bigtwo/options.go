package bigtwo

import (
	"deuces/game"
	"deuces/game/kit"
	"deuces/internal/say"
)

// preset returns the options with their first values, which are the rules of the document.
func preset() []game.Option {
	choices := func(group say.Text, key string, name, question say.Text, choices ...game.Choice) game.Option {
		return game.Option{Group: group, Key: key, Name: name, Question: question, Value: choices[0].Value, Preset: choices[0].Value, Choices: choices}
	}
	const cards, playing, start, scoring = "Cards", "Playing", "Start of a round", "Scoring"
	return []game.Option{
		choices(cards, "suits", "Order of the suits", "What is the order of the suits?",
			game.Choice{Value: "dchs", Name: say.Verbatim("♠ ♥ ♣ ♦")}, game.Choice{Value: "cdhs", Name: say.Verbatim("♠ ♥ ♦ ♣")}, game.Choice{Value: "cshd", Name: say.Verbatim("♦ ♥ ♠ ♣")}),
		choices(cards, "straights", "Straights with a 2", "Which straights with a 2 are there?",
			game.NewChoice("seed", "J Q K A 2, the highest", ""),
			game.NewChoice("hk", "A 2 3 4 5, the highest, and 2 3 4 5 6, the next", ""),
			game.NewChoice("low", "A 2 3 4 5, the lowest, and 2 3 4 5 6, the next", ""),
			game.NewChoice("tw", "2 3 4 5 6, the highest, and A 2 3 4 5, the lowest", ""),
			game.NewChoice("none2", "None", "")),
		choices(cards, "flush", "Flushes", "How are flushes compared?",
			game.NewChoice("rank", "By the highest card", ""),
			game.NewChoice("suit", "By suit, then by the highest card", ""),
			game.NewChoice("none", "There are none", "")),
		choices(cards, "triples", "Three of a kind alone", "May you play three of a kind alone?", kit.YesNo("yes", "no")...),
		choices(playing, "cross", "Kinds of five cards beat one another", "Does a higher kind of five cards beat a lower one?", kit.YesNo("yes", "no")...),
		choices(playing, "bombs", "Bombs beat anything", "Do Bombs and Straight Flushes beat plays of any size?", kit.NoYes("no", "yes")...),
		choices(playing, "pass", "Passing is final", "Does a pass put you out of the trick?", kit.NoYes("again", "out")...),
		choices(playing, "lastcard", "A last card calls for your highest single", "If the next player has one card, must a single be your highest?", kit.NoYes("no", "highest")...),
		choices(start, "openall", "Later leads", "Who leads later rounds?",
			game.NewChoice("yes", "Whoever holds the lowest card", ""),
			game.NewChoice("first", "The winner of the round before", "")),
		choices(start, "dragon", "A dragon wins", "Do thirteen different ranks win as soon as they are dealt?", kit.NoYes("no", "win")...),
		{Group: scoring, Key: "rounds", Name: "Rounds", Question: "Without a winning score, how many rounds does the match last?", Value: "5", Preset: "5", Min: 1, Max: 50},
		{Group: scoring, Key: "target", Name: "Winning score", Question: "How many points end the match?", Value: "0", Preset: "0", Min: 0, Max: 500},
		choices(scoring, "triple13", "All 13 cards count three times", "Do all 13 cards count three times?", kit.NoYes("no", "yes")...),
		choices(scoring, "doubles", "Cards count twice", "From how many cards on does each count twice?",
			game.NewChoice("10", "From 10 cards on", ""), game.NewChoice("9", "From 9 cards on", ""), game.NewChoice("no", "Never", "")),
		choices(scoring, "twoleft", "2s left over double the loss", "Does each 2 left over double what its holder loses?", kit.NoYes("no", "double")...),
		kit.MaxRoundsOption(scoring),
	}
}
