package commands

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"deuces/bot"
	"deuces/commands/screen"
	"deuces/game"
	"deuces/game/card"
	"deuces/internal/say"
	"deuces/settings"
)

// This file parses typed plays. People write cards as in records (7h 10s), as on buttons ("5 5",
// "9♥ 8♥", "Joker as 2"), or in words ("pair of jacks"). Without suits, the text can mean any play
// of these ranks. If several plays match and differ in what they do, the player is asked which one.

// readPlay parses a play for the view of a player.
func readPlay(v game.View, typed string) (game.Action, error) {
	typed = withSymbols(typed)
	if o, ok := shownAs(v, typed); ok {
		return o.Action, nil
	}
	exact, err := notation(typed)
	exact = whichHeld(v, exact)
	if err == nil && (len(exact.Cards) == 0 || held(v.Hand, exact.Cards)) {
		return exact, nil
	}
	if w, ok := parseRanks(typed); ok && len(v.Hand) > 0 {
		if a, err2 := w.play(v); err2 == nil || err != nil { // "5s" can mean fives, and otherwise means the 5 of spades
			return a, err2
		}
	}
	if err != nil {
		return game.Action{}, game.Refuse("I can't read {text}. Type cards like 7h 10s Qd, ranks like 5 5 or pair of jacks, and a Joker as joker or joker=9h.", screen.Quoted(typed, 60))
	}
	return exact, nil
}

// suggestPlays returns the viewer's plays that match the typed text, with the labels of buttons.
func suggestPlays(v game.View, typed string, cards settings.Cards) []bot.Choice {
	choices := []bot.Choice{}
	so, typed := folded(typed), withSymbols(typed)
	w, ranks := parseRanks(typed)
	for _, o := range v.Offers {
		name := bot.Plain(offerName(o).String(), 100)
		shown := say.Verbatim(name)
		if cards == settings.InWords {
			shown = say.Verbatim(bot.Plain(screen.CardsInWords(offerName(o)).String(), 100))
		}
		value := o.Action.String()
		fits := strings.Contains(folded(name), folded(typed)) || strings.Contains(folded(shown.String()), so) || strings.HasPrefix(folded(value), folded(typed)) || ranks && w.fits(o.Action, v.Ordered)
		if fits && len(value) <= 100 {
			choices = append(choices, bot.Choice{Name: shown, Value: value})
		}
	}
	return choices[:min(len(choices), 25)]
}

// offerName returns the text of a suggestion: the cards, and what they are or what they do.
func offerName(o game.Offer) say.Message {
	what := o.Effect
	if what.Empty() && len(o.Action.Cards) > 1 {
		what = say.New(o.Class)
	}
	return say.Join(" · ", o.Label, what)
}

// shownAs returns the only offer with this text on its button or suggestion.
func shownAs(v game.View, typed string) (game.Offer, bool) {
	var found []game.Offer
	for _, o := range v.Offers {
		for _, name := range []say.Message{o.Label, o.Effect, offerName(o), say.Join(" · ", o.Label, o.Effect)} {
			if text := folded(name.String()); text != "" && text == folded(typed) {
				found = append(found, o)
				break
			}
		}
	}
	if len(found) != 1 {
		return game.Offer{}, false
	}
	return found[0], true
}

// suitWords matches cards whose suit is a word: "7 of hearts", "queen spades".
var suitWords = regexp.MustCompile(`(?i)\b(10|[2-9tjqka]|ten|two|three|four|five|six|seven|eight|nine|jack|queen|king|ace)(?: of)? (clubs?|diamonds?|hearts?|spades?)\b`)

// withSymbols replaces suits that are words by letters: "7h".
func withSymbols(typed string) string {
	return suitWords.ReplaceAllStringFunc(typed, func(card string) string {
		words := strings.Fields(strings.ToLower(card))
		rank, suit := words[0], words[len(words)-1]
		if r, _ := rankWord(rank); r != 0 {
			rank = strings.ToLower(r.String())
		}
		return rank + suit[:1]
	})
}

// folded removes what people often omit, such as spaces, from a text.
func folded(s string) string {
	s = strings.NewReplacer("\ufe0f", "", "♣", "c", "♦", "d", "♥", "h", "♠", "s", ",", " ", "·", " ", "(", " ", ")", " ").Replace(strings.ToLower(s))
	return strings.Join(strings.Fields(s), " ")
}

// notation parses a play in the notation of records. It also accepts suits as symbols, 10 for T, and joker
// for *.
func notation(s string) (game.Action, error) {
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
	return game.ParseAction(strings.Join(words, " "))
}

// rankUp changes the case of a card to that of the notation: "qd" becomes "Qd".
func rankUp(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
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
	cards := append([]card.Card(nil), a.Cards...)
	for i, c := range cards {
		if c == card.AnyJoker && len(jokers) > 0 {
			cards[i], jokers = jokers[0], jokers[1:]
		}
	}
	a.Cards = cards
	return a
}

// held reports whether a hand has all of these cards.
func held(hand, cards []card.Card) bool {
	all := card.SetOf(hand...)
	for _, c := range cards {
		if !all.Remove(c) {
			return false
		}
	}
	return true
}

// ranked is a play without suits.
type ranked struct {
	ranks []card.Rank // in the order typed
	some  bool        // any number of this one rank: "jacks"
}

