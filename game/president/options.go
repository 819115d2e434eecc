package president

import (
	"slices"
	"strconv"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/kit"
	"deuces/internal/say"
)

// allOptions returns the options of rules.md P1 without values, in the order in which a lobby shows
// them.
func allOptions() []game.Option {
	return []game.Option{
		{Key: "jokers", Group: "Cards", Name: "Jokers in each deck", Choices: kit.NumberChoices(0, 3)},
		{Key: "joker", Group: "Cards", Name: "What Jokers do", Choices: []game.Choice{
			game.NewChoice("both", "Wild with other cards, highest of all alone", ""),
			game.NewChoice("wild", "Wild with other cards, any card alone", ""),
			game.NewChoice("high", "Highest of all, and never with other cards", ""),
		}},
		{Key: "suits", Group: "Cards", Name: "Suits break ties", Choices: []game.Choice{
			suitsNone:     game.NewChoice("none", "No", ""),
			suitsPoker:    {Value: "poker", Name: say.Verbatim(suitOrder(suitsPoker))},
			suitsAustrian: {Value: "austrian", Name: say.Verbatim(suitOrder(suitsAustrian))},
		}},
		{Key: "pass", Group: "Playing", Name: "Passing is final",
			Choices: append(kit.NoYes("again", "out"), game.NewChoice("lap", "Yes, everyone gets one turn", ""))},
		{Key: "twos", Group: "Playing", Name: "What 2s do", Choices: []game.Choice{
			game.NewChoice("same", "Nothing special", ""),
			game.NewChoice("fewer", "Need one card fewer", "One 2 beats a pair, two 2s beat three of a kind."),
			game.NewChoice("clear", "End the trick", ""),
			game.NewChoice("clearany", "End the trick, and one 2 beats any set", ""),
		}},
		{Key: "size", Group: "Playing", Name: "Larger sets beat smaller ones", Choices: []game.Choice{
			sizeSame:   game.NewChoice("same", "No", ""),
			sizeHigher: game.NewChoice("higher", "Only if higher", ""),
			sizeBigger: game.NewChoice("bigger", "Whatever the rank", ""),
			sizeAny:    game.NewChoice("any", "Yes, and any set beats any other of its size", ""),
		}},
		{Key: "equal", Group: "Playing", Name: "Equal plays allowed", Choices: []game.Choice{
			equalNo:   game.NewChoice("no", "No", ""),
			equalYes:  game.NewChoice("yes", "Yes", ""),
			equalSkip: game.NewChoice("skip", "Yes, and the next player loses a turn", ""),
			equalOrNothing: game.NewChoice("ornothing", "Yes, and the next player follows suit in rank or is out",
				"Then the next player must match it, too, or sits out the rest of the trick."),
		}},
		{Key: "eights", Group: "Playing", Name: "8s end the trick", Choices: kit.NoYes("no", "stop")},
		{Key: "spade3", Group: "Playing", Name: "3♠ beats a Joker", Choices: kit.NoYes("no", "yes")},
		{Key: "burn", Group: "Playing", Name: "Four of a rank end the trick", Choices: kit.NoYes("no", "yes")},
		{Key: "lock", Group: "Playing", Name: "Suit lock", Choices: kit.NoYes("none", "suits")},
		{Key: "runs", Group: "Playing", Name: "Runs", Choices: kit.NoYes("no", "suit")},
		{Key: "finish", Group: "Playing", Name: "Forbidden last cards", Choices: []game.Choice{
			game.NewChoice("any", "None", ""),
			game.NewChoice("twos", "2s", "While the ranks are reversed, 3s instead."),
			game.NewChoice("strict", "2s and other special cards", "Also Jokers, 8s that end the trick, and a 3♠ that beats Jokers."),
		}},
		{Key: "four", Group: "Revolutions", Name: "Four of a kind reverses the ranks", Choices: []game.Choice{
			fourNone:        game.NewChoice("none", "No", ""),
			fourInvert:      game.NewChoice("invert", "Until the next one", ""),
			fourRevolution:  game.NewChoice("revolution", "Revolution: the direction of play, too", ""),
			fourInvertRound: game.NewChoice("invertround", "Until the round ends", ""),
		}},
		{Key: "jacks", Group: "Revolutions", Name: "Jacks reverse the ranks", Choices: kit.NoYes("no", "back")},
		{Key: "runrev", Group: "Revolutions", Name: "Runs of four reverse the ranks", Choices: kit.NoYes("no", "yes")},
		{Key: "foursuits", Group: "Revolutions", Name: "Four single cards need four suits", Choices: kit.NoYes("any", "distinct")},
		{Key: "coup", Group: "Revolutions", Name: "Coup", Choices: []game.Choice{
			game.NewChoice("no", "No", ""),
			game.NewChoice("yes", "Yes", "Four of a kind with one Joker, or three with two Jokers, takes the President's place."),
		}},
		{Key: "guillotine", Group: "Revolutions", Name: "Guillotine", Choices: []game.Choice{
			game.NewChoice("no", "No", ""),
			game.NewChoice("yes", "Yes", "Four of a kind with two Jokers also drops the President to last place."),
		}},
		{Key: "downfall", Group: "Revolutions", Name: "The President can fall", Choices: []game.Choice{
			game.NewChoice("no", "No", ""),
			game.NewChoice("yes", "Yes", "With four players or more the President of the last round is then out at once, in last place."),
		}},
		{Key: "opening", Group: "Start of a round", Name: "First lead", Choices: []game.Choice{
			game.NewChoice("left", "The player left of the dealer", ""),
			game.Choice{Value: "qh", Name: say.New("Whoever holds {card}", "Q♥")},
			game.Choice{Value: "3c", Name: say.New("Whoever holds {card}", "3♣")},
			game.Choice{Value: "3d", Name: say.New("Whoever holds {card}", "3♦")},
		}},
		{Key: "leads", Group: "Start of a round", Name: "Later leads", Choices: []game.Choice{
			game.NewChoice("president", "First place", ""),
			game.NewChoice("asshole", "Last place", ""),
			game.Choice{Value: "qh", Name: say.New("Whoever holds {card}", "Q♥")},
			game.Choice{Value: "3c", Name: say.New("Whoever holds {card}", "3♣")},
			game.Choice{Value: "3d", Name: say.New("Whoever holds {card}", "3♦")},
		}},
		{Key: "exchange", Group: "Start of a round", Name: "Card exchange", Choices: []game.Choice{
			exchangeNone:   game.NewChoice("none", "No", ""),
			exchangeExtra:  game.NewChoice("extra", "No, but extra cards for the best, a handicap", ""),
			exchangeAuto:   game.NewChoice("auto", "Losers give high cards for low ones", ""),
			exchangeChoice: game.NewChoice("choice", "Losers give high cards for any", ""),
			exchangeMercy:  game.NewChoice("mercy", "Losers give low cards for high ones", ""),
		}},
		{Key: "seating", Group: "Start of a round", Name: "Sitting in order of place", Choices: kit.NoYes("fixed", "rank")},
		{Key: "lastpair", Group: "Playing", Name: "Finishing with a pair", Choices: []game.Choice{
			game.NewChoice("allowed", "Yes", ""),
			game.NewChoice("forbidden", "No", ""),
		}},
		{Key: "points", Group: "Scoring", Name: "Points", Custom: &game.Numbers{Fewest: 2, Most: MaxChairs, Min: -99, Max: 99}, Choices: []game.Choice{
			{Value: "classic", Name: say.Verbatim("2, 1, 0")},
			game.NewChoice("distance", "One for each player placed below you", ""),
			game.NewChoice("none", "None: the most presidencies win", ""),
		}},
		{Key: "demerits", Group: "Scoring", Name: "Minus points for the last two", Choices: kit.NoYes("no", "yes")},
		{Key: "vice", Group: "Scoring", Name: "Fewest players for vice titles", Choices: kit.NumberChoices(4, 5)},
		{Key: "target", Group: "Scoring", Name: "Winning score", Max: 100},
		{Key: "rounds", Group: "Scoring", Name: "Rounds", Max: 50},
		kit.MaxRoundsOption("Scoring"),
	}
}

