package screen

import (
	"strings"
	"testing"
	"time"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen/screentest"
	"deuces/game"
	"deuces/game/systems"
	"deuces/internal/say"
	"deuces/match"
)

// Each special play has a headline on the board.
func TestSpecialPlaysOnTheBoard(t *testing.T) {
	nines := []string{"9c 9d 9h 9s Qh"}
	for _, tt := range []struct {
		system  string
		options map[string]string
		hands   []string
		next    string
		moves   []string
		accent  int
		want    []string
		why     string
	}{
		{"president", nil, nines, "", []string{"9c 9d 9h 9s"}, green, nil, "four of a kind that do nothing make no headline"},
		{"president", map[string]string{"four": "revolution"}, nines, "", []string{"9c 9d 9h 9s"}, crimson,
			[]string{"### 🔥 **Revolution** by **Ann**", "**🔃 Low cards beat high ones**", "**↩️ Play goes counter-clockwise**: **Ann** → **Dee** → **Cy** → **Bob**"}, "a revolution turns color, order and direction"},
		{"president", map[string]string{"four": "invert"}, nines, "", []string{"9c 9d 9h 9s"}, crimson,
			[]string{"### 🔃 **Ann** reversed the ranks", "**🔃 Low cards beat high ones**", "# `9♣`"}, "an inversion leaves the trick and the direction"},
		{"president", map[string]string{"jokers": "2", "coup": "yes"}, []string{"9c 9d 9h 9s Qh *1"}, "", []string{"9c 9d 9h 9s *1"}, green,
			[]string{"### ⚔️ **Coup** by **Ann**, who takes first place."}, "in the first round nobody falls yet"},
		{"president", map[string]string{"jokers": "2", "guillotine": "yes"}, []string{"9c 9d 9h 9s Qh *1 *2"}, "", []string{"9c 9d 9h 9s *1 *2"}, green,
			[]string{"### ⚔️ **Guillotine** by **Ann**"}, "a guillotine"},
		{"president", map[string]string{"equal": "skip"}, []string{"9c Qh", "9d"}, "", []string{"9c", "9d"}, green,
			[]string{"### ⏭️ **Bob**'s equal play skips **Cy**.", "▶️ **Dee**'s turn"}, "an equal play skips"},
		{"acehole", nil, []string{"As", "2c"}, "9h", []string{"As"}, green,
			[]string{"### 📣 **Acehole!** **Ann** played an Ace of the opposite color.", "🂠"}, "an Acehole is called out"},
		{"acehole", nil, []string{"8h 7h 6h", "2c"}, "9h", []string{"8h 7h 6h"}, green,
			[]string{"**Play higher ⬆️**", "⬆️ **Ann** switched to going up."}, "a six on top switches the direction"},
		{"bigtwo", nil, []string{"3d 4c 5h 6s 7c"}, "", []string{"3d 4c 5h 6s 7c"}, green,
			[]string{"`7♣`" + wide + "**Ann**\nStraight", "**Ann** · **8** 🂠"}, "a made hand is named"},
	} {
		board := snapshotOf(screentest.MatchWithHands(t, tt.system, tt.options, tt.hands, tt.next, tt.moves...)).Board()
		shown := screentest.Text(board)
		if board.Accent != tt.accent || len(tt.want) == 0 && strings.Contains(shown, "\n### ") && !strings.Contains(shown, "\n### ▶️") {
			t.Errorf("%s: wrong accent %06x, or a headline\n%s", tt.why, board.Accent, shown)
		}
		for _, want := range tt.want {
			if !strings.Contains(shown, want) {
				t.Errorf("%s: want %q in\n%s", tt.why, want, shown)
			}
		}
	}
}

