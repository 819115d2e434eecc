package bigtwo_test

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"deuces/game"
	"deuces/game/bigtwo"
	"deuces/game/card"
	"deuces/game/gametest"
	"deuces/game/record"
)

// This file is a second, naive implementation of rules.md B with the options of B10. It tries all
// sets of one to five cards of a hand, and keeps the table in lists and maps.

// namedSets are the sets of B10 with their differences from the preset.
var namedSets = []struct{ name, options string }{
	{"Standard", ""},
	{"Hong Kong", "straights=hk openall=first lastcard=highest triple13=yes"},
	{"Taiwan", "suits=cdhs openall=first straights=tw flush=none cross=no bombs=yes triples=no dragon=win"},
	{"Pusoy Dos", "suits=cshd openall=first straights=none2 flush=suit pass=out triple13=yes twoleft=double"},
	{"Capsa", "openall=first straights=none2 pass=out doubles=9 triple13=yes"},
}

// preset has the options of a round, and values the ones that they can have instead.
const preset = "suits=dchs openall=yes straights=seed flush=rank cross=yes bombs=no triples=yes pass=again lastcard=no dragon=no doubles=10 triple13=no twoleft=no"

var values = map[string][]string{
	"suits": {"cdhs", "cshd"}, "openall": {"first"}, "straights": {"hk", "low", "tw", "none2"}, "flush": {"suit", "none"},
	"cross": {"no"}, "bombs": {"yes"}, "triples": {"no"}, "pass": {"out"}, "lastcard": {"highest"}, "dragon": {"win"},
	"doubles": {"9", "no"}, "triple13": {"yes"}, "twoleft": {"double"},
}

// mixOptions changes a random half of the options.
func mixOptions(r *gametest.Rand) (options string) {
	for _, key := range slices.Sorted(maps.Keys(values)) {
		if r.Intn(2) == 0 {
			options += " " + key + "=" + values[key][r.Intn(len(values[key]))]
		}
	}
	return options
}

// straights lists the straights, highest first.
var straights = map[string]string{
	"seed":  "JQKA2 TJQKA 9TJQK 89TJQ 789TJ 6789T 56789 45678 34567",
	"hk":    "A2345 23456 TJQKA 9TJQK 89TJQ 789TJ 6789T 56789 45678 34567",
	"low":   "TJQKA 9TJQK 89TJQ 789TJ 6789T 56789 45678 34567 23456 A2345",
	"tw":    "23456 TJQKA 9TJQK 89TJQ 789TJ 6789T 56789 45678 34567 A2345",
	"none2": "TJQKA 9TJQK 89TJQ 789TJ 6789T 56789 45678 34567",
}

// fives are the classes of five cards, low to high.
var fives = []string{"straight", "flush", "full house", "bomb", "straight flush"}

// naive follows a round by the naive rules.
type naive struct {
	option   map[string]string
	suits    string // low to high
	hands    [][]card.Card
	turn     int
	top      []card.Card
	owner    int
	passed   map[int]bool // who passed in this trick and hasn't played since
	opening  card.Card    // card that the first play must include; None: any play is allowed
	winner   int          // -1 during the round
	straight map[int]int  // height of each straight, by a bit for each rank
	counts   map[string]int
}

// newNaive returns a round before its deal.
func newNaive(options string, counts map[string]int) *naive {
	n := &naive{option: gametest.Options(preset), passed: map[int]bool{}, winner: -1, straight: map[int]int{}, counts: counts}
	maps.Copy(n.option, gametest.Options(options))
	n.suits = n.option["suits"]
	all := strings.Fields(straights[n.option["straights"]])
	for i, ranks := range all {
		mask := 0
		for _, r := range ranks {
			mask |= 1 << strings.IndexRune("3456789TJQKA2", r)
		}
		n.straight[mask] = len(all) - i
	}
	return n
}

func (n *naive) is(key, value string) bool { return n.option[key] == value }

// rank returns the position of a card's rank, from 0 for a 3 to 12 for a 2 (B1).
func rank(c card.Card) int            { return int(c.Rank() - card.Three) }
func (n *naive) suit(c card.Card) int { return strings.IndexByte(n.suits, "cdhs"[c.Suit()]) }

