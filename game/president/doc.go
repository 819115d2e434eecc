// Package president is the President family: one engine with four presets, AHole, President,
// Asshole and Daifugo. Every variation of rules.md P1 and P12 is an option that each of them can use. A preset consists
// of option values and words, the numbers of seats and decks, and how the first dealer is chosen.
//
// # The game
//
// Everyone tries to get rid of their cards. Ranks go from 3, the lowest, to 2, the highest, with
// the Joker above it if it has its own rank. The leader plays a set: one card, or several of one
// rank. In turn the others pass or play a set that beats the top play; by default that is a set of
// the same size and a higher rank. When the turn comes back to the player of the top play, the
// trick ends and that player leads, or the next player who still holds cards. The round ends when
// only one player holds cards. Places give titles and points. A match ends at a score, after a
// number of rounds, or when its host ends it.
//
// # Options
//
//   - Sets (P2): a Joker can be played with other cards, have its own rank above 2, or both. With a
//     further option Jokers on their own stand for any card that the player names. If suits matter,
//     sets of one rank are ordered by their highest suit, and a Joker in a set counts as the highest
//     suit.
//   - Beating (P3): larger sets can follow, if they are higher or in any case. Sets of the same rank
//     and size can follow, and can skip the next player. Twos can need one card fewer.
//   - Turns (P4): a pass can be final for the trick. The first trick can be led by the holder of a
//     certain card, who may have to play it.
//   - Special plays (P6, P7): four of a kind, or four single cards in a row, reverse the ranks, or
//     the ranks and the direction of play. Coup and guillotine exchange places: the current
//     places immediately, and those of this round at its end.
//   - Special cards (P12): 8s, 2s, the 3 of spades on a Joker and the fourth card of a rank can end a
//     trick, and Jacks can reverse the ranks until it ends. Equal suits can lock a trick, and an equal
//     play can bind the next player.
//   - Runs (P12): three or more cards of one suit in a row can be a play.
//   - Places (P12): a President who isn't first again can fall, and forbidden last cards put their
//     player last.
//   - Between rounds (P9, P10): extra cards, or an exchange of the highest cards for the lowest, with
//     a turn for each player who has to choose. Seats can follow the places.
//
// # Implementation
//
// Position (position.go, moves.go, runs.go, trick.go, places.go, exchange.go, special.go) is the core. It is a value of fixed
// arrays that knows the rules, lists moves into a caller's buffer, makes moves, and doesn't
// allocate. A Move is one word. Position.check is the only code that decides whether a move is
// legal: Moves filters its candidates with it, and Apply refuses what it refuses, so they can't
// disagree.
//
// Rules and State are the exported interface: seats instead of chairs, sentences, offers, news, and
// a View without hidden cards. Options are defined in options.go, with their words and their form
// in the core; effect.go describes the effects of plays, and pages.go has the rules for players.
// parse.go reads actions, and reason.go says why they are refused.
//
// Chairs are the positions of one round, clockwise from the dealer's left. Seats belong to people
// for the whole match. Seating by rank therefore changes only the order.
package president
