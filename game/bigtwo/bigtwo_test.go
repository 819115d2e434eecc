package bigtwo_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"deuces/game"
	"deuces/game/bigtwo"
	"deuces/game/card"
	"deuces/game/gametest"
	"deuces/game/kit"
)

func TestConformance(t *testing.T) { gametest.Run(t, bigtwo.New) }

// sets are the named sets of game/systems.
var sets = map[string]string{
	"Hong Kong": "straights=hk openall=first lastcard=highest triple13=yes",
	"Taiwan":    "suits=cdhs openall=first straights=tw flush=none cross=no bombs=yes triples=no dragon=win",
	"Pusoy Dos": "suits=cshd openall=first straights=none2 flush=suit pass=out triple13=yes twoleft=double",
	"Capsa":     "openall=first straights=none2 pass=out doubles=9 triple13=yes",
}

func TestNamedSetsConform(t *testing.T) {
	for name, options := range sets {
		t.Run(name, func(t *testing.T) { gametest.RunSet(t, bigtwo.New, gametest.Options(options)) })
	}
}

func TestRecords(t *testing.T) { gametest.Records(t, bigtwo.New) }

func startRound(t *testing.T, lead game.Seat, hands ...string) game.State {
	t.Helper()
	return gametest.Start(t, gametest.New(t, bigtwo.New, ""), game.Setup{Lead: lead, Hands: gametest.Hands(t, hands...)})
}

func TestRefusals(t *testing.T) {
	const hand = "4c 4h 5c 6h 7d 8s 9s Th 2s 3c Ac Ad Ah"
	for _, tt := range []struct{ top, play, want string }{
		{"", "pass", "You lead, so you can't pass"},
		{"", "draw", "You can't do that now."},
		{"", "give 4c", "You can't do that now."},
		{"", "Ks", "You don't have K♠."},
		{"", "4c 4c", "You don't have another 4♣."},
		{"", "4c *1", "You don't have a Joker."},
		{"", "4c 5c", "All cards of this play must have the same rank."},
		{"", "4c 4h 5c", "All cards of this play must have the same rank."},
		{"", "4c 4h Ac Ad", "You can play one, two, three or five cards, not 4."},
		{"", "4c 5c 6h 7d 9s", "These five cards aren't a Straight"},
		{"", "2s 3c 4c 5c 6h", "With a 2 these are Straights: J Q K A 2, the highest."},
		{"", "Ac 2s 3c 4c 5c", "With a 2 these are Straights: J Q K A 2, the highest."},
		{"Kd", "4c 4h", "To beat K♦ it takes a higher card."},
		{"Kd Kh", "Ac", "To beat K♦ K♥ it takes a higher pair."},
		{"Kd Kh Kc", "Ac", "To beat K♦ K♣ K♥ it takes a higher three of a kind."},
		{"5d 6s 7c 8c 9d", "2s", "To beat Straight to 9♦ it takes a higher Straight, or a Flush or better."},
		{"Kd", "Th", "To beat K♦ it takes a higher card."},
		{"5d 5h", "4c 4h", "To beat 5♦ 5♥ it takes a higher pair."},
		{"5d 6s 7c 8c 9d", "4c 5c 6h 7d 8s", "To beat Straight to 9♦ it takes a higher Straight, or a Flush or better."},
		{"3d 6d 8d Qd Kd", "4c 5c 6h 7d 8s", "To beat Flush to K♦ it takes a higher Flush, or a Full House or better."},
		{"3d 3h 3s Kd Kh", "4c 5c 6h 7d 8s", "To beat Full House, 3 3 3 it takes a higher Full House, or a Bomb or a Straight Flush."},
		{"2d 2h 2c Kd Kh", "Ac Ad Ah 4c 4h", "To beat Full House, 2 2 2 it takes a Bomb or a Straight Flush."},
	} {
		state := startRound(t, 0, hand, "Jd", "Jc", "Js")
		if tt.top != "" {
			state, _ = gametest.Apply(t, startRound(t, 3, hand, "Jd", "Jc", tt.top+" Js"), 3, tt.top)
		}
		if says := gametest.Refusal(t, state, tt.play); !strings.Contains(says, tt.want) || says == "" {
			t.Errorf("%s on %q: got the refusal %q, want %q", tt.play, tt.top, says, tt.want)
		}
	}
}