func (n *naive) compare(a, b card.Card) int {
	return cmp.Or(rank(a)-rank(b), n.suit(a)-n.suit(b))
}
func (n *naive) highest(set []card.Card) card.Card { return slices.MaxFunc(set, n.compare) }
func (n *naive) lowest(set []card.Card) card.Card  { return slices.MinFunc(set, n.compare) }

// lowestOfAll returns the lowest card of all hands and who holds it.
func (n *naive) lowestOfAll() (lowest card.Card, holder int) {
	lowest = n.lowest(slices.Concat(n.hands...))
	return lowest, slices.IndexFunc(n.hands, func(h []card.Card) bool { return slices.Contains(h, lowest) })
}

// deal deals a deck (B10). The first card goes to the seat at the dealer's left.
func (n *naive) deal(seats, first int, deck []card.Card) {
	n.hands = make([][]card.Card, seats)
	each := map[int]int{2: 13, 3: 17, 4: 13}[seats]
	for i, c := range deck[:seats*each] {
		seat := (first + i) % seats
		n.hands[seat] = append(n.hands[seat], c)
	}
	if seats == 3 {
		lowest, holder := n.lowestOfAll()
		n.hands[holder] = append(n.hands[holder], deck[51])
		if n.compare(deck[51], lowest) < 0 {
			n.counts["the lowest card is the one over"]++
		}
	}
}

// start sets who leads, and ends the round if there is a dragon. leader is -1 if the lowest card
// decides.
func (n *naive) start(leader int) {
	if n.turn = leader; leader < 0 {
		n.opening, n.turn = n.lowestOfAll()
	}
	n.owner = n.turn
	for i := range n.hands {
		seat := (n.turn + i) % len(n.hands)
		ranks := map[card.Rank]bool{}
		for _, c := range n.hands[seat] {
			ranks[c.Rank()] = true
		}
		if n.is("dragon", "win") && len(ranks) == 13 {
			n.counts["dragon"]++
			if n.winner < 0 {
				n.winner = seat
			} else {
				n.counts["another dragon"]++
			}
		}
	}
}

// parse returns the class of a set and numbers by which sets of a class are compared. The class is
// "" if the set isn't a play.
func (n *naive) parse(set []card.Card) (class string, key [2]int) {
	high := n.highest(set)
	var byRank [13]int
	ranks, flush := 0, true
	for _, c := range set {
		byRank[rank(c)]++
		ranks |= 1 << rank(c)
		flush = flush && c.Suit() == high.Suit()
	}
	four, three, two := slices.Index(byRank[:], 4), slices.Index(byRank[:], 3), slices.Index(byRank[:], 2)
	switch {
	case len(set) == 1:
		return "single", [2]int{rank(high), n.suit(high)}
	case len(set) == 2 && two >= 0:
		return "pair", [2]int{rank(high), n.suit(high)}
	case len(set) == 3 && three >= 0 && n.is("triples", "yes"):
		return "triple", [2]int{three}
	case len(set) != 5:
		return "", key
	case n.straight[ranks] > 0:
		decides := high
		if n.is("straights", "low") && byRank[12] > 0 { // the 2 and the Ace count as 1 and 2
			decides = n.highest(slices.DeleteFunc(slices.Clone(set), func(c card.Card) bool { return c.Rank() >= card.Ace }))
		}
		if flush {
			return "straight flush", [2]int{n.straight[ranks], n.suit(decides)}
		}
		return "straight", [2]int{n.straight[ranks], n.suit(decides)}
	case four >= 0:
		return "bomb", [2]int{four}
	case three >= 0 && two >= 0:
		return "full house", [2]int{three}
	case flush && n.is("flush", "rank"):
		return "flush", [2]int{rank(high), n.suit(high)}
	case flush && n.is("flush", "suit"):
		return "flush", [2]int{n.suit(high), rank(high)}
	case flush:
		n.counts["five of a suit are no play"]++
	}
	return "", key
}

// beats reports whether a set beats the top play (B3-B5, cross, bombs).
func (n *naive) beats(set []card.Card) bool {
	class, key := n.parse(set)
	top, topKey := n.parse(n.top)
	strong := func(class string) bool {
		return n.is("bombs", "yes") && (class == "bomb" || class == "straight flush")
	}
	switch {
	case class == top:
		return slices.Compare(key[:], topKey[:]) > 0
	case strong(class):
		return !strong(top) || class == "straight flush"
	case strong(top), len(set) != 5, len(n.top) != 5:
		return false
	case n.is("cross", "no"):
		n.counts["a higher class can't beat a lower one"]++
		return false
	}
	return slices.Index(fives, class) > slices.Index(fives, top)
}

