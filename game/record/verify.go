package record

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"deuces/game"
	"deuces/game/card"
)

// Verdict is what a record proves about its deal.
type Verdict struct {
	Sealed bool // the record has a commitment; otherwise nothing is proven
	// Unproven lists what the deal depends on that only another record can show: "who led round 1".
	Unproven []string
	Result   game.Result // by the seats of the table; zero if the round hasn't ended
}

// Verify plays the record and deals it again from its seed and cuts. Differences are an *Error. The
// function before returns the result of an earlier round of the same table, by the table's seats,
// as in the Verdict of that round's record, or false if it isn't known. What depends on an unknown
// round is taken from the record and listed as unproven.
func (r Record) Verify(systems Systems, before func(table int64, round int) (game.Result, bool)) (Verdict, error) {
	state, err := r.Replay(systems)
	if err != nil || r.Deal == nil {
		return Verdict{}, err
	}
	rules, err := systems(r.System, r.Options)
	if err != nil {
		return Verdict{}, err
	}
	v := verifier{Record: r, rules: rules, seats: len(r.Players)}
	unproven, err := v.verify(before)
	if err != nil {
		return Verdict{}, &Error{r.lines["deal"], err.Error()}
	}
	result, _ := state.Result()
	return Verdict{Sealed: true, Unproven: unproven, Result: v.atTable(result)}, nil
}

// verifier deals a record again. Its seats are those of the table; in Record they are clockwise
// from the dealer's left.
type verifier struct {
	Record
	rules game.Rules
	seats int
}

func (v verifier) verify(before func(table int64, round int) (game.Result, bool)) (unproven []string, err error) {
	d := v.Deal
	chance, err := d.Seed.Chance(d.Table, d.Round, d.Cuts, v.rules.Deck(v.seats), v.seats)
	if err != nil {
		return nil, err
	}
	past, known := v.earlierRounds(before)
	var differs string
	for i, results := range past {
		said := v.differs(v.rules.Setup(v.seats, chance, results))
		if i == 0 || said == "" || !strings.HasPrefix(said, "order=") && strings.HasPrefix(differs, "order=") {
			differs = said
		}
		if said == "" {
			break
		}
	}
	commitment := d.Seed.Commitment(d.Table, d.Round)
	switch {
	case commitment != d.Commitment && differs == "":
		return nil, fmt.Errorf("commitment= is wrong: the commitment of this deal is %s", commitment)
	case commitment != d.Commitment:
		return nil, fmt.Errorf("table=, round= or seed= differs from the sealed deal: they give neither this commitment= nor these hands")
	case differs != "":
		return nil, fmt.Errorf("%s", differs)
	case known:
		return nil, nil
	}
	return v.unprovenParts(chance), nil
}

// earlierRounds returns possible results of the earlier rounds. If the result of the last of them
// is known, there is a single list. Otherwise there is one list for each seat that may have led
// that round, with the places from the record.
func (v verifier) earlierRounds(before func(table int64, round int) (game.Result, bool)) (past [][]game.Result, known bool) {
	if v.Deal.Round == 1 {
		return [][]game.Result{nil}, true
	}
	last, known := before(v.Deal.Table, v.Deal.Round-1)
	if known = known && len(last.Places) > 0 && len(last.Places) <= v.seats; known {
		for s := len(last.Places); s < v.seats; s++ { // newcomers count as last
			last.Places = append(slices.Clip(last.Places), game.Seat(s))
			if last.Ranks != nil {
				last.Ranks = append(slices.Clip(last.Ranks), s+1)
			}
		}
		return [][]game.Result{v.rounds(last)}, true
	}
	last = v.places()
	for s := range v.seats {
		last.Lead = game.Seat(s)
		past = append(past, v.rounds(last))
	}
	return past, false
}

// rounds returns one result for each earlier round, all equal to last.
func (v verifier) rounds(last game.Result) []game.Result {
	return slices.Repeat([]game.Result{last}, v.Deal.Round-1)
}

// places returns the places of the previous round from the record, or the order of the seats if it
// has none.
func (v verifier) places() game.Result {
	last := game.Result{Places: make([]game.Seat, v.seats)}
	for i := range v.seats {
		last.Places[i] = game.Seat(i)
	}
	if v.Setup.Places == nil {
		return last
	}
	last.Ranks = make([]int, v.seats)
	for player, seat := range v.Deal.Order {
		last.Ranks[seat] = v.Setup.Places[player]
	}
	slices.SortStableFunc(last.Places, func(a, b game.Seat) int { return last.Ranks[a] - last.Ranks[b] })
	return last
}

