package bigtwo_test

import (
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
func TestRecords(t *testing.T)     { gametest.Records(t, bigtwo.New) }

func startRound(t *testing.T, lead game.Seat, hands ...string) game.State {
	t.Helper()
	return gametest.Start(t, gametest.New(t, bigtwo.New, ""), game.Setup{Lead: lead, Hands: gametest.Hands(t, hands...)})
}

func TestRefusals(t *testing.T) {
	const hand = "4c 4h 5c 6h 7d 8s 9s Th 2s 3c Ac Ad Ah"
	for _, tt := range []struct{ top, play, want string }{
		{"", "pass", "You lead, so you can't pass"},
		{"", "draw", "You can't do that in this game."},
		{"", "give 4c", "You can't do that in this game."},
		{"", "Ks", "You don't have K♠."},
		{"", "4c 4c", "You don't have another 4♣."},
		{"", "4c *1", "You don't have a Joker."},
		{"", "4c 5c", "All cards of this play must have the same rank."},
		{"", "4c 4h 5c", "All cards of this play must have the same rank."},
		{"", "4c 4h Ac Ad", "You can play one, two, three or five cards, not 4."},
		{"", "4c 5c 6h 7d 9s", "These five cards aren't a Straight"},
		{"", "2s 3c 4c 5c 6h", "A Straight can't go past the 2"},
		{"", "Ac 2s 3c 4c 5c", "A Straight can't go past the 2"},
		{"Kd", "4c 4h", "It takes one card to beat that."},
		{"Kd Kh", "Ac", "It takes 2 cards"},
		{"Kd Kh Kc", "Ac", "It takes 3 cards"},
		{"5d 6s 7c 8c 9d", "2s", "It takes 5 cards"},
		{"Kd", "Th", "10♥ doesn't beat K♦; a play has to be higher."},
		{"5d 5h", "4c 4h", "4♣ 4♥ doesn't beat 5♦ 5♥; a play has to be higher."},
		{"5d 6s 7c 8c 9d", "4c 5c 6h 7d 8s", "Straight to 8♠ doesn't beat Straight to 9♦; a play has to be higher."},
		{"3d 6d 8d Qd Kd", "4c 5c 6h 7d 8s", "Straight to 8♠ doesn't beat Flush to K♦; a play has to be higher."},
		{"3d 3h 3s Kd Kh", "4c 5c 6h 7d 8s", "Straight to 8♠ doesn't beat Full House, 3 3 3; a play has to be higher."},
		{"2d 2h 2c Kd Kh", "Ac Ad Ah 4c 4h", "Full House, A A A doesn't beat Full House, 2 2 2; a play has to be higher."},
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
