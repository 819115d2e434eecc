package game

import (
	"fmt"

	"deuces/game/card"
	"deuces/internal/say"
)

// Lesson is a scripted hand by which a system is learnt: the learner sits at seat 0, and
// the others play what the script says. It is played by the rules like any other round.
type Lesson struct {
	Hands []string // of each seat, in notation; the learner's first
	Top   string   // shedding games: the card turned up
	Pile  string   // and the draw pile, next card first
	Steps []Step   // the learner's turns
	End   say.Text // what to know beside that
}

// Step is one turn of the learner.
type Step struct {
	Before []string // what the others play first, in turn
	Look   say.Text // what to look at
	Right  string   // the play that the lesson goes on with
	Wrong  []Wrong  // plays that are offered beside it
	Then   say.Text // what the right play was good for
}

// Wrong is a play that is offered and not taken: one that the rules refuse in their own
// words, or one that they allow and that would be a pity.
type Wrong struct {
	Play string
	Why  say.Text // what to learn from it
}

// At plays the lesson up to a step, from 0: the moment in which the learner is to move,
// or for the number of steps the one after the last; and what has been told since the
// step before.
func (l Lesson) At(rules Rules, step int) (State, []News, error) {
	setup := Setup{Lead: Nobody}
	for _, hand := range l.Hands {
		cards, err := card.ParseAll(hand)
		if err != nil {
			return nil, nil, fmt.Errorf("a hand of a lesson: %w", err)
		}
		setup.Hands = append(setup.Hands, cards)
		setup.Order = append(setup.Order, Seat(len(setup.Order)))
	}
	setup.Dealer = Seat(len(l.Hands) - 1)
	if l.Top != "" {
		var err error
		if setup.Top, err = card.Parse(l.Top); err != nil {
			return nil, nil, fmt.Errorf("the card turned up in a lesson: %w", err)
		}
		if setup.Pile, err = card.ParseAll(l.Pile); err != nil {
			return nil, nil, fmt.Errorf("the pile of a lesson: %w", err)
		}
	}
	state, err := rules.Start(setup)
	if err != nil {
		return nil, nil, fmt.Errorf("a lesson of %s: %w", rules.Name(), err)
	}
	var told []News
	play := func(text string) error {
		a, err := ParseAction(text)
		if err != nil {
			return fmt.Errorf("a play of a lesson: %w", err)
		}
		seat, _ := state.Turn()
		next, news, err := state.Apply(seat, a)
		if err != nil {
			return fmt.Errorf("%s of seat %d in a lesson of %s: %w", text, seat, rules.Name(), err)
		}
		state, told = next, append(told, news...)
		return nil
	}
	for i, s := range l.Steps[:min(step+1, len(l.Steps))] {
		for _, text := range s.Before {
			if err := play(text); err != nil {
				return nil, nil, err
			}
		}
		if i == step {
			break
		}
		told = nil
		if err := play(s.Right); err != nil {
			return nil, nil, err
		}
	}
	return state, told, nil
}

// Try says why the rules refuse a play of the learner's at a moment; nil if they don't.
func (l Lesson) Try(at State, play string) error {
	a, err := ParseAction(play)
	if err != nil {
		return err
	}
	_, err = at.Next(0, a)
	return err
}
