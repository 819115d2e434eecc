package e2e

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"deuces/internal/errtest"
	"deuces/match"
	"deuces/sandbox/sandboxtest"
)

// TestAPlayerLeavesAndReturns checks what people see who come and go before, during and after a match.
func TestAPlayerLeavesAndReturns(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	table := s.Table("cards", fourNames...)
	ann, bob, cy, _ := table.Four()
	bob.Uses("help", nil).Whispers("/play")
	lobby := ann.Uses("play", Options{"game": "ahole"}).Says("**Ann** (host)")
	table.setID(lobby)
	bob.Uses("join", nil).Whispers("You have a seat at this table")
	bob.Clicks(bob.Clicks(lobby, "join/").Whispers("You have a seat at this table"), "menu/1/leave").Says("You gave up your seat")
	bob.Sees(is(lobby), not(says("Bob")))

	// The rules of the table have several pages. Only the reader sees them.
	page := bob.Clicks(lobby, "rules/1/0").Whispers("Page 1 of")
	if next := bob.Clicks(page, "rules/1/1/next").Whispers("Page 2 of"); next.ID != page.ID {
		t.Error("the second page is another message, want the first page edited")
	}

	for _, p := range table.People[1:] {
		p.Clicks(lobby, "join/1")
	}
	ann.Clicks(lobby, "start/1") // starts immediately, even if the lobby doesn't show yet who joined
	table.Board(says("Round 1"))
	ann.Sees(is(lobby), hasNoButtons)

	left := bob.Clicks(bob.Uses("leave", nil).Whispers("Leave the match?"), "…/leave-now").Whispers("You can come back")
	if hand := bob.Clicks(left, "join/").Whispers(" 13"); hand.ID != left.ID {
		t.Error("whoever takes their seat back gets the hand in another message, want it in the one that was clicked")
	}
	bob.Clicks(bob.Uses("leave", nil), "…/leave-now")
	bob.Clicks(bob.Uses("hand", nil).Whispers("You gave up your seat"), "join/").Whispers(" 13")
	eve := s.Person("Eve", "cards")
	eve.Uses("join", nil).Whispers("You start with the next round")
	eve.Uses("hand", nil).Whispers("You start with the next round")
	ann.Clicks(ann.Asks("kick", Options{"player": "Cy"}).Whispers("Remove **Cy** (cy)?"), "remove/")
	cy.Uses("join", nil).Whispers("**Ann** removed you. You can watch.")
	reply, err := ann.UserCommand(t.Context(), "cards", "Remove from the table", "Cy")
	ann.message("the context menu", reply, err).Whispers("may join again")
	cy.Uses("join", nil)
	ann.Ends()

	// A rematch keeps everyone's seat, and starts by itself unless somebody stops that. Whoever clicks
	// the same button, or joins, takes their seat.
	last := bob.Sees(offers("rematch/1"))
	again := bob.Clicks(last, "rematch/1").Says("**Bob** (host)", "**Ann** (hasn't joined yet)", "Cy", "Dee", "Their seats are kept")
	ann.Clicks(last, "rematch/1")
	ann.Sees(is(again), not(says("**Ann** (hasn't joined yet)")))
	for _, p := range table.People[2:] {
		p.Clicks(again, "join/")
	}
	ann.Clicks(ann.Sees(is(again), says("the rematch starts")), "wait/")
	bob.Sees(is(again), not(says("the rematch starts")), offers("start/"))
}

// TestAVoteRemovesAPlayer checks that a vote continues after the bot is killed, and that the remaining players decide
// it.
func TestAVoteRemovesAPlayer(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	table := s.Table("cards", fourNames...)
	table.Open("ahole", Options{"table-clock": "0s"})
	ann, bob, cy, dee := table.Four()
	bob.Clicks(bob.Asks("kick", Options{"player": "Dee"}).Whispers("Start a vote to remove **Dee**"), "remove/")
	poll := cy.Sees(says("**Bob** wants to remove **Dee**"))
	no := strings.Replace(poll.find("vote/"), "/yes", "/no", 1)
	dee.Clicks(poll, no).Whispers("The others decide this vote")
	ann.Clicks(poll, no)
	s.Kill()
	s.Start()
	cy.Clicks(cy.Sees(says("**Ann** · Keep")), "vote/")
	ann.Sees(says("**Dee** was voted off the table"))
	dee.Uses("join", nil).Whispers("You were removed from this table.")
	ann.Waits("the vote's message goes", func() bool { return len(ann.Reads(says("wants to remove"))) == 0 })
}

