// Package typed reads what people type. Play finds the play that they mean: what they pick from the
// suggestions, see on a button, or write. Without suits, the text can mean any play of these ranks.
package typed

import (
	"slices"
	"strings"

	"deuces/bot"
	"deuces/commands/screen"
	"deuces/game"
	"deuces/game/card"
	"deuces/internal/say"
)

// Play returns the play of a viewer who reads a language that a text means, or a refusal.
func Play(v game.View, l *say.Language, typed string) (game.Action, error) {
	if typed == More {
		return game.Action{}, ErrMore
	}
	if a, ok := shownAs(v, l, typed); ok {
		return a, nil
	}
	typed, _, _ = strings.Cut(typed, " · ") // what the play does follows
	a, err := notation(typed)
	if err == nil {
		return whichHeld(v, a), nil
	}
	if ranks := parseRanks(typed); len(ranks) > 0 {
		return rankedPlay(v, ranks)
	}
	if plays := playsOfClass(v, l, typed); len(plays) > 0 {
		return onlyPlay(plays)
	}
	example := playableCards(v)
	if len(example) == 0 {
		return game.Action{}, errNotHeld
	}
	return game.Action{}, game.Refuse("I can't read {text}. Type your cards like {letters}, or as you would say them: {words}.", screen.Quoted(typed, 60), card.Format(example), screen.CardsInWords(say.Verbatim(card.Faces(example))))
}

var errNotHeld = game.Refuse("You don't have these cards.")

// playableCards returns cards that the viewer may play or, if it isn't their turn, holds.
func playableCards(v game.View) []card.Card {
	for _, o := range v.Offers {
		if len(o.Action.Cards) > 0 {
			return o.Action.Cards
		}
	}
	return v.Hand[:min(1, len(v.Hand))]
}

// Suggest returns the viewer's plays that match the typed text, with the labels of buttons, or with cards
// in words, in a language.
func Suggest(v game.View, l *say.Language, typed string, inWords bool) []bot.Choice {
	choices := []bot.Choice{}
	text, ranks := folded(typed), parseRanks(typed)
	for _, o := range v.Offers {
		names := offerNames(o, l)
		shown, value := names[0], o.Action.String()
		if inWords {
			shown = names[1]
		}
		fits := slices.ContainsFunc(names, func(name string) bool { return strings.Contains(folded(name), text) })
		if (fits || strings.HasPrefix(folded(value), text) || hasRanks(o.Action, ranks, v.Ordered)) && len(value) <= 100 {
			choices = append(choices, bot.Choice{Name: say.Verbatim(bot.Plain(shown, 100)), Value: value})
		}
	}
	return Shortened(choices)
}

// offerNames returns the texts that mean an offer: that of its suggestion with cards as symbols and in
// words, and those of its button, in a language and in English.
func offerNames(o game.Offer, l *say.Language) []string {
	what := o.Does()
	if what.Empty() && len(o.Action.Cards) > 1 {
		what = say.New(o.Class)
	}
	name := say.Join(" · ", o.Label, what)
	var names []string
	for _, l := range slices.Compact([]*say.Language{l, nil}) {
		names = append(names, name.In(l), screen.CardsInWords(name).In(l), o.Label.In(l), say.Join(" · ", o.Label, o.Does()).In(l))
	}
	return names
}

// shownAs returns the action of the only offer with this text on its button or suggestion. The A of
// "A Joker" is an Ace there, and no article.
func shownAs(v game.View, l *say.Language, typed string) (a game.Action, ok bool) {
	text := spelled(typed)
	bare := strings.TrimPrefix(strings.TrimPrefix(text, "play "), "give ")
	only := func(means func(name string) bool) bool {
		found := 0
		for _, o := range v.Offers {
			if slices.ContainsFunc(offerNames(o, l), means) {
				a = o.Action
				found++
			}
		}
		return found == 1
	}
	ok = only(func(name string) bool { return folded(name) == folded(typed) }) || only(func(name string) bool {
		name = spelled(strings.ReplaceAll(name, "A Joker", "Ace Joker"))
		return name == text || name == bare
	})
	return a, ok
}

// whichHeld replaces Jokers without a number by those in the hand. While cards are exchanged, it
// turns a play into giving these cards.
func whichHeld(v game.View, a game.Action) game.Action {
	if v.Phase == game.Exchanging && a.Verb == game.Play {
		a.Verb = game.Give
	}
	var jokers []card.Card
	for _, c := range v.Hand {
		if c.IsJoker() {
			jokers = append(jokers, c)
		}
	}
	cards := slices.Clone(a.Cards)
	for i, c := range cards {
		if c == card.AnyJoker && len(jokers) > 0 {
			cards[i], jokers = jokers[0], jokers[1:]
		}
	}
	a.Cards = cards
	return a
}

func hasRanks(a game.Action, ranks []card.Rank, ordered bool) bool {
	var has []card.Rank
	for _, c := range a.Cards {
		has = append(has, c.Rank())
	}
	if !ordered {
		ranks = slices.Sorted(slices.Values(ranks))
		slices.Sort(has)
	}
	return len(has) > 0 && slices.Equal(ranks, has)
}

// rankedPlay returns the play of these ranks. If none is legal, it returns cards of the hand, so that
// the rules say why they can't be played.
func rankedPlay(v game.View, ranks []card.Rank) (game.Action, error) {
	var found []game.Action
	for _, o := range v.Offers {
		if hasRanks(o.Action, ranks, v.Ordered) && o.Action.As == card.None {
			found = append(found, o.Action)
		}
	}
	if len(found) > 0 {
		return onlyPlay(found)
	}
	a := game.Action{Verb: game.Play}
	rest := slices.Clone(v.Hand)
	for _, r := range ranks {
		i := slices.IndexFunc(rest, func(c card.Card) bool { return c.Rank() == r })
		if i < 0 {
			return a, errNotHeld
		}
		a.Cards = append(a.Cards, rest[i])
		rest = slices.Delete(rest, i, i+1)
	}
	return whichHeld(v, a), nil
}

// playsOfClass returns the offered plays of a kind that buttons name, in a language or in English: "Pair", "Flush".
func playsOfClass(v game.View, l *say.Language, typed string) (plays []game.Action) {
	for _, o := range v.Offers {
		class, text := say.New(o.Class), spelled(typed)
		if o.Class != "" && (spelled(class.In(l)) == text || spelled(class.String()) == text) {
			plays = append(plays, o.Action)
		}
	}
	return plays
}

// onlyPlay returns the only one of some plays, or a refusal if there are several.
func onlyPlay(plays []game.Action) (game.Action, error) {
	if len(plays) > 1 {
		return game.Action{}, game.Refuse("Type the suits too, like {example}.", say.Verbatim(plays[0].String()))
	}
	return plays[0], nil
}

const (
	// Most is the number of suggestions that Discord shows.
	Most = 25
	// More is the value of the last suggestion if there are more than Discord shows.
	More = "…"
)

// Shortened returns as many suggestions as Discord shows. If some are left out, the last one says so.
func Shortened(choices []bot.Choice) []bot.Choice {
	if len(choices) <= Most {
		return choices
	}
	shown := slices.Clone(choices[:Most-1])
	return append(shown, bot.Choice{Name: say.New("… and {n} more: type a few letters to find them", len(choices)-len(shown)), Value: More})
}

// ErrMore refuses the last suggestion.
var ErrMore = game.Refuse("That list is too long to show at once. Type a few letters of what you are looking for.")
