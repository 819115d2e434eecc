package e2e

import (
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"deuces/match"
	"deuces/sandbox/sandboxtest"
)

// TestCommandsAroundATableAreAnswered checks the answers to people who use commands and buttons
// before, during and after a match.
func TestCommandsAroundATableAreAnswered(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	table := s.Table("cards", fourNames...)
	ann, bob, cy, _ := table.Four()
	game := Options{"game": "ahole"}

	for _, name := range []string{"join", "leave", "hand"} {
		bob.Asks(name, nil).Whispers("There is no such table here")
	}
	bob.Uses("help", nil).Whispers("/play")
	bob.Uses("leaderboard", nil).Says("Nobody has finished a round yet")

	lobby := ann.Uses("play", game).Says("**Ann** (host)")
	table.setID(lobby)
	bob.Uses("play", game).Whispers("This channel already has a table: ")
	bob.Uses("hand", nil).Whispers("You aren't at this table")
	ann.Uses("hand", nil).Whispers("You get your cards")
	ann.Uses("join", nil).Whispers("You have a seat at this table")
	bob.Uses("leave", nil).Whispers("You aren't at this table")
	bob.Uses("join", nil).Whispers("You have a seat at this table")
	bob.Clicks(bob.Clicks(lobby, "join/").Whispers("You have a seat at this table"), "menu/1/leave").Says("You left the table")
	bob.Sees(is(lobby), not(says("Bob")))

	// The rules of the table have several pages. Only the reader sees them.
	page := bob.Clicks(lobby, "rules/1/0").Whispers("Page 1 of")
	if next := bob.Clicks(page, "rules/1/1/next").Whispers("Page 2 of"); next.ID != page.ID {
		t.Error("the second page is a message of its own; it should take the first one's place")
	}

	// Another channel has its own table.
	bob.In("general").Uses("play", game).Says("**Bob** (host)")
	ann.In("general").Ends() // Ann may end it, because she owns the guild

	for _, p := range table.People[1:] {
		p.Clicks(lobby, "join/1")
	}
	// The host starts the match immediately, even if the lobby doesn't show yet who joined.
	bob.Clicks(lobby, "start/1").Whispers("Only the host can do that")
	ann.Clicks(lobby, "start/1")
	board := table.Board(says("Round 1"))
	ann.Sees(is(lobby), hasNoButtons)

	// Bob moves the board to the bottom of the channel, and the previous one is deleted.
	s.moveBoard(bob, table.matchID())
	table.Board(not(is(board)), says("Round 1"))
	bob.Waits("the board goes", func() bool { return len(bob.Reads(is(board))) == 0 })

	// A player who left may come back. A newcomer waits for the next deal.
	bob.Uses("leave", nil).Whispers("`/join` brings you back")
	bob.Uses("hand", nil).Whispers("A bot is playing for you")
	bob.Uses("join", nil)
	eve := s.Person("Eve", "cards")
	eve.Uses("hand", nil).Whispers("You aren't at this table")
	eve.Uses("join", nil).Whispers("You join in the next round")
	eve.Uses("hand", nil).Whispers("as soon as you have a seat")

	// The host removes a player, who can't join again until the host allows it with a command in
	// the context menu of users.
	removeByMenu := func(name string) Message {
		t.Helper()
		reply, err := ann.UserCommand(t.Context(), "cards", "Remove from the table", name)
		return ann.message("the context menu", reply, err)
	}
	ann.Asks("kick", Options{"player": "Cy"}).Whispers("removed from the table")
	cy.Uses("join", nil).Whispers("You were removed")
	removeByMenu("Cy").Whispers("may join again")
	s.Person("Finn", "cards")
	removeByMenu("Finn").Whispers("They aren't at this table")
	cy.Uses("join", nil)

	if bob.Menu().Whispers("President").Has("end/") {
		t.Error("Bob is offered to end the match of somebody else")
	}
	ann.Ends()
	last := bob.Sees(offers("rematch/1"))

	// A rematch keeps everyone's seat, and starts by itself unless somebody stops that. Whoever clicks
	// the same button, or joins, takes their seat.
	again := bob.Clicks(last, "rematch/1").Says("**Bob** (host)", "**Ann** (hasn't joined yet)", "Cy", "Dee", "Their seats are kept")
	ann.Clicks(last, "rematch/1").Whispers("You have a seat at this table")
	for _, p := range table.People[2:] {
		p.Clicks(again, "join/")
	}
	ann.Clicks(ann.Sees(is(again), says("the rematch starts")), "wait/")
	bob.Sees(is(again), not(says("the rematch starts")), offers("start/"))
}

