package commands

import (
	"fmt"
	"strconv"
	"strings"
)

// page is where in a hand the viewer is. The zero page is where it opens.
type page struct {
	class   int    // from 1: all offers of this class; 0: none chosen
	picking bool   // the cards themselves are the buttons, also where the offers would fit
	at      int    // the page of cards or offers, from 0
	sort    int    // which of View.Sorted; 0 is the game's own order
	picks   string // the cards picked so far
}

// picker is how a page whose cards are the buttons writes its class.
const picker = "p"

// parsePage reads what page.String wrote. What it can't read is the zero page:
// such a click is answered with the hand as it opens.
func parsePage(s string) page {
	parts := strings.SplitN(s, ".", 4)
	if len(parts) != 4 {
		return page{}
	}
	p := page{picking: parts[0] == picker, picks: parts[3]}
	if p.picking {
		parts[0] = "0"
	}
	for i, n := range []*int{&p.class, &p.at, &p.sort} {
		var err error
		if *n, err = strconv.Atoi(parts[i]); err != nil || *n < 0 {
			return page{}
		}
	}
	return p
}

// String writes the page for a custom_id: "2.0.0." or "p.1.0.7c7d".
func (p page) String() string {
	class := strconv.Itoa(p.class)
	if p.picking {
		class = picker
	}
	return fmt.Sprintf("%s.%d.%d.%s", class, p.at, p.sort, p.picks)
}

// opening is where the hand opens in the order that its viewer has chosen.
func (p page) opening() page { return page{sort: p.sort} }
