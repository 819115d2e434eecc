package table_test

import (
	"io"
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"deuces/game/card"
	"deuces/game/gametest"
	"deuces/match"
	"deuces/match/matchtest"
	"deuces/table"
	"deuces/table/tabletest"
)

// steady is a source of random bytes from a seed, for several goroutines.
type steady struct {
	mu  sync.Mutex
	rng *rand.ChaCha8
}

func (s *steady) Read(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.rng.Read(p)
}

// Deals of live tables, from the source of chance through seal, cut and deal, are as
// random as a shuffled deck: each card in each place, and each pair of cards side by
// side, as often as any other, with cuts (always the same ones) and without.
func TestSealedDealsAreFair(t *testing.T) {
	deals := gametest.Dose(t, 4000, 20_000, 100_000)
	seed := gametest.Seed(t)
	for _, c := range []struct {
		name string
		cuts int
	}{{"without cuts", 0}, {"with one cut", 1}, {"with two cuts", 2}} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			source := &steady{rng: rand.NewChaCha8([32]byte{byte(seed), byte(seed >> 8), byte(seed >> 16), byte(seed >> 24), byte(seed >> 32), byte(seed >> 40), byte(seed >> 48), byte(seed >> 56), byte(c.cuts)})}
			deck, draws, picks := newTally(), newTally(), [2]int{}
			for range deals {
				chance := dealOnce(t, source, c.cuts)
				deck.add(chance.Chance.Deck)
				draws.add(chance.Chance.Draws)
				picks[chance.Chance.Pick]++
			}
			deck.judge(t, "deck")
			draws.judge(t, "draws")
			if z := float64(picks[0]-picks[1]) / math.Sqrt(float64(deals)); math.Abs(z) > 5 {
				t.Errorf("of two seats they pick %v: %.1f deviations off", picks, z)
			}
		})
	}
}

// dealOnce opens a table, has it cut, and starts it.
func dealOnce(t *testing.T, source io.Reader, cuts int) match.Dealt {
	t.Helper()
	log := &tabletest.Log{}
	tables := table.NewRegistry(table.Config{Log: log, Rules: matchtest.NewToy, Latest: matchtest.ToyVersion, Random: source})
	o := matchtest.Opening(nil)
	o.Others = []match.Player{bob}
	m, err := tables.Open(t.Context(), o)
	for n := 0; n < cuts && err == nil; n++ {
		m, err = tables.Do(t.Context(), m.ID, match.CutDeck{Player: ann + match.Player(n), Deal: 1, Typed: "271828"})
	}
	if err == nil {
		_, err = tables.Do(t.Context(), m.ID, match.Start{Player: ann})
	}
	if err == nil {
		err = tables.Close(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	events, err := log.All(1)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		if b, ok := e.Body.(match.Dealt); ok {
			return b
		}
	}
	t.Fatal("nothing was dealt")
	return match.Dealt{}
}

// tally counts where cards come to lie.
type tally struct {
	decks  int
	index  map[card.Card]int
	places [52][52]int // by card and place
	pairs  [52][52]int // by a card and the one after it, of disjoint pairs
}

func newTally() *tally {
	c := &tally{index: map[card.Card]int{}}
	for i, x := range card.Deck(1, 0) {
		c.index[x] = i
	}
	return c
}

func (c *tally) add(cards []card.Card) {
	c.decks++
	for place, x := range cards {
		c.places[c.index[x]][place]++
		if place%2 == 1 {
			c.pairs[c.index[cards[place-1]]][c.index[x]]++
		}
	}
}

// judge compares what was counted with what chance gives.
func (c *tally) judge(t *testing.T, what string) {
	t.Helper()
	for _, found := range []struct {
		of  string
		off float64
	}{{"cards × places", c.offPlaces()}, {"pairs", c.offPairs()}} {
		t.Logf("%s: chi-square over %s is %.2f deviations off", what, found.of, found.off)
		if math.Abs(found.off) > 5 {
			t.Errorf("%s, %s: too far off for chance", what, found.of)
		}
	}
}

// offPlaces is by how many deviations cards × places is off. For n cards in n places,
// with one card in each, chi-square times (n-1)/n has (n-1)² degrees of freedom.
func (c *tally) offPlaces() float64 {
	const n = 52.0
	chi := 0.0
	for _, places := range c.places {
		for _, count := range places {
			d := float64(count) - float64(c.decks)/n
			chi += d * d / (float64(c.decks) / n)
		}
	}
	return off(chi*(n-1)/n, (n-1)*(n-1))
}

// offPairs is that of the pairs: there are n(n-1). Those of one deck share no card,
// which makes their spread a little smaller than that of independent ones.
func (c *tally) offPairs() float64 {
	const n = 52.0
	chi, each := 0.0, float64(c.decks)*n/2/(n*(n-1))
	for first, seconds := range c.pairs {
		for second, count := range seconds {
			if first != second {
				d := float64(count) - each
				chi += d * d / each
			}
		}
	}
	return off(chi, n*(n-1)-1)
}

// off is by how many deviations a chi-square with many degrees of freedom is off its
// mean (by Wilson and Hilferty).
func off(chi, freedom float64) float64 {
	return (math.Cbrt(chi/freedom) - (1 - 2/(9*freedom))) / math.Sqrt(2/(9*freedom))
}

// The comparison finds a shuffle that favours some orders: each card swapped with any
// place, as beginners write it.
func TestAnUnfairShuffleIsFound(t *testing.T) {
	luck := rand.New(rand.NewPCG(1, 2))
	deck := newTally()
	for range 4000 {
		cards := card.Deck(1, 0)
		for i := range cards {
			j := luck.IntN(len(cards))
			cards[i], cards[j] = cards[j], cards[i]
		}
		deck.add(cards)
	}
	if z := deck.offPlaces(); z < 5 {
		t.Errorf("a beginner's shuffle is %.1f deviations off", z)
	}
}