func TestRefusalsOfOtherRules(t *testing.T) {
	const bombs = "cross=no bombs=yes"
	for _, tt := range []struct{ options, hand, top, play, want string }{
		{"", "4c 4d 4h 4s", "", "4c 4d 4h 4s", "You can play one, two, three or five cards, not 4."},
		{"triples=no", "4c 4d 4h 4s", "", "4c 4d 4h 4s", "You can play one, two or five cards, not 4."},
		{"triples=no", "4c 4d 4h 4s", "", "4c 4d 4h", "Three of a kind can't be played alone here, only in a Full House. Play one card, a pair or five cards."},
		{"triples=no", "4c 4d 5h 4s", "", "4c 4d 5h", "You can play one, two or five cards, not 3."},
		{"flush=none", "3c 5c 7c 9c Jc", "", "3c 5c 7c 9c Jc", "Five cards of one suit are no play, unless they are a Straight Flush."},
		{"flush=none", "3c 5c 7c 9c Jd", "", "3c 5c 7c 9c Jd", "These five cards aren't a Straight, Full House, Bomb or Straight Flush."},
		{"straights=hk", "Jc Qc Kh As 2d", "", "Jc Qc Kh As 2d", "With a 2 these are Straights: A 2 3 4 5, the highest, and 2 3 4 5 6, the next."},
		{"straights=low", "Kh As 2d 3c 4h", "", "Kh As 2d 3c 4h", "With a 2 these are Straights: A 2 3 4 5, the lowest, and 2 3 4 5 6, the next."},
		{"straights=tw", "Qc Kh As 2d 3c", "", "Qc Kh As 2d 3c", "With a 2 these are Straights: 2 3 4 5 6, the highest, and A 2 3 4 5, the lowest."},
		{"straights=none2", "As 2d 3c 4h 5s", "", "As 2d 3c 4h 5s", "With a 2 these are Straights: none."},
		{"straights=low", "As 2d 3c 4h 5s", "2c 3d 4d 5d 6d", "As 2d 3c 4h 5s", "To beat Straight, 2 3 4 5 6 it takes a higher Straight, or a Flush or better."},
		{"straights=low suits=cshd", "2d 3d 4d 5d 6s", "2c 3h 4h 5h 6h", "2d 3d 4d 5d 6s", "To beat Straight, 2 3 4 5 6 it takes a higher Straight, or a Flush or better."},
		{"flush=suit", "3h 6h Th Jh Ah", "3s 5s 7s 8s 9s", "3h 6h Th Jh Ah", "To beat Flush to 9♠ it takes a higher Flush, or a Full House or better."},
		{"cross=no", "3h 6h Th Jh Ah", "3d 4d 5d 6d 7s", "3h 6h Th Jh Ah", "To beat Straight to 7♠ it takes a higher Straight."},
		{bombs, "3h 6h Th Jh Ah", "3d 4d 5d 6d 7s", "3h 6h Th Jh Ah", "To beat Straight to 7♠ it takes a higher Straight, or a Bomb or a Straight Flush."},
		{bombs, "4c 4d 4h 4s 5s", "6c 6d 6h 6s 7s", "4c 4d 4h 4s 5s", "To beat Bomb, 6 6 6 6 it takes a higher Bomb, or a Straight Flush."},
		{bombs, "4c 4d", "2s", "4c 4d", "To beat 2♠ it takes a Bomb or a Straight Flush."},
		{bombs, "4c 4d", "6c 6d 6h 6s 7s", "4c 4d", "To beat Bomb, 6 6 6 6 it takes a higher Bomb, or a Straight Flush."},
		{"lastcard=highest", "4c Kd", "3h", "4c", "The next player has one card left, so a single card must be your highest: K♦."},
		{"lastcard=highest", "4c Kd", "", "4c", "The next player has one card left, so a single card must be your highest: K♦."},
	} {
		rules, lead := gametest.New(t, bigtwo.New, tt.options), game.Seat(0)
		hands := gametest.Hands(t, tt.hand, "8d", "Qd", strings.TrimSpace(tt.top+" Ts"))
		if tt.top != "" {
			lead = 3
		}
		state := gametest.Start(t, rules, game.Setup{Lead: lead, Hands: hands})
		if tt.top != "" {
			state, _ = gametest.Apply(t, state, 3, tt.top)
		}
		if says := gametest.Refusal(t, state, tt.play); says != tt.want {
			t.Errorf("%s: %s on %q: got the refusal %q, want %q", tt.options, tt.play, tt.top, says, tt.want)
		}
	}
}

