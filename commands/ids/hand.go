package ids

import (
	"strconv"
	"strings"

	"deuces/game"
	"deuces/match"
)

// Each button of a hand belongs to one decision. A click on a button of an older decision only
// shows the current hand.

// NoDecision returns a decision that no table has. It is the result for an invalid custom id.
func NoDecision() match.Decision { return match.Decision{Round: -1, Turn: -1} }

func decision(args []string) match.Decision {
	d, err := match.ParseDecision(arg(args, 1))
	if err != nil {
		return NoDecision()
	}
	return d
}

// Act is a button that plays, passes, draws or gives cards.
type Act struct {
	Table    match.ID
	Decision match.Decision // NoDecision if it or the action is invalid
	Action   game.Action
	Sort     int  // index of the hand's sort order
	Hinted   bool // it is the button of a hint; the hand may have another button for the same play
}

// ID returns the custom id: "act/7/1.2/4c 4d", "act/7/1.2/pass/1", "act/7/1.2/4c 4d/1/hint".
func (a Act) ID() string {
	sort, hinted := "", ""
	if a.Sort > 0 {
		sort = strconv.Itoa(a.Sort)
	}
	if a.Hinted {
		hinted = VerbHint
	}
	return write(VerbAct, number(a.Table), a.Decision.String(), a.Action.String(), sort, hinted)
}

func ParseAct(args []string) Act {
	a := Act{Table: Table(args), Decision: decision(args), Sort: natural(arg(args, 3)), Hinted: arg(args, 4) == VerbHint}
	var err error
	if a.Action, err = game.ParseAction(arg(args, 2)); err != nil {
		a.Decision, a.Action = NoDecision(), game.Action{}
	}
	return a
}

// HandButton is a button of a hand without cards. VerbPassTrick passes until the trick ends,
// VerbDrawOut draws until something can be played, and VerbUndo takes back the previous play.
type HandButton struct {
	Verb     string
	Table    match.ID
	Decision match.Decision
	Sort     int
}

// ID returns the custom id: "passtrick/7/1.2/0".
func (x HandButton) ID() string {
	return write(x.Verb, number(x.Table), x.Decision.String(), strconv.Itoa(x.Sort))
}

// ParseHandButton returns the parser for a verb.
func ParseHandButton(verb string) func(args []string) HandButton {
	return func(args []string) HandButton {
		return HandButton{verb, Table(args), decision(args), natural(arg(args, 2))}
	}
}

// Later is a button that plans a play or a pass for the next turn.
type Later struct {
	Table    match.ID
	Decision match.Decision // NoDecision if it or the action is invalid
	Action   game.Action
	Sort     int
}

// ID returns the custom id: "later/7/1.2/4c 4d", "later/7/1.2/pass/1".
func (x Later) ID() string {
	id, _ := strings.CutPrefix(Act{Table: x.Table, Decision: x.Decision, Action: x.Action, Sort: x.Sort}.ID(), VerbAct)
	return VerbLater + id
}

func ParseLater(args []string) Later {
	a := ParseAct(args)
	return Later{a.Table, a.Decision, a.Action, a.Sort}
}

// Unpass is a button that cancels a pass or a plan, even after the decision has changed.
type Unpass struct {
	Table match.ID
	Sort  int
}

// ID returns the custom id: "unpass/7/0".
func (x Unpass) ID() string { return write(VerbUnpass, number(x.Table), strconv.Itoa(x.Sort)) }

func ParseUnpass(args []string) Unpass { return Unpass{Table(args), natural(arg(args, 1))} }

// HandPage is a button that shows another page of a hand. VerbPick selects a card or turns pages,
// VerbPlan does the same while planning, VerbSort changes the order, VerbMore opens the hand's
// menu, and VerbHint shows a hint.
type HandPage struct {
	Verb     string
	Table    match.ID
	Decision match.Decision
	Page     Page
	N        int // for VerbPick and VerbPlan: a number that makes the ids of one message different
}

// ID returns the custom id: "pick/7/1.2/0.0.0.6c/12", "sort/7/1.2/0.0.1.".
func (x HandPage) ID() string {
	n := ""
	if x.Verb == VerbPick || x.Verb == VerbPlan {
		n = strconv.Itoa(x.N)
	}
	return write(x.Verb, number(x.Table), x.Decision.String(), x.Page.String(), n)
}

// ParseHandPage returns the parser for a verb.
func ParseHandPage(verb string) func(args []string) HandPage {
	return func(args []string) HandPage {
		x := HandPage{Verb: verb, Table: Table(args), Decision: decision(args), Page: ParsePage(arg(args, 2))}
		if verb == VerbPick || verb == VerbPlan {
			x.N = natural(arg(args, 3))
		}
		return x
	}
}

// Page is a page of a hand. The zero Page is the first one.
type Page struct {
	Picking  bool   // the buttons are cards
	Planning bool   // the buttons are cards, for planning the next turn
	Menu     bool   // the hand's menu
	At       int    // index of the page of cards, from 0
	Sort     int    // index in View.Sorted; 0 is the game's own order
	Picks    string // the cards picked so far: "7c7d*1"
}

// These letters stand for Picking, Planning and Menu.
const (
	picker  = "p"
	planner = "n"
	menu    = "m"
)

// ParsePage parses the result of Page.String. If it is invalid, the result is the zero Page.
func ParsePage(s string) Page {
	parts := strings.SplitN(s, ".", 4)
	if len(parts) != 4 {
		return Page{}
	}
	p := Page{Picking: parts[0] == picker, Planning: parts[0] == planner, Menu: parts[0] == menu, Picks: parts[3]}
	for i, n := range []*int{&p.At, &p.Sort} {
		var err error
		if *n, err = strconv.Atoi(parts[i+1]); err != nil || *n < 0 {
			return Page{}
		}
	}
	return p
}

// String returns the page for a custom id: "0.0.1." or "p.1.0.7c7d".
func (p Page) String() string {
	kind := "0"
	switch {
	case p.Picking:
		kind = picker
	case p.Planning:
		kind = planner
	case p.Menu:
		kind = menu
	}
	return kind + "." + strconv.Itoa(p.At) + "." + strconv.Itoa(p.Sort) + "." + p.Picks
}

// Opening returns the first page in the same order.
func (p Page) Opening() Page { return Page{Sort: p.Sort} }
