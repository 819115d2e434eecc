package gametest

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/record"
	"deuces/internal/say"
)

// checkState checks a State and all views of it.
func (c *round) checkState() error {
	turn, on := c.state.Turn()
	legal := c.state.Legal()
	result, over := c.state.Result()
	if on == over || on == (turn == game.Nobody) || on == (len(legal) == 0) {
		return fmt.Errorf("turn %d, %t, %d legal actions, a result: %t; want either a turn with actions or a result", turn, on, len(legal), over)
	}
	if over {
		c.oracle.End()
	}
	seen := views(c.state, c.seats)
	for s, v := range seen {
		if err := c.checkView(game.Seat(s-1), v); err != nil {
			return fmt.Errorf("view of seat %d: %w", s-1, err)
		}
	}
	if over {
		return c.checkResult(result)
	}
	own := c.state.View(turn)
	keys := map[string]bool{}
	for _, a := range legal {
		key := record.Reduce(a, own.Ordered)
		if keys[key] {
			return fmt.Errorf("%s is listed twice", a)
		}
		keys[key] = true
	}
	if d := c.state.Default(); !keys[record.Reduce(d, own.Ordered)] {
		return fmt.Errorf("%s, which the clock would play, is not legal", d)
	} else if _, _, err := c.state.Apply(turn, d); err != nil {
		return fmt.Errorf("%s, which the clock would play, is refused: %w", d, err)
	}
	if err := checkOffers(own, legal); err != nil {
		return fmt.Errorf("offers to seat %d: %w", turn, err)
	}
	for _, o := range own.Offers {
		if _, _, err := c.state.Apply(turn, o.Action); err != nil {
			return fmt.Errorf("%s is offered but refused: %w", o.Action, err)
		}
	}
	return nil
}

// checkView compares a seat's view with the oracle. It is one list of conditions.
func (c *round) checkView(seat game.Seat, v game.View) error {
	turn, on := c.state.Turn()
	_, over := c.state.Result()
	if v.Seat != seat || v.Turn != turn || (v.Phase == game.Over) != over || !isOrder(v.Order, c.seats) || len(v.Players) != c.seats {
		return fmt.Errorf("got seat %d, turn %d, phase %d, order %v, %d players, want those of the state", v.Seat, v.Turn, v.Phase, v.Order, len(v.Players))
	}
	for s, p := range v.Players {
		if held := c.hand(game.Seat(s)).Len(); p.Cards != held {
			return fmt.Errorf("it says that seat %d holds %d cards, want %d", s, p.Cards, held)
		}
	}
	if seat != game.Watcher && card.SetOf(v.Hand...) != c.hand(seat) {
		return fmt.Errorf("the seat holds %v, but the view says %v", c.hand(seat), v.Hand)
	}
	if v.Pile >= 0 && v.Pile != len(c.oracle.pile) {
		return fmt.Errorf("got %d cards in the pile, want %d", v.Pile, len(c.oracle.pile))
	}
	if v.LeadReason != "" && (c.played || len(v.Top.Cards) > 0) {
		return fmt.Errorf("it has the lead reason %q after a card was played", v.LeadReason)
	}
	if beats := slices.ContainsFunc(v.Legal, func(a game.Action) bool { return a.Verb == game.Play }); beats && len(v.Top.Cards) > 0 && v.Beats.Empty() {
		return fmt.Errorf("seat %d can play on %v, but the view says that nothing can", turn, v.Top.Cards)
	}
	if on && v.Prompt == "" {
		return fmt.Errorf("seat %d has the turn, but the view has no prompt", turn)
	}
	if seat == game.Watcher && (v.Hand != nil || v.Fresh != nil || v.Swaps != nil) {
		return fmt.Errorf("a watcher has cards: %v %v %v", v.Hand, v.Fresh, v.Swaps)
	}
	if mine := on && seat == turn; mine != (len(v.Legal) > 0) || mine != (len(v.Offers) > 0) {
		return fmt.Errorf("the seat has the turn: %t, but it has %d legal actions and %d offers", mine, len(v.Legal), len(v.Offers))
	} else if mine && !reflect.DeepEqual(v.Legal, c.state.Legal()) {
		return fmt.Errorf("its legal actions are not those of the state")
	}
	if !c.rules.Passes() && slices.ContainsFunc(v.Legal, func(a game.Action) bool { return a.Verb == game.Pass }) {
		return fmt.Errorf("a pass is legal, but Rules.Passes is false")
	}
	if fresh := without(slices.Clone(v.Fresh), v.Hand); len(fresh) > 0 {
		return fmt.Errorf("the fresh cards %v are not in the hand", fresh)
	}
	if err := checkSorted(v); err != nil {
		return err
	}
	return c.checkHidden(v)
}

