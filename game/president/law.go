package president

// law is the options of P1 as the core reads them: small numbers, in the order
// in which the option's values are listed.
type law struct {
	chairs     uint8 // how many play
	suits      uint8
	size       uint8
	equal      uint8
	four       uint8
	opening    uint8
	leads      uint8
	exchange   uint8
	vice       uint8 // fewest chairs with vice ranks
	joins      bool  // a Joker takes the rank of natural cards that it is laid with
	stands     bool  // Jokers alone stand for a card; else they are a rank above 2
	once       bool  // who passed sits out the rest of the trick
	fewer      bool  // one two fewer is enough
	keepPair   bool  // the last two cards may not go as a pair
	coup       bool
	guillotine bool
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
)

// Who leads the round's first trick: the values of `opening` and of `leads`.
const (
	leadLeft = iota // of the dealer
	leadPresident
	leadAsshole
	leadQueen // the holder of the Queen of hearts
	leadThree // the holder of the 3 of clubs, who must lay it
)

const (
	exchangeNone = iota
	exchangeExtra
	exchangeAuto
	exchangeChoice
	exchangeMercy
)

// hasVice says whether there are a vice-president and a last but one.
func (l *law) hasVice() bool { return l.chairs >= l.vice }

// rows says whether four single cards in a row make a revolution.
func (l *law) rows() bool { return l.four == fourRevolution && l.equal != equalNo }
