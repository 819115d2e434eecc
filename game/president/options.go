package president

import (
	"slices"
	"strconv"

	"deuces/game"
)

// table is the options of rules.md P1 in the order of a lobby, without the
// values of a preset.
func table() []game.Option {
	yes := func(about, not string) []game.Choice {
		return []game.Choice{{Value: "no", Name: "No", About: not}, {Value: "yes", Name: "Yes", About: about}}
	}
	return []game.Option{
		{Key: "jokers", Name: "Jokers", About: "How many Jokers each deck has.", Common: true, Choices: []game.Choice{
			{Value: "0", Name: "None", About: "52 cards a deck."},
			{Value: "1", Name: "One", About: "53 cards a deck."},
			{Value: "2", Name: "Two", About: "54 cards a deck."},
			{Value: "3", Name: "Three", About: "55 cards a deck."},
		}},
		{Key: "joker", Name: "What a Joker is", About: "Whether a Joker fills in for other cards, or ranks above the 2.", Choices: []game.Choice{
			{Value: "both", Name: "Wild and high", About: "Joined to other cards it takes their rank; alone it is above the 2."},
			{Value: "wild", Name: "Wild", About: "It takes the rank of the cards that it joins; alone it is the card you name."},
			{Value: "high", Name: "High", About: "It is above the 2 and joins nothing."},
		}},
		{Key: "suits", Name: "Suits", About: "Whether suits decide between sets of one rank.", Common: true, Choices: []game.Choice{
			{Value: "none", Name: "Don't matter", About: "Only ranks count."},
			{Value: "poker", Name: "Poker", About: "♠ above ♥ above ♦ above ♣."},
			{Value: "austrian", Name: "Austrian", About: "♥ above ♦ above ♠ above ♣."},
		}},
		{Key: "pass", Name: "Passing", About: "Whether you may play again in a trick after a pass.", Common: true, Choices: []game.Choice{
			{Value: "again", Name: "Bars nothing", About: "You may play when your turn comes again."},
			{Value: "out", Name: "Once around only", About: "Who passes sits out the rest of the trick."},
		}},
		{Key: "twos", Name: "Twos", About: "How many 2s beat a set.", Choices: []game.Choice{
			{Value: "same", Name: "As many", About: "2s are like any other rank."},
			{Value: "fewer", Name: "One fewer", About: "Two 2s beat three of another rank, one beats a pair."},
		}},
		{Key: "size", Name: "Larger sets", About: "Whether a set with more cards may follow.", Choices: []game.Choice{
			{Value: "same", Name: "Never", About: "A set is beaten by as many cards."},
			{Value: "higher", Name: "If higher", About: "Three 10s go on two 9s."},
			{Value: "bigger", Name: "Whatever the rank", About: "Three 10s go on two Jacks."},
			{Value: "any", Name: "As many or more, whatever the rank", About: "Any set goes on one that is not larger."},
		}},
		{Key: "equal", Name: "Equal plays", About: "Whether a set of the same rank and size may follow.", Choices: []game.Choice{
			{Value: "no", Name: "Never", About: "A play has to be higher."},
			{Value: "yes", Name: "Allowed", About: "A Jack goes on a Jack."},
			{Value: "skip", Name: "Allowed, and skip", About: "A Jack goes on a Jack, and the next player loses a turn."},
		}},
		{Key: "four", Name: "Four of a kind", About: "What a set of four or more does.", Common: true, Choices: []game.Choice{
			{Value: "none", Name: "Nothing", About: "It is a set like others."},
			{Value: "invert", Name: "Turns the order", About: "Low cards beat high ones until the next."},
			{Value: "revolution", Name: "Revolution", About: "Order and direction turn, and its player leads again."},
		}},
		{Key: "coup", Name: "Coup", About: "What five of a kind with a Joker do.",
			Choices: yes("Their player takes the President's place.", "They are a set like others.")},
		{Key: "guillotine", Name: "Guillotine", About: "What four of a kind with two Jokers do.",
			Choices: yes("Their player takes the President's place, and the President falls to the bottom.", "They are a set like others.")},
		{Key: "opening", Name: "First lead", About: "Who leads the first round.", Choices: []game.Choice{
			{Value: "left", Name: "Left of the dealer", About: "The player at the dealer's left, with anything."},
			{Value: "qh", Name: "Q♥", About: "Who holds Q♥, with anything."},
			{Value: "3c", Name: "3♣", About: "Who holds 3♣, with a play that has it."},
		}},
		{Key: "leads", Name: "Later leads", About: "Who leads the rounds after the first.", Choices: []game.Choice{
			{Value: "president", Name: "The best", About: "Who came first in the round before."},
			{Value: "asshole", Name: "The last", About: "Who came last in the round before."},
			{Value: "qh", Name: "Q♥", About: "Who holds Q♥, with anything."},
			{Value: "3c", Name: "3♣", About: "Who holds 3♣, with a play that has it."},
		}},
		{Key: "exchange", Name: "Exchange", About: "What passes between best and last after the deal.", Common: true, Choices: []game.Choice{
			{Value: "none", Name: "None", About: "Everyone plays what was dealt."},
			{Value: "extra", Name: "Extra cards", About: "The best two start with two cards more and one card more."},
			{Value: "auto", Name: "Highest for lowest", About: "The last give their highest cards for the lowest of the best."},
			{Value: "choice", Name: "Highest for any", About: "The last give their highest cards; the best choose what to return."},
			{Value: "mercy", Name: "Mercy", About: "The last gives two low cards for the two highest of the best."},
		}},
		{Key: "seating", Name: "Seats", About: "Whether people sit by rank.", Choices: []game.Choice{
			{Value: "fixed", Name: "Stay", About: "Everyone stays where they sat down."},
			{Value: "rank", Name: "By rank", About: "After each round people sit in the order in which they came."},
		}},
		{Key: "lastpair", Name: "Last pair", About: "Whether your last two cards may go as a pair.", Choices: []game.Choice{
			{Value: "allowed", Name: "Allowed", About: "A pair may be your last play."},
			{Value: "forbidden", Name: "Forbidden", About: "Your last two cards go one at a time."},
		}},
		{Key: "demerits", Name: "Minus points", About: "Whether the last lose points.", Common: true,
			Choices: yes("-2 for the last, -1 for the last but one.", "Only the best score.")},
		{Key: "vice", Name: "Vice ranks from", About: "How few players have a second and a last but one.", Choices: []game.Choice{
			{Value: "4", Name: "4 players", About: "With 3 there is a first and a last only."},
			{Value: "5", Name: "5 players", About: "With 4 there is a first and a last only."},
		}},
		{Key: "target", Name: "Winning score", About: "Points that end the match; 0 for none.", Common: true, Max: 100},
		{Key: "rounds", Name: "Rounds", About: "Rounds that end the match; 0 for no limit.", Common: true, Max: 50},
	}
}