func TestAFinalPassIsRefusedWithItsReason(t *testing.T) {
	for options, want := range map[string]string{"pass=again": "It isn't your turn.", "pass=out": "You passed, so you're out of this trick. You can play again in the next one."} {
		state := gametest.Start(t, gametest.New(t, bigtwo.New, options), game.Setup{Lead: 0, Hands: gametest.Hands(t, "4c 9d", "5c 9c", "6c 9s")})
		state, _ = gametest.Apply(t, state, 0, "4c")
		state, _ = gametest.Apply(t, state, 1, "pass")
		_, _, err := state.Apply(1, game.Action{Verb: game.Play, Cards: gametest.Cards(t, "9c")})
		if err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %q", options, err, want)
		}
	}
}

func TestOfThreeTheHolderOfTheLowestCardGetsTheOneLeftOver(t *testing.T) {
	for _, tt := range []struct{ options, low, over, why string }{
		{"", "3d", "9h", "the lowest card dealt"},
		{"", "3c", "3d", "the lowest card is left over, so the next decides"},
		{"suits=cshd", "3c", "3d", "in another order of the suits"},
		{"suits=cshd", "3s", "3c", "and there the lowest is left over"},
	} {
		rules := gametest.New(t, bigtwo.New, tt.options)
		chance := game.Chance{Deck: rules.Deck(3), Draws: rules.Deck(3)}
		low, over := gametest.Cards(t, tt.low)[0], gametest.Cards(t, tt.over)[0]
		at := func(c card.Card) int { return slices.Index(chance.Deck, c) }
		swap := func(i, j int) { chance.Deck[i], chance.Deck[j] = chance.Deck[j], chance.Deck[i] }
		swap(at(over), 51)
		swap(at(low), 1)
		setup := rules.Setup(3, chance, nil)
		want := game.DrawnCard{Seat: 1, Card: over}
		if setup.LeftOver != want || len(setup.Hands[1]) != 18 || !slices.Contains(setup.Hands[1], over) {
			t.Errorf("%s: got %v and the hands %v, want %v", tt.why, setup.LeftOver, setup.Hands, want)
		}
		state := gametest.Start(t, rules, setup)
		if turn, _ := state.Turn(); turn != 1 || state.View(2).LeftOver != want || !slices.Equal(state.View(1).Fresh, []card.Card{over}) || state.View(2).Fresh != nil {
			t.Errorf("%s: seat %d leads, others see %v and the holder %v as new, want seat 1 and %v", tt.why, turn, state.View(2).LeftOver, state.View(1).Fresh, want)
		}
	}
}

func TestStartRefuses(t *testing.T) {
	gametest.WantSetupsRefused(t, gametest.New(t, bigtwo.New, ""), 4, map[string]func(*game.Setup){
		"an empty hand":    func(s *game.Setup) { s.Hands[1] = nil },
		"14 cards":         func(s *game.Setup) { s.Hands[1], s.Hands[0] = append(s.Hands[1], s.Hands[0][0]), s.Hands[0][1:] },
		"a Joker":          func(s *game.Setup) { s.Hands[1][0] = card.Joker1 },
		"a card turned up": func(s *game.Setup) { s.TopCard, s.Hands[0] = s.Hands[0][0], s.Hands[0][1:] },
		"a pile":           func(s *game.Setup) { s.Pile, s.Hands[0] = s.Hands[0][:1], s.Hands[0][1:] },
		"a count":          func(s *game.Setup) { s.CountUp = true },
	})
}

func TestOffersAreSortedByClassAndWaste(t *testing.T) {
	v := startRound(t, 0, "3c 4d 5h 6s 7c 7d 7h 9c 9s Kd Kh 2c 2d", "3d", "3h", "3s").View(0)
	first, classes := map[string]game.Offer{}, []string{}
	for _, o := range v.Offers {
		if class := string(o.Class); first[class].Class == "" {
			first[class] = o
			classes = append(classes, class)
		}
	}
	if want := []string{"Single", "Pair", "Three of a kind", "Straight", "Full House"}; !slices.Equal(classes, want) {
		t.Errorf("got the classes %v, want %v: each class together, singles first", classes, want)
	}
	for _, tt := range []struct{ class, label, says, why string }{
		{"Single", "3♣", "", "the lowest card that tears nothing"},
		{"Pair", "9♣ 9♠", "", "the sevens would leave a card behind"},
		{"Three of a kind", "7♦ 7♣ 7♥", "", "the only one"},
		{"Straight", "3♣ 4♦ 5♥ 6♠ 7♦", "Straight", "the lowest will do"},
		{"Full House", "7♦ 7♣ 7♥ 9♣ 9♠", "Full House", "with the lowest pair; the triple comes first"},
	} {
		if o := first[tt.class]; o.Label.String() != tt.label || o.Effect.String() != tt.says {
			t.Errorf("%s: the first offer is %q, %q, want %q, %q: %s", tt.class, o.Label, o.Effect, tt.label, tt.says, tt.why)
		}
	}
}