// suitOrder writes the suits from high to low.
func suitOrder(suits uint8) string {
	if suits == suitsAustrian {
		return "♥ ♦ ♠ ♣"
	}
	return "♠ ♥ ♦ ♣"
}

// roundRules is the options of P1 in the form that the core uses. Options with several choices are
// small numbers. If allOptions gives the choices of an option explicit indexes, the number is that
// index.
type roundRules struct {
	does        [16]rankEffect // what each rank does when it is played
	smallTwos   uint64         // the natural 2s, if they can beat sets of more cards
	chairs      uint8          // number of players
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
	more        bool // an option of rules.md P12 is on that moves depend on
	spadeThree  bool // the 3 of spades beats a lone Joker
	ranksOnly   bool // all other plays beat others by the same number of cards and a higher rank
	clearAny    bool // a single 2 beats any set of natural cards
	burn        bool // the fourth natural card of a rank in a row ends the trick
	lock        bool // two plays with the same suits lock the trick to them
	runs        bool // runs are plays
	runsRevolt  bool // runs of four are complete sets
	strict      bool // a last play of the 3 of spades can be foul
	downfall    bool // the President falls if another chair goes out first
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
	equalOrNothing
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
	leadQueen   // the holder of the Queen of hearts
	leadThree   // the holder of the 3 of clubs, who must play it
	leadDiamond // the holder of the 3 of diamonds
)

