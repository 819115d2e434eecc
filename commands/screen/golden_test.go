package screen

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"deuces/bot"
	"deuces/bot/bottest"
	"deuces/commands/ids"
	"deuces/commands/screen/screentest"
	"deuces/game"
	"deuces/game/ai"
	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/internal/say"
	"deuces/match"
	"deuces/settings"
)

// shots are texts of messages for a golden file.
type shots struct{ strings.Builder }

func (b *shots) shot(t *testing.T, what string, msg bot.Message) {
	t.Helper()
	if err := bottest.Message(msg); err != nil {
		t.Errorf("%s: %v", what, err)
	}
	fmt.Fprintf(b, "=== %s\n%s\n", what, screentest.Text(msg))
}

// Golden texts of what players see. After a change, run go test ./commands/... -update and read the
// difference.
func TestGolden(t *testing.T) {
	for _, sys := range systems.All() {
		fewest, _ := screentest.Seats(t, sys)
		n := max(fewest, 3)
		r := gametest.NewRand(11)
		opened := screentest.NewMatch(t, sys, n-1, nil)
		var b shots
		shot := func(what string, msg bot.Message) { b.shot(t, what, msg) }
		shot("a lobby with a seat missing", snapshotOf(opened).Board())
		m := screentest.Do(t, opened, match.Join{Player: match.Player(n)}, opened.At)
		shot("a lobby that can start", snapshotOf(m).Board())
		shot("asked whether to close the lobby", snapshotOf(m).AskToEnd())
		filled := screentest.Do(t, opened, match.AddComputer{Player: 1, Level: ai.Easy, Fill: true}, opened.At)
		shot("a lobby filled with bots", snapshotOf(filled).Board())
		shot("and when the match has begun", snapshotOf(filled).PastBoard())
		for filled.Phase != match.Playing {
			filled = screentest.Step(t, gametest.NewRand(5), filled)
		}
		shot("the first turn with bots: board", snapshotOf(filled).Board())
		m = screentest.Step(t, r, screentest.Do(t, m, match.Start{Player: m.Host}, m.At))
		turn, _ := m.Turn()
		shot("the first turn: board", snapshotOf(m).Board())
		shot("the first turn: ping", snapshotOf(m).TurnMention(settings.MentionTurn, m.At))
		shot("the first turn: the hand of who leads", snapshotOf(m).Hand(turn, ids.Page{}, say.Message{}))
		for range 2 {
			m = screentest.Step(t, r, m)
		}
		turn, _ = m.Turn()
		other := game.Seat((int(turn) + 1) % n)
		shot("two moves later: board", snapshotOf(m).Board())
		shot("two moves later: the hand whose turn it is", snapshotOf(m).Hand(turn, ids.Page{}, say.Message{}))
		shot("two moves later: another hand, after a late click", snapshotOf(m).Hand(other, ids.Page{}, say.Verbatim("That turn is over. This is your hand now.")))
		slow := screentest.Do(t, m, match.TimeUp{}, m.Deadline())
		shot("time ran out: board", snapshotOf(slow).Board())
		for slow.Phase == match.Playing && !slow.Paused {
			slow = screentest.Do(t, slow, match.TimeUp{}, slow.Deadline())
		}
		shot("nobody there: board", snapshotOf(slow).Board())
		for m.Phase == match.Playing {
			m = screentest.Step(t, r, m)
		}
		shot("after the round: board", snapshotOf(m).Board())
		shot("and when the next has begun", snapshotOf(m).PastBoard())
		shot("after the round: a hand", snapshotOf(m).Hand(0, ids.Page{}, say.Message{}))
		m = screentest.Step(t, r, m)
		turn, _ = m.Turn()
		shot("the second round: board", snapshotOf(m).Board())
		shot("the second round: the hand of who is first", snapshotOf(m).Hand(turn, ids.Page{}, say.Message{}))
		shot("asked whether to end it", snapshotOf(m).AskToEnd())
		cut := screentest.Do(t, m, match.End{Player: m.Host}, m.At)
		shot("ended by the host: board", snapshotOf(cut).Board())
		for m.Phase != match.Over {
			m = screentest.Step(t, r, m)
		}
		shot("won: board", snapshotOf(m).Board())
		screentest.Golden(t, sys.Name, b.String())
	}
}

