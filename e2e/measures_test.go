package e2e

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"deuces/internal/errtest"
	"deuces/sandbox/browsertest"
)

func measure(t *testing.T, what string, got, most int) {
	t.Helper()
	t.Logf("%s: %d (at most %d)", what, got, most)
	if got > most {
		t.Errorf("%s: got %d, want at most %d", what, got, most)
	}
}

// TestAPlayerIsShownFewThingsAtOnce limits how many commands, buttons and choices a player is shown, before the first
// card and later.
func TestAPlayerIsShownFewThingsAtOnce(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	var commands []struct{}
	errtest.Must(t, s.Do(t.Context(), "GET", "/sandbox/commands", nil, &commands))
	measure(t, "commands, including the one in the context menu of users", len(commands), 11)
	ann := s.Person("Ann", "cards")
	lobby := ann.Uses("play", nil)
	measure(t, "buttons in a lobby", len(lobby.Buttons()), 5)
	measure(t, "choices in a lobby's menu", len(ann.Clicks(lobby, "menu/").Buttons()), 8)
	ann.Clicks(lobby, "start/").Says("Cards: ", " 13")   // the second action of a new player already shows the cards
	for _, game := range []string{"bigtwo", "asshole"} { // for 2 to 4 and for 3 to 8 players
		p := s.Person("Ann", s.Channel("play-now-"+game))
		p.Clicks(p.OpensLobby(game), "start/").Says("Cards: ")
		if seats := strings.Count(p.Sees(isBoard, offers("hand/")).Text(), "🂠"); seats != 4 {
			t.Errorf("Play now in %s: got %d seats, want 4", game, seats)
		}
	}
	named := func(m Message) int { return strings.Count(m.Text(), "`/") }
	measure(t, "commands that an empty leaderboard names", named(ann.Uses("leaderboard", nil)), 0)
	lesson := ann.Asks("learn", Options{"game": "tienlen"})
	for step := 1; lesson.Has("learn/"); step++ {
		lesson = ann.Clicks(lesson, fmt.Sprintf("learn/tienlen/%d/", step))
	}
	measure(t, "commands that the end of a practice hand names", named(lesson), 0)
	var evening []Situation
	for n := range 3 {
		name := fmt.Sprintf("evening-%d", n)
		s.Channel(name)
		evening = append(evening, Situation{channel: name, system: "president", people: fourNames, winner: 1 + n%2})
	}
	for _, table := range s.Begin(evening...) {
		table.PlayOne()
		table.Board(says("Round 2"))
	}
	measure(t, "zeros on the leaderboard after three rounds", strings.Count(ann.Uses("leaderboard", Options{"game": "president classic"}).Says("🥇", "points").Text(), "**0 "), 2)
	measure(t, "players without a first place on that of all games", strings.Count(ann.Uses("leaderboard", nil).Says("🥇", "first place").Text(), "**0 "), 2)
	table := s.Table("general", "Ann", "Bob", "Cy", "Maximilian")
	table.Open("ahole", nil)
	leader, led := table.Turn()
	plays := slices.DeleteFunc(playButtons(led.Message), func(id string) bool { return !isPlay(id) })
	measure(t, "plays shown at once", len(plays), 10)
	leader.tryPlay(led)
	board := table.Board(says("**" + leader.Name + "** played"))
	measure(t, "times a play is drawn on the board", len(regexp.MustCompile("(?m)^# `").FindAllString(board.Text(), -1)), 1)
	measure(t, "times a play is described on the board", strings.Count(board.Text(), "** played"), 1)
	next, hand := table.Turn()
	if !strings.Contains(hand.Text(), "So far: **"+leader.Name+"** `") {
		t.Errorf("%s's hand doesn't say what %s played:\n%s", next.Name, leader.Name, hand.Text())
	}
	s.Channel("straights")
	alike := s.BeginOne(Situation{channel: "straights", system: "tienlen", options: map[string]string{"instant": "no"}, people: fourNames, hands: []string{"3s 3c 3d 4s 4c 4d 5s 5c 5d 7h 8s 9s Kd"}})
	straights := 0
	shown := alike.People[0].Hand()
	for _, b := range shown.Buttons() {
		if strings.HasPrefix(b.Label, "3♠ 4") && strings.Count(b.Label, " ") == 2 {
			straights++

		}
	}
	if straights != 1 {
		t.Errorf("got %d buttons for 3-4-5, want 1:\n%s", straights, shown.Text())
	}
}

