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

// seededReader is a seeded source of random bytes for several goroutines.
type seededReader struct {
	mu  sync.Mutex
	rng *rand.ChaCha8
}

func (s *seededReader) Read(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.rng.Read(p)
}

// Deals of live tables, from the random source through seal, cut and deal, are as random as a
// shuffled deck: every card is in every place, and every pair of cards adjacent, equally often,
// with (always the same) cuts and without.
func TestSealedDealsAreFair(t *testing.T) {
	deals := gametest.Dose(t, 4000, 20_000, 100_000)
	seed := gametest.Seed(t)
	for _, c := range []struct {
		name string
		cuts int
	}{{"without cuts", 0}, {"with one cut", 1}, {"with two cuts", 2}} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			source := &seededReader{rng: rand.NewChaCha8([32]byte{byte(seed), byte(seed >> 8), byte(seed >> 16), byte(seed >> 24), byte(seed >> 32), byte(seed >> 40), byte(seed >> 48), byte(seed >> 56), byte(c.cuts)})}
			deck, draws, picks := newShuffleStats(), newShuffleStats(), [2]int{}
			for range deals {
				chance := dealOnce(t, source, c.cuts)
				deck.add(chance.Chance.Deck)
				draws.add(chance.Chance.Draws)
				picks[chance.Chance.Pick]++
			}
			deck.check(t, "deck")
			draws.check(t, "draws")
			if z := float64(picks[0]-picks[1]) / math.Sqrt(float64(deals)); math.Abs(z) > 5 {
				t.Errorf("of two seats they pick %v: %.1f deviations off", picks, z)
			}
		})
	}
}

// dealOnce opens a table, cuts its deck, and starts the match.
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

// shuffleStats counts the positions of cards.
type shuffleStats struct {
	decks  int
	index  map[card.Card]int
	places [52][52]int // by card and position
	pairs  [52][52]int // by card and the next card, in disjoint pairs
}

func newShuffleStats() *shuffleStats {
	c := &shuffleStats{index: map[card.Card]int{}}
	for i, x := range card.Deck(1, 0) {
		c.index[x] = i
	}
	return c
}

func (c *shuffleStats) add(cards []card.Card) {
	c.decks++
	for place, x := range cards {
		c.places[c.index[x]][place]++
		if place%2 == 1 {
			c.pairs[c.index[cards[place-1]]][c.index[x]]++
		}
	}
}

// check compares the counts with their expected distribution.
func (c *shuffleStats) check(t *testing.T, what string) {
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

// offPlaces returns the deviation of card × position, in standard deviations. For n cards in n
// positions, chi-square times (n-1)/n has (n-1)² degrees of freedom.
func (c *shuffleStats) offPlaces() float64 {
	const n = 52.0
	chi := 0.0
	for _, places := range c.places {
		for _, count := range places {
			d := float64(count) - float64(c.decks)/n
			chi += d * d / (float64(c.decks) / n)
		}
	}
	return deviations(chi*(n-1)/n, (n-1)*(n-1))
}

// offPairs returns the deviation of the n(n-1) pairs. Pairs of one deck share no card, so their
// variance is slightly smaller than that of independent ones.
func (c *shuffleStats) offPairs() float64 {
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
	return deviations(chi, n*(n-1)-1)
}

// deviations returns how far a chi-square value is from its mean, in standard deviations
// (Wilson and Hilferty).
func deviations(chi, freedom float64) float64 {
	return (math.Cbrt(chi/freedom) - (1 - 2/(9*freedom))) / math.Sqrt(2/(9*freedom))
}

// The comparison detects the common biased shuffle that swaps each card with any position.
func TestAnUnfairShuffleIsFound(t *testing.T) {
	luck := rand.New(rand.NewPCG(1, 2))
	deck := newShuffleStats()
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