// After a revolution the board shows only the moves of the new trick, in which an undo is possible again.
func TestARevolutionBeginsANewTrick(t *testing.T) {
	m := screentest.MatchWithHands(t, "president", map[string]string{"four": "revolution"}, []string{"9c 9d 9h 9s Qh 5c"}, "")
	m.Settings.Undo = 5 * time.Second
	play := func(cards string) {
		a, err := game.ParseAction(cards)
		if err != nil {
			t.Fatal(err)
		}
		m = screentest.Do(t, m, match.Act{Player: 1, Decision: m.Decision, Action: a}, m.At)
	}
	play("5c")
	m = screentest.Do(t, m, match.Undo{Player: 1, Decision: m.Decision}, m.At)
	for _, tt := range []struct {
		cards string
		may   bool
		why   string
	}{
		{"9c 9d 9h 9s", false, "Ann has undone a play of this trick already"},
		{"Qh", true, "the revolution ended that trick"},
	} {
		play(tt.cards)
		if _, may := m.UndoUntil(0); may != tt.may {
			t.Errorf("after %s Ann may undo: %t, want %t: %s", tt.cards, may, tt.may, tt.why)
		}
	}
	if board := screentest.Text(snapshotOf(m).Board()); strings.Contains(board, "9♣") || !strings.Contains(board, "**Ann** played") {
		t.Errorf("got the board\n%s\nwant only Ann's Q♥ in the new trick", board)
	}
}

// If a player passes until the next trick, the hand shows that and has a button to cancel.
func TestAPassUntilTheNextTrickIsShown(t *testing.T) {
	m := screentest.MatchWithHands(t, "bigtwo", nil, []string{"3d 9c", "8h Kd"}, "", "3d")
	after := snapshotOf(screentest.Do(t, m, match.PassTrick{Player: 2, Decision: m.Decision}, m.At))
	noSecondPlay := screentest.MatchWithHands(t, "asshole", nil, []string{"3c 9c", "8h Kd"}, "", "3c")
	seat, _ := noSecondPlay.Turn()
	for _, tt := range []struct {
		why   string
		shown bot.Message
		want  string
	}{
		{"it is offered", snapshotOf(m).Hand(1, ids.Page{Menu: true}, say.Message{}), "[Pass until the next trick] [Sort by suit↕️] [Rules📖] [Preferences⚙️] [Back]"},
		{"where a pass bars a later play, it isn't", snapshotOf(noSecondPlay).Hand(seat, ids.Page{Menu: true}, say.Message{}), "\n[Sort by suit↕️] [Rules📖] [Preferences⚙️] [Back]"},
		{"the hand of who does", after.Hand(1, ids.Page{}, say.Message{}), "You pass until the next trick.\n[-Pass] [-Hint💡] [⋯ My hand] [Undo↩️]"},
		{"the board doesn't tell", after.Board(), "**Bob** · 💤 passed · **13** 🂠"},
	} {
		if shown := screentest.Text(tt.shown); !strings.Contains(shown, tt.want) {
			t.Errorf("%s: want %q in\n%s", tt.why, tt.want, shown)
		}
	}
}

// Consecutive passes are listed in one sentence. A pass made by the clock has its own sentence.
func TestPassesOfATrickAreOneSentence(t *testing.T) {
	s := snapshotOf(screentest.Do(t, screentest.NewMatch(t, systems.All()[0], 4, nil), match.Start{Player: 1}, screentest.Began))
	for _, tt := range []struct {
		why  string
		by   []match.By // who made the passes of seats 1, 2 and 3
		want string
	}{
		{"one", []match.By{match.ByPlayer}, "**Bob** passed."},
		{"a bot's is like a person's", []match.By{match.ByPlayer, match.ByComputer}, "**Bob** and **Cy** passed."},
		{"three", []match.By{match.ByPlayer, match.ByPlayer, match.ByPlayer}, "**Bob**, **Cy** and **Dee** passed."},
		{"the clock's", []match.By{match.ByPlayer, match.ByClock}, "-# **Bob** passed.\n⏰ Time ran out: **Cy** passed."},
	} {
		s.Moves = nil
		for i, by := range tt.by {
			seat := game.Seat(i + 1)
			s.Moves = append(s.Moves, match.Move{Seat: seat, By: by, News: []game.News{game.SeatNews(game.Passed, seat)}})
		}
		if got := s.lastMoves().String(); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.why, got, tt.want)
		}
	}
}