// unprovenParts lists what the deal depends on in the previous round.
func (v verifier) unprovenParts(chance game.Chance) (unproven []string) {
	last := v.places()
	was := v.rules.Setup(v.seats, chance, v.rounds(last))
	other := last
	other.Places, other.Ranks = slices.Clone(last.Places), nil
	slices.Reverse(other.Places)
	if !sameSetup(was, v.rules.Setup(v.seats, chance, v.rounds(other))) {
		unproven = append(unproven, fmt.Sprintf("the places of round %d", v.Deal.Round-1))
	}
	other = last
	other.Lead++
	if !sameSetup(was, v.rules.Setup(v.seats, chance, v.rounds(other))) {
		unproven = append(unproven, fmt.Sprintf("who led round %d", v.Deal.Round-1))
	}
	return unproven
}

func sameSetup(a, b game.Setup) bool {
	return slices.Equal(a.Order, b.Order) && slices.Equal(a.Places, b.Places) && a.Lead == b.Lead && slices.EqualFunc(a.Hands, b.Hands, slices.Equal)
}

// differs returns how the record differs from the deal, or "".
func (v verifier) differs(dealt game.Setup) string {
	order := dealt.Order
	if order == nil {
		for s := range v.seats {
			order = append(order, game.Seat(s))
		}
	}
	if !slices.Equal(order, v.Deal.Order) {
		want := strings.Trim(strings.Join(strings.Fields(fmt.Sprint(order)), ","), "[]")
		if v.Setup.Places != nil {
			return fmt.Sprintf("order= and the titles don't go together: with these places of the round before, the order is %s", want)
		}
		return fmt.Sprintf("order= is not the order of this deal, which is %s", want)
	}
	var others []string
	for i, seat := range order {
		if got, want := sorted(v.Setup.Hands[i]), sorted(dealt.Hands[seat]); got != want {
			others = append(others, fmt.Sprintf("the hand of %s is %s, but the seed and the cuts deal %s", v.Players[i], got, want))
		}
	}
	switch {
	case v.seats > 2 && len(others) == v.seats:
		return "none of the hands follows from the seed and the cuts: a cut is missing, added or changed, or all the hands are"
	case len(others) > 0:
		return others[0]
	}
	for _, c := range []struct{ what, got, want string }{
		{"the card turned up", cmp.Or(cardText(v.Setup.TopCard), "-"), cmp.Or(cardText(dealt.TopCard), "-")},
		{"the draw pile", cmp.Or(card.Format(v.Setup.Pile), "-"), cmp.Or(card.Format(dealt.Pile), "-")},
		{"the direction", fmt.Sprint(direction(v.Setup.CountUp)), fmt.Sprint(direction(dealt.CountUp))},
		{"the lead", v.playerName(v.Setup.Lead, nil), v.playerName(dealt.Lead, order)},
		{"the titles", v.titles(v.Setup.Places, nil), v.titles(dealt.Places, order)},
	} {
		if c.got != c.want {
			return fmt.Sprintf("%s: the record has %s, but the deal %s", c.what, c.got, c.want)
		}
	}
	return ""
}

func sorted(cards []card.Card) string {
	return cmp.Or(card.Format(slices.Sorted(slices.Values(cards))), "-")
}

func cardText(c card.Card) string {
	if c == card.None {
		return ""
	}
	return c.String()
}

func direction(up bool) game.Dir {
	if up {
		return game.Up
	}
	return game.Down
}

// playerName returns the name of a seat's player. Without an order, s is a seat of the record; with
// an order, it is a seat of the table.
func (v verifier) playerName(s game.Seat, order []game.Seat) string {
	if order != nil {
		s = game.Seat(slices.Index(order, s))
	}
	return replayState{names: v.Players}.name(s)
}

// titles writes places as the record does.
func (v verifier) titles(places []int, order []game.Seat) string {
	if places == nil {
		return "-"
	}
	return replayState{names: v.Players}.valueList(func(s game.Seat) string {
		if order != nil {
			s = order[s]
		}
		return fmt.Sprint(places[s])
	})
}

// atTable converts a result from the record's seats to the table's.
func (v verifier) atTable(r game.Result) game.Result {
	if r.Places == nil {
		return game.Result{}
	}
	at := game.Result{Lead: r.Lead}
	if r.Lead >= 0 {
		at.Lead = v.Deal.Order[r.Lead]
	}
	for _, s := range r.Places {
		at.Places = append(at.Places, v.Deal.Order[s])
	}
	if r.Ranks != nil {
		at.Ranks = make([]int, len(r.Ranks))
		for s, place := range r.Ranks {
			at.Ranks[v.Deal.Order[s]] = place
		}
	}
	return at
}
