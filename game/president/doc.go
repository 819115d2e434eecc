// Package president is the President family: one engine with three presets,
// AHole, President and Asshole. Each variation of rules.md P1 is an option that
// any of them can switch on; a preset is values and words, nothing else.
//
// # The game
//
// Everyone tries to get rid of their cards. Ranks go from 3, the lowest, to 2,
// the highest, and to the Joker where it stands for itself. The leader plays a
// set: one card, or several of one rank. In turn the others pass or play a set
// that beats the top play, at first one of as many cards and a higher rank.
// When the turn comes round to who made the top play, the trick ends and that
// seat leads, or the next that holds cards. The round ends when one seat holds
// cards. Places give titles and points; a match ends at a score, after a number
// of rounds, or when its host ends it.
//
// # What options change
//
//   - Sets (P2): a Joker joins other cards, or is a rank above 2, or both; or it
//     joins and alone stands for any card that is named. With suits, sets of
//     one rank differ by their highest suit; a Joker that joins is the top one.
//   - Beating (P3): larger sets may follow, if higher or whatever they are; sets
//     of the same rank and size may, and may cost the next seat a turn; twos may
//     be one fewer.
//   - Turns (P4): a pass may bar the rest of the trick; the first trick may be
//     led by the holder of a card, who may have to play it.
//   - Special plays (P6, P7): four of a kind turn the order, or the order and
//     the direction; so may four single cards in a row. Coup and guillotine
//     exchange places: those held at once, those played for at the end.
//   - Between rounds (P9, P10): extra cards or an exchange of the highest for
//     the lowest, with turns of its own where somebody has to choose; seats by
//     rank.
//
// # How it is built
//
// Position (position.go, moves.go, exchange.go, special.go) is the core: a value
// in fixed arrays that knows the rules, lists moves into a caller's buffer and
// steps, and allocates nothing. A Move is one word. Position.check is the one
// judge: Moves lists the candidates that it passes, and Apply refuses what it
// does not, so the two can't disagree.
//
// Rules and State are the public door on it: seats instead of chairs, words, offers,
// news, and a View that hides what a seat may not know. An option begins in
// options.go, with its words and what the core reads of it; what it changes is in the
// core, what a play then brings about is told in effect.go, and the rules that people
// read are in pages.go. An action is read in parse.go and refused in reason.go.
//
// Chairs are the places of one round, clockwise from the dealer's left; seats are
// people and stay theirs for the match, so that seating by rank moves only the order.
package president
