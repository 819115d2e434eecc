// Package kit is what rounds and matches have in common, whatever the game.
//
// A game writes a core, a small value that is copied and stepped, and on it a
// Moment: what is legal, what a play brings about, how a round ends. State makes a
// game.State of it, and Public gives computer players what everyone sees. Cards is a set
// of natural cards in the order of a game, Sit holds a deal against the bounds of a game,
// Settings are its options, and Match says when a match ends and for whom; a game whose
// matches end otherwise counts with Count.
package kit
