package ids

import (
	"strconv"

	"deuces/match"
)

// Cut is the button that opens the form for cutting the deck of a sealed deal, and the form itself.
type Cut struct {
	Table  match.ID
	Number int // number of the deal at its table
}

// ID returns the custom id: "cut/7/2".
func (x Cut) ID() string { return write(VerbCut, number(x.Table), strconv.Itoa(x.Number)) }

func ParseCut(args []string) Cut { return Cut{Table(args), natural(arg(args, 1))} }

// Deal is a button of the page that checks a sealed deal.
type Deal struct {
	Table  match.ID
	Number int    // number of the deal at its table
	Part   string // Details shows the numbers; others only make buttons of one message different
}

// Details is the Part of a page that shows the numbers of a deal.
const Details = "details"

// ID returns the custom id: "deal/7/2", "deal/7/2/back".
func (x Deal) ID() string { return write(VerbDeal, number(x.Table), strconv.Itoa(x.Number), x.Part) }

func ParseDeal(args []string) Deal { return Deal{Table(args), natural(arg(args, 1)), arg(args, 2)} }