func TestTheDefaultPassesOrLeadsTheLowestCard(t *testing.T) {
	s := startRound(t, game.Nobody, "3d 4c 2s", "3c Ks", "3h 8s", "3s 9s")
	if a := s.Default(); a.String() != "3d" {
		t.Errorf("the clock leads %s, want 3♦, which has to be led", a)
	}
	s, _ = gametest.Apply(t, s, 0, "3d")
	if a := s.Default(); a.String() != "pass" {
		t.Errorf("with a play to beat, the clock plays %s, want a pass", a)
	}
	s, _ = gametest.Apply(t, s, 1, "Ks")
	for _, seat := range []game.Seat{2, 3, 0} {
		s, _ = gametest.Apply(t, s, seat, "pass")
	}
	if a := s.Default(); a.String() != "3c" {
		t.Errorf("in a new trick the clock leads %s, want the lowest card, 3♣", a)
	}
}

func TestNews(t *testing.T) {
	s := startRound(t, 0, "4c 4d 4h 5c 5d 9c", "3c", "3h", "3s")
	s, news := gametest.Apply(t, s, 0, "5c 4c 4d 5d 4h")
	if len(news) != 1 || news[0].Class != "Full House" || card.Format(news[0].Cards) != "4d 4c 4h 5d 5c" {
		t.Errorf("got the news %+v, want one Full House with its cards in order", news)
	}
	if v := s.View(game.Watcher); v.Top.Class != "Full House" || v.Top.Seat != 0 {
		t.Errorf("a watcher sees the top %+v, want a Full House of seat 0", v.Top)
	}
	for seat := range game.Seat(3) {
		s, news = gametest.Apply(t, s, seat+1, "pass")
	}
	if len(news) != 2 || news[1].Kind != game.TrickWon || news[1].Seat != 0 {
		t.Errorf("after the third pass: got the news %+v, want the trick won by seat 0", news)
	}
	if v := s.View(0); v.Players[1].Passed || v.Top.Cards != nil || v.Top.Seat != game.Nobody {
		t.Errorf("after the trick: got the view %+v, want no top and nobody passed", v)
	}
}

func TestNewsOfOtherRules(t *testing.T) {
	for _, tt := range []struct {
		why, options string
		hands        []string
		moves        string
		want         game.News // of the last move; its text isn't compared
	}{
		{"a bomb over a single", "bombs=yes", []string{"2s 3c", "4c 4d 4h 4s 5s 9d 9c"}, "2s; 4c 4d 4h 4s 5s", game.News{Kind: game.Chopped, Seat: 1, Other: 0, Headline: true}},
		{"a bomb over a bomb is an ordinary play", "bombs=yes", []string{"3c 3d 3h 3s 5d 8d 8s", "4c 4d 4h 4s 5s 9d 9c"}, "3c 3d 3h 3s 5d; 4c 4d 4h 4s 5s", game.News{}},
		{"a lead is no bombing", "bombs=yes", []string{"3c 3d 3h 3s 5d 8d 8s", "4c"}, "3c 3d 3h 3s 5d", game.News{}},
		{"a last card, with the duty of the player before", "lastcard=highest", []string{"4c 5c", "6d 7d", "8d 9d"}, "4c; 6d", game.News{Kind: game.OneLeft, Seat: 1, Other: 0, Headline: true}},
		{"a last card without the duty", "", []string{"4c 5c", "6d 7d", "8d 9d"}, "4c; 6d", game.News{}},
	} {
		s := gametest.Start(t, gametest.New(t, bigtwo.New, tt.options), game.Setup{Lead: 0, Hands: gametest.Hands(t, tt.hands...)})
		var news []game.News
		for i, move := range strings.Split(tt.moves, "; ") {
			s, news = gametest.Apply(t, s, game.Seat(i), move)
		}
		var got game.News
		for _, n := range news {
			if n.Headline {
				got, got.Text = n, ""
			}
		}
		if !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: got %+v, want %+v", tt.why, got, tt.want)
		}
	}
}