// TestAForgedClickDoesNothing checks forged clicks. Discord lets nobody click on another person's hand. A custom_id that
// names another table, decision or server, or nothing that exists, has no effect and is answered. Package commands has
// a table of more such ids.
func TestAForgedClickDoesNothing(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	_, den := s.Guild("Elsewhere", "far")
	table, elsewhere := s.Table("cards", fourNames...), s.Table("far", "Zed", "Yolanda", "Xerxes", "Wilma")
	past := s.Remember(Past{system: "president", people: elsewhere.People, rounds: 1, seed: 3, channel: "far"})[0]
	table.Open("ahole", nil)
	elsewhere.Open("ahole", nil)

	u, hand := table.Turn()
	thief := table.People[1] // not Ann, because she owns the server
	if thief == u {
		thief = table.People[2]
	}
	offer := hand.find("act/")
	var refused *sandboxtest.Error
	if _, err := thief.Click(t.Context(), hand.ID, offer); !errors.As(err, &refused) || refused.Status != http.StatusForbidden {
		t.Errorf("a click on another player's hand: got %v, want 403", err)
	}
	forged := []string{
		offer, // belongs to another seat
		"act/" + table.id + "/1.999/3c", "act", "start/" + table.id, "resume/" + table.id, "rematch/" + table.id, "nonsense/1", strings.Repeat("/", 100),
		"leaders/a/b/c/d", "where/x/y/z/w/v/u", "season/99", "stats/nobody/all", "history/" + elsewhere.People[0].ID + "/all/0",
		fmt.Sprint("past/", past), fmt.Sprint("save/", past, "/1"), fmt.Sprint("watch/", past, "/1/5"),
		"settings/tables/computers/off", "offer/lock/House", "form/words",
	}
	for _, id := range []string{"hand/#", "join/#", "start/#", "computer/#/add", "vote/#/1/yes"} {
		forged = append(forged, strings.Replace(id, "#", elsewhere.id, 1))
	}
	secret := regexp.MustCompile(`Zed|Yolanda|Xerxes|Wilma|` + den)
	before := histories(t, s.db)
	m := s.PostForged("cards", forged...)
	for _, id := range forged {
		answer := thief.Clicks(m, id).Lacks("went wrong")
		if answer.Text() != "" && !answer.Ephemeral {
			t.Errorf("the answer to %s is visible to all: %s", id, answer.Text())
		}
		if found := secret.FindString(answer.Text()); found != "" {
			t.Errorf("%s shows %q of another server:\n%s", id, found, answer.Text())
		}
	}
	after := histories(t, s.db)
	for id, was := range before {
		if now := after[id]; len(now.events) != len(was.events) {
			t.Errorf("forged clicks added events to table %d: %q", id, now.events[len(was.events):])
		}
	}
	if strings.Contains(s.log.String(), `"level":"error"`) {
		t.Error("a forged click logged an error, want none")
	}
	table.PlayOne()
}

// TestPlayerLeavesTheServer checks that a player who leaves the server delays nobody: the clock acts for the seat, and
// messages that name the player still work. While nobody plays, the match pauses, and a click by any of its players
// resumes it.
func TestPlayerLeavesTheServer(t *testing.T) {
	t.Parallel()
	s := NewServer(t, "TURN_CLOCK=1s")
	table := s.Table("cards", fourNames...)
	table.Open("ahole", nil)
	_, bob, _, dee := table.Four()
	s.Sandbox("POST", "members", map[string]any{"guild": "Sandbox", "user": dee.ID, "leave": true})
	for range 2 {
		paused := bob.Sees(not(private), says("⏸️ Paused"))
		s.Person("Eve", "cards").Clicks(paused, "menu/")
		bob.Clicks(paused, "menu/")
		bob.Sees(is(paused), not(says("Paused")))
	}
	log := table.Log()
	if !slices.ContainsFunc(slices.Collect(maps.Values(log.acts)), func(a act) bool { return a.user == dee.ID && a.by == match.ByClock }) {
		t.Error("the clock never acts for the player who has left")
	}
	for _, e := range log.events {
		if strings.Contains(e, " resumed ") && !strings.Contains(e, fmt.Sprintf(`"player":%d`, log.Players()[1])) {
			t.Errorf("the match was resumed by %s, want Bob", e)
		}
	}
	for _, c := range s.calls(0) {
		if c.Status >= 400 && c.Status != http.StatusNotFound {
			t.Errorf("Discord refused %s %s: %d %s", c.Method, c.Path, c.Status, c.Response)
		}
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
	errtest.Must(t, s.bot.Process.Signal(syscall.SIGTERM))
	for !strings.Contains(ann.Clicks(board, "hand/").Text(), "I'm restarting") { // the signal takes a moment to arrive
	}
	ann.Sees(is(board), says("I'm restarting"), says("Round 1"))
	bot := s.bot
	s.bot = nil
	if err := bot.Wait(); err != nil {
		t.Errorf("the bot ended with %v", err)
	}
	if took := time.Since(began); took > sandboxtest.Patience/4 { // enough for a busy machine; an idle one needs less than ten seconds
		t.Errorf("the bot took %v to stop, want at most a quarter of the tests' patience", took)
	}
	s.Start()
	ann.Sees(is(board), says("Time's up"), not(says("restarting")))
}

// TestADamagedLogEndsOnlyItsTable damages a log in the middle of a match. Its channel gets one message about it, even
// after a restart, and can have another table.
func TestADamagedLogEndsOnlyItsTable(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	intact, table := s.Table("general", fourNames...), s.Table("cards", fourNames...)
	intact.Open("ahole", nil)
	table.Open("ahole", nil)
	p, hand := table.Turn()
	s.ExecSQL(`INSERT INTO events (table_id, seq, at, kind, body, hash) SELECT table_id, max(seq) + 1, at, 'cheese', '{}', hash FROM events WHERE table_id = ` + table.id)
	p.Clicks(hand, "act/").Lacks("You played")
	const closed = "I can't read my notes"
	p.Sees(not(private), says(closed))
	s.Kill()
	s.Start()
	intact.PlayOne()
	table.Open("ahole", nil)
	table.Board(says("Round 1"))
	if n := len(p.Reads(not(private), says(closed))); n != 1 {
		t.Errorf("got %d messages about the damaged log, want 1", n)
	}
}