// TestAHandMovesBelowItsBoard posts the board anew. The hand moves below it, and answers clicks there.
func TestAHandMovesBelowItsBoard(t *testing.T) {
	t.Parallel()
	table := NewServer(t).Table("cards", fourNames...)
	table.Open("ahole", nil)
	leader, _ := table.Turn()
	before := table.Board()
	table.moveBoard(leader, table.matchID())
	board := table.Board(not(is(before)))
	var hands []Message
	leader.Waits("one hand is left, below the new board", func() bool {
		hands = leader.Reads(private, offers("hint/"))
		return len(hands) == 1 && below(board)(hands[0].Message)
	})
	moved := hands[0]
	hinted := leader.Clicks(moved, "hint/").Whispers("💡")
	if hinted.ID != moved.ID {
		t.Errorf("the hint is in another message than the hand\n%s", hinted.Text())
	}
	leader.Clicks(hinted, "act/")
	table.Board(says("**" + leader.Name + "** played"))
}

// TestAVoteRemovesAPlayer checks that a vote continues after the bot is killed, and that the
// remaining players decide it.
func TestAVoteRemovesAPlayer(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	table := s.Table("cards", fourNames...)
	table.Open("ahole", Options{"table-clock": "0s"})
	ann, bob, cy, dee := table.Four()
	table.Board(says("Round 1"))

	bob.Asks("kick", Options{"player": "Dee"}).Whispers("Now the others at the table vote")
	poll := cy.Sees(says("**Bob** wants to remove **Dee**"))
	no := strings.Replace(poll.find("vote/"), "/yes", "/no", 1)
	dee.Clicks(poll, no).Whispers("The others decide this vote")
	bob.Clicks(poll, no).Whispers("You have already voted")
	ann.Clicks(poll, no)
	cy.Sees(says("**Ann** · Keep"))
	cy.Asks("kick", Options{"player": "Ann"}).Whispers("One vote at a time")
	s.Kill()
	s.Start()
	cy.Clicks(cy.Sees(says("**Ann** · Keep")), "vote/")
	ann.Sees(says("**Dee** was voted off the table"))
	dee.Uses("join", nil).Whispers("You were removed")
	ann.Waits("the vote's message goes", func() bool { return len(ann.Reads(says("wants to remove"))) == 0 })
	bob.Asks("kick", Options{"player": "Cy"}).Whispers("One vote at a time")
}

