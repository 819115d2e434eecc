package record

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"deuces/game"
	"deuces/game/card"
)

// fact is an assertion of a record, a line that begins with "=". Calling it returns how the round
// differs from the assertion, or "".
type fact func(replayState) string

// replayState is the state of a replay.
type replayState struct {
	names []string
	rules game.Rules
	state game.State
}

func (m replayState) view() game.View { return m.state.View(game.Watcher) }

// name returns a seat's name, or "-" for Nobody.
func (m replayState) name(s game.Seat) string {
	if s < 0 || int(s) >= len(m.names) {
		return "-"
	}
	return m.names[s]
}

func (m replayState) nameList(seats []game.Seat) string {
	names := make([]string, len(seats))
	for i, s := range seats {
		names[i] = m.name(s)
	}
	return cmp.Or(strings.Join(names, " "), "-")
}

// valueList returns "Ann=2 Bob=1", without players whose value is "".
func (m replayState) valueList(value func(game.Seat) string) string {
	var words []string
	for s, name := range m.names {
		if v := value(game.Seat(s)); v != "" {
			words = append(words, name+"="+v)
		}
	}
	return cmp.Or(strings.Join(words, " "), "-")
}

// equalFact returns a fact that compares two texts.
func equalFact(what, want string, got func(replayState) string) fact {
	return func(m replayState) string {
		if got := got(m); got != want {
			return fmt.Sprintf("%s: %s, not %s", what, got, want)
		}
		return ""
	}
}

func (p *parser) fact(words []string) (fact, error) {
	if len(words) == 0 {
		return nil, fmt.Errorf(`nothing follows "="`)
	}
	what, words := words[0], words[1:]
	if len(words) == 0 && what != "over" {
		return nil, fmt.Errorf(`nothing follows %.40q ("-" stands for none)`, what)
	}
	switch what {
	case "turn":
		return p.turnFact(words)
	case "top":
		return topFact(words)
	case "hand":
		seat, err := p.seat(words[0])
		if err != nil {
			return nil, err
		}
		if len(words) == 1 {
			return nil, fmt.Errorf(`no cards are named ("-" stands for none)`)
		}
		return p.cardsOf("hand of "+words[0], words[1:], func(m replayState) []card.Card { return m.state.View(seat).Hand })
	case "legal":
		return p.legal(words)
	case "dir":
		return oneOf(what, words, []game.Dir{game.Clockwise, game.Counter, game.Up, game.Down}, func(m replayState) string { return cmp.Or(string(m.view().Dir), "-") })
	case "order":
		return oneOf(what, words, []string{"upright", "inverted"}, order)
	case "out":
		return p.seats(what, words, func(m replayState) string { return m.nameList(m.view().Out) })
	case "places":
		return p.seats(what, words, fromResult(func(m replayState, r game.Result) string { return m.nameList(r.Places) }))
	case "titles":
		return p.valuedAs(what, words, fromResult(titles))
	case "held":
		return p.numbered(what, words, lastPlaces)
	case "points":
		return p.numbered(what, words, fromResult(points))
	case "over":
		if len(words) > 0 {
			return nil, fmt.Errorf(`nothing follows "over"`)
		}
		return func(m replayState) string {
			if turn, on := m.state.Turn(); on {
				return "the round isn't over, it is the turn of " + m.name(turn)
			}
			return ""
		}, nil
	}
	return nil, fmt.Errorf("there is no fact called %.40q", what)
}

func (p *parser) turnFact(words []string) (fact, error) {
	if len(words) != 1 {
		return nil, fmt.Errorf(`one player must follow "turn"`)
	}
	if !isNone(words) {
		if _, err := p.seat(words[0]); err != nil {
			return nil, err
		}
	}
	return equalFact("turn", words[0], func(m replayState) string {
		if turn, on := m.state.Turn(); on {
			return m.name(turn)
		}
		return "-"
	}), nil
}

func order(m replayState) string {
	if m.view().Inverted {
		return "inverted"
	}
	return "upright"
}

func titles(m replayState, r game.Result) string {
	return m.valueList(func(s game.Seat) string { return TitleWord(m.rules, r.Titles[s]) })
}

// TitleWord returns a title as records write it, in the system's words and without spaces, such as
// "Vice-AHole" or "Big-Two"; "" for none.
func TitleWord(rules game.Rules, title game.Title) string {
	for _, t := range rules.Titles() {
		if t.Title == title {
			return strings.ReplaceAll(t.Word.String(), " ", "-")
		}
	}
	return string(title)
}

func points(m replayState, r game.Result) string {
	return m.valueList(func(s game.Seat) string { return strconv.Itoa(r.Points[s]) })
}

func lastPlaces(m replayState) string {
	players := m.view().Players
	return m.valueList(func(s game.Seat) string {
		if players[s].LastPlace == 0 {
			return ""
		}
		return strconv.Itoa(players[s].LastPlace)
	})
}

// fromResult returns a function that calls f with the round's result.
func fromResult(f func(replayState, game.Result) string) func(replayState) string {
	return func(m replayState) string {
		r, over := m.state.Result()
		if !over {
			return "unknown until the round is over"
		}
		return f(m, r)
	}
}

// oneOf returns a fact about one of several words.
func oneOf[W ~string](what string, words []string, known []W, got func(replayState) string) (fact, error) {
	if len(words) != 1 || !slices.Contains(known, W(words[0])) {
		return nil, fmt.Errorf("%s %.40q: want one of %v", what, strings.Join(words, " "), known)
	}
	return equalFact(what, words[0], got), nil
}

