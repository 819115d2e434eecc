// Package kit has the code that the games share.
//
// A game defines a core: a small value with the rules that simulations copy and step. Around the
// core it defines a type that implements RoundState: legal plays, news, how a round ends. State
// turns a RoundState into a game.State, and Public gives computer players the public part of it.
//
// Cards is a set of cards in a game's own order. Limits check a deal. Settings hold the options.
// Match decides when a match ends and who wins it. A game with other rules for the end of a match
// adds up rounds with Count.
package kit
