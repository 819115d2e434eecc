package acehole_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"deuces/game"
	"deuces/game/acehole"
	"deuces/game/card"
	"deuces/game/gametest"
)

func TestConformance(t *testing.T) { gametest.Run(t, acehole.New) }
func TestRecords(t *testing.T)     { gametest.Records(t, acehole.New) }

// startRound starts a round of two. Ann (seat 0) has the given hand. Bob has those of 8s 9c 9s that
// aren't used elsewhere.
func startRound(t *testing.T, hand, top, pile string, up bool) game.State {
	t.Helper()
	bobs := slices.DeleteFunc(gametest.Cards(t, "8s 9c 9s"), func(c card.Card) bool {
		return slices.Contains(gametest.Cards(t, hand+" "+top+" "+pile), c)
	})
	return gametest.Start(t, gametest.New(t, acehole.New, ""), game.Setup{
		Hands: [][]card.Card{gametest.Cards(t, hand), bobs}, Lead: game.Nobody,
		TopCard: gametest.Cards(t, top)[0], Pile: gametest.Cards(t, pile), CountUp: up,
	})
}

func TestARefusedPassSaysWhatToDo(t *testing.T) {
	for _, tt := range []struct{ hand, pile, want, why string }{
		{"8h 3c", "4d 5d", "You can't pass in Acehole: play one of your cards.", "8♥ fits, so drawing isn't allowed"},
		{"2c 3c", "4d 5d", "You can't pass in Acehole: play a card or draw one.", "nothing fits"},
	} {
		if says := gametest.Refusal(t, startRound(t, tt.hand, "9h", tt.pile, false), "pass"); says != tt.want {
			t.Errorf("%s: got %q, want %q: %s", tt.hand, says, tt.want, tt.why)
		}
	}
}

func TestRefusals(t *testing.T) {
	const hand = "8h 7h 5h 4h Kh Jh Qs As Ah 6c Tc 7d *1"
	for _, tt := range []struct {
		top  string
		up   bool
		play string
		want string
	}{
		{"9h", false, "draw", "You can't draw while you can play a card."},
		{"9h", false, "give 8h", "You can't do that now."},
		{"9h", false, "2h", "You don't have 2♥."},
		{"9h", false, "8h 8h", "You don't have another 8♥."},
		{"9h", false, "* *", "You don't have 2 Jokers."},
		{"9h", false, "*1=8h", "A Joker can't stand for that card."},
		{"9h", true, "8h", "Play on 9♥: a higher ♥, any 9, a red J Q K or 6, a Joker, or a black Ace."},
		{"3h", false, "8h", "Play on 3♥: a lower ♥, any 3, a red J Q K or 6, a Joker, or a black Ace."},
		{"9h", false, "Tc", "Play on 9♥: a lower ♥, any 9, a red J Q K or 6, a Joker, or a black Ace."},
		{"9h", false, "6c", "Play on 9♥: a lower ♥, any 9, a red J Q K or 6, a Joker, or a black Ace."},
		{"9h", false, "Qs", "Play on 9♥: a lower ♥, any 9, a red J Q K or 6, a Joker, or a black Ace."},
		{"9h", false, "Ah", "Play on 9♥: a lower ♥, any 9, a red J Q K or 6, a Joker, or a black Ace."},
		{"Kd", false, "7h", "Play on K♦: any ♦ number, any K, a red J Q K or 6, a Joker, or a black Ace."},
		{"Ad", false, "7d", "Play on A♦: any Ace, a red J Q K or 6, or a Joker."},
		{"9h", false, "8h 7h 5h", "must have one rank, or be a run of numbers or of face cards in one suit: 9♥ 8♥ 7♥"},
		{"9h", false, "7h 8h", "must have one rank, or be a run of numbers or of face cards in one suit: 9♥ 8♥ 7♥"},
		{"3h", true, "8h 7h", "in one suit: 7♥ 8♥ 9♥, J♠ Q♠ K♠."},
		{"9h", false, "Kh Jh", "must have one rank, or be a run of numbers or of face cards in one suit: 9♥ 8♥ 7♥"},
		{"9h", false, "Jh 8h", "must have one rank, or be a run of numbers or of face cards in one suit: 9♥ 8♥ 7♥"},
		{"9h", false, "8h 7h 7d", "must have one rank, or be a run of numbers or of face cards in one suit: 9♥ 8♥ 7♥"},
		{"9h", false, "*1 8h", "must have one rank, or be a run of numbers or of face cards in one suit: 9♥ 8♥ 7♥"},
		{"9s", false, "Ah Kh", "must have one rank, or be a run of numbers or of face cards in one suit: 9♥ 8♥ 7♥"},
	} {
		if says := gametest.Refusal(t, startRound(t, hand, tt.top, "3d", tt.up), tt.play); !strings.Contains(says, tt.want) || says == "" {
			t.Errorf("%s on %s, up %t: got the refusal %q, want %q", tt.play, tt.top, tt.up, says, tt.want)
		}
	}
	if says := gametest.Refusal(t, startRound(t, "8h", "9h", "", false), "draw"); !strings.Contains(says, "pile is empty") {
		t.Errorf("a draw from an empty pile: got the refusal %q, want that the pile is empty", says)
	}
}

