package commands

import (
	"context"
	"errors"
	"slices"
	"strings"

	"deuces/bot"
	"deuces/commands/screen"
	"deuces/game"
	"deuces/game/card"
	"deuces/internal/say"
	"deuces/match"
	"deuces/settings"
)

// This file finds the play that people mean: what they pick from the suggestions, see on a button, or
// type. Without suits, the text can mean any play of these ranks.

func readPlay(v game.View, typed string) (game.Action, error) {
	if typed == moreChoices {
		return game.Action{}, errMoreChoices
	}
	if a, ok := shownAs(v, typed); ok {
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
	if plays := playsOfClass(v, typed); len(plays) > 0 {
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

// suggestPlays returns the viewer's plays that match the typed text, with the labels of buttons.
func suggestPlays(v game.View, typed string, cards settings.Cards) []bot.Choice {
	choices := []bot.Choice{}
	text, ranks := folded(typed), parseRanks(typed)
	for _, o := range v.Offers {
		names := offerNames(o)
		shown, value := names[0], o.Action.String()
		if cards == settings.InWords {
			shown = names[1]
		}
		fits := slices.ContainsFunc(names, func(name string) bool { return strings.Contains(folded(name), text) })
		if (fits || strings.HasPrefix(folded(value), text) || hasRanks(o.Action, ranks, v.Ordered)) && len(value) <= 100 {
			choices = append(choices, bot.Choice{Name: say.Verbatim(bot.Plain(shown, 100)), Value: value})
		}
	}
	return shortened(choices)
}

// offerNames returns the texts that mean an offer: that of its suggestion with cards as symbols and in
// words, and those of its button.
func offerNames(o game.Offer) []string {
	what := o.Does()
	if what.Empty() && len(o.Action.Cards) > 1 {
		what = say.New(o.Class)
	}
	name := say.Join(" · ", o.Label, what)
	return []string{name.String(), screen.CardsInWords(name).String(), o.Label.String(), say.Join(" · ", o.Label, o.Does()).String()}
}

// shownAs returns the action of the only offer with this text on its button or suggestion. The A of
// "A Joker" is an Ace there, and no article.
func shownAs(v game.View, typed string) (a game.Action, ok bool) {
	text := spelled(typed)
	bare := strings.TrimPrefix(strings.TrimPrefix(text, "play "), "give ")
	only := func(means func(name string) bool) bool {
		found := 0
		for _, o := range v.Offers {
			if slices.ContainsFunc(offerNames(o), means) {
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

// playsOfClass returns the offered plays of a kind that buttons name: "Pair", "Flush".
func playsOfClass(v game.View, typed string) (plays []game.Action) {
	for _, o := range v.Offers {
		if o.Class != "" && spelled(say.New(o.Class).String()) == spelled(typed) {
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

func (c *Commands) handHere(ctx context.Context, v visit) (bot.Reply, error) {
	if v.Options["cards"] != "" {
		return c.cards(ctx, v)
	}
	return c.present(ctx, v, shownHand{})
}

func (c *Commands) cards(ctx context.Context, v visit) (bot.Reply, error) {
	seat, seated := v.match.Seat(v.player)
	if !seated {
		return c.present(ctx, v, shownHand{}) // it says how to get a seat
	}
	view, _ := v.match.View(seat)
	a, err := readPlay(view, v.Options["cards"])
	if err != nil {
		return bot.Reply{}, err
	}
	return c.decide(ctx, v, match.Act{Player: v.player, Decision: v.match.Decision, Action: a}, 0)
}

func (c *Commands) suggest(ctx context.Context, r guildRequest) (bot.Reply, error) {
	suggest := c.suggestGames
	if r.Focused == "cards" {
		suggest = c.suggestCards
	}
	choices, err := suggest(ctx, r)
	return bot.Reply{Choices: choices}, err
}

// suggestCards suggests what the person may play at the channel's table. It suggests nothing if there
// is no table or it isn't their turn.
func (c *Commands) suggestCards(ctx context.Context, r guildRequest) ([]bot.Choice, error) {
	m, err := c.tables.InChannel(ctx, r.Channel)
	if errors.Is(err, match.ErrNoTable) {
		return []bot.Choice{}, nil
	}
	if err != nil {
		return nil, err
	}
	me, isKnown, err := c.Store.Find(ctx, r.User.ID)
	if !isKnown || err != nil {
		return []bot.Choice{}, err
	}
	seat, seated := m.Seat(me)
	view, dealt := m.View(seat)
	if !seated || !dealt || m.Vacant(seat) {
		return []bot.Choice{}, nil
	}
	chosen, err := c.Store.Preferences(ctx, me)
	if err != nil {
		return nil, err
	}
	return suggestPlays(view, r.Options["cards"], chosen.Cards), nil
}
