package president

import (
	"strconv"

	"deuces/game"
	"deuces/game/kit"
	"deuces/internal/say"
)

// allOptions returns the options of rules.md P1 without values, in the order in which a lobby shows
// them.
func allOptions() []game.Option {
	return []game.Option{
		{Key: "jokers", Group: "Cards", Name: "Jokers in each deck", Question: "How many Jokers does each deck have?", Choices: kit.NumberChoices(0, 3)},
		{Key: "joker", Group: "Cards", Name: "What Jokers do", Question: "What do Jokers do?", Choices: []game.Choice{
			game.NewChoice("both", "Wild with other cards, highest of all alone", ""),
			game.NewChoice("wild", "Wild with other cards, any card alone", ""),
			game.NewChoice("high", "Highest of all, and never with other cards", ""),
		}},
		{Key: "suits", Group: "Cards", Name: "Suits break ties", Question: "Do suits break ties?", Choices: []game.Choice{
			suitsNone:     game.NewChoice("none", "No", ""),
			suitsPoker:    {Value: "poker", Name: say.Verbatim(suitOrder(suitsPoker))},
			suitsAustrian: {Value: "austrian", Name: say.Verbatim(suitOrder(suitsAustrian))},
		}},
		{Key: "pass", Group: "Playing", Name: "Passing is final", Question: "Does a pass put you out of the trick?",
			Choices: append(kit.NoYes("again", "out"), game.NewChoice("lap", "Yes, everyone gets one turn", ""))},
		{Key: "twos", Group: "Playing", Name: "2s need one card fewer", Question: "Do 2s need one card fewer than the set they beat?", Choices: kit.NoYes("same", "fewer")},
		{Key: "size", Group: "Playing", Name: "Larger sets beat smaller ones", Question: "Do larger sets beat smaller ones?", Choices: []game.Choice{
			sizeSame:   game.NewChoice("same", "No", ""),
			sizeHigher: game.NewChoice("higher", "Only if higher", ""),
			sizeBigger: game.NewChoice("bigger", "Whatever the rank", ""),
			sizeAny:    game.NewChoice("any", "Yes, and any set beats any other of its size", ""),
		}},
		{Key: "equal", Group: "Playing", Name: "Equal plays allowed", Question: "May you play a set that is equal to the top one?", Choices: []game.Choice{
			equalNo:   game.NewChoice("no", "No", ""),
			equalYes:  game.NewChoice("yes", "Yes", ""),
			equalSkip: game.NewChoice("skip", "Yes, and the next player loses a turn", ""),
		}},
		{Key: "four", Group: "Revolutions", Name: "Four of a kind reverses the ranks", Question: "Does four of a kind reverse the ranks?", Choices: []game.Choice{
			fourNone:        game.NewChoice("none", "No", ""),
			fourInvert:      game.NewChoice("invert", "Until the next one", ""),
			fourRevolution:  game.NewChoice("revolution", "Revolution: the direction of play, too", ""),
			fourInvertRound: game.NewChoice("invertround", "Until the round ends", ""),
		}},
		{Key: "foursuits", Group: "Revolutions", Name: "Four single cards need four suits", Question: "Do four single cards of one rank need four suits for a revolution?", Choices: kit.NoYes("any", "distinct")},
		{Key: "coup", Group: "Revolutions", Name: "Coup", Question: "Is there a coup?", Choices: []game.Choice{
			game.NewChoice("no", "No", ""),
			game.NewChoice("yes", "Yes", "Four of a kind with a Joker, or three with two, takes the President's place."),
		}},
		{Key: "guillotine", Group: "Revolutions", Name: "Guillotine", Question: "Is there a guillotine?", Choices: []game.Choice{
			game.NewChoice("no", "No", ""),
			game.NewChoice("yes", "Yes", "Four of a kind with two Jokers also drops the President to last place."),
		}},
		{Key: "opening", Group: "Start of a round", Name: "First lead", Question: "Who leads the first round?", Choices: []game.Choice{
			game.NewChoice("left", "The player left of the dealer", ""),
			game.NewChoice("qh", "Whoever holds Q♥", ""),
			game.NewChoice("3c", "Whoever holds 3♣", ""),
		}},
		{Key: "leads", Group: "Start of a round", Name: "Later leads", Question: "Who leads later rounds?", Choices: []game.Choice{
			game.NewChoice("president", "First place", ""),
			game.NewChoice("asshole", "Last place", ""),
			game.NewChoice("qh", "Whoever holds Q♥", ""),
			game.NewChoice("3c", "Whoever holds 3♣", ""),
		}},
		{Key: "exchange", Group: "Start of a round", Name: "Card exchange", Question: "Are cards exchanged after the deal?", Choices: []game.Choice{
			exchangeNone:   game.NewChoice("none", "No", ""),
			exchangeExtra:  game.NewChoice("extra", "No, but extra cards for the best", ""),
			exchangeAuto:   game.NewChoice("auto", "Losers give high cards for low ones", ""),
			exchangeChoice: game.NewChoice("choice", "Losers give high cards for any", ""),
			exchangeMercy:  game.NewChoice("mercy", "Losers give low cards for high ones", ""),
		}},
		{Key: "seating", Group: "Start of a round", Name: "Sitting in order of place", Question: "Do players change seats to sit in order of place?", Choices: kit.NoYes("fixed", "rank")},
		{Key: "lastpair", Group: "Playing", Name: "Finishing with a pair", Question: "May your last play be a pair?", Choices: []game.Choice{
			game.NewChoice("allowed", "Yes", ""),
			game.NewChoice("forbidden", "No", ""),
		}},
		{Key: "points", Group: "Scoring", Name: "Points", Question: "What does each place get in a round?", Custom: &game.Numbers{Fewest: 2, Most: MaxChairs, Min: -99, Max: 99}, Choices: []game.Choice{
			{Value: "classic", Name: say.Verbatim("2, 1, 0")},
			game.NewChoice("distance", "One for each player placed below you", ""),
			game.NewChoice("none", "None: the most presidencies win", ""),
		}},
		{Key: "demerits", Group: "Scoring", Name: "Minus points for the last two", Question: "Do the last two lose points?", Choices: kit.NoYes("no", "yes")},
		{Key: "vice", Group: "Scoring", Name: "Fewest players for vice titles", Question: "How many players does it take for vice titles?", Choices: kit.NumberChoices(4, 5)},
		{Key: "target", Group: "Scoring", Name: "Winning score", Question: "How many points end the match?", Max: 100},
		{Key: "rounds", Group: "Scoring", Name: "Rounds", Question: "How many rounds does the match last?", Max: 50},
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
func (r *roundRules) hasVice() bool { return r.chairs >= r.vice }

// fourInARow reports whether four single cards in a row make a revolution.
func (r *roundRules) fourInARow() bool { return r.four == fourRevolution && r.equal != equalNo }

// ranksOnly reports whether beating a play always takes the same number of cards and a higher rank.
func (r *roundRules) ranksOnly() bool {
	return r.size == sizeSame && r.equal == equalNo && r.suits == suitsNone && !r.fewerTwos
}

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
	lead := map[string]uint8{"left": leadLeft, "president": leadPresident, "asshole": leadAsshole, "qh": leadQueen, "3c": leadThree}
	return roundRules{
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
		return game.Refuse("Four single cards make a revolution only if equal plays and revolutions are on.")
	case coup && (jokers == 0 || high):
		return needsJokers("Coup", 1)
	case guillotine && (jokers*decks < guillotineJokers || high):
		return needsJokers("Guillotine", guillotineJokers)
	}
	return nil
}

func needsJokers(play say.Text, n int) error {
	return game.Refuse("A {play} needs {n:a Joker|# Jokers} that can be played with other cards.", say.New(play), n)
}