func TestPointDetails(t *testing.T) {
	for _, tt := range []struct{ options, hand, want string }{
		{"", "3c 4c", "2 cards"},
		{"", "3c 4c 5c 6c 7c 8c 9c Tc Jc Qc", "10 cards × 2"},
		{"doubles=no triple13=yes twoleft=double", "3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2c", "13 cards × 3 × 2 for a 2 left over"},
		{"twoleft=double", "3c 4c 5c 6c 7c 8c 9c Tc 2c 2d", "10 cards × 2 × 4 for 2s left over"},
		{"twoleft=double", "2c", "1 card × 2 for a 2 left over"},
	} {
		s := gametest.Start(t, gametest.New(t, bigtwo.New, tt.options), game.Setup{Lead: 0, Hands: gametest.Hands(t, "3s", tt.hand)})
		s, _ = gametest.Apply(t, s, 0, "3s")
		if r, _ := s.Result(); r.PointDetails[1].String() != tt.want {
			t.Errorf("%s: got %q, want %q", tt.options, r.PointDetails[1], tt.want)
		}
	}
}

func TestWinner(t *testing.T) {
	const low = "0123 1 -1 0 0; "
	for _, tt := range []struct {
		why, options, rounds string
		ended                bool
		order, says          string // order: "" if the match goes on; "-" in front if nobody wins
	}{
		{"a round is to come", "rounds=2", "0123 30 -10 -10 -10", false, "", ""},
		{"most points", "rounds=2", "0123 30 -10 -10 -10; 1023 -5 15 -5 -5", false, "0123", "most points after 2 rounds"},
		{"ended early", "rounds=2", "0123 30 -10 -10 -10", true, "-0123", "ended early"},
		{"15 each: more rounds won", "rounds=3", "0123 30 -10 -10 -10; 1023 -10 15 -5 0; 1023 -5 10 0 -5", false, "1023", "decided by rounds won"},
		{"10 each and a round each: the last round's winner", "rounds=2", "0123 15 -5 -5 -5; 1023 -5 15 -5 -5", false, "1023", "decided by the last round"},
		{"one short", "target=20", "0123 19 -9 -5 -5", false, "", ""},
		{"a winning score stands for the number of rounds", "target=20 rounds=1", "0123 19 -9 -5 -5", false, "", ""},
		{"reached", "target=20", "0123 20 -9 -5 -6", false, "0231", "first to 20 points"},
		{"reached, and ended by the host as well", "target=20", "0123 20 -9 -5 -6", true, "0231", "first to 20 points"},
		{"ended before it began", "target=20", "", true, "-0123", "ended early"},
		{"a round less than the longest match", "target=20 longest=10", strings.Repeat(low, 8) + "0123 1 -1 0 0", false, "", ""},
		{"the longest match: the most points win", "target=20 longest=10", strings.Repeat(low, 9) + "0123 1 -1 0 0", false, "0231", "most points after 10 rounds"},
		{"without a winning score the rounds count", "rounds=11 longest=10", strings.Repeat(low, 9) + "0123 1 -1 0 0", false, "", ""},
	} {
		order, says := gametest.Winner(t, gametest.New(t, bigtwo.New, tt.options), 4, tt.rounds, tt.ended)
		if order != tt.order || !strings.Contains(says, tt.says) {
			t.Errorf("%s: got %q, %q, want %q, %q", tt.why, order, says, tt.order, tt.says)
		}
	}
}

func TestCore(t *testing.T) {
	of := func(s game.State) bigtwo.Core { return s.(*bigtwo.State).RoundState().Core }
	gametest.RunCore(t, bigtwo.New, bigtwo.Observation, of, func(c *bigtwo.Core) {
		own := c.Hands[c.Turn]
		clear(c.Hands[:])
		c.Hands[c.Turn] = own
	}, make([]bigtwo.Play, 0, bigtwo.MaxPlays))
}

// TestMaxPlaysIsEnoughForAnyHand checks the hand with the most plays, thirteen cards of one suit.
func TestMaxPlaysIsEnoughForAnyHand(t *testing.T) {
	c := gametest.New(t, bigtwo.New, "").(*bigtwo.Rules).Core(4)
	c.Hands[0] = kit.Lowest
	if n := len(c.Legal(nil)); n != 13+1287 || n > bigtwo.MaxPlays {
		t.Errorf("got %d plays of 13 cards of a suit, want 1300; the buffer holds %d", n, bigtwo.MaxPlays)
	}
}
