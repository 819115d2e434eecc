package screen

import (
	"deuces/game"
	"deuces/internal/say"
)

// This file says whose turn it is and what to do: to the table, to the player, and in a mention.

// turnOf renders whose turn it is, and what that player can do.
func (s Snapshot) turnOf(seat game.Seat) say.Message {
	v, who := s.Public, s.name(seat)
	switch {
	case v.Phase == game.Exchanging:
		return say.New("{who} is choosing {n:# card|# cards} to give", who, s.toGive())
	case len(v.Top.Cards) == 0:
		return say.New("{who}'s turn to lead", who)
	case v.Pile >= 0:
		return say.New("{who}'s turn to play on {top}", who, s.topCard())
	}
	return say.New("{who}'s turn to beat {top}", who, s.inline.faces(v.Top.Cards, v.Top.As))
}

// boardTurn is like turnOf, but doesn't repeat the play, because the board shows it above.
func (s Snapshot) boardTurn(seat game.Seat) say.Message {
	v, who := s.Public, s.name(seat)
	switch {
	case v.Phase == game.Exchanging, len(v.Top.Cards) == 0:
		return s.turnOf(seat)
	case v.Pile >= 0:
		return say.New("{who}'s turn to play", who)
	}
	return say.New("{who}'s turn to beat it", who)
}

// yourTurn tells the player to move what to do.
func (s Snapshot) yourTurn() say.Message {
	v := s.Public
	switch {
	case v.Phase == game.Exchanging:
		return say.New("It's your turn to choose {n:# card|# cards} to give", s.toGive())
	case len(v.Top.Cards) == 0:
		return say.New("It's your turn to lead")
	case v.Pile >= 0:
		return say.New("It's your turn to play on {top}", s.topCard())
	}
	return say.New("It's your turn to beat {top}, or pass", s.inline.faces(v.Top.Cards, v.Top.As))
}

// callToMove mentions a player and tells them that it is their turn and what to do.
func (s Snapshot) callToMove(who string) say.Message {
	v := s.Public
	switch {
	case v.Phase == game.Exchanging:
		return say.New("{who}, it's your turn to choose {n:# card|# cards} to give.", who, s.toGive())
	case len(v.Top.Cards) == 0:
		return say.New("{who}, it's your turn to lead.", who)
	case v.Pile >= 0:
		return say.New("{who}, it's your turn to play on {top}.", who, s.topCard())
	}
	return say.New("{who}, it's your turn to beat {top}, or pass.", who, s.inline.faces(v.Top.Cards, v.Top.As))
}

// toGive returns how many cards the seat to move has to give. Everybody may know this number.
func (s Snapshot) toGive() int {
	seat, _ := s.Turn()
	if v, ok := s.View(seat); ok && len(v.Legal) > 0 {
		return len(v.Legal[0].Cards)
	}
	return 0
}

// topCard returns the top card in games in which cards are played onto one another.
func (s Snapshot) topCard() string {
	top := s.Public.Top
	return s.inline.faces(top.Cards[len(top.Cards)-1:], top.As)
}