// options returns the table as a preset starts it: where the preset says
// nothing a choice is its first and a number its least.
func (p preset) options() []game.Option {
	options := table()
	for i := range options {
		o := &options[i]
		switch v, ok := p.values[o.Key]; {
		case ok:
			o.Value = v
		case o.Choices == nil:
			o.Value = strconv.Itoa(o.Min)
		default:
			o.Value = o.Choices[0].Value
		}
		o.Preset = o.Value
	}
	return options
}

// settings reads a list of options by key.
type settings []game.Option

func (s settings) option(key string) game.Option {
	i := slices.IndexFunc(s, func(o game.Option) bool { return o.Key == key })
	return s[i]
}

// is says whether an option has a value.
func (s settings) is(key, value string) bool { return s.option(key).Value == value }

// number returns the value of an option that counts something.
func (s settings) number(key string) int {
	n, err := strconv.Atoi(s.option(key).Value)
	if err != nil {
		return 0 // Configure lets no other value through
	}
	return n
}

// index returns which of its choices an option is set to.
func (s settings) index(key string) uint8 {
	o := s.option(key)
	return uint8(slices.IndexFunc(o.Choices, func(c game.Choice) bool { return c.Value == o.Value }))
}

// law compiles the options for the core; who plays is for Start to say.
func (s settings) law() law {
	lead := map[string]uint8{"left": leadLeft, "president": leadPresident, "asshole": leadAsshole, "qh": leadQueen, "3c": leadThree}
	return law{
		suits:      s.index("suits"),
		size:       s.index("size"),
		equal:      s.index("equal"),
		four:       s.index("four"),
		opening:    lead[s.option("opening").Value],
		leads:      lead[s.option("leads").Value],
		exchange:   s.index("exchange"),
		vice:       uint8(s.number("vice")),
		joins:      !s.is("joker", "high"),
		stands:     s.is("joker", "wild"),
		once:       s.is("pass", "out"),
		fewer:      s.is("twos", "fewer"),
		keepPair:   s.is("lastpair", "forbidden"),
		coup:       s.is("coup", "yes"),
		guillotine: s.is("guillotine", "yes"),
	}
}

// guillotineJokers is how many Jokers of all decks in play a guillotine takes.
const guillotineJokers = 2

// conflict refuses options that do not go together, whoever plays; needs says
// what else depends on how many do. decks is how many the preset ever has.
func (s settings) conflict(decks int) error {
	jokers := s.number("jokers")
	for _, key := range []string{"coup", "guillotine"} {
		o := s.option(key)
		switch {
		case o.Value == "no":
		case jokers == 0:
			return game.Refuse("A {option} needs Jokers, and the deck has none. Add Jokers, or leave the {option} out.", key)
		case s.is("joker", "high"):
			return game.Refuse("A {option} needs Jokers that join other cards; here they only rank above the 2.", key)
		case key == "guillotine" && jokers*decks < guillotineJokers:
			return game.Refuse("A guillotine needs two Jokers, and the deck has one. Play with two or three.")
		}
	}
	return nil
}
