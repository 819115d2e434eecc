package president

import (
	"slices"
	"strconv"

	"deuces/game"
	"deuces/game/kit"
	"deuces/internal/say"
)

// allOptions returns the options of rules.md P1 without values, in the order in which a lobby shows
// them.
func allOptions() []game.Option {
	yes := func(about say.Text) []game.Choice {
		return []game.Choice{game.NewChoice("no", "No", ""), game.NewChoice("yes", "Yes", about)}
	}
	return []game.Option{
		{Key: "jokers", Group: "Cards", Name: "Jokers", Question: "How many Jokers does each deck have?", Choices: []game.Choice{
			game.NewChoice("0", "None", ""),
			game.NewChoice("1", "One", ""),
			game.NewChoice("2", "Two", ""),
			game.NewChoice("3", "Three", ""),
		}},
		{Key: "joker", Group: "Cards", Name: "What Jokers do", Question: "What do Jokers do?", Choices: []game.Choice{
			game.NewChoice("both", "Wild and high", "Played with other cards, a Joker takes their rank; alone, it ranks above the 2."),
			game.NewChoice("wild", "Wild", "Played with other cards, a Joker takes their rank; alone, it is the card you name."),
			game.NewChoice("high", "High", "A Joker ranks above the 2 and can't be played with other cards."),
		}},
		{Key: "suits", Group: "Cards", Name: "Suits", Question: "Do suits break ties?", Choices: []game.Choice{
			suitsNone:     game.NewChoice("none", "Don't matter", ""),
			suitsPoker:    game.NewChoice("poker", "Poker", "From high to low: ♠ ♥ ♦ ♣."),
			suitsAustrian: game.NewChoice("austrian", "Austrian", "From high to low: ♥ ♦ ♠ ♣."),
		}},
		{Key: "pass", Group: "Playing", Name: "Passing", Question: "May you play again in a trick after you pass?", Choices: []game.Choice{
			game.NewChoice("again", "You may play again", ""),
			game.NewChoice("out", "You're out of the trick", "After a pass you sit out the rest of the trick."),
			game.NewChoice("lap", "One turn each", "Everyone gets one turn in a trick, and it ends when the turn comes back to its leader."),
		}},
		{Key: "twos", Group: "Playing", Name: "Twos", Question: "How many 2s beat a set?", Choices: []game.Choice{
			game.NewChoice("same", "Same number", ""),
			game.NewChoice("fewer", "One fewer", "One 2 beats a pair, two 2s beat three of a kind."),
		}},
		{Key: "size", Group: "Playing", Name: "Larger sets", Question: "May you play more cards than the set you beat?", Choices: []game.Choice{
			sizeSame:   game.NewChoice("same", "Never", ""),
			sizeHigher: game.NewChoice("higher", "If higher", "Three 10s beat two 9s."),
			sizeBigger: game.NewChoice("bigger", "Whatever the rank", "Three 10s beat even two Jacks."),
			sizeAny:    game.NewChoice("any", "Same number or more, whatever the rank", ""),
		}},
		{Key: "equal", Group: "Playing", Name: "Equal plays", Question: "May you play a set that is equal to the top one?", Choices: []game.Choice{
			equalNo:   game.NewChoice("no", "Never", ""),
			equalYes:  game.NewChoice("yes", "Allowed", "You may play a Jack on a Jack."),
			equalSkip: game.NewChoice("skip", "Allowed, and skip", "You may play a Jack on a Jack, and the next player loses a turn."),
		}},
		{Key: "four", Group: "Revolutions", Name: "Four of a kind", Question: "What does a set of four or more do?", Choices: []game.Choice{
			fourNone:        game.NewChoice("none", "Nothing", ""),
			fourInvert:      game.NewChoice("invert", "Reverses the ranks", "Low cards beat high ones until the next such set."),
			fourRevolution:  game.NewChoice("revolution", "Revolution", "The ranks and the direction of play reverse, and whoever played it leads."),
			fourInvertRound: game.NewChoice("invertround", "Reverses the ranks for the round", "Low cards beat high ones until the round ends; a second such set changes nothing."),
		}},
		{Key: "foursuits", Group: "Revolutions", Name: "Four single cards", Question: "Where equal plays are allowed, which four single cards in a row make a revolution?", Choices: []game.Choice{
			game.NewChoice("any", "Any four", ""),
			game.NewChoice("distinct", "Four suits", "With two decks they must be of four different suits; a Joker counts as one that is missing."),
		}},
		{Key: "coup", Group: "Revolutions", Name: "Coup", Question: "Is four of a kind with a Joker a coup?",
			Choices: yes("Whoever plays it takes the President's place.")},
		{Key: "guillotine", Group: "Revolutions", Name: "Guillotine", Question: "Is four of a kind with two Jokers a guillotine?",
			Choices: yes("Whoever plays it takes the President's place; the President drops to last.")},
		{Key: "opening", Group: "Start of a round", Name: "First lead", Question: "Who leads the first round?", Choices: []game.Choice{
			game.NewChoice("left", "Left of the dealer", ""),
			game.NewChoice("qh", "Q♥", "Whoever holds Q♥, with any play."),
			game.NewChoice("3c", "3♣", "Whoever holds 3♣, with a play that includes it."),
		}},
		{Key: "leads", Group: "Start of a round", Name: "Later leads", Question: "Who leads the later rounds?", Choices: []game.Choice{
			game.NewChoice("president", "First place", ""),
			game.NewChoice("asshole", "Last place", ""),
			game.NewChoice("qh", "Q♥", "Whoever holds Q♥, with any play."),
			game.NewChoice("3c", "3♣", "Whoever holds 3♣, with a play that includes it."),
		}},
		{Key: "exchange", Group: "Start of a round", Name: "Card exchange", Question: "Which cards do the top and bottom players swap after the deal?", Choices: []game.Choice{
			exchangeNone:   game.NewChoice("none", "None", ""),
			exchangeExtra:  game.NewChoice("extra", "Extra cards", "First place starts with two extra cards, second place with one."),
			exchangeAuto:   game.NewChoice("auto", "Highest for lowest", "The bottom players give their highest cards and get the top players' lowest."),
			exchangeChoice: game.NewChoice("choice", "Highest for any", "The bottom players give their highest cards; the top players choose what to return."),
			exchangeMercy:  game.NewChoice("mercy", "Mercy", "Last place gives two low cards and gets first place's two highest."),
		}},
		{Key: "seating", Group: "Start of a round", Name: "Seating", Question: "Do players change seats between rounds?", Choices: []game.Choice{
			game.NewChoice("fixed", "Fixed", ""),
			game.NewChoice("rank", "By rank", "After each round players sit in the order in which they finished."),
		}},
		{Key: "lastpair", Group: "Playing", Name: "Last pair", Question: "May your last two cards be a pair?", Choices: []game.Choice{
			game.NewChoice("allowed", "Allowed", ""),
			game.NewChoice("forbidden", "Forbidden", ""),
		}},
		{Key: "points", Group: "Scoring", Name: "Points", Question: "What does each place get in a round?", Custom: &game.Numbers{Fewest: 2, Most: MaxChairs, Min: -99, Max: 99}, Choices: []game.Choice{
			game.NewChoice("classic", "2 and 1", "First place gets 2 points, second place 1."),
			game.NewChoice("distance", "By place", "Last place gets nothing, and each place above it one point more."),
			game.NewChoice("none", "Titles only", "Nobody gets points. Whoever is President most often wins the match."),
		}},
		{Key: "demerits", Group: "Scoring", Name: "Minus points", Question: "Do the bottom players lose points?",
			Choices: yes("Last place loses 2 points, second to last loses 1.")},
		{Key: "vice", Group: "Scoring", Name: "Vice titles from", Question: "With how many players do second and second to last have titles?", Choices: []game.Choice{
			game.NewChoice("4", "4 players", ""),
			game.NewChoice("5", "5 players", ""),
		}},
		{Key: "target", Group: "Length", Name: "Winning score", Question: "How many points end the match? 0 for no limit.", Max: 100},
		{Key: "rounds", Group: "Length", Name: "Rounds", Question: "How many rounds does the match last at most? 0 for no limit.", Max: 50},
		{Key: "longest", Group: "Length", Name: "Longest match", Question: "After how many rounds does a match end in any case?", Min: 10, Max: 200},
	}
}