// mayPlay reports whether the seat to move may play a set that it holds.
func (n *naive) mayPlay(set []card.Card) bool {
	if n.top != nil && len(set) != len(n.top) && (len(set) != 5 || n.is("bombs", "no")) {
		return false
	}
	class, _ := n.parse(set)
	switch next := (n.turn + 1) % len(n.hands); {
	case class == "", n.opening != card.None && !slices.Contains(set, n.opening), n.top != nil && !n.beats(set):
		return false
	case class == "single" && n.is("lastcard", "highest") && len(n.hands[next]) == 1 && set[0] != n.highest(n.hands[n.turn]):
		if n.opening == card.None {
			n.counts["a single must be the highest"]++
			return false
		}
		n.counts["the duty sleeps while a card is forced"]++
	}
	return true
}

// eachSet calls f with every set of one to five cards. The set is valid until f returns.
func eachSet(hand, set []card.Card, f func([]card.Card)) {
	for i, c := range hand {
		f(append(set, c))
		if len(set) < 4 {
			eachSet(hand[i+1:], append(set, c), f)
		}
	}
}

func (n *naive) Legal(v game.View) (map[string]bool, string) {
	legal := map[string]bool{}
	if int(v.Turn) != n.turn || len(v.Top.Cards) != len(n.top) || n.top != nil && int(v.Top.Seat) != n.owner {
		return nil, fmt.Sprintf("turn %d, top %+v, want turn %d, %v of seat %d", v.Turn, v.Top, n.turn, n.top, n.owner)
	}
	for seat, p := range v.Players {
		if p.Passed != n.passed[seat] || p.Cards != len(n.hands[seat]) {
			return nil, fmt.Sprintf("seat %d: passed %t, %d cards, want %t, %d", seat, p.Passed, p.Cards, n.passed[seat], len(n.hands[seat]))
		}
	}
	if n.top != nil {
		legal["pass"] = true
	}
	eachSet(n.hands[n.turn], make([]card.Card, 0, 5), func(set []card.Card) {
		if n.mayPlay(set) {
			legal[record.Reduce(game.Action{Verb: game.Play, Cards: set}, false)] = true
		}
	})
	return legal, ""
}

func (n *naive) Do(_ game.Seat, a game.Action) {
	if a.Verb == game.Pass {
		n.passed[n.turn] = true
	} else {
		n.countPlay(a.Cards)
		n.hands[n.turn] = slices.DeleteFunc(slices.Clone(n.hands[n.turn]), func(c card.Card) bool { return slices.Contains(a.Cards, c) })
		n.top, n.owner, n.opening, n.passed[n.turn] = slices.Clone(a.Cards), n.turn, card.None, false
		if len(n.hands[n.turn]) == 0 {
			n.winner = n.turn
			return
		}
	}
	n.turn = (n.turn + 1) % len(n.hands)
	for n.turn != n.owner && n.is("pass", "out") && n.passed[n.turn] {
		n.counts["sat out"]++
		n.turn = (n.turn + 1) % len(n.hands)
	}
	if n.turn == n.owner { // all others have passed since the top play, or sit out
		n.top, n.passed = nil, map[int]bool{}
	}
}

// countPlay counts what a play shows of the rules.
func (n *naive) countPlay(set []card.Card) {
	class, key := n.parse(set)
	if n.passed[n.turn] {
		n.counts["played after a pass"]++
	}
	if class == "straight" {
		n.counts[fmt.Sprintf("straights=%s of height %d", n.option["straights"], key[0])]++
	}
	if n.top == nil {
		n.counts[class+" led"]++
		return
	}
	top, topKey := n.parse(n.top)
	n.counts[class+" on "+top]++
	if class == "flush" && class == top && n.is("flush", "suit") && key[1] < topKey[1] {
		n.counts["a higher suit beats a higher flush"]++
	}
}