func TestStartRefuses(t *testing.T) {
	gametest.WantSetupsRefused(t, gametest.New(t, acehole.New, ""), 2, map[string]func(*game.Setup){
		"an empty hand":     func(s *game.Setup) { s.Hands[1] = nil },
		"no card turned up": func(s *game.Setup) { s.TopCard = card.None },
	})
}

func TestOffersShowWhatAPlayDoes(t *testing.T) {
	for _, tt := range []struct {
		hand, top, pile string
		up              bool
		want            []string // "class: label (effect)" of each offer
		why             string
	}{
		{"8h 7h 6h 2s", "9h", "3d", false, []string{
			"Single: 6♥ (switches to going up)", "Single: 7♥ ()", "Single: 8♥ ()",
			"Run: 8♥ 7♥ 6♥ (switches to going up)", "Run: 7♥ 6♥ (switches to going up)", "Run: 8♥ 7♥ ()",
		}, "runs go down; a six on top turns the count"},
		{"6h 5h 2s", "9h", "3d", false, []string{
			"Single: 6♥ (switches to going up)", "Single: 5♥ ()", "Run: 6♥ 5♥ ()",
		}, "a six below the top doesn't turn the count"},
		{"6h 2s", "5h", "3d", true, []string{"Single: 6♥ (switches to going down)"}, "a six turns the count back as well"},
		{"7c 7d 7s 2s", "9c", "3d", false, []string{
			"Single: 7♣ ()",
			"Set: 7♣ 7♦ 7♠ ()", "Set: 7♣ 7♠ 7♦ ()",
			"Set: 7♣ 7♦ ()", "Set: 7♣ 7♠ ()",
		}, "of a set only the top matters: two orders that end alike are one button"},
		{"As Kh 2d", "9h", "3d", false, []string{"Single: K♥ (next: any ♥ number)", "Single: A♠ (makes you the Acehole)"}, "the other color; a face"},
		{"Ah 2d", "Ad", "3d", false, []string{"Single: A♥ (next: no number but a 6)"}, "an Ace on its own color makes no Acehole"},
		{"*1 *2 3s", "Ad", "3d", false, []string{"Single: Joker (next: any card)", "Set: Joker Joker (next: any card)"}, "Jokers are alike"},
		{"8h", "9h", "3d", false, []string{"Single: 8♥ (this empties your hand)"}, "the last card"},
		{"As", "9h", "3d", false, []string{"Single: A♠ (this empties your hand · makes you the Acehole)"}, "going out is worth the title"},
		{"2c 3s", "9h", "3d 4d", false, []string{": Draw (2 left) ()"}, "nothing fits"},
	} {
		var got []string
		for _, o := range startRound(t, tt.hand, tt.top, tt.pile, tt.up).View(0).Offers {
			got = append(got, fmt.Sprintf("%s: %s (%s)", o.Class, o.Label, cmp.Or(o.Cost.String(), o.Effect.String())))
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s on %s: got the offers\n%s\nwant\n%s\n%s", tt.hand, tt.top, strings.Join(got, "\n"), strings.Join(tt.want, "\n"), tt.why)
		}
	}
}