// Golden texts of seats that change hands, of votes, and of a bot that restarts.
func TestSeatsGolden(t *testing.T) {
	sys := systems.All()[0]
	r := gametest.NewRand(11)
	m := screentest.NewMatch(t, sys, 4, nil)
	m = screentest.Step(t, r, screentest.Do(t, m, match.Start{Player: 1}, m.At))
	var b shots
	shot := func(what string, msg bot.Message) { b.shot(t, what, msg) }
	later := func(m match.Match, commands ...match.Command) match.Match {
		for _, c := range commands {
			m = screentest.Do(t, m, c, m.At.Add(time.Second))
		}
		return m
	}
	voting := later(m, match.Kick{Player: 2, Against: 3}, match.Join{Player: 5})
	vote := voting.Vote
	shot("a vote", snapshotOf(voting).Poll())
	shot("the board meanwhile", snapshotOf(voting).Board())
	shot("the vote is lost: board", snapshotOf(screentest.Do(t, voting, match.TimeUp{}, vote.Until)).Board())
	shot("a vote removed one, another left and was replaced: board",
		snapshotOf(later(voting, match.Ballot{Player: 4, Number: vote.Number, For: true}, match.Leave{Player: 4}, match.Join{Player: 6})).Board())
	left := later(m, match.Kick{Player: 1, Against: 3}, match.Leave{Player: 2}, match.Leave{Player: 4})
	shot("one kicked, two left: the hand of one of them", snapshotOf(left).Hand(1, ids.Page{}, say.Message{}))
	left = later(left, match.Leave{Player: 1})
	shot("everyone has left: board", snapshotOf(left).Board())
	away := m
	for range 30 {
		seat, _ := away.Turn()
		if away.Away(2) {
			break
		}
		if seat == 2 {
			away = screentest.Do(t, away, match.TimeUp{}, away.Deadline())
		} else if away.Phase == match.Playing {
			away = screentest.Step(t, r, away)
		}
	}
	shot("two time-outs in a row: board", snapshotOf(away).Board())
	shot("two time-outs in a row: the hand", snapshotOf(away).Hand(2, ids.Page{}, say.Message{}))
	warned := snapshotOf(m)
	shot("a third of the clock is left: ping", warned.TurnMention(settings.MentionWarning, m.Warning()))
	if early := warned.TurnMention(settings.MentionWarning, m.Warning().Add(-time.Millisecond)); !early.Empty() {
		t.Errorf("a player is notified who may still act in time:\n%s", screentest.Text(early))
	}
	if off := warned.TurnMention(settings.MentionOff, m.Deadline()); !off.Empty() {
		t.Errorf("a player is notified who must not be:\n%s", screentest.Text(off))
	}
	down := snapshotOf(m)
	down.GoingDown = true
	shot("the bot goes down: board", down.Board())
	shot("a table that was lost", LostBoard(7))
	shot("a hand there", LostHand())
	shot("a hand whose seat is another's", HandWithoutSeat())
	rematch, err := screentest.Do(t, m, match.End{Player: m.Host, Force: true}, m.At).Rematch(m.Host, true)
	if err != nil {
		t.Fatal(err)
	}
	rematch.Version = m.Version
	again := screentest.Do(t, match.New(2, systems.New), rematch, m.At)
	shot("a rematch", snapshotOf(again).Board())
	shot("a rematch that waits for its host", snapshotOf(screentest.Do(t, again, match.Wait{Player: m.Host}, m.At)).Board())
	closed := screentest.Do(t, screentest.NewMatch(t, sys, 2, nil), match.End{Player: 1}, m.At)
	shot("a hand in a lobby that was closed", snapshotOf(closed).Hand(0, ids.Page{}, say.Message{}))
	screentest.Golden(t, "seats", b.String())
}

// Admins see the check list at the top of the panel, and a server is greeted.
func TestFirstStartGolden(t *testing.T) {
	g := NewCatalogue([]Game{{Name: "ahole", Title: "AHole"}, {Name: "bigtwo", Title: "Big Two"}}).In(settings.Default())
	var b shots
	shot := func(what string, msg bot.Message) { b.shot(t, what, msg) }
	blocks := []bot.Block{bot.Text(say.Verbatim("(the page)"))}
	shot("a greeting", Greeting(g))
	shot("settings where nothing is missing", Settings(ids.TablesPage, CheckList(g, Place{Can: bot.Needed}, ids.TablesPage), say.Message{}, blocks))
	shot("settings where something is missing", Settings(ids.TablesPage, CheckList(g, Place{Missing: say.New("View Channel and Send Messages")}, ids.TablesPage), say.New("That isn't a channel."), blocks))
	screentest.Golden(t, "first", b.String())
}
