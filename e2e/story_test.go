package e2e

import (
	"errors"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"deuces/sandbox/sandboxtest"
)

// People around a table, and the answers that they get.
func TestPeopleAroundATableAreToldWhatTheyDid(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	table := s.Table("cards", "Ann", "Bob", "Cy", "Dee")
	ann, bob, _, _ := table.Four()
	game := Options{"game": "ahole"}

	for _, name := range []string{"join", "leave", "hand"} {
		bob.Asks(name, nil).Whispers("There is no table in this channel")
	}
	bob.Uses("help", nil).Whispers("/play")
	bob.Uses("leaderboard", nil).Says("Nobody has finished a round yet")

	lobby := ann.Uses("play", game).Says("**Ann** (host)")
	table.at(lobby)
	bob.Uses("play", game).Whispers("This channel already has a table: ")
	bob.Uses("hand", nil).Whispers("You aren't at this table yet")
	ann.Uses("hand", nil).Whispers("No cards yet")
	ann.Uses("join", nil).Whispers("You're already at this table")
	bob.Uses("leave", nil).Whispers("You aren't at this table")
	bob.Uses("join", nil).Whispers("You joined the table: ")
	bob.Clicks(bob.Clicks(lobby, "join/").Whispers("You have a seat at this table"), "menu/1/leave").Says("You left the table")
	bob.Sees(is(lobby), not(says("Bob")))

	// The rules of the table, page by page, shown only to the reader.
	page := bob.Forges(lobby, "rules/1/0").Whispers("page 1 of")
	if next := bob.Forges(page, "rules/1/1/next").Whispers("page 2 of"); next.ID != page.ID {
		t.Error("the second page is a message of its own; it should take the first one's place")
	}

	// Another channel has its own table.
	bob.In("general").Uses("play", game).Says("**Bob** (host)")
	ann.In("general").Ends() // Ann owns the guild, so she may

	for _, p := range table.People[1:] {
		p.Clicks(lobby, "join/1")
	}
	// Immediately, even if the lobby doesn't show yet who joined.
	bob.Forges(lobby, "start/1").Whispers("Only the host can start")
	ann.Forges(lobby, "start/1")
	board := table.Board(says("Round 1"))
	ann.Sees(is(lobby), inert)

	// Somebody moves the board to the bottom, and the previous board loses its buttons.
	bob.Asks("table", nil).Whispers("to the bottom of the channel")
	table.Board(not(is(board)), says("Round 1"))
	bob.Sees(is(board), inert)

	// A player who left may come back. A newcomer waits for the next deal.
	bob.Uses("leave", nil).Whispers("A bot is playing for you")
	bob.Uses("hand", nil).Whispers("You left the table")
	bob.Uses("join", nil).Whispers("Your seat is yours again")
	eve := s.Person("Eve", "cards")
	eve.Uses("hand", nil).Whispers("You aren't at this table")
	eve.Uses("join", nil).Whispers("You join in the next round")
	eve.Uses("hand", nil).Whispers("You join in the next round")

	// The host removes somebody, who can't join again until the host lets them.
	ann.Asks("kick", Options{"player": "Cy"}).Whispers("removed from the table")
	table.People[2].Uses("join", nil).Whispers("You were removed")
	reply, err := ann.OnUser(t.Context(), "cards", "Remove from the table", "Cy") // from Cy's context menu
	ann.answered("the context menu", reply, err).Whispers("may join again")
	s.Person("Finn", "cards")
	reply, err = ann.OnUser(t.Context(), "cards", "Remove from the table", "Finn")
	ann.answered("the context menu", reply, err).Whispers("They aren't at this table")
	table.People[2].Uses("join", nil).Whispers("Your seat is yours again")

	if bob.Menu().Whispers("President").Has("end/") {
		t.Error("Bob is offered to end the match of somebody else")
	}
	ann.Ends()
	last := bob.Sees(offers("rematch/1"))

	// A rematch seats everyone again and would start by itself. A second click gets a link to it.
	again := bob.Clicks(last, "rematch/1").Says("**Bob** (host)", "Ann", "Cy", "Dee", "the rematch starts")
	ann.Forges(last, "rematch/1").Whispers("The rematch is already open")
	ann.Clicks(again, "wait/")
	bob.Sees(says("ready to start"), offers("start/"))
}

// The context menu of a user has a command that removes them from the table.
func TestAPlayerIsRemovedFromTheirContextMenu(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	table := s.One(Situation{system: "bigtwo", people: four})
	b := s.Page(t, "Ann", "cards")
	b.Wait(public)
	b.Until(`!document.querySelector('[data-user="Cy"]').dispatchEvent(new MouseEvent("contextmenu", {bubbles: true, cancelable: true}))`)
	b.WaitText(`[role="menuitem"]`, "Remove from the table")
	b.Screenshot("context-menu")
	b.Click(`[role="menuitem"]`)
	b.WaitText("#panes", "Cy was removed from the table")
	table.People[2].Uses("join", nil).Whispers("You were removed")
}

