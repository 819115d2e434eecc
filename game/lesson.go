package game

import (
	"fmt"

	"deuces/game/card"
	"deuces/internal/say"
)

// Lesson is a scripted round that teaches a game. The learner sits at seat 0, and the script plays
// for the other seats. All plays go through the game's rules.
type Lesson struct {
	Hands   []string // of each seat, in notation; the learner's first
	TopCard string   // shedding games: the card turned up
	Pile    string   // shedding games: the draw pile, next card first
	Steps   []Step   // the learner's turns
	Closing say.Text // shown at the end: what else to know
}

// Step is one turn of the learner.
type Step struct {
	OthersPlay  []string            // what the other seats play first, in turn order
	Prompt      say.Text            // tells the learner what to look at
	Answer      string              // the play that continues the lesson
	Wrong       []string            // other plays that are offered: the rules refuse them, or they are a bad idea
	Why         map[string]say.Text // why a legal play of Wrong is a bad idea, by play
	Explanation say.Text            // what the answer has taught, if the next prompt doesn't say it; may be empty
}

// StateAt plays the lesson up to a step, counted from 0, and returns the State in which the learner
// is to move and the news since the previous step. If step is the number of steps it returns the
// State after the last one.
func (l Lesson) StateAt(rules Rules, step int) (State, []News, error) {
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
	if l.TopCard != "" {
		var err error
		if setup.TopCard, err = card.Parse(l.TopCard); err != nil {
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
		for _, text := range s.OthersPlay {
			if err := play(text); err != nil {
				return nil, nil, err
			}
		}
		if i == step {
			break
		}
		told = nil
		if err := play(s.Answer); err != nil {
			return nil, nil, err
		}
	}
	return state, told, nil
}

// CheckPlay returns the error that the rules give for a play of the learner, or nil if it is legal.
func (l Lesson) CheckPlay(at State, play string) error {
	a, err := ParseAction(play)
	if err != nil {
		return err
	}
	_, _, err = at.Apply(0, a)
	return err
}
