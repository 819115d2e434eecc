package ai

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"deuces/game"
	"deuces/game/acehole"
	"deuces/game/ai"
	"deuces/game/ai/aitest"
	"deuces/game/card"
	"deuces/game/gametest"
	"deuces/internal/errtest"
	"deuces/internal/say"
)

func TestPlayers(t *testing.T) {
	aitest.Run(t, acehole.New, New)
}

func TestEachLevelBeatsTheOneBelow(t *testing.T) {
	aitest.Levels(t, acehole.New, New, 2, gametest.Dose(t, 200, 600, 600), gametest.Dose(t, 50, 150, 150), 600, 0.05)
}

// TestMovesAreLegal checks that every move of promisingMoves is legal, and that some move begins
// with each first card that can be played.
func TestMovesAreLegal(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for round := range 60 {
		c := randomRound(r, 2+round%7)
		c.FreeDraw = round%2 == 0
		for turn := 0; !c.Over && turn < 400; turn++ {
			legal := map[acehole.Play]bool{}
			first := map[acehole.Play]bool{}
			for _, p := range c.Legal(nil) {
				legal[p] = true
				first[p&(1<<cardBits-1)] = true
			}
			list := promisingMoves(&c, nil, true)
			for _, p := range list {
				if !legal[p] {
					t.Fatalf("round %d, turn %d: %v on %v is not legal", round, turn, p.Cards(), c.Top)
				}
				delete(first, p&(1<<cardBits-1))
			}
			if len(first) > 0 {
				t.Fatalf("round %d, turn %d: no promising move begins with %v", round, turn, first)
			}
			c.Step(list[r.IntN(len(list))])
		}
	}
}

func randomRound(r *rand.Rand, seats int) acehole.Core {
	deck := card.Deck(1+seats/5, 2)
	r.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	c := acehole.Core{Seats: uint8(seats), Owner: -1, Acehole: -1}
	for i := range seats {
		c.Hands[i] = card.SetOf(deck[i*9 : i*9+9]...)
	}
	rest := deck[seats*9:]
	c.Top, c.Cards = rest[0], uint8(copy(c.Pile[:], rest[1:]))
	c.CanDraw = c.Hands[0][0]&acehole.Following(c.Top, false) == 0
	return c
}

func parseCard(t *testing.T, s string) card.Card { return gametest.Cards(t, s)[0] }

// newTestDecision returns a decision of Ann (seat 0), who holds one card, in a round of two. played
// lists what the players did in turn, beginning with Ann: the cards of each play, and a "draw"
// before it for each card drawn. Bob holds bobsCards cards.
func newTestDecision(t *testing.T, options, hand, starter string, bobsCards int, played ...string) *decision {
	t.Helper()
	rules := gametest.New(t, acehole.New, options).(*acehole.Rules)
	v := game.View{
		Order: []game.Seat{0, 1}, Dir: game.Down, Pile: 30, Starter: parseCard(t, starter),
		Players: []game.PlayerView{{Cards: 1}, {Cards: bobsCards}}, Hand: gametest.Cards(t, hand),
	}
	v.Legal = []game.Action{{Verb: game.Play, Cards: v.Hand}}
	var news []game.News
	for seat := game.Seat(0); len(played) > 0; played = played[1:] {
		if played[0] == "draw" {
			news = append(news, game.News{Kind: game.Drew, Seat: seat, Count: 1})
			continue
		}
		v.Top = game.TopPlay{Seat: seat, Cards: gametest.Cards(t, played[0])}
		news = append(news, game.News{Kind: game.Played, Seat: seat, Cards: v.Top.Cards})
		seat = 1 - seat
	}
	v.Public = acehole.Core{Cards: 30, Top: v.Top.Cards[0], Seats: 2, Owner: int8(v.Top.Seat), Acehole: -1, FreeDraw: options == "draw=free"}
	d, err := newDecision(rules, ai.Observation{View: v, News: news})
	errtest.Must(t, err)
	return d
}

