// Package kit has what the games' implementations share.
//
// A game writes a core: a small value with the rules that simulations copy and step. Around the
// core it writes a type that implements RoundState: legal plays, news, how a round ends. State
// turns a RoundState into a game.State, and Public gives computer players the public part of it.
//
// Cards is a set of cards in a game's own order. Limits check a deal. Settings hold the options.
// Match decides when a match ends and who wins it; a game with other rules for that adds up rounds
// with Count.
package kit