// seats returns a fact about a list of seats, in which the order counts.
func (p *parser) seats(what string, words []string, got func(replayState) string) (fact, error) {
	if !isNone(words) {
		for i, w := range words {
			if _, err := p.seat(w); err != nil {
				return nil, err
			}
			if slices.Contains(words[:i], w) {
				return nil, fmt.Errorf("%s: %.40q occurs twice", what, w)
			}
		}
	}
	return equalFact(what, cmp.Or(strings.Join(words, " "), "-"), got), nil
}

// valuedAs returns a fact about a word for each seat that has one, in any order.
func (p *parser) valuedAs(what string, words []string, got func(replayState) string) (fact, error) {
	values, err := p.values(words)
	if err != nil {
		return nil, err
	}
	want := replayState{names: p.Players}.valueList(func(s game.Seat) string { return values[s] })
	return equalFact(what, want, got), nil
}

// numbered returns a fact about a number for each seat, or "-" if nobody has one.
func (p *parser) numbered(what string, words []string, got func(replayState) string) (fact, error) {
	if isNone(words) {
		return equalFact(what, "-", got), nil
	}
	numbers, err := p.numbers(words)
	if err != nil {
		return nil, err
	}
	want := replayState{names: p.Players}.valueList(func(s game.Seat) string { return strconv.Itoa(numbers[s]) })
	return equalFact(what, want, got), nil
}

// cardsOf returns a fact about cards in any order.
func (p *parser) cardsOf(what string, words []string, got func(replayState) []card.Card) (fact, error) {
	want, err := cards(words)
	if err != nil {
		return nil, err
	}
	slices.Sort(want)
	return equalFact(what, cmp.Or(card.Format(want), "-"), func(m replayState) string {
		return cmp.Or(card.Format(slices.Sorted(slices.Values(got(m)))), "-")
	}), nil
}

// topFact returns a fact about the play to beat. Only in a run are Jokers named.
func topFact(words []string) (fact, error) {
	want := game.Action{Verb: game.Play}
	var err error
	if !isNone(words) {
		if want, err = game.ParseAction(strings.Join(words, " ")); err != nil {
			return nil, err
		}
	}
	if want.Verb != game.Play || want.As != card.None {
		return nil, fmt.Errorf("top: want cards, with a name only for the Jokers of a run")
	}
	text := func(cards []card.Card) string {
		if card.RunNames(cards) == nil {
			cards = slices.Sorted(slices.Values(cards))
		}
		return cmp.Or(game.Action{Verb: game.Play, Cards: cards}.String(), "-")
	}
	return equalFact("top", text(want.Cards), func(m replayState) string { return text(m.view().Top.Cards) }), nil
}

// legal returns a fact about the number of legal plays and, if they are listed, about each of them.
// Jokers of one hand are equal, but a listed play must be in the hand as it is written.
func (p *parser) legal(words []string) (fact, error) {
	n, err := strconv.Atoi(words[0])
	if err != nil || n < 0 {
		return nil, fmt.Errorf("%.40q is not a number of plays", words[0])
	}
	var want []game.Action
	if list := strings.Join(words[1:], " "); list != "" {
		for _, w := range strings.Split(list, "|") {
			a, err := game.ParseAction(w)
			if err != nil {
				return nil, err
			}
			if a.As != card.None && slices.ContainsFunc(a.Cards, card.Card.IsJoker) {
				return nil, fmt.Errorf("legal: write a Joker without the card that it stands for")
			}
			want = append(want, a)
		}
		if len(want) != n {
			return nil, fmt.Errorf("%d plays are listed, not %d", len(want), n)
		}
	}
	return func(m replayState) string { return m.checkLegal(n, want) }, nil
}

func (m replayState) checkLegal(n int, want []game.Action) string {
	legal := m.state.Legal()
	if len(legal) != n {
		return fmt.Sprintf("legal: %s, not %d", list(legal), n)
	}
	if want == nil {
		return ""
	}
	turn, _ := m.state.Turn()
	view := m.state.View(turn)
	held := card.SetOf(view.Hand...)
	given := map[string]bool{}
	for _, a := range legal {
		given[Reduce(a, view.Ordered)] = true
	}
	for _, a := range want {
		key := Reduce(a, view.Ordered)
		if !given[key] || !holds(held, a.Cards) {
			return fmt.Sprintf("legal: %s is not legal, or occurs twice; legal are %s", a, list(legal))
		}
		delete(given, key)
	}
	return ""
}

func holds(hand card.Set, cards []card.Card) bool {
	for _, c := range cards {
		if c != card.AnyJoker && !hand.Remove(c) {
			return false
		}
	}
	return true
}

func list(actions []game.Action) string {
	const shown = 40
	words := make([]string, 0, shown+1)
	for i, a := range actions {
		if i == shown {
			words = append(words, "…")
			break
		}
		words = append(words, a.String())
	}
	return strings.TrimSpace(fmt.Sprintf("%d %s", len(actions), strings.Join(words, "|")))
}

// Reduce returns a text that is the same for all actions that rules.md R counts as one play. Jokers
// are equal, the cards that they stand for don't matter except in a run, and neither does the order of
// cards unless ordered is set (game.View.Ordered).
func Reduce(a game.Action, ordered bool) string {
	a.Cards = slices.Clone(a.Cards)
	isRun := a.Verb == game.Play && a.As == card.None && slices.ContainsFunc(a.Cards, card.Card.IsJoker)
	if isRun && card.RunNames(a.Cards) == nil {
		run, ok := card.Run(a.Cards, nil)
		if isRun = ok; ok {
			a.Cards = run
		}
	}
	for i, c := range a.Cards {
		if c.IsJoker() {
			a.Cards[i], a.As = card.AnyJoker, card.None
		}
	}
	if (!ordered || a.Verb == game.Give) && !isRun {
		slices.Sort(a.Cards)
	}
	return a.String()
}
