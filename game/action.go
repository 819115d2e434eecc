package game

import (
	"fmt"
	"slices"
	"strings"

	"deuces/game/card"
	"deuces/internal/say"
)

// Verb is the kind of an action.
type Verb uint8

// What a seat can do in its turn.
const (
	Play Verb = iota + 1
	Pass
	Draw // draw a card from the pile; "draw" in notation
	Give // an exchange decision
)

// Action is what a seat does in one turn, in the order played where order counts.
// Its notation (rules.md R) is stored in logs and carried by buttons.
type Action struct {
	Verb  Verb
	Cards []card.Card // of Play and Give; AnyJoker stands for whichever is held
	As    card.Card   // the card that a play's Jokers, or its cards where it has none, are named as; None: unnamed
}

// Actions is a list of actions with the memory that it takes, to be filled again and
// again. What is in it belongs to its owner until the next time.
type Actions struct {
	List  []Action
	Cards []card.Card // of List, those of one action after those of another
}

// Clear empties the list, and makes room for so many actions and cards.
func (l *Actions) Clear(actions, cards int) {
	l.List, l.Cards = slices.Grow(l.List[:0], actions), slices.Grow(l.Cards[:0], cards)
}

// Add lists an action without cards.
func (l *Actions) Add(v Verb) { l.List = append(l.List, Action{Verb: v}) }

// AddCards lists an action of the Cards from an index on.
func (l *Actions) AddCards(v Verb, from int) {
	end := len(l.Cards)
	l.List = append(l.List, Action{Verb: v, Cards: l.Cards[from:end:end]})
}

// ParseAction reads an action in the notation of records: "3c 3d", "*1=9h",
// "pass", "draw", "give 3c 4d". The cards of one play can be named only alike;
// whether they may be named at all is for the game to say.
func ParseAction(s string) (Action, error) {
	words := strings.Fields(s)
	if len(words) == 0 {
		return Action{}, fmt.Errorf("no cards named")
	}
	a := Action{Verb: Play}
	switch strings.ToLower(words[0]) {
	case "pass", "draw":
		if len(words) > 1 {
			return Action{}, fmt.Errorf("nothing can follow %q", words[0])
		}
		if strings.EqualFold(words[0], "pass") {
			return Action{Verb: Pass}, nil
		}
		return Action{Verb: Draw}, nil
	case "give":
		a.Verb, words = Give, words[1:]
	}
	natural := "" // a card that is no Joker, and named
	for _, w := range words {
		name, as, named := strings.Cut(w, "=")
		c, err := card.Parse(name)
		if err != nil {
			return Action{}, err
		}
		a.Cards = append(a.Cards, c)
		if !named {
			continue
		}
		n, err := card.Parse(as)
		switch {
		case err != nil:
			return Action{}, err
		case n.IsJoker() || a.Verb != Play:
			return Action{}, fmt.Errorf("%.20q: only a card that is played can be named as another", w)
		case !c.IsJoker():
			natural = w
		case a.As != card.None && a.As != n:
			return Action{}, fmt.Errorf("%.20q: the Jokers of one play are named alike", w)
		}
		a.As = n
	}
	if natural != "" && slices.ContainsFunc(a.Cards, card.Card.IsJoker) {
		return Action{}, fmt.Errorf("%.20q: of a play with Jokers only these can be named", natural)
	}
	return a, nil
}

// String returns the action in notation. Where cards are named the first one
// carries the name, for all.
func (a Action) String() string {
	switch a.Verb {
	case Pass:
		return "pass"
	case Draw:
		return "draw"
	case Give:
		return strings.TrimSpace("give " + card.Format(a.Cards))
	}
	var b strings.Builder
	named := a.As == card.None
	jokers := slices.ContainsFunc(a.Cards, card.Card.IsJoker)
	for i, c := range a.Cards {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(c.String())
		if !named && c.IsJoker() == jokers {
			b.WriteString("=" + a.As.String())
			named = true
		}
	}
	return b.String()
}

// Illegal is the error of an action that the rules refuse. Reason is one sentence
// in a player's words, for that player alone.
type Illegal struct{ Reason say.Message }

func (e *Illegal) Error() string { return e.Reason.String() }

// Refuse returns an *Illegal with a sentence and what stands in its places.
func Refuse(text say.Text, args ...any) error { return Refused(say.New(text, args...)) }

// Refused returns an *Illegal that says a message.
func Refused(m say.Message) error { return &Illegal{Reason: m} }