// points returns each seat's points (B7, B9, B10).
func (n *naive) points() []int {
	points := make([]int, len(n.hands))
	for seat, hand := range n.hands {
		doubles, all := map[string]int{"9": 9, "10": 10, "no": 99}[n.option["doubles"]], 13
		if len(n.hands) == 3 {
			all = 17
		}
		lost := len(hand)
		switch {
		case seat == n.winner:
			continue
		case n.is("triple13", "yes") && len(hand) >= all:
			n.counts[fmt.Sprintf("%d cards count three times", len(hand))]++
			lost *= 3
		case len(hand) >= doubles:
			n.counts[fmt.Sprintf("%d cards count twice", len(hand))]++
			lost *= 2
		default:
			n.counts[fmt.Sprintf("%d cards count once", len(hand))]++
		}
		for _, c := range hand {
			if n.is("twoleft", "double") && c.Rank() == card.Two {
				n.counts["a 2 is left"]++
				lost *= 2
			}
		}
		points[seat] -= lost
		points[n.winner] += lost
	}
	return points
}

func (n *naive) End(state game.State, _ []game.News) string {
	result, over := state.Result()
	if !over || n.winner < 0 {
		return fmt.Sprintf("over %t, want the winner %d", over, n.winner)
	}
	titles := make([]game.Title, len(n.hands))
	titles[n.winner] = game.BigTwo
	if want := n.points(); !slices.Equal(result.Points, want) || !slices.Equal(result.Titles, titles) || int(result.Places[0]) != n.winner {
		return fmt.Sprintf("got %+v, want the points %v and the winner %d", result, want, n.winner)
	}
	return ""
}

// arrange sorts a shuffled deck so that hands have many cards of a suit or of a few ranks, or a
// dragon each. Then it swaps a few cards.
func arrange(r *gametest.Rand, deck []card.Card, seats int) {
	kind, block := r.Intn(5), 1+r.Intn(5)
	group := func(c card.Card) int { return []int{0, 0, int(c.Suit()), rank(c) / block, rank(c)}[kind] }
	if kind == 4 && seats == 2 { // half of the deck isn't dealt
		group = func(c card.Card) int { return int(c.Suit())/2*13 + rank(c) }
	}
	slices.SortStableFunc(deck, func(a, b card.Card) int { return group(a) - group(b) })
	if kind == 2 || kind == 3 { // the cards of a group go to the same hand
		dealt := slices.Clone(deck)
		for i, c := range deck[:seats*(len(deck)/seats)] {
			dealt[i%(len(deck)/seats)*seats+i/(len(deck)/seats)] = c
		}
		copy(deck, dealt)
	}
	for range r.Intn(12) {
		i, j := r.Intn(len(deck)), r.Intn(len(deck))
		deck[i], deck[j] = deck[j], deck[i]
	}
}

