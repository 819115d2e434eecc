package kit

import (
	"deuces/game"
	"deuces/game/card"
	"deuces/internal/say"
)

// NoSuchAction refuses an action that the game doesn't have.
func NoSuchAction() error { return game.Refuse("You can't do that now.") }

// NoCards refuses a play without cards.
func NoCards() error { return game.Refuse("Choose the cards to play.") }

// NotInHand refuses cards that aren't in the hand: the n-th card c of the action is missing.
func NotInHand(c card.Card, n int) error {
	switch {
	case c.IsJoker():
		return game.Refuse("You don't have {n:a Joker|# Jokers}.", n)
	case n > 1:
		return game.Refuse("You don't have another {card}.", c.Face())
	}
	return game.Refuse("You don't have {card}.", c.Face())
}

// CantStandFor refuses the card that a Joker is named as.
func CantStandFor() error { return game.Refuse("A Joker can't stand for that card.") }

// MustLead says why a leader can't pass.
func MustLead() say.Message {
	return say.New("You lead, so you can't pass.")
}

// MustInclude says which card the first play needs.
func MustInclude(c card.Card) say.Message {
	return say.New("The first play must include {card}.", c.Face())
}

// SameRank returns the refusal of cards that have different ranks.
func SameRank() say.Message { return say.New("All cards of this play must have the same rank.") }

// TooWeak returns the refusal of a play that doesn't beat the top play. beats is what does, or empty.
func TooWeak(top, beats say.Message) say.Message {
	if beats.Empty() {
		return say.Period(say.New("Nothing beats {top}", top))
	}
	return say.New("To beat {top} it takes {beats}.", top, beats)
}
