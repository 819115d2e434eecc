package commands

import (
	"context"
	"strings"

	"deuces/bot"
	"deuces/commands/screen"
	"deuces/game"
	"deuces/game/card"
	"deuces/say"
	"deuces/table"
)

// laySpec is for those who would rather type a play than click it, for naming Jokers,
// and for anyone who wonders why something can't be played.
var laySpec = bot.Command{Name: "lay", Description: say.New("Plays cards that you type, or explains why not"), Options: []bot.Option{
	{Name: "cards", Description: say.New("For example 7h 7s, 10d, joker, joker=9h, pass or draw"), Required: true, Max: bot.Limit(100)},
}}

// lay answers /lay: what is played, or one sentence that says why not.
func (c *Commands) lay(ctx context.Context, v visit) (bot.Reply, error) {
	a, err := readPlay(v.Options["cards"])
	if err != nil {
		return bot.Reply{}, err
	}
	seat, seated := v.match.Seat(v.player)
	if view, dealt := v.match.View(seat); seated && dealt {
		a = whichHeld(view, a)
	}
	return c.decide(ctx, v, table.Act{Player: v.player, Decision: v.match.Decision(), Action: a}, 0)
}

// readPlay reads a play as people write cards: the notation of records, with
// suits as symbols too, 10 as well as T, and joker as well as *.
func readPlay(s string) (game.Action, error) {
	text := strings.NewReplacer("♣", "c", "♦", "d", "♥", "h", "♠", "s", "10", "T", "joker", "*", ",", " ", "\ufe0f", "").Replace(strings.ToLower(s))
	words := strings.Fields(text)
	for i, w := range words {
		if w == "pass" || w == "draw" || w == "give" {
			continue
		}
		name, as, named := strings.Cut(w, "=")
		if words[i] = rankUp(name); named {
			words[i] += "=" + rankUp(as)
		}
	}
	a, err := game.ParseAction(strings.Join(words, " "))
	if err != nil {
		return game.Action{}, game.Refuse("I can't read {text}. Type cards like 7h 10s Qd, and a Joker as joker or joker=9h.", say.Quote(screen.Clip(s, 60), 80))
	}
	return a, nil
}

// rankUp writes a card as notation has it: "qd" is "Qd".
func rankUp(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// whichHeld replaces Jokers that were only called joker by those of the hand, and turns
// a play into what is given while cards are exchanged.
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
	cards := append([]card.Card(nil), a.Cards...)
	for i, c := range cards {
		if c == card.AnyJoker && len(jokers) > 0 {
			cards[i], jokers = jokers[0], jokers[1:]
		}
	}
	a.Cards = cards
	return a
}