func TestTheNaiveRulesAgree(t *testing.T) {
	rounds, seen := gametest.Dose(t, 60, 1200, 60_000), map[string]int{}
	var options string // of the last round
	defer func() {
		if t.Failed() {
			t.Logf("the last round has the options %q", options)
		}
	}()
	gametest.NaiveAgrees(t, rounds, func(seed uint64, r *gametest.Rand) (game.State, gametest.Naive) {
		name, seats := "a mix", 2+int(seed%3)
		options = mixOptions(r)
		if i := int(seed / 3 % 10); i < len(namedSets) {
			name, options = namedSets[i].name, namedSets[i].options
		}
		seen[fmt.Sprintf("%s with %d seats", name, seats)]++
		rules, n := gametest.New(t, bigtwo.New, options), newNaive(options, seen)
		chance := r.Chance(rules, seats)
		arrange(r, chance.Deck, seats)
		var before []game.Result
		if leader := r.Intn(2 * seats); leader < seats {
			before = []game.Result{{Places: []game.Seat{game.Seat(leader)}, Points: make([]int, seats)}}
			for seat := range game.Seat(seats) {
				if int(seat) != leader {
					before[0].Places = append(before[0].Places, seat)
				}
			}
		}
		n.deal(seats, len(before)%seats, chance.Deck)
		setup := rules.Setup(seats, chance, before)
		for seat, hand := range setup.Hands {
			if got, want := slices.Sorted(slices.Values(hand)), slices.Sorted(slices.Values(n.hands[seat])); !slices.Equal(got, want) {
				t.Fatalf("seed %d, %s: seat %d is dealt %v, want %v", seed, options, seat, got, want)
			}
		}
		leader := -1
		if before != nil && n.is("openall", "first") {
			leader = int(before[0].Places[0])
			seen["the last winner leads"]++
		}
		if r.Intn(2) == 0 { // a short round, in which a few of the cards are dealt
			for seat := range setup.Hands {
				r.Shuffle(n.hands[seat])
				n.hands[seat] = n.hands[seat][:1+r.Intn(9)]
				setup.Hands[seat] = slices.Clone(n.hands[seat])
			}
			if lowest, _ := n.lowestOfAll(); leader < 0 && seats == 4 && (rank(lowest) > 0 || n.suit(lowest) > 0) {
				setup.Lead = game.Seat(r.Intn(seats)) // with four players the lowest card of the deck leads
				leader = int(setup.Lead)
			}
		}
		n.start(leader)
		return gametest.Start(t, rules, setup), n
	})
	want := strings.Split("dragon|another dragon|a single must be the highest|the duty sleeps while a card is forced|the last winner leads|"+
		"the lowest card is the one over|sat out|played after a pass|five of a suit are no play|a higher class can't beat a lower one|"+
		"a higher suit beats a higher flush|bomb on single|bomb on pair|bomb on flush|bomb on bomb|straight flush on single|straight flush on bomb|triple on triple|"+
		"13 cards count once|13 cards count twice|13 cards count three times|17 cards count three times|18 cards count three times|9 cards count twice|a 2 is left", "|")
	for _, s := range namedSets {
		want = append(want, s.name+" with 2 seats", s.name+" with 3 seats", s.name+" with 4 seats")
	}
	for key, all := range straights {
		for i := range strings.Fields(all) {
			want = append(want, fmt.Sprintf("straights=%s of height %d", key, i+1))
		}
	}
	for _, what := range want {
		if seen[what] == 0 && rounds >= 1200 { // rare plays need this many rounds
			t.Errorf("the rounds had no %q, only %v", what, seen)
		}
	}
	t.Logf("%v", seen)
}

// FuzzPlay checks that the naive rules agree with the engine on any five cards, led or on others,
// with each named set and with a mix of options.
func FuzzPlay(f *testing.F) {
	f.Add([]byte{0, 5, 9, 13, 17})
	f.Add([]byte{0, 1, 2, 4, 5, 44, 49, 2, 7, 8})
	f.Add([]byte{51, 20, 21, 22, 23, 5})
	f.Fuzz(func(t *testing.T, picks []byte) {
		set := gametest.PickCards(picks)
		if len(set) == 0 {
			return
		}
		seed := uint64(0)
		for _, p := range picks {
			seed = 31*seed + uint64(p)
		}
		play, top := set[:min(5, len(set))], set[min(5, len(set)):min(10, len(set))]
		spare := gametest.PickCards([]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
		spare = slices.DeleteFunc(spare, func(c card.Card) bool { return slices.Contains(set[:len(play)+len(top)], c) })[:1]
		for _, s := range append(namedSets, struct{ name, options string }{"mix", mixOptions(gametest.NewRand(seed))}) {
			n := newNaive(s.options, map[string]int{})
			n.hands = [][]card.Card{append(slices.Clone(top), spare...), play}
			led := false
			if n.turn = 1; len(top) > 0 {
				class, _ := n.parse(top)
				led = class != ""
			}
			if led {
				n.turn = 0
			}
			state := gametest.Start(t, gametest.New(t, bigtwo.New, s.options), game.Setup{Lead: game.Seat(n.turn), Hands: n.hands})
			if led {
				a := game.Action{Verb: game.Play, Cards: top}
				next, _, err := state.Apply(0, a)
				if (err == nil) != n.mayPlay(top) {
					t.Fatalf("%s, %s: leading %v gives the error %v", s.name, s.options, top, err)
				}
				if err != nil {
					continue
				}
				n.Do(0, a)
				state = next
			}
			if _, _, err := state.Apply(1, game.Action{Verb: game.Play, Cards: play}); (err == nil) != n.mayPlay(play) {
				t.Fatalf("%s, %s: %v on %v gives the error %v", s.name, s.options, play, n.top, err)
			}
		}
	})
}