// hasVice reports whether second and second to last place have titles.
func (r *roundRules) hasVice() bool { return r.chairs >= r.vice }

// fourInARow reports whether four single cards in a row make a revolution.
func (r *roundRules) fourInARow() bool { return r.four == fourRevolution && r.equal != equalNo }

// options returns the options with the preset's values. Where the preset has no value, an option
// keeps its own value, or has its first choice or its lowest number.
func (p preset) options() []game.Option {
	options := allOptions()
	for i := range options {
		o := &options[i]
		switch v, ok := p.values[o.Key]; {
		case ok:
			o.Value = v
		case o.Value != "":
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

// roundRulesOf returns the options in the form that the core uses. Start sets the number of chairs.
func roundRulesOf(s kit.Settings) roundRules {
	index := func(key string) uint8 { return uint8(s.Index(key)) }
	lead := map[string]uint8{"left": leadLeft, "president": leadPresident, "asshole": leadAsshole, "qh": leadQueen, "3c": leadThree, "3d": leadDiamond}
	r := roundRules{
		does:        rankEffects(s),
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
		spadeThree:  s.Is("spade3", "yes"),
		clearAny:    s.Is("twos", "clearany"),
		burn:        s.Is("burn", "yes"),
		lock:        s.Is("lock", "suits"),
		runs:        s.Is("runs", "suit"),
		runsRevolt:  s.Is("runs", "suit") && s.Is("runrev", "yes"),
		strict:      s.Is("finish", "strict"),
		downfall:    s.Is("downfall", "yes"),
	}
	plain := [16]rankEffect{card.Two: bindsInverted}
	if r.fewerTwos || r.clearAny {
		r.smallTwos = twos
	}
	r.ranksOnly = r.size == sizeSame && r.equal == equalNo && r.suits == suitsNone
	r.more = r.does != plain || r.equal == equalOrNothing || r.spadeThree || r.burn || r.lock || r.runs || r.downfall
	return r
}

// guillotineJokers is the number of Jokers that a guillotine takes.
const guillotineJokers = 2

// conflict refuses options that can't be combined with any number of players; Fits checks the rest.
// decks is the maximum number of decks that the preset uses.
func conflict(s kit.Settings, decks int) error {
	jokers, high := s.Number("jokers"), s.Is("joker", "high")
	coup, guillotine := s.Is("coup", "yes"), s.Is("guillotine", "yes")
	switch {
	case s.Is("lock", "suits") && !s.Is("size", "same"):
		return sameSizeOnly("lock")
	case s.Is("runs", "suit") && !s.Is("size", "same"):
		return sameSizeOnly("runs")
	case s.Is("downfall", "yes") && (coup || guillotine):
		return game.Refuse("A President can't fall where a Coup or Guillotine takes the place: switch off {option} or these.", say.New(optionName("downfall")))
	case coup && (jokers == 0 || high):
		return needsJokers("Coup", 1)
	case guillotine && (jokers*decks < guillotineJokers || high):
		return needsJokers("Guillotine", guillotineJokers)
	}
	return nil
}

// sameSizeOnly refuses an option that needs plays of one size.
func sameSizeOnly(key string) error {
	return game.Refuse("{option} needs plays of one size: set {size} to {no}.", say.New(optionName(key)), say.New(optionName("size")), say.New("No"))
}

// optionName returns the name of an option for players.
func optionName(key string) say.Text {
	options := allOptions()
	return options[slices.IndexFunc(options, func(o game.Option) bool { return o.Key == key })].Name
}

func needsJokers(play say.Text, n int) error {
	return game.Refuse("A {play} needs {n:a Joker|# Jokers} that can be played with other cards.", say.New(play), n)
}