// A vote continues after a kill, and the remaining players decide it.
func TestAVoteKicks(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	table := s.Table("cards", "Ann", "Bob", "Cy", "Dee")
	table.Open("ahole", Options{"table-clock": "0s"})
	ann, bob, cy, dee := table.Four()
	table.Board(says("Round 1"))

	bob.Asks("kick", Options{"player": "Dee"}).Whispers("Now the others at the table vote")
	poll := cy.Sees(says("**Bob** wants to remove **Dee**"))
	no := strings.Replace(poll.find("vote/"), "/yes", "/no", 1)
	dee.Forges(poll, no).Whispers("This vote is about you")
	bob.Forges(poll, no).Whispers("You have already voted")
	ann.Forges(poll, no)
	cy.Sees(says("**Ann** · voted to keep"))
	cy.Asks("kick", Options{"player": "Ann"}).Whispers("A vote is already under way")
	s.Kill()
	s.Start()
	cy.Clicks(cy.Sees(says("**Ann** · voted to keep")), "vote/")
	ann.Sees(says("**Dee** was voted off the table"))
	dee.Uses("join", nil).Whispers("You were removed")
	ann.Waits("the vote's message goes", func() bool { return len(ann.Reads(says("wants to remove"))) == 0 })
	bob.Asks("kick", Options{"player": "Cy"}).Whispers("You have already asked for a vote this round")
}

// A click on a hand of an earlier turn is answered with the present hand.
func TestALateClickGetsThePresentHand(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	table := s.Table("cards", "Ann", "Bob", "Cy", "Dee")
	table.Open("ahole", nil)
	p, older := table.Turn()
	// The older hand can't be deleted, so it stays.
	s.Fault(fault{do: "status 500", method: "DELETE", times: 1000})
	newer := p.Hand()
	play := older.find("act/")
	p.Forges(newer, play)
	p.Forges(older, play).Whispers("That turn is over. This is your hand now.")
}

// Of two simultaneous clicks for one seat, one plays, whether they are a double click or come from
// two devices. The other is answered with the current hand.
func TestOfClicksAtOnceOnePlays(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	table := s.Table("cards", "Ann", "Bob", "Cy", "Dee")
	table.Open("ahole", nil)
	for round := range 6 {
		before := table.Log().Seq
		p, hand := table.Turn()
		var plays []string
		for _, id := range offered(hand.Message) {
			if strings.HasPrefix(id, "act/") {
				plays = append(plays, id)
			}
		}
		if len(plays) == 0 {
			table.Plays()
			continue
		}
		ids := []string{plays[0], plays[0], plays[len(plays)-1]}[:3-round%2]
		told := make([]string, len(ids))
		var wait sync.WaitGroup
		for i, id := range ids {
			wait.Go(func() {
				reply, err := p.Click(t.Context(), hand.ID, id)
				var refused *sandboxtest.Error // the answer to the other click may already have removed the button
				if err != nil && (!errors.As(err, &refused) || refused.Status != http.StatusNotFound) {
					t.Errorf("%s: %v", id, err)
				} else if err == nil {
					told[i] = reply.Message().Text()
				}
			})
		}
		wait.Wait()
		played := 0
		for _, text := range told {
			if text != "" && !strings.Contains(text, stale) {
				played++
			}
		}
		if acts := table.Log().count("acted", before); played != 1 || acts != 1 {
			t.Errorf("%d of the clicks %q are answered as played, %d are in the log: %q", played, ids, acts, told)
		}
	}
}