// TestAForgedClickDoesNothing checks forged clicks. Discord lets nobody click on another person's
// hand. A custom_id that names another table, seat, decision, channel or server, or nothing that
// exists, has no effect and is answered.
func TestAForgedClickDoesNothing(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	_, den := s.Guild("Elsewhere", "far")
	table, other, elsewhere := s.Table("cards", fourNames...), s.Table("general", "Eve", "Fay", "Gus", "Hal"), s.Table("far", "Zed", "Yolanda", "Xerxes", "Wilma")
	ids := s.Remember(
		Past{system: "president", people: other.People, rounds: 1, seed: 4, channel: "general"},
		Past{system: "president", people: elsewhere.People, rounds: 1, seed: 3, channel: "far"})
	for _, x := range []*Table{table, other, elsewhere} {
		x.Open("ahole", nil)
	}

	u, hand := table.Turn()
	thief := table.People[1] // not Ann, because she owns the server
	if thief == u {
		thief = table.People[2]
	}
	offer := hand.find("act/")
	var refused *sandboxtest.Error
	if _, err := thief.Click(t.Context(), hand.ID, offer); !errors.As(err, &refused) || refused.Status != http.StatusForbidden {
		t.Errorf("a click on another's hand: %v", err)
	}
	play := strings.SplitN(offer, "/", 3)[2] // the decision and the action of the custom id
	forged := []string{
		offer, // belongs to another seat
		"act/-1/" + play, "act/" + table.id + "/1.999/3c", "act/" + table.id + "/0.0/pass", "act", "pick/" + table.id + "/1.1/9.9.zz",
		"start/" + table.id, "resume/" + table.id, "rematch/" + table.id, "rules/" + table.id + "/99999", "hand/0x1", "hand/9223372036854775808",
		"leaders/a/b/c/d", "where/x/y/z/w/v/u", "season/99", "stats/nobody/all/people", "history/" + elsewhere.People[0].ID + "/all/0",
		"nonsense/1", "act/" + strings.Repeat("9", 90), strings.Repeat("/", 100),
	}
	for _, of := range []string{other.id, elsewhere.id} {
		for _, id := range []string{"act/#/" + play, "hand/#", "join/#", "leave/#", "start/#", "rules/#/0", "options/#/0", "computer/#/add", "vote/#/1/yes"} {
			forged = append(forged, strings.Replace(id, "#", of, 1))
		}
	}
	for _, of := range ids {
		for _, id := range []string{"past/#", "save/#/1", "watch/#/1/5"} {
			forged = append(forged, strings.Replace(id, "#", strconv.FormatInt(int64(of), 10), 1))
		}
	}
	secret := regexp.MustCompile(`Zed|Yolanda|Xerxes|Wilma|` + den)
	before := histories(t, s.db)
	for batch := range slices.Chunk(forged, 25) {
		m := s.PostForged("cards", batch...)
		for _, id := range batch {
			answer := thief.Clicks(m, id).Lacks("went wrong")
			if answer.Text() != "" && !answer.Ephemeral {
				t.Errorf("%s is answered to everybody: %s", id, answer.Text())
			}
			if strings.HasPrefix(id, "past/") || strings.HasPrefix(id, "watch/") || strings.HasPrefix(id, "save/") {
				answer.Says("This match can't be opened")
			}
			if found := secret.FindString(answer.Text()); found != "" {
				t.Errorf("%s shows %q of another server:\n%s", id, found, answer.Text())
			}
		}
	}
	past := fmt.Sprint("past/", ids[1]) // refused even to the owner of this server
	table.People[0].Clicks(s.PostForged("cards", past), past).Whispers("This match can't be opened")
	admins := []string{"settings/tables/computers/off", "settings/season/close/now", "settings/nonsense", "offer/lock/House", "form/words", "form/preset", "roles"}
	m := s.PostForged("cards", admins...)
	for _, id := range admins {
		thief.Clicks(m, id).Whispers("Manage Server")
	}
	after := histories(t, s.db)
	for id, was := range before {
		if now := after[id]; len(after) != len(before) || len(now.events) != len(was.events) {
			t.Errorf("of %d tables, table %d went on: %q", len(after), id, now.events[len(was.events):])
		}
	}
	if strings.Contains(s.log.String(), `"level":"error"`) {
		t.Error("an error was logged")
	}
	table.PlayOne()
}

// TestPlayerLeavesTheServer checks that a player who leaves the server delays nobody: the clock
// acts for the seat, and messages that name the player still work.
func TestPlayerLeavesTheServer(t *testing.T) {
	t.Parallel()
	s := NewServer(t, "TURN_CLOCK=5s")
	table := s.Table("cards", fourNames...)
	table.Open("ahole", nil)
	p, _ := table.findPlayerToMove()
	for p == nil || p.Name == "Ann" { // not Ann, because she owns the server
		table.PlayBeforeTheClock()
		p, _ = table.findPlayerToMove()
	}
	s.Sandbox("POST", "members", map[string]any{"guild": "Sandbox", "user": p.ID, "leave": true})
	table.People = slices.DeleteFunc(slices.Clone(table.People), func(q *Person) bool { return q == p })
	before := table.Log().Decision
	s.WaitUntil("the table does not wait for who has left the server", func() bool { return table.Log().Decision != before })
	table.PlayBeforeTheClock()
	for _, c := range s.calls(0) {
		if c.Status >= 400 && c.Status != http.StatusNotFound {
			t.Errorf("%s %s: %d %s", c.Method, c.Path, c.Status, c.Response)
		}
	}
}