// checkSorted checks the sorted hands of a view. Each has all cards, and equal cards are next to
// each other. The first has the order of the hand.
func checkSorted(v game.View) error {
	for i, s := range v.Sorted {
		if i == 0 && !slices.Equal(s.Hand, v.Hand) || len(s.Hand) != len(v.Hand) || len(without(slices.Clone(s.Hand), v.Hand)) > 0 {
			return fmt.Errorf("sorted by %s the hand is %v, want the cards of %v", s.By, s.Hand, v.Hand)
		}
		key := func(c card.Card) int {
			switch {
			case c.IsJoker():
				return int(card.Joker)
			case s.By == "suit":
				return int(c.Suit())
			}
			return int(c.Rank())
		}
		seen := map[int]bool{}
		for j, c := range s.Hand {
			if j > 0 && key(s.Hand[j-1]) == key(c) {
				continue
			}
			if seen[key(c)] {
				return fmt.Errorf("sorted by %s, cards that are alike are not together: %v", s.By, s.Hand)
			}
			seen[key(c)] = true
		}
	}
	return nil
}

// checkHidden checks that no field or text of a view shows a card that the viewer hasn't seen.
func (c *round) checkHidden(v game.View) error {
	var known [256]bool
	for card := range c.oracle.Seen(v.Seat).All() {
		known[card] = true
	}
	known[card.None], known[card.AnyJoker] = true, true
	// A card for which a Joker stands may be shown, because it isn't a card in a hand.
	known[v.Top.As] = true
	for _, a := range v.Legal {
		known[a.As] = true
	}
	for _, o := range v.Offers {
		known[o.Action.As] = true
	}
	if by := v.LeadCard; by != card.None && (v.Turn == game.Nobody || !c.oracle.Hand(v.Turn).Has(by)) {
		return fmt.Errorf("the lead reason is %q, but seat %d does not have %s", v.LeadReason, v.Turn, by)
	}
	var err error
	look := func(text string) {
		for _, face := range cardFaces.FindAllString(text, -1) {
			if shown, e := card.Parse(notation.Replace(face)); e != nil || !known[shown] {
				err = fmt.Errorf("the text %q names %s, which the viewer may not know", text, face)
			}
		}
	}
	walk(reflect.ValueOf(v), func(x reflect.Value) {
		switch {
		case x.Type() == cardType:
			if shown := card.Card(x.Uint()); !known[shown] {
				err = fmt.Errorf("the view shows %s, which the viewer may not know", shown)
			}
		case x.Type() == messageType && x.CanInterface():
			look(x.Interface().(say.Message).String())
		case x.Kind() == reflect.String:
			look(x.String())
		}
	})
	return err
}

var (
	cardType    = reflect.TypeFor[card.Card]()
	messageType = reflect.TypeFor[say.Message]()

	cardFaces = regexp.MustCompile(`(?:10|[2-9JQKA])[♣♦♥♠]`)
	notation  = strings.NewReplacer("♣", "c", "♦", "d", "♥", "h", "♠", "s")
)

// walk calls visit for x and for every value inside it.
func walk(x reflect.Value, visit func(reflect.Value)) {
	visit(x)
	switch x.Kind() {
	case reflect.Struct:
		for i := range x.NumField() {
			walk(x.Field(i), visit)
		}
	case reflect.Slice, reflect.Array:
		for i := range x.Len() {
			walk(x.Index(i), visit)
		}
	case reflect.Map:
		for it := x.MapRange(); it.Next(); {
			walk(it.Key(), visit)
			walk(it.Value(), visit)
		}
	case reflect.Pointer, reflect.Interface:
		if !x.IsNil() {
			walk(x.Elem(), visit)
		}
	}
}

// zeroSlices sets the elements of all slices inside x to zero, because a caller who owns them may
// do so. It can't reach the slices inside messages.
func zeroSlices(x reflect.Value) {
	walk(x, func(x reflect.Value) {
		if x.Kind() != reflect.Slice {
			return
		}
		for i := range x.Len() {
			if k := x.Index(i).Kind(); k != reflect.Struct && k != reflect.Slice && x.Index(i).CanSet() {
				x.Index(i).SetZero()
			}
		}
	})
}