// withoutLaterOptions removes the options and choices of rules.md P11, which older versions of the
// systems don't have.
func withoutLaterOptions(options []game.Option) []game.Option {
	options = slices.DeleteFunc(options, func(o game.Option) bool {
		return o.Key == "points" || o.Key == "foursuits" || o.Key == "longest"
	})
	for i := range options {
		options[i].Choices = slices.DeleteFunc(options[i].Choices, func(c game.Choice) bool {
			return c.Value == "lap" || c.Value == "invertround"
		})
	}
	return options
}

// ruleSet is the options of P1 in the form that the core uses. Options with several choices are
// small numbers. If allOptions gives the choices of an option explicit indexes, the number is that
// index.
type ruleSet struct {
	chairs      uint8 // number of players
	suits       uint8
	size        uint8
	equal       uint8
	four        uint8
	opening     uint8
	laterLead   uint8
	exchange    uint8
	vice        uint8 // fewest chairs with vice titles
	jokersWild  bool  // a Joker takes the rank of natural cards that it is played with
	jokersNamed bool  // Jokers alone stand for a card; otherwise they rank above 2
	passIsFinal bool  // whoever passed sits out the rest of the trick
	oneTurnEach bool  // each chair has one turn in a trick
	fourSuits   bool  // four single cards in a row must have four suits
	fewerTwos   bool  // twos beat a set that has one card more
	noLastPair  bool  // the last two cards can't be played as a pair
	coup        bool
	guillotine  bool
}