func TestDrawnCardsAreMarkedUntilTheNextTurn(t *testing.T) {
	s := startRound(t, "2c 3s", "9h", "4d 8h Td Jc", false)
	s, _ = gametest.Apply(t, s, 0, "draw")
	s, news := gametest.Apply(t, s, 0, "draw")
	if v := s.View(0); card.Format(v.Fresh) != "4d 8h" || v.Pile != 2 || len(news) != 1 || news[0].Count != 1 {
		t.Errorf("after two draws: fresh %v, pile %d, news %+v; want 4♦ 8♥, 2, and one draw", v.Fresh, v.Pile, news)
	}
	if v := s.View(1); len(v.Fresh) > 0 {
		t.Errorf("Bob sees %v as drawn by him, want none, since Ann drew them", v.Fresh)
	}
	s, _ = gametest.Apply(t, s, 0, "8h")
	if v := s.View(0); card.Format(v.Fresh) != "4d" {
		t.Errorf("after one was played: fresh %v, want 4♦ alone", v.Fresh)
	}
	s, _ = gametest.Apply(t, s, 1, "8s")
	if v := s.View(0); len(v.Fresh) > 0 {
		t.Errorf("after the turn ended: fresh %v, want none", v.Fresh)
	}
}

func TestNews(t *testing.T) {
	for _, tt := range []struct {
		hand, top, play string
		want            []game.Kind
		why             string
	}{
		{"6h 2s", "9h", "6h", []game.Kind{game.Played, game.Turned}, "a six turns the count"},
		{"6h 6s 2s", "9h", "6h 6s", []game.Kind{game.Played, game.Turned}, "two sixes turn the count once"},
		{"6h 5h 2s", "9h", "6h 5h", []game.Kind{game.Played}, "a six at the bottom doesn't"},
		{"As 2s", "9h", "As", []game.Kind{game.Played, game.BecameAcehole}, "an Ace on the other color"},
		{"Ah 2s", "Ad", "Ah", []game.Kind{game.Played}, "an Ace on its own color makes no Acehole"},
		{"Ah 2s", "*1", "Ah", []game.Kind{game.Played}, "an Ace on a Joker makes no Acehole, because a Joker has no color"},
		{"8h", "9h", "8h", []game.Kind{game.Played, game.WentOut, game.RoundOver}, "the last card"},
	} {
		_, news := gametest.Apply(t, startRound(t, tt.hand, tt.top, "3d", false), 0, tt.play)
		var kinds []game.Kind
		for _, n := range news {
			kinds = append(kinds, n.Kind)
		}
		if !slices.Equal(kinds, tt.want) {
			t.Errorf("%s on %s: got the news %v, want %v: %s", tt.play, tt.top, kinds, tt.want, tt.why)
		}
	}
}

func TestTheDefaultDrawsUntilItCanPlay(t *testing.T) {
	for _, tt := range []struct{ hand, top, want, why string }{
		{"8h Kh 7h", "9h", "Kh", "ten points for a face"},
		{"8h Kh As 7h", "9h", "As", "twenty for an Ace"},
		{"8h 7h", "9h", "7h", "single cards, not the run; the lower one of cards that count alike"},
		{"2c 3s", "9h", "draw", "nothing fits"},
	} {
		if a := startRound(t, tt.hand, tt.top, "3d", false).Default(); a.String() != tt.want {
			t.Errorf("%s on %s: the clock plays %q, want %q: %s", tt.hand, tt.top, a, tt.want, tt.why)
		}
	}
}