func TestAPlayThatMakesAnAceholeIsChosenOnlyIfNoOtherIsAsGood(t *testing.T) {
	for _, tt := range []struct{ top, hand, want, why string }{
		{"6d", "3d As 7h 2d 5s", "3d 2d", "two cards are as good as the Ace"},
		{"6d", "As 7h 5s 9c", "As", "nothing else fits"},
		{"6d", "As", "As", "it empties the hand"},
	} {
		c := acehole.Core{Top: parseCard(t, tt.top), Seats: 2, Owner: -1, Acehole: -1}
		c.Hands[0], c.Hands[1] = card.SetOf(gametest.Cards(t, tt.hand)...), card.SetOf(gametest.Cards(t, "8c 9s Ts Jc")...)
		if got := card.Format(chooseNormally(&c).Cards()); got != tt.want {
			t.Errorf("%s on %s: got %s, want %s: %s", tt.hand, tt.top, got, tt.want, tt.why)
		}
	}
}

// TestADrawRulesOutCardsThatFit checks what a draw tells about a hand: a player who had to draw
// held no card that could be played, and neither could the drawn cards be played, except the last.
func TestADrawRulesOutCardsThatFit(t *testing.T) {
	d := newTestDecision(t, "", "4s", "Th", 3, "9h", "draw", "draw", "9s", "8s", "7s")
	follow := acehole.Following(parseCard(t, "9h"), false)
	for i, h := range d.hidden {
		if h.place != 1 || h.impossible != follow {
			t.Errorf("hidden card %d: %+v, want one of place 1 that can't follow 9h", i, h)
		}
	}
	if len(d.hidden) != 3 {
		t.Errorf("%d hidden cards, want 3", len(d.hidden))
	}
	r := rand.New(rand.NewPCG(1, 1))
	for range 100 {
		var w acehole.Core
		newSampler(d).Deal(&w, r)
		if w.Hands[1][0]&follow != 0 || w.Hands[1].Len() != 3 {
			t.Fatalf("the world gives Bob %v, with which he wouldn't have drawn", w.Hands[1])
		}
	}
}

// TestTheCardTurnedUpIsInNoHand checks that the card that was turned up is never assumed to be in a
// hand, even after it is covered. A player who draws on it is assumed to have no card that fits on
// it.
func TestTheCardTurnedUpIsInNoHand(t *testing.T) {
	rules := gametest.New(t, acehole.New, "").(*acehole.Rules)
	for seed := range uint64(40) {
		r := gametest.NewRand(seed)
		setup := rules.Setup(3, r.Chance(rules, 3), nil)
		follow := acehole.Following(setup.TopCard, setup.CountUp)
		gametest.PlayRound(t, gametest.Start(t, rules, setup), func(s game.State, turn game.Seat, allNews []game.News) game.Action {
			view := s.View(turn)
			d, err := newDecision(rules, ai.Observation{View: view, News: allNews})
			errtest.Must(t, err)
			if view.Starter != setup.TopCard || slices.Contains(d.pool, setup.TopCard) {
				t.Fatalf("seed %d: %v was turned up, the view has %v; the others may hold %v", seed, setup.TopCard, view.Starter, d.pool)
			}
			unseen, drawn, covered := len(rules.Deck(3))-1-len(view.Hand), map[int]bool{}, false
			for _, n := range allNews {
				unseen -= len(n.Cards)
				if covered = covered || n.Kind == game.Played; !covered {
					drawn[slices.Index(view.Order, n.Seat)] = true
				}
			}
			if len(d.pool) != unseen {
				t.Fatalf("seed %d: %d unseen cards, want %d", seed, len(d.pool), unseen)
			}
			for _, h := range d.hidden {
				if drawn[int(h.place)] && h.sinceNews == 0 && h.impossible&follow != follow {
					t.Fatalf("seed %d: place %d drew on %v, but the cards that follow it are not ruled out: %+v", seed, h.place, setup.TopCard, h)
				}
			}
			return r.Pick(s)
		})
	}
}

