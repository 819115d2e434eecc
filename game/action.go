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

// The kinds of action.
const (
	Play Verb = iota + 1
	Pass
	Draw // draw from the pile
	Give // give cards in an exchange
)

// Action is what a seat does in one turn. Logs and buttons hold it in the notation of rules.md R.
type Action struct {
	Verb  Verb
	Cards []card.Card // of Play and Give, in the order played; AnyJoker is any Joker that the hand holds
	As    card.Card   // the card that the play's Jokers stand for; in a play without Jokers, the card it is named as; None: not named, or a run, in which the order of Cards says it
}

// ParseAction reads an action in notation: "3c 3d", "*1=9h", "pass", "draw", "give 3c 4d". "*1=9h"
// names the first Joker as the 9 of hearts. All Jokers of a play must have the same name, and no
// other card of that play can have one. In a run each Joker has its own name, "5s *1=6s 7s", or none;
// ParseAction returns the cards of such a run in its order (card.Run). It doesn't check whether the
// game allows naming.
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
	natural, differs := "", "" // the last named card that isn't a Joker; the last Joker with another name than those before
	var names []card.Card
	for _, w := range words {
		name, as, named := strings.Cut(w, "=")
		c, err := card.Parse(name)
		if err != nil {
			return Action{}, err
		}
		a.Cards, names = append(a.Cards, c), append(names, card.None)
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
			differs = w
		}
		a.As, names[len(names)-1] = n, n
	}
	if run, ok := card.Run(a.Cards, names); ok && a.Verb == Play && natural == "" && slices.ContainsFunc(run, card.Card.IsJoker) {
		return Action{Verb: Play, Cards: run}, nil
	}
	if differs != "" {
		return Action{}, fmt.Errorf("%.20q: all Jokers of one play must stand for the same card", differs)
	}
	if natural != "" && slices.ContainsFunc(a.Cards, card.Card.IsJoker) {
		return Action{}, fmt.Errorf("%.20q: in a play with Jokers, only the Jokers can stand for other cards", natural)
	}
	return a, nil
}

// String returns the action in notation. If the play is named, the name follows the first card that
// can have one; in a run every Joker is named.
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
	run := card.RunNames(a.Cards)
	for i, c := range a.Cards {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(c.String())
		if named && run != nil && c.IsJoker() {
			b.WriteString("=" + run[i].String())
		}
		if !named && c.IsJoker() == jokers {
			b.WriteString("=" + a.As.String())
			named = true
		}
	}
	return b.String()
}

// MarshalText returns the notation, which is how events store an action.
func (a Action) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText reads the notation.
func (a *Action) UnmarshalText(text []byte) (err error) {
	*a, err = ParseAction(string(text))
	return err
}

// Illegal is the error for an action that the rules refuse. Reason is one sentence for the player
// who tried it.
type Illegal struct{ Reason say.Message }

func (e *Illegal) Error() string { return e.Reason.String() }

// Refuse returns an *Illegal. args fill the placeholders of text.
func Refuse(text say.Text, args ...any) error { return RefuseWith(say.New(text, args...)) }

// RefuseWith returns an *Illegal with a message.
func RefuseWith(m say.Message) error { return &Illegal{Reason: m} }