// TestATableReachesItsPlayers measures what comes to people without a click, what stays of it, and what they are asked,
// from the start of a match on.
func TestATableReachesItsPlayers(t *testing.T) {
	t.Parallel()
	s := NewServer(t, "MENTION=soon", "ROUND_PAUSE=1h")
	table := s.Table("cards", fourNames...)
	table.Open("ahole", Options{"rounds": "4"})
	ann, _, cy, dee := table.Four()
	started := table.Board(says("Round 1"))
	for _, p := range table.People {
		p.Sees(private, below(started), says("# ")) // the hand, without a click
	}
	measure(t, "people who joined and see no cards when the match begins", strings.Count(started.Text(), "the cards are dealt"), 0)
	turn := ann.Sees(not(private), says("Time's up"), says("<@"), offers("hand/"))
	measure(t, "seconds without a mention in a match's first turn", int(turn.Timestamp.Sub(started.Timestamp).Seconds()), 12) // somebody may have clicked ten seconds ago

	deleted, most := 0, 0
	for round := 1; round < 4; round++ {
		table.PlayRound(round)
		menus := map[*Person]Message{}
		for _, p := range table.People {
			menus[p] = p.Clicks(p.Sees(offers("next/")), "menu/")
		}
		for p, menu := range menus {
			p.Clicks(menu, "rules/")
			p.Clicks(p.Sees(offers("next/")), "next/")
		}
		table.Board(says(fmt.Sprint("Round ", round+1)))
		for _, p := range table.People {
			p.Waits("the hand of the new round is there", func() bool { return len(p.Reads(private, below(table.Board()))) > 0 })
			p.Waits("messages that were replaced go", func() bool { return len(p.Reads(private)) <= 3 })
			all := p.Reads()
			most = max(most, len(p.Reads(private)))
			for _, m := range all {
				if m.Ephemeral && m.Reference != nil && !slices.ContainsFunc(all, func(x Message) bool { return x.ID == m.Reference.Message }) {
					deleted++
					t.Logf("%s in round %d: %s answers the deleted message %s:\n%s", p.Name, round, m.ID, m.Reference.Message, m.Text())
				}
			}
		}
	}
	measure(t, "private messages of a person after several rounds, with a panel", most, 3)
	measure(t, "private messages that answer a deleted one", deleted, 0)

	// Answers have buttons, and nothing that can't be undone happens without a question.
	eve := s.Person("Eve", "cards")
	answers := []Message{
		ann.Uses("play", nil), eve.Uses("play", nil), eve.Uses("hand", nil), eve.Uses("leave", nil), eve.In("general").Uses("hand", nil), eve.Clicks(table.Board(), "hand/"),
		dee.Clicks(dee.Uses("leave", nil), "…/leave-now"), dee.Uses("leave", nil), eve.Uses("join", nil), s.Person("Flo", "cards").Uses("join", nil), dee.Uses("hand", nil),
	}
	bare := 0
	for _, m := range answers {
		if regexp.MustCompile("`/[a-z]+`|</[a-z]+:|https://").MatchString(m.Text()) || len(m.All()) < 2 {
			t.Log(m.Text())
			bare++
		}
	}
	measure(t, "answers that name a command or a link, or have no button", bare, 0)
	before := table.Log().Seq
	cy.Uses("leave", nil).Whispers("Leave the match?")
	cy.Clicks(cy.Menu(), "…/leave").Whispers("Leave the match?")
	cy.Asks("kick", Options{"player": "Bob"}).Whispers("Start a vote")
	ann.Asks("kick", Options{"player": "Bob"}).Whispers("Remove **Bob**")
	ann.Asks("end", nil).Whispers("Close the table?")
	measure(t, "clicks that throw a person out, or out of a match, without asking", table.Log().Seq-before, 0)
}

// PlayRound makes everybody play from the hand that they have open, until a round is over.
func (x *Table) PlayRound(round int) {
	x.t.Helper()
	x.WaitUntil("the round is over", func() bool {
		for _, p := range x.People {
			hands := p.Reads(private, offers("act/"))
			if len(hands) == 0 {
				continue
			}
			hand := hands[len(hands)-1]
			_, _ = p.Click(x.t.Context(), hand.ID, hand.find("act/")) // it may have moved on
		}
		return len(x.People[0].Reads(endsRound(round), offers("next/"))) > 0
	})
}

// TestSeatsFitOnOneLineOfAPhone checks that each seat fits on one line of a phone, with the longest marks and points.
func TestSeatsFitOnOneLineOfAPhone(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	table := s.BeginOne(Situation{system: "president", people: []string{"Ann", "Bob", "Cy", "Maximilian"}, winner: 4})
	table.PlayOne()
	for _, p := range table.People {
		p.Clicks(p.Sees(offers("next/")), "next/")
	}
	table.Board(says("Round 2"), says("👑"))
	b := s.Page(t, "Ann", "cards")
	b.Resize(390, 844)
	b.WaitText(publicMessages, "👑")
	tooTall := browsertest.Eval[[]string](b.Browser, `
		const tall = [];
		for (const block of document.querySelectorAll(".message .markdown")) {
			const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
			let line = "", mids = [];
			const end = () => { if (line.includes("🂠") && Math.max(...mids) - Math.min(...mids) > 12) tall.push(line); line = ""; mids = []; };
			for (let text; (text = texts.nextNode());) {
				for (let at = 0; at < text.length; at++) {
					if (text.data[at] === "\n") { end(); continue; }
					const range = document.createRange();
					range.setStart(text, at), range.setEnd(text, at + 1);
					line += text.data[at];
					for (const r of range.getClientRects()) if (r.width > 0) mids.push((r.top + r.bottom) / 2);
				}
			}
			end();
		}
		return tall;`)
	if len(tooTall) > 0 {
		t.Errorf("seats that take more than one line: %q", tooTall)
	}
}