// TestNoClockRunsWhileTheBotIsDown checks that time in which the bot is down doesn't count for a
// turn's clock.
func TestNoClockRunsWhileTheBotIsDown(t *testing.T) {
	t.Parallel()
	s := NewServer(t, "TURN_CLOCK=10m")
	table := s.Table("cards", fourNames...)
	table.Open("ahole", nil)
	table.Board(says("Time's up"))
	s.Kill()
	// Move all times an hour into the past, as if the bot had been down for an hour.
	s.ExecSQL(`UPDATE events SET at = at - 3600000`)
	s.ExecSQL(`UPDATE alive SET at = at - 3600000`)
	s.Start()
	table.PlayOne()
	if log := table.Log(); log.count("woken", 0) != 1 || log.count("acted", 0) != 1 {
		t.Errorf("%d events say that the bot was down, and of the decisions the clock made %d", log.count("woken", 0), log.decisionsBy(match.ByClock))
	}
}

// TestTheBoardsSayThatTheBotRestarts checks that after SIGTERM the boards say that the bot is
// restarting, a click is refused, and the bot exits within ten seconds. After the restart the
// boards continue.
func TestTheBoardsSayThatTheBotRestarts(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	table := s.Table("cards", fourNames...)
	table.Open("ahole", nil)
	ann := table.People[0]
	board := table.Board(says("Round 1"), says("Time's up"))
	s.Fault(fault{do: "delay 1s", method: "PATCH"}) // delays the edits, so that there is time to click
	began := time.Now()
	if err := s.bot.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	for !strings.Contains(ann.Clicks(board, "hand/").Text(), "I'm restarting") { // the signal takes a moment to arrive
	}
	ann.Sees(is(board), says("I'm restarting and will be back"), says("Round 1"))
	bot := s.bot
	s.bot = nil
	if err := bot.Wait(); err != nil {
		t.Errorf("the bot ended with %v", err)
	}
	if took := time.Since(began); took > sandboxtest.Patience/4 { // enough for a busy machine; an idle one needs less than ten seconds
		t.Errorf("going down took %v", took)
	}
	s.Start()
	ann.Sees(is(board), says("Time's up"), not(says("restarting")))
}

// TestAnyPlayersClickResumesAPausedMatch checks that a match pauses while nobody plays. A click by
// any of its players resumes it, and a click by somebody else doesn't.
func TestAnyPlayersClickResumesAPausedMatch(t *testing.T) {
	t.Parallel()
	s := NewServer(t, "TURN_CLOCK=1s")
	table := s.Table("cards", fourNames...)
	table.Open("ahole", nil)
	eve, bob := s.Person("Eve", "cards"), table.People[1]
	paused := eve.Sees(says("⏸️ Paused"))
	eve.Clicks(paused, "menu/")
	bob.Clicks(paused, "menu/")
	eve.Sees(is(paused), not(says("Paused")))
	log := table.Log()
	if by := log.events[slices.Index(log.eventKinds, "resumed")]; !strings.Contains(by, `"player":`+strconv.Itoa(int(log.Players()[1]))) {
		t.Errorf("the match was resumed by %s, want Bob", by)
	}
}

// TestADamagedLogEndsOnlyItsTable damages a log in the middle of a match. Only the table of that
// log ends. The channel gets one message about it, even after a restart, and the mention of the
// player to move is removed.
func TestADamagedLogEndsOnlyItsTable(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	intact, table := s.Table("general", fourNames...), s.Table("cards", fourNames...)
	intact.Open("ahole", nil)
	table.Open("ahole", nil)
	ann := table.People[0]
	p, hand := table.Turn()
	call := ann.Sees(isMention)
	s.Fault(fault{do: "status 500", method: "DELETE", times: 1000}) // so that the mention can't be deleted yet
	s.ExecSQL(`INSERT INTO events (table_id, seq, at, kind, body) SELECT table_id, max(seq) + 1, at, 'cheese', '{}' FROM events WHERE table_id = ` + table.id)
	p.Clicks(hand, "act/").Lacks("You played")
	const closed = "I can't read my notes"
	ann.Sees(says(closed))
	intact.PlayOne()
	intact.PlayOne()
	ann.Uses("hand", nil).Whispers("There is no such table here")
	s.Kill()
	s.RemoveFaults()
	s.Start()
	ann.Waits("the call goes", func() bool { return len(ann.Reads(is(call))) == 0 })
	table.Open("ahole", nil)
	table.Board(says("Round 1"))
	if count := len(ann.Reads(not(private), says(closed))); count != 1 { // only the channel's messages, because hands say so as well
		t.Errorf("the channel was told %d times", count)
	}
	intact.PlayOne()
	wantCurrentBoard(t, s, intact.People[0], intact.matchID())
}