// TestSampledHandsExplainWhatOthersDid checks sampled hands against the plays. A player who played
// a single two probably had no second one. A player who draws although drawing is voluntary
// probably had nothing to play.
func TestSampledHandsExplainWhatOthersDid(t *testing.T) {
	for _, tt := range []struct {
		draw     string
		played   []string
		unlikely uint64 // cards of which Bob probably holds fewer than of others
		why      string
	}{
		{"draw=must", []string{"9h", "2h", "Th"}, 15 << parseCard(t, "2c"), "more of the rank would have gone along"},
		{"draw=free", []string{"9h", "draw", "9s", "Ts"}, acehole.Following(parseCard(t, "9h"), false) &^ (15 << parseCard(t, "9c")), "it drew"},
	} {
		d := newTestDecision(t, tt.draw, "3h", "Jh", 5, tt.played...)
		r, g := rand.New(rand.NewPCG(1, 1)), newSampler(d)
		rare, held := 0, 0
		for range 4000 {
			var w acehole.Core
			g.Deal(&w, r)
			held += w.Hands[1].Len()
			rare += bits.OnesCount64(w.Hands[1][0] & tt.unlikely)
		}
		unseen := card.SetOf(d.pool...)
		fair := float64(held) * float64(bits.OnesCount64(unseen[0]&tt.unlikely)) / float64(unseen.Len())
		if float64(rare) > 0.8*fair || rare == 0 {
			t.Errorf("%s: Bob holds %d of the unlikely cards in 4000 worlds, %.0f at random: %s", tt.draw, rare, fair, tt.why)
		}
	}
}

// TestMovesShowTheModelOfAPlayer plays rounds of four players with the same model and known hands.
// On average, the moves must make that model more likely than the other.
func TestMovesShowTheModelOfAPlayer(t *testing.T) {
	for model := range playerModels {
		r := rand.New(rand.NewPCG(4, 4))
		gain, places := 0.0, 0
		for range 100 {
			c := randomRound(r, 4)
			var h heuristic
			d := &decision{core: c}
			for turn := 0; !c.Over && turn < 40; turn++ {
				p := h.play(&playerModels[model], &c, 0, r)
				if p != acehole.Draw {
					d.observed = append(d.observed, observedPlay{place: c.Turn, play: p, top: c.Top, up: c.Up, fewest: fewestCards(&c), known: c.Hands[c.Turn]})
				}
				c.Step(p)
			}
			g := newSampler(d)
			for place := range c.Seats {
				odds := g.likelihoods(place, &g.chain.Hands)
				gain += math.Log(odds[model] / odds[1-model])
				places++
			}
		}
		if gain /= float64(places); gain < 0.1 {
			t.Errorf("the moves of model %d raise its log likelihood by only %.3f over the other model", model, gain)
		}
	}
}