// Discord lets nobody click on another person's hand. A custom_id that names another table, seat,
// decision, channel or server, or nothing that exists, has no effect and is answered.
func TestAForgedClickDoesNothing(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	_, den := s.Guild("Elsewhere", "far")
	table, other, elsewhere := s.Table("cards", "Ann", "Bob", "Cy", "Dee"), s.Table("general", "Eve", "Fay", "Gus", "Hal"), s.Table("far", "Zed", "Yolanda", "Xerxes", "Wilma")
	ids := s.Remember(
		Past{system: "president", people: other.People, rounds: 1, seed: 4, channel: "general"},
		Past{system: "president", people: elsewhere.People, rounds: 1, seed: 3, channel: "far"})
	table.Open("ahole", nil)
	other.Open("bigtwo", nil)
	elsewhere.Open("ahole", nil)

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
	now, action := strings.Split(offer, "/")[2], strings.Split(offer, "/")[3]
	forged := []string{
		offer, // of another seat
		"act/-1/" + now + "/" + action, "act/" + table.id + "/1.999/" + action, "act/" + table.id + "/0.0/" + action, "act/" + table.id + "/" + now + "/ZZ", "act/" + table.id,
		"act/", "act", "pick/", "pick/" + table.id + "/" + now + "/9.9.zz", "pick/" + table.id + "/" + now + "/-1.-1.7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c",
		"start/" + table.id, "resume/" + table.id, "rematch/" + table.id, "rules/" + table.id + "/99999", "hand/0x1", "hand/9223372036854775808",
		"leaders/", "leaders/a/b/c/d", "where/x/y/z/w/v/u", "season/99", "stats/nobody/all/people", "history/" + elsewhere.People[0].ID + "/all/0",
		"nonsense", "nonsense/1", "act/" + strings.Repeat("9", 90), strings.Repeat("/", 100),
	}
	for _, of := range []string{other.id, elsewhere.id} {
		for _, id := range []string{"act/#/" + now + "/" + action, "hand/#", "join/#", "leave/#", "start/#", "resume/#", "rematch/#", "rules/#/0", "options/#/0", "computer/#/add", "vote/#/1/yes"} {
			forged = append(forged, strings.Replace(id, "#", of, 1))
		}
	}
	for _, of := range ids {
		for _, id := range []string{"past/#", "past/#/7", "save/#/1", "watch/#/1/0", "watch/#/1/5"} {
			forged = append(forged, strings.Replace(id, "#", strconv.FormatInt(int64(of), 10), 1))
		}
	}
	admins := []string{"settings/tables/computers/off", "settings/season/close/now", "settings/nonsense", "offer/lock/House", "form/words", "form/preset", "roles"}
	secret := regexp.MustCompile(`Zed|Yolanda|Xerxes|Wilma|` + den)
	before := histories(t, s.db)
	for i := 0; i < len(forged); i += 25 {
		some := forged[i:min(i+25, len(forged))]
		m := s.Forged("cards", some...)
		for _, id := range some {
			answer := thief.Forges(m, id).Lacks("went wrong")
			if answer.Text() != "" && !answer.Ephemeral {
				t.Errorf("%s is answered to everybody: %s", id, answer.Text())
			}
			if strings.HasPrefix(id, "past/") || strings.HasPrefix(id, "watch/") || strings.HasPrefix(id, "save/") {
				answer.Says("This match can't be opened")
			}
			if found := secret.FindString(answer.Text()); found != "" {
				t.Errorf("%s tells of another server %q:\n%s", id, found, answer.Text())
			}
		}
	}
	notAdmin := table.People[3]
	m := s.Forged("cards", admins...)
	for _, id := range admins {
		notAdmin.Forges(m, id).Whispers("Manage Server")
	}
	after := histories(t, s.db)
	for id, was := range before {
		if now := after[id]; len(now.events) != len(was.events) {
			t.Errorf("table %d went on: %q", id, now.events[len(was.events):])
		}
	}
	if len(after) != len(before) {
		t.Errorf("%d tables, before %d", len(after), len(before))
	}
	if strings.Contains(s.log.String(), `"level":"error"`) {
		t.Error("an error was logged")
	}
	table.Plays()
}

// A player who leaves the server delays nobody: the clock acts for the seat, and messages that name
// the player still work.
func TestPlayerLeavesTheServer(t *testing.T) {
	t.Parallel()
	s := NewServer(t, "TURN_CLOCK=5s")
	table := s.Table("cards", "Ann", "Bob", "Cy", "Dee")
	table.Open("ahole", nil)
	for {
		p, _ := table.mayMove()
		if p != nil && p.Name != "Ann" { // Ann owns the server
			s.Does("POST", "members", map[string]any{"guild": "Sandbox", "user": p.ID, "leave": true})
			for i, q := range table.People {
				if q == p {
					table.People = append(table.People[:i], table.People[i+1:]...)
					break
				}
			}
			break
		}
		table.PlaysDespiteTheClock()
	}
	before := table.Log().Decision
	s.Stored("the table does not wait for who has left the server", func() bool { return table.Log().Decision != before })
	table.PlaysDespiteTheClock()
	for _, c := range s.calls(0) {
		if c.Status >= 400 && c.Status != http.StatusNotFound {
			t.Errorf("%s %s: %d %s", c.Method, c.Path, c.Status, c.Response)
		}
	}
}

var relative = regexp.MustCompile(`Time's up <t:(\d+):R>`)

