package president

import (
	"math/bits"
	"testing"

	"deuces/game"
	"deuces/game/gametest"
)

// xorshift is a fast random generator for playouts.
type xorshift uint64

// below returns a number from 0 up to but not n.
func (q *xorshift) below(n int) int {
	x := *q
	x ^= x << 13
	x ^= x >> 7
	x ^= x << 17
	*q = x
	high, _ := bits.Mul64(uint64(x), uint64(n))
	return int(high)
}

var mixes = []struct {
	name   string
	system gametest.System
	seats  int
	values map[string]string
}{
	{"plain", President, 4, nil},
	{"ahole", AHole, 4, nil},
	{"suits+jokers", Asshole, 4, nil},
	{"everything", Asshole, 5, map[string]string{"twos": "fewer", "size": "bigger", "equal": "skip", "four": "revolution", "coup": "yes", "guillotine": "yes"}},
	{"two-decks", President, 14, nil},
	{"two-decks+jokers", President, 8, map[string]string{"jokers": "3", "suits": "austrian", "four": "invert"}},
}

// deals returns the first positions of random deals.
func deals(b *testing.B, system gametest.System, values map[string]string, seats int) [64]Position {
	rules, err := system(values)
	if err != nil {
		b.Fatal(err)
	}
	r := gametest.NewRand(1)
	var deals [64]Position
	for i := range deals {
		state, err := rules.Start(rules.Setup(seats, r.Chance(rules, seats), nil))
		if err != nil {
			b.Fatal(err)
		}
		deals[i] = state.(*State).RoundState().Position()
	}
	return deals
}

// BenchmarkPlayout plays random rounds on the core. ns/play is the time per turn, with all legal
// moves listed.
func BenchmarkPlayout(b *testing.B) {
	for _, mix := range mixes {
		b.Run(mix.name, func(b *testing.B) {
			deals := deals(b, mix.system, mix.values, mix.seats)
			b.ReportAllocs()
			b.ResetTimer()
			rng := xorshift(88172645463325252)
			plays, listed := 0, 0
			var room [512]Move
			for i := range b.N {
				p := deals[i%len(deals)]
				for p.Turn() >= 0 {
					moves := p.Moves(room[:0])
					p.Do(moves[rng.below(len(moves))])
					plays++
					listed += len(moves)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(plays), "ns/play")
			b.ReportMetric(float64(listed)/float64(plays), "moves/play")
		})
	}
}

// yardstick is a minimal President for four seats on counts of ranks. It measures the machine.
type yardstick struct {
	count             [4][13]int8
	cards             [4]int8
	left              int
	turn, maker       int8
	topRank, topCount int8
}

func (y *yardstick) moves(buf []uint8) []uint8 {
	hand := &y.count[y.turn]
	if y.topCount == 0 {
		for r, n := range hand {
			for k := int8(1); k <= n; k++ {
				buf = append(buf, uint8(r)<<3|uint8(k))
			}
		}
		return buf
	}
	buf = append(buf, 0)
	for r := y.topRank + 1; r < 13; r++ {
		if hand[r] >= y.topCount {
			buf = append(buf, uint8(r)<<3|uint8(y.topCount))
		}
	}
	return buf
}

func (y *yardstick) do(m uint8) {
	if m != 0 {
		r, k := int8(m>>3), int8(m&7)
		y.count[y.turn][r] -= k
		if y.cards[y.turn] -= k; y.cards[y.turn] == 0 {
			y.left--
		}
		y.topRank, y.topCount, y.maker = r, k, y.turn
	}
	for {
		y.turn = (y.turn + 1) & 3
		if y.turn == y.maker {
			y.topCount = 0
			for y.left > 1 && y.cards[y.turn] == 0 {
				y.turn = (y.turn + 1) & 3
			}
			return
		}
		if y.cards[y.turn] > 0 {
			return
		}
	}
}

func BenchmarkYardstick(b *testing.B) {
	var starts [64]yardstick
	for i, p := range deals(b, President, nil, 4) {
		y := yardstick{left: 4}
		for chair := range 4 {
			for c := range p.Hand(chair).All() {
				y.count[chair][c.Rank()-1]++
				y.cards[chair]++
			}
		}
		y.turn = int8(p.Turn())
		y.maker = y.turn
		starts[i] = y
	}
	b.ReportAllocs()
	b.ResetTimer()
	rng := xorshift(88172645463325252)
	plays, listed := 0, 0
	var room [64]uint8
	for i := range b.N {
		y := starts[i%len(starts)]
		for y.left > 1 {
			moves := y.moves(room[:0])
			y.do(moves[rng.below(len(moves))])
			plays++
			listed += len(moves)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(plays), "ns/play")
	b.ReportMetric(float64(listed)/float64(plays), "moves/play")
}

// BenchmarkRound deals and plays rounds through game.Rules and game.State.
func BenchmarkRound(b *testing.B) {
	for _, mix := range mixes {
		b.Run(mix.name, func(b *testing.B) {
			system := func(map[string]string) (game.Rules, error) { return mix.system(mix.values) }
			gametest.BenchmarkRounds(b, system, mix.seats)
		})
	}
}