// checkOffers checks that every offer is legal, and that exactly one offer stands for each legal
// action. Where several have its shape, it is the one whose label names most of its cards: the gift
// 9♠ Q♥ is "9 Q♥" if there is such an offer, and otherwise "9 Q".
func checkOffers(v game.View, legal []game.Action) error {
	type shown struct {
		class       say.Text
		label, says string
	}
	once := map[shown]bool{}
	exact, shapes := map[string]bool{}, map[string][]string{} // the actions with an offer; the labels for each shape
	listed := map[string]bool{}
	for _, a := range legal {
		listed[record.Reduce(a, v.Ordered)] = true
	}
	for _, o := range v.Offers {
		if err := errors.Join(checkLength(o.Label.String(), 1, maxLabel), checkLength(o.Does().String(), 0, maxAbout)); err != nil {
			return err
		}
		if s := (shown{o.Class, o.Label.String(), o.Does().String()}); once[s] {
			return fmt.Errorf("two offers look alike: %+v", s)
		} else {
			once[s] = true
		}
		key := record.Reduce(o.Action, v.Ordered)
		if !listed[key] {
			return fmt.Errorf("%s is offered but not legal", o.Action)
		}
		exact[key] = true
		of := shape(o.Action, v.Ordered)
		shapes[of] = append(shapes[of], o.Label.String())
	}
	for _, a := range legal {
		if exact[record.Reduce(a, v.Ordered)] {
			continue
		}
		var best []string
		most := math.MinInt
		for _, label := range shapes[shape(a, v.Ordered)] {
			switch n := namedCards(label, a); {
			case n > most:
				best, most = []string{label}, n
			case n == most:
				best = append(best, label)
			}
		}
		if len(best) != 1 {
			return fmt.Errorf("%s is legal, but the offers that stand for it are %q, want one", a, best)
		}
	}
	return nil
}

// namedCards returns how many of the action's cards a label names with rank and suit, minus
// more than that for each card it names that the action doesn't have.
func namedCards(label string, a game.Action) (n int) {
	for word := range strings.FieldsSeq(label) {
		switch {
		case !strings.ContainsAny(word, "♣♦♥♠"):
		case slices.ContainsFunc(a.Cards, func(c card.Card) bool { return c.Face() == word }):
			n++
		default:
			n -= len(a.Cards) + 1
		}
	}
	return n
}

// shape returns a text that is equal for all actions that one offer can stand for. These are plays
// of the same ranks. If the order of cards counts, these are plays of the same cards with the same
// card on top.
func shape(a game.Action, ordered bool) string {
	text := fmt.Sprint(a.Verb)
	cards := slices.Clone(a.Cards)
	slices.Sort(cards)
	for _, c := range cards {
		if ordered {
			text += " " + c.String()
		} else {
			text += " " + c.Rank().String()
		}
	}
	if ordered && len(cards) > 0 {
		text += " under " + a.Cards[len(cards)-1].String()
	}
	return text
}

func (c *round) checkResult(r game.Result) error {
	if !isOrder(r.Places, c.seats) || len(r.Points) != c.seats || len(r.Titles) != c.seats || len(r.Hands) != c.seats || int(r.Lead) >= c.seats || r.Lead < 0 {
		return fmt.Errorf("the result %+v does not fit %d seats", r, c.seats)
	}
	if !slices.IsSortedFunc(r.Places, func(a, b game.Seat) int { return r.Place(a) - r.Place(b) }) || r.Ranks != nil && (len(r.Ranks) != c.seats || !game.ValidPlaces(r.Ranks)) {
		return fmt.Errorf("the places %v don't fit the ranks %v", r.Places, r.Ranks)
	}
	for s, h := range r.Hands {
		if card.SetOf(h...) != c.oracle.Hand(game.Seat(s)) {
			return fmt.Errorf("the result says that seat %d holds %v, want %v", s, h, c.oracle.Hand(game.Seat(s)))
		}
		if r.Titles[s] != "" && !slices.ContainsFunc(c.rules.Titles(), func(t game.TitleWord) bool { return t.Title == r.Titles[s] }) {
			return fmt.Errorf("seat %d has the title %q, which the system doesn't list", s, r.Titles[s])
		}
	}
	for seat := range game.Seat(c.seats) {
		for _, a := range []game.Action{{Verb: game.Pass}, {Verb: game.Draw}, {Verb: game.Play, Cards: r.Hands[seat]}} {
			if _, _, err := c.state.Apply(seat, a); !isRefusal(err) {
				return fmt.Errorf("the round is over, but %q of seat %d gives %v, want a refusal", a, seat, err)
			}
		}
	}
	return nil
}
