// Package president is the President family: one engine with three presets,
// AHole, President and Asshole. Each variation of rules.md P1 is an option that
// any of them can switch on; a preset is values and words, nothing else.
//
// # The game
//
// Everyone tries to get rid of their cards. Ranks go from 3, the lowest, to 2,
// the highest, and on to the Joker where it is a rank of its own. The leader plays a
// set: one card, or several of one rank. In turn the others pass or play a set
// that beats the top play: without options, one of the same size and a higher rank.
// When the turn comes back to whoever made the top play, the trick ends and that
// seat leads, or the next seat that still holds cards. The round ends when only one
// seat holds cards. Places give titles and points; a match ends at a score, after a
// number of rounds, or when its host ends it.
//
// # What options change
//
//   - Sets (P2): a Joker joins other cards, or is a rank above 2, or both; or it
//     joins others and, alone, stands for any card that its player names. With
//     suits, the highest suit decides between sets of one rank; a Joker that joins
//     counts as the highest.
//   - Beating (P3): larger sets may follow, only if higher or always; sets of the
//     same rank and size may follow, and may skip the next seat; one 2 fewer may
//     be enough.
//   - Turns (P4): a pass may last for the rest of the trick; the holder of a certain
//     card may lead the first trick, and may have to play that card.
//   - Special plays (P6, P7): four of a kind turn the order of ranks over, or the order
//     and the direction; so may four single cards in a row. Coup and guillotine
//     exchange places: those from the round before immediately, those of this
//     round at its end.
//   - Between rounds (P9, P10): extra cards, or an exchange of the highest cards for the
//     lowest, with turns of its own if somebody has to choose; seats by rank.
//
// # How it is built
//
// Position (position.go, moves.go, exchange.go, special.go) is the core: a value
// in fixed arrays that knows the rules, lists moves into a caller's buffer and
// steps, and allocates nothing. A Move is one word. Only Position.check
// decides what is legal: Moves lists what passes it, and Apply refuses what
// doesn't, so the two can't disagree.
//
// Rules and State put package game's contract on it: seats instead of chairs,
// words, offers, news, and a View that hides what a seat may not know. Chairs are
// the places of one round, clockwise from the dealer's left. Seats belong to people
// for the whole match, so seating by rank changes only the order.
package president