// deadline returns when the time of the player to move runs out, as shown on the board.
func deadline(t *testing.T, m sandboxtest.Message) time.Time {
	t.Helper()
	found := relative.FindStringSubmatch(m.Text())
	if found == nil {
		t.Fatalf("no deadline on\n%s", m.Text())
	}
	unix, err := strconv.ParseInt(found[1], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return time.Unix(unix, 0)
}

// No clock runs while the bot is down.
func TestNoClockRunsWhileTheBotIsDown(t *testing.T) {
	t.Parallel()
	s := NewServer(t, "TURN_CLOCK=32s")
	table := s.Table("cards", "Ann", "Bob", "Cy", "Dee")
	table.Open("ahole", nil)
	if left := time.Until(deadline(t, table.Board(says("Time's up")).Message)); left > 33*time.Second {
		t.Fatalf("%v left of 32 s", left)
	}
	s.Kill()
	// The heartbeat is an hour old, as if the bot had been down for that long.
	s.SQL(`UPDATE events SET at = at - 3600000`)
	s.SQL(`UPDATE alive SET at = at - 3600000`)
	back := time.Now()
	s.Start()
	after := deadline(t, table.Board(func(m sandboxtest.Message) bool {
		return relative.MatchString(m.Text()) && deadline(t, m).After(back)
	}).Message)
	if most, least := after.Sub(back), time.Until(after); most < 28*time.Second || least > 33*time.Second {
		t.Errorf("%v to %v left after an hour's downtime, of 32 s", least, most)
	}
	s.Stop()
	if log := table.Log(); log.count("woken", 0) != 1 || log.count("acted", 0) != 0 {
		t.Errorf("%d events say that the bot was down, and the clock acted %d times", log.count("woken", 0), log.count("acted", 0))
	}
}

// After SIGTERM the boards say that the bot is restarting, a click is refused, and the bot exits
// within ten seconds. When it is back, the boards continue.
func TestTheBoardsSayThatTheBotRestarts(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	table := s.Table("cards", "Ann", "Bob", "Cy", "Dee")
	table.Open("ahole", nil)
	ann := table.People[0]
	board := table.Board(says("Round 1"), says("Time's up"))
	s.Fault(fault{do: "delay 1s", method: "PATCH"}) // edits are slow, so that there is time to click
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
	if took := time.Since(began); took > sandboxtest.Patience/4 { // ten seconds on an idle machine
		t.Errorf("going down took %v", took)
	}
	s.Start()
	ann.Sees(is(board), says("Time's up"), not(says("restarting")))
}

// A match waits while nobody is there. A click by any of its players resumes it, and nobody else's
// does.
func TestAnyClickWakesAPausedMatch(t *testing.T) {
	t.Parallel()
	s := NewServer(t, "TURN_CLOCK=1s")
	table := s.Table("cards", "Ann", "Bob", "Cy", "Dee")
	table.Open("ahole", nil)
	eve := s.Person("Eve", "cards")
	paused := eve.Sees(says("Paused: nobody played in time"))
	eve.Clicks(paused, "menu/")
	table.People[1].Clicks(paused, "menu/")
	eve.Sees(is(paused), not(says("Paused")))
	s.Stop()
	log := table.Log()
	for i, kind := range log.kinds {
		if kind == "resumed" {
			if bob := strconv.Itoa(int(log.Players()[1])); !strings.Contains(log.events[i], `"player":`+bob) {
				t.Errorf("woken by %s, want Bob, %s", log.events[i], bob)
			}
			return
		}
	}
	t.Error("nothing woke it")
}

// If a log turns out to be damaged in the middle of a match, only its table ends. The channel is
// told once, even after a restart, and the mention of the player to move is removed.
func TestALogDamagedInMidPlayEndsItsTableAlone(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	fine, table := s.Table("general", "Ann", "Bob", "Cy", "Dee"), s.Table("cards", "Ann", "Bob", "Cy", "Dee")
	fine.Open("ahole", nil)
	table.Open("ahole", nil)
	ann := table.People[0]
	p, hand := table.Turn()
	call := ann.Sees(isCall)
	s.Fault(fault{do: "status 500", method: "DELETE", times: 1000}) // so that the mention can't be deleted yet
	s.SQL(`INSERT INTO events (table_id, seq, at, kind, body) SELECT table_id, max(seq) + 1, at, 'cheese', '{}' FROM events WHERE table_id = ` + table.id)
	p.Clicks(hand, "act/").Lacks("You played")
	const closed = "This table had to be closed"
	ann.Sees(says(closed))
	fine.Plays()
	fine.Plays()
	ann.Uses("hand", nil).Whispers("There is no table in this channel")
	s.Kill()
	s.NoFaults()
	s.Start()
	ann.Waits("the call goes", func() bool { return len(ann.Reads(is(call))) == 0 })
	table.Open("ahole", nil)
	table.Board(says("Round 1"))
	if told := len(ann.Reads(not(private), says(closed))); told != 1 { // hands say so as well
		t.Errorf("the channel was told %d times", told)
	}
	fine.Plays()
	fine.IsTrue()
}