// What special cards do is seen on board and hand at a glance (rules.md P12).
func TestBoardAndHandShowWhatSpecialCardsDo(t *testing.T) {
	daifugo := []string{"3d 5c 9c Js 4c 4h 4s 4d 6s 7s 8s *1", "5d 7c 8c Qh Jd 2s 9s Ts", "7d Tc 8d 6c Kd", "9d 9h Td Ac 3s"}
	for _, tt := range []struct {
		why    string
		system string
		moves  []string
		board  string
		hand   string // of the seat to move
	}{
		{"a lock", "daifugo", []string{"3d", "5d"}, "# `5♦`" + wide + "**Bob**\n**🔒 Locked to ♦**", "🔒 Locked to ♦"},
		{"an 8 on it, and the lead", "daifugo", []string{"3d", "5d", "8d"}, "**Cy** played `8♦`. The trick ends. **Cy** leads.", "[8 · ends the trick]"},
		{"a Jack", "daifugo", []string{"5c", "Jd"}, "**🔃 In this trick low cards beat high ones**", "[7♦ · locks the trick to ♦]"},
		{"a run, with what its Joker stands for", "daifugo", []string{"6s 7s *1=8s"}, "# `6♠` `7♠` `Joker=8♠`", "Nothing you have beats `6♠` `7♠` `Joker=8♠`"},
		{"four of a kind", "daifugo", []string{"4c 4d 4h 4s"}, "**🔃 Low cards beat high ones**", "🔃 Low cards beat high ones"},
	} {
		m := screentest.MatchWithHands(t, tt.system, nil, daifugo, "", tt.moves...)
		s := snapshotOf(m)
		seat, _ := m.Turn()
		if board := strings.ReplaceAll(screentest.Text(s.Board()), noBreak, " "); !strings.Contains(board, tt.board) {
			t.Errorf("%s: want %q on the board\n%s", tt.why, tt.board, board)
		}
		if hand := strings.ReplaceAll(screentest.Text(s.Hand(seat, ids.Page{}, say.Message{})), noBreak, " "); !strings.Contains(hand, tt.hand) {
			t.Errorf("%s: want %q in the hand\n%s", tt.why, tt.hand, hand)
		}
	}
}

// If the Jokers of picked cards can stand for different cards, there is a button for each run.
func TestPickedCardsCanBeSeveralRuns(t *testing.T) {
	m := screentest.MatchWithHands(t, "daifugo", nil, []string{"3d 5s 6s *1 9c 9d 9h Jc Jd Kh Kc Qh", "4c", "4d", "4h"}, "")
	seat, _ := m.Turn()
	shown := screentest.Text(snapshotOf(m).Hand(seat, ids.Page{Picking: true, Picks: "*15s6s"}, say.Message{}))
	if !strings.Contains(shown, "[Play 5♠ 6♠ Joker=7♠]") || !strings.Contains(shown, "[Play Joker=4♠ 5♠ 6♠]") {
		t.Errorf("want a button for 5♠ 6♠ 7♠ and one for 4♠ 5♠ 6♠ in\n%s", shown)
	}
}

// Whoever goes out with a forbidden card isn't told that they are out first (rules.md P12).
func TestAHandSaysWhoWentOutWithAForbiddenCard(t *testing.T) {
	s := snapshotOf(screentest.MatchWithHands(t, "daifugo", nil, []string{"3d 4c"}, "", "3d"))
	s.Public.Out, s.Public.Players[0].Fate = []game.Seat{0, 2}, "🚫 forbidden last card"
	if n := s.outPlace(2); n != 1 {
		t.Errorf("who goes out next has place %d, want 1", n)
	}
	shown := strings.ReplaceAll(screentest.Text(s.Hand(0, ids.Page{}, say.Message{})), noBreak, " ")
	if !strings.Contains(shown, "You're out: 🚫 forbidden last card") || strings.Contains(shown, "You're out first") {
		t.Errorf("want the forbidden last card and no first place in\n%s", shown)
	}
}