func TestWinner(t *testing.T) {
	const low = "012 0 4 2; "
	for _, tt := range []struct {
		why, rounds string
		ended       bool
		order, says string // order: "" if the match goes on; "-" in front if nobody wins
	}{
		{"one short of 50", "012 0 49 20", false, "", ""},
		{"reached: the fewest points win", "012 0 50 20", false, "021", "fewest points when someone reached 50"},
		{"25 each: fewer in the last round", "012 0 40 20; 201 25 15 5", false, "201", "decided by the last round"},
		{"everyone has reached it: all lose", "012 50 60 55", false, "-021", "everyone has reached 50 points"},
		{"ended early", "012 0 40 20", true, "-021", "ended early"},
		{"reached, and ended by the host as well", "012 0 55 20", true, "021", "when someone reached 50"},
		{"ended before it began", "", true, "-012", "ended early"},
		{"a round less than the longest match", strings.Repeat(low, 8) + "012 0 4 2", false, "", ""},
		{"the longest match: the fewest points win", strings.Repeat(low, 9) + "012 0 4 2", false, "021", "fewest points after 10 rounds"},
		{"the losing score in the last round of the longest match", strings.Repeat(low, 9) + "012 0 14 2", false, "021", "when someone reached 50"},
	} {
		order, says := gametest.Winner(t, gametest.New(t, acehole.New, "target=50 longest=10"), 3, tt.rounds, tt.ended)
		if order != tt.order || !strings.Contains(says, tt.says) {
			t.Errorf("%s: got %q, %q, want %q, %q", tt.why, order, says, tt.order, tt.says)
		}
	}
}

func TestARandomSeatStartsThenTheNextClockwise(t *testing.T) {
	rules := gametest.New(t, acehole.New, "")
	rand := gametest.NewRand(5)
	var results []game.Result
	for round := range 8 {
		chance := rand.Chance(rules, 3)
		turn, _ := gametest.Start(t, rules, rules.Setup(3, chance, results)).Turn()
		if round == 0 && turn != game.Seat(chance.Pick) || round > 0 && turn != (results[round-1].Lead+1)%3 {
			t.Errorf("round %d: seat %d starts, want the seat drawn at first, then the next clockwise, after %+v", round+1, turn, results)
		}
		_, _, result, err := rand.Round(rules, 3, results)
		if err != nil {
			t.Fatal(err)
		}
		results = append(results, result)
	}
}

// TestTheNumberOfPlayersDecidesTheNumberOfDecks tests rules.md A1.
func TestTheNumberOfPlayersDecidesTheNumberOfDecks(t *testing.T) {
	for _, tt := range []struct {
		decks string
		seats int
		cards int // 0: the number of players is refused
		why   string
	}{
		{"auto", 4, 54, "one deck does"},
		{"auto", 5, 108, "two decks for five players or more"},
		{"1", 2, 54, "one"},
		{"1", 5, 54, "one deck is enough for five"},
		{"1", 6, 0, "six would have nothing to draw"},
		{"2", 2, 108, "two decks for any number of players"},
	} {
		rules := gametest.New(t, acehole.New, "decks="+tt.decks)
		if _, most := rules.Seats(); (tt.seats > most) != (tt.cards == 0) {
			t.Errorf("decks=%s is for up to %d players, but %d were tried: %s", tt.decks, most, tt.seats, tt.why)
		}
		if tt.cards == 0 {
			if _, err := rules.Start(game.Setup{Hands: make([][]card.Card, tt.seats), Lead: game.Nobody}); err == nil {
				t.Errorf("decks=%s: %d players start, want an error", tt.decks, tt.seats)
			}
			continue
		}
		s := rules.Setup(tt.seats, gametest.NewRand(uint64(tt.cards)).Chance(rules, tt.seats), nil)
		if tt.seats*9+1+len(s.Pile) != tt.cards {
			t.Errorf("decks=%s, %d players: got a pile of %d, want %d cards in total: %s", tt.decks, tt.seats, len(s.Pile), tt.cards, tt.why)
		}
		if text := rules.Pages()[0].Text().String(); strings.Contains(text, "**Decks:** 1, or 2 with five players or more") != (tt.decks == "auto") || strings.Contains(text, "for 2 to 5 players") != (tt.decks == "1") {
			t.Errorf("decks=%s: the page has the wrong number of decks or players: %q", tt.decks, text)
		}
	}
}

func TestCore(t *testing.T) {
	of := func(s game.State) acehole.Core { return s.(*acehole.State).RoundState().Core }
	gametest.RunCore(t, acehole.New, acehole.Observation, of, func(c *acehole.Core) {
		own := c.Hands[c.Turn]
		clear(c.Hands[:])
		clear(c.Pile[:])
		c.Hands[c.Turn] = own
		c.Cards, c.Drawn = c.Cards-c.Drawn, 0
		c.CanDraw = c.CanDraw && c.Cards > 0
	}, make([]acehole.Play, 0, 8192))
}