var (
	counted  = regexp.MustCompile(`^(\d+)[×x]$`)
	oneRank  = regexp.MustCompile(`^(10|[2-9jqkat])s?$`)
	manyRank = regexp.MustCompile(`^(?:10|[2-9jqkat])+$`)
	eachRank = regexp.MustCompile(`10|[2-9jqkat]`)
)

// parseRanks parses "5 5", "10", "AA", "8 × 10", "two jacks" or "pair of jacks".
func parseRanks(typed string) (w ranked, ok bool) {
	numbers := map[string]int{
		"a": 1, "an": 1, "one": 1, "single": 1, "pair": 2, "two": 2, "double": 2, "both": 2,
		"three": 3, "triple": 3, "trips": 3, "four": 4, "quad": 4, "quads": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
	}
	words := strings.Fields(strings.NewReplacer(",", " ", "+", " ", "×", "× ", " ×", "× ", "\ufe0f", "").Replace(strings.ToLower(typed)))
	words = slices.DeleteFunc(words, func(s string) bool { return slices.Contains([]string{"of", "the", "and", "kind", "play"}, s) })
	times := 0
	for i, word := range words {
		// "two" is a number in "two jacks" and a rank in "two two". "a" is an Ace in "a a".
		if n, isNumber := numbers[word]; isNumber && i < len(words)-1 && words[i+1] != word && (word != "a" || len(words[i+1]) > 2) {
			times = n
			continue
		}
		if m := counted.FindStringSubmatch(word); m != nil && i < len(words)-1 {
			if n, err := strconv.Atoi(m[1]); err == nil && n <= 20 {
				times = n
			}
			continue
		}
		rank, plural := rankWord(word)
		switch m := oneRank.FindStringSubmatch(word); {
		case rank != 0:
		case m != nil:
			rank, plural = rankOf(m[1]), strings.HasSuffix(word, "s")
		case manyRank.MatchString(word) && times == 0:
			for _, r := range eachRank.FindAllString(word, -1) {
				w.ranks = append(w.ranks, rankOf(r))
			}
			continue
		default:
			return ranked{}, false
		}
		if plural && times == 0 {
			w.some = len(words) == 1
		}
		for range max(times, 1) {
			w.ranks = append(w.ranks, rank)
		}
		times = 0
	}
	return w, len(w.ranks) > 0
}

// rankOf parses a rank as written on cards.
func rankOf(s string) card.Rank {
	if s == "10" {
		s = "t"
	}
	c, err := card.Parse(strings.ToUpper(s) + "c")
	if err != nil {
		return 0
	}
	return c.Rank()
}

// rankWord parses a rank in words, or returns 0.
func rankWord(s string) (r card.Rank, plural bool) {
	names := [...]string{"three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace", "two", "joker"}
	for i, name := range names {
		switch s {
		case name:
			return card.Three + card.Rank(i), false
		case name + "s", name + "es":
			return card.Three + card.Rank(i), true
		}
	}
	return 0, false
}

// fits reports whether an action has these ranks.
func (w ranked) fits(a game.Action, ordered bool) bool {
	var ranks []card.Rank
	for _, c := range a.Cards {
		ranks = append(ranks, c.Rank())
	}
	if w.some {
		return len(ranks) > 0 && !slices.ContainsFunc(ranks, func(r card.Rank) bool { return r != w.ranks[0] })
	}
	want := slices.Clone(w.ranks)
	if !ordered {
		slices.Sort(want)
		slices.Sort(ranks)
	}
	return slices.Equal(want, ranks)
}

// play returns the play of these ranks. If none is legal, it returns cards of the hand, so that the rules
// say why they can't be played.
func (w ranked) play(v game.View) (game.Action, error) {
	var names []say.Message
	var found []game.Action
	for _, o := range v.Offers {
		if w.fits(o.Action, v.Ordered) && o.Action.As == card.None {
			found = append(found, o.Action)
			names = append(names, o.Label)
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		const most = 4
		return game.Action{}, game.Refuse("That could be {plays}. Type the suits too, like {example}.",
			orList(names[:min(len(names), most)]...), say.Verbatim(found[0].String()))
	}
	a := game.Action{Verb: game.Play}
	if v.Phase == game.Exchanging {
		a.Verb = game.Give
	}
	rest := slices.Clone(v.Hand)
	for _, r := range w.ranks {
		i := slices.IndexFunc(rest, func(c card.Card) bool { return c.Rank() == r })
		if i < 0 {
			have := 0
			for _, c := range v.Hand {
				if c.Rank() == r {
					have++
				}
			}
			if have == 0 {
				return a, game.Refuse("You have no {rank}.", r.Face())
			}
			return a, game.Refuse("You have only {n:one|#} of rank {rank}.", have, r.Face())
		}
		a.Cards = append(a.Cards, rest[i])
		rest = slices.Delete(rest, i, i+1)
	}
	return a, nil
}

// orList joins messages with "or": "5♣ 5♦ or 5♣ 5♥".
func orList(messages ...say.Message) say.Message {
	if len(messages) < 2 {
		return say.List(messages...)
	}
	return say.New("{first} or {last}", say.Join(", ", messages[:len(messages)-1]...), messages[len(messages)-1])
}
