package gametest

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/record"
)

// round is a round that is being tested.
type round struct {
	rules  game.Rules
	seats  int
	rand   *Rand
	setup  game.Setup
	state  game.State
	moves  []record.Move
	oracle *Oracle
	fell   []game.Seat // seats that fell, whose cards are set aside; the oracle doesn't know that
	played bool        // a card has been played
}

// checkRounds plays consecutive rounds and checks every State.
func checkRounds(rules game.Rules, seats, rounds int, seed uint64) error {
	rand := NewRand(seed)
	var before []game.Result
	for n := range roundsFor(rounds, seats) {
		if n%4 == 0 {
			before = nil // a new match begins
		}
		c := round{rules: rules, seats: seats, rand: rand}
		result, err := c.play(before)
		if err != nil {
			return fmt.Errorf("%d seats, seed %d, round %d: %w\n%s", seats, seed, n+1, err, c.describe())
		}
		before = append(before, result)
	}
	return nil
}

// roundsFor returns the number of rounds to play. It is smaller at large tables, where a round
// takes longer and tests more.
func roundsFor(rounds, seats int) int { return max(2, min(rounds, 4*rounds/seats)) }

// describe returns the round as a record. If no record can be written, it returns the setup and the
// moves.
func (c *round) describe() string {
	var b strings.Builder
	if err := record.Write(&b, record.Round{Rules: c.rules, Setup: c.setup, Moves: c.moves}); err != nil {
		fmt.Fprintf(&b, "setup %+v\nmoves %v\n", c.setup, c.moves)
	}
	return b.String()
}

func (c *round) play(before []game.Result) (game.Result, error) {
	if err := c.checkDeal(before); err != nil {
		return game.Result{}, fmt.Errorf("setup: %w", err)
	}
	var err error
	if c.state, err = c.rules.Start(c.setup); err != nil {
		return game.Result{}, fmt.Errorf("start: %w", err)
	}
	c.oracle = NewOracle(c.rules, c.setup)
	for {
		if err := c.checkState(); err != nil {
			return game.Result{}, err
		}
		seat, on := c.state.Turn()
		if !on {
			break
		}
		if len(c.moves) == maxTurns {
			return game.Result{}, fmt.Errorf("the round has no end after %d turns", maxTurns)
		}
		if c.rand.Intn(6) == 0 {
			if err := c.checkRefusals(seat); err != nil {
				return game.Result{}, err
			}
		}
		legal := c.state.Legal()
		if err := c.checkMove(record.Move{Seat: seat, Action: legal[c.rand.Intn(len(legal))]}); err != nil {
			return game.Result{}, err
		}
	}
	result, _ := c.state.Result()
	return result, c.checkRecord()
}

// checkDeal deals the round and checks that every card is dealt once.
func (c *round) checkDeal(before []game.Result) error {
	chance := c.rand.Chance(c.rules, c.seats)
	kept := game.Chance{Deck: slices.Clone(chance.Deck), Draws: slices.Clone(chance.Draws), Pick: chance.Pick}
	c.setup = c.rules.Setup(c.seats, chance, before)
	if again := c.rules.Setup(c.seats, kept, before); !reflect.DeepEqual(c.setup, again) {
		return fmt.Errorf("the same chance deals two rounds that differ:\n%+v\n%+v", c.setup, again)
	}
	if !reflect.DeepEqual(chance, kept) {
		return fmt.Errorf("the call of Setup changed the chance that it was given")
	}
	if !isOrder(c.setup.Order, c.seats) || c.setup.Dealer != c.setup.Order[c.seats-1] {
		return fmt.Errorf("got the order %v and the dealer %d, want each seat once, the dealer last", c.setup.Order, c.setup.Dealer)
	}
	all := slices.Clone(c.setup.Pile)
	for _, h := range c.setup.Hands {
		all = append(all, h...)
	}
	if c.setup.TopCard != card.None {
		all = append(all, c.setup.TopCard)
	}
	deck := slices.Clone(c.rules.Deck(c.seats))
	slices.Sort(all)
	slices.Sort(deck)
	if rest := undealt(deck, c.setup); len(c.setup.Hands) != c.seats || len(all)+len(rest) != len(deck) || len(rest) > 0 && !c.sameHandSizes() {
		return fmt.Errorf("got %d hands with the cards %v, want the dealt cards to be %v", len(c.setup.Hands), all, deck)
	}
	if len(before) == 0 || c.setup.Places != nil {
		return nil
	}
	last := before[len(before)-1]
	last.Places, last.Ranks = slices.Clone(last.Places), nil
	slices.Reverse(last.Places)
	if other := c.rules.Setup(c.seats, kept, append(slices.Clone(before[:len(before)-1]), last)); !reflect.DeepEqual(other, c.setup) {
		return fmt.Errorf("the deal depends on the places of the round before, but Setup.Places does not say them")
	}
	return nil
}

// sameHandSizes reports whether all hands have the same size and there is no pile. Only then may
// cards be left over.
func (c *round) sameHandSizes() bool {
	for _, hand := range c.setup.Hands {
		if len(hand) != len(c.setup.Hands[0]) {
			return false
		}
	}
	return len(c.setup.Pile) == 0 && c.setup.TopCard == card.None
}