const (
	suitsNone = iota
	suitsPoker
	suitsAustrian
)

const (
	sizeSame = iota
	sizeHigher
	sizeBigger
	sizeAny
)

const (
	equalNo = iota
	equalYes
	equalSkip
)

const (
	fourNone = iota
	fourInvert
	fourRevolution
	fourInvertRound
)

const (
	exchangeNone = iota
	exchangeExtra
	exchangeAuto
	exchangeChoice
	exchangeMercy
)

// Who leads the first trick of a round: the values of the options opening and leads.
const (
	leadLeft = iota // the seat at the dealer's left
	leadPresident
	leadAsshole
	leadQueen // the holder of the Queen of hearts
	leadThree // the holder of the 3 of clubs, who must play it
)

// hasVice reports whether second and second to last place have titles.
func (r *ruleSet) hasVice() bool { return r.chairs >= r.vice }

// fourInARow reports whether four single cards in a row make a revolution.
func (r *ruleSet) fourInARow() bool { return r.four == fourRevolution && r.equal != equalNo }

// ranksOnly reports whether beating a play always takes the same number of cards and a higher rank.
func (r *ruleSet) ranksOnly() bool {
	return r.size == sizeSame && r.equal == equalNo && r.suits == suitsNone && !r.fewerTwos
}

// options returns the options with the preset's values. Where the preset has no value, an option
// has its first choice or its lowest number.
func (p preset) options() []game.Option {
	options := allOptions()
	if !p.laterOptions {
		options = withoutLaterOptions(options)
	}
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
		if name, ok := p.optionNames[o.Key]; ok {
			o.Name = name
		}
		for j := range o.Choices {
			if name, ok := p.optionNames[o.Key+"="+o.Choices[j].Value]; ok {
				o.Choices[j].Name = say.New(name)
			}
		}
	}
	return options
}

// ruleSetOf returns the options in the form that the core uses. Start sets the number of chairs.
func ruleSetOf(s kit.Settings) ruleSet {
	index := func(key string) uint8 { return uint8(s.Index(key)) }
	lead := map[string]uint8{"left": leadLeft, "president": leadPresident, "asshole": leadAsshole, "qh": leadQueen, "3c": leadThree}
	return ruleSet{
		suits:       index("suits"),
		size:        index("size"),
		equal:       index("equal"),
		four:        index("four"),
		opening:     lead[s.Value("opening")],
		laterLead:   lead[s.Value("leads")],
		exchange:    index("exchange"),
		vice:        uint8(s.Number("vice")),
		jokersWild:  !s.Is("joker", "high"),
		jokersNamed: s.Is("joker", "wild"),
		passIsFinal: s.Is("pass", "out"),
		oneTurnEach: s.Is("pass", "lap"),
		fourSuits:   s.Is("foursuits", "distinct"),
		fewerTwos:   s.Is("twos", "fewer"),
		noLastPair:  s.Is("lastpair", "forbidden"),
		coup:        s.Is("coup", "yes"),
		guillotine:  s.Is("guillotine", "yes"),
	}
}

// guillotineJokers is the number of Jokers that a guillotine takes.
const guillotineJokers = 2

// conflict refuses options that can't be combined with any number of players; Fits checks the rest.
// decks is the maximum number of decks that the preset uses.
func conflict(s kit.Settings, decks int) error {
	jokers, high := s.Number("jokers"), s.Is("joker", "high")
	coup, guillotine := s.Is("coup", "yes"), s.Is("guillotine", "yes")
	switch {
	case s.Is("foursuits", "distinct") && (s.Is("equal", "no") || !s.Is("four", "revolution")):
		return game.Refuse("Four single cards make a revolution only where equal plays are allowed and four of a kind is a revolution. Set those first.")
	case coup && jokers == 0:
		return game.Refuse("A coup needs Jokers, and the deck has none. Add Jokers, or turn the coup off.")
	case coup && high:
		return game.Refuse("A coup needs Jokers that can be played with other cards; here they only rank above the 2.")
	case guillotine && jokers == 0:
		return game.Refuse("A guillotine needs Jokers, and the deck has none. Add Jokers, or turn the guillotine off.")
	case guillotine && high:
		return game.Refuse("A guillotine needs Jokers that can be played with other cards; here they only rank above the 2.")
	case guillotine && jokers*decks < guillotineJokers:
		return game.Refuse("A guillotine needs two Jokers, and the deck has one. Play with two or three.")
	}
	return nil
}