// TestARoundIsWorthItsPlaceAndSomePoints checks the value of a result. It is the number of places
// above the middle, plus a hundredth of a place for each point that the others get more on average.
// Players with equal points share a place. The value also includes the end of the match.
func TestARoundIsWorthItsPlaceAndSomePoints(t *testing.T) {
	rules := gametest.New(t, acehole.New, "").(*acehole.Rules)
	order := []game.Seat{2, 0, 3, 1}
	for _, tt := range []struct {
		totals [4]int // points before the round, in the order of places
		score  []int
		worth  [4]float64
		why    string
	}{
		{[4]int{}, []int{0, 10, 20, 60}, [4]float64{1.8, 0.6667, -0.4667, -2}, "from 30, 16 2/3, -6 2/3 and -50 points"},
		{[4]int{}, []int{0, 10, 10, 5}, [4]float64{1.5833, -1.05, -1.05, 0.5167}, "two share the last places"},
		{[4]int{}, []int{7, 7, 7, 7}, [4]float64{}, "all are alike"},
		{[4]int{0, 50, 90, 95}, []int{0, 6, 9, 15}, [4]float64{2.6, -0.48, -1.52, -2.6}, "the first has won the match"},
		{[4]int{80, 50, 90, 95}, []int{0, 6, 9, 15}, [4]float64{0.6, 1.52, -1.52, -2.6}, "the second has won it"},
		{[4]int{60, 20, 90, 70}, []int{0, 15, 10, 5}, [4]float64{0.6, -0.6, -1.5333, -0.4667}, "the second has won it, though it came last in the round"},
		{[4]int{95, 95, 95, 95}, []int{6, 7, 8, 9}, [4]float64{0.52, -0.4933, -1.5067, -2.52}, "all have lost"},
	} {
		before := game.Result{Places: order, Points: make([]int, 4)}
		for place, seat := range order {
			before.Points[seat] = tt.totals[place]
		}
		match := ai.History{}.After(ai.Round{Result: before})
		p := newSearch(&decision{rules: rules, Observation: ai.Observation{View: game.View{Order: order}, History: match}})
		for place, want := range tt.worth {
			if got := p.value(tt.score, place); math.Abs(got-want) > 1e-4 {
				t.Errorf("%v after %v: place %d: %v, want %v: %s", tt.score, tt.totals, place, got, want, tt.why)
			}
		}
	}
}

func TestFactorsAddUpToTheScore(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 0))
	plays := 0
	for range 300 {
		c := randomRound(r, 3)
		c.Up, c.CanDraw = r.IntN(2) == 0, false
		for place := range c.Seats {
			c.Hands[place] = card.SetOf(c.Hands[place].Cards()[:1+r.IntN(9)]...)
		}
		few := fewestCards(&c)
		for _, p := range promisingMoves(&c, nil, false) {
			own, sum := scorePlay(&c, p, few), 0
			for _, v := range own.factors {
				sum += v
			}
			if want := heuristicScore(&c, p, few); sum != want && own.left[0] != 0 {
				t.Fatalf("%v with %v on %v: the factors add up to %d, want the score %d", p.Cards(), c.Hands[0].Cards(), c.Top, sum, want)
			}
			plays++
		}
	}
	if plays < 500 {
		t.Errorf("tried %d plays, want at least 500", plays)
	}
}

// TestReasonsAreTrueOfTheHands checks that the deciding reason is about the choice of cards rather
// than about their order. A hint must not say that a play keeps a set together if the alternative
// would have used the whole set.
func TestReasonsAreTrueOfTheHands(t *testing.T) {
	for _, tt := range []struct {
		why       string
		hand, top string
		play      string
		first     say.Text
		never     say.Text
	}{
		{"two Aces on top of each other are two Aces either way", "Ac 3d 4d 6d 8d 2h Th 6s As", "*1", "Ac As",
			"it gets rid of {n:# point|# points}", ""},
		{"three 3s could be played at once", "4c 8c 3d 3h 8h 9h 3s 8s As", "8d", "As",
			"it gets rid of {n:# point|# points}", "it keeps your {cards} together, to play in one go"},
	} {
		c := acehole.Core{Seats: 2, Owner: -1, Acehole: -1, Top: parseCard(t, tt.top)}
		c.Hands[0] = card.SetOf(gametest.Cards(t, tt.hand)...)
		c.Hands[1] = card.SetOf(gametest.Cards(t, "4s 5s 7s 9s Ts")...)
		reasons := reasonsFor(&c, promisingMoves(&c, nil, false), acehole.PlayOf(gametest.Cards(t, tt.play)...), c.Hands[1].Cards())
		if got := reasons[0].Text; got != tt.first {
			t.Errorf("%s: the deciding reason is %q, want %q", tt.why, got, tt.first)
		}
		if slices.ContainsFunc(reasons, func(r ai.Reason) bool { return r.Text == tt.never }) {
			t.Errorf("%s: the reasons include %q", tt.why, tt.never)
		}
	}
}