// isOrder reports whether order has each seat exactly once.
func isOrder(order []game.Seat, seats int) bool {
	for i, s := range slices.Sorted(slices.Values(order)) {
		if int(s) != i {
			return false
		}
	}
	return len(order) == seats
}

// checkMove applies a legal move and checks its effects.
func (c *round) checkMove(m record.Move) error {
	before, kept := views(c.state, c.seats), views(c.state, c.seats)
	next, news, err := c.state.Apply(m.Seat, c.shuffled(m.Action))
	if err != nil {
		return fmt.Errorf("seat %d: %s is listed but refused: %w", m.Seat, m.Action, err)
	}
	c.moves = append(c.moves, m)
	c.played = c.played || m.Action.Verb == game.Play
	if err := c.oracle.Move(m); err != nil {
		return err
	}
	if err := checkNews(before[0], next, news, m); err != nil {
		return fmt.Errorf("seat %d, %s: %w", m.Seat, m.Action, err)
	}
	for _, n := range news {
		if n.Kind == game.Fell {
			c.fell = append(c.fell, n.Seat)
		}
		zeroSlices(reflect.ValueOf(n.Cards))
	}
	for _, v := range before {
		zeroSlices(reflect.ValueOf(&v).Elem())
	}
	zeroSlices(reflect.ValueOf(c.state.Legal()))
	if got := views(c.state, c.seats); !reflect.DeepEqual(got, kept) {
		return fmt.Errorf("seat %d, %s: Apply changes the state before from\n%+v\nto\n%+v", m.Seat, m.Action, kept, got)
	}
	c.state = next
	return nil
}

// shuffled returns an action with its cards in random order, if their order doesn't matter.
func (c *round) shuffled(a game.Action) game.Action {
	a.Cards = slices.Clone(a.Cards)
	if turn, _ := c.state.Turn(); !c.state.View(turn).Ordered && card.RunNames(a.Cards) == nil {
		c.rand.Shuffle(a.Cards)
	}
	return a
}

// hand returns the cards with which a seat still plays.
func (c *round) hand(seat game.Seat) card.Set {
	if slices.Contains(c.fell, seat) {
		return card.Set{}
	}
	return c.oracle.Hand(seat)
}

func views(s game.State, seats int) []game.View {
	views := make([]game.View, 0, seats+1)
	for seat := game.Watcher; int(seat) < seats; seat++ {
		views = append(views, s.View(seat))
	}
	return views
}

// without removes the cards in less from cards, each once, and returns the rest.
func without(cards, less []card.Card) []card.Card {
	for _, c := range less {
		if i := slices.Index(cards, c); i >= 0 {
			cards = slices.Delete(cards, i, i+1)
		}
	}
	return cards
}

// checkNews checks the news of a move.
func checkNews(before game.View, next game.State, news []game.News, m record.Move) error {
	newsByKind := map[game.Kind][]game.News{}
	for _, n := range news {
		newsByKind[n.Kind] = append(newsByKind[n.Kind], n)
		if n.Kind != game.Played && len(n.Cards) > 0 {
			return fmt.Errorf("news of kind %s shows cards", n.Kind)
		}
	}
	kind := map[game.Verb]game.Kind{game.Play: game.Played, game.Pass: game.Passed, game.Draw: game.Drew}[m.Action.Verb]
	for k := game.Played; k <= game.Drew; k++ {
		want := 0
		if k == kind {
			want = 1
		}
		if len(newsByKind[k]) != want || want == 1 && newsByKind[k][0].Seat != m.Seat {
			return fmt.Errorf("got the news %+[2]v of kind %[1]s, want one for the move and none of other kinds", k, newsByKind[k])
		}
	}
	if kind == game.Played && record.Reduce(m.Action, false) != record.Reduce(game.Action{Verb: game.Play, Cards: newsByKind[kind][0].Cards, As: newsByKind[kind][0].As}, false) {
		return fmt.Errorf("the news shows the cards %v, want those that were played", newsByKind[kind][0].Cards)
	}
	if kind == game.Drew && newsByKind[kind][0].Count != 1 {
		return fmt.Errorf("the news counts %d drawn cards, want 1", newsByKind[kind][0].Count)
	}
	if _, on := next.Turn(); on != (len(newsByKind[game.RoundOver]) == 0) {
		return fmt.Errorf("the round continues: %t, but the news is %+v", on, news)
	}
	then, won := next.View(game.Watcher), newsByKind[game.TrickWon]
	if ended := before.Phase == game.Playing && then.Phase == game.Playing && len(then.Top.Cards) == 0; ended != (len(won) == 1) || ended && won[0].Seat != then.Turn {
		return fmt.Errorf("the trick ended: %t, and seat %d is next, but the news is %+v", ended, then.Turn, won)
	}
	return nil
}

// checkRecord writes the round as a record and checks that it replays to the same end.
func (c *round) checkRecord() error {
	var b strings.Builder
	names := []string{"Ann", "Bob", "Cy", "Dee", "Eve"}
	if err := record.Write(&b, record.Round{Rules: c.rules, Names: names, Setup: c.setup, Moves: c.moves}); err != nil {
		return err
	}
	return record.Replay("written", strings.NewReader(b.String()), func(name string, options map[string]string) (game.Rules, error) {
		if name != c.rules.Name() {
			return nil, fmt.Errorf("there is no system %q", name)
		}
		return c.rules, nil
	})
}
