package commands

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"deuces/bot"
	"deuces/game"
	"deuces/game/card"
	"deuces/game/cpu"
	"deuces/game/gametest"
	"deuces/game/standing"
	"deuces/game/systems"
	"deuces/game/table"
)

var update = flag.Bool("update", false, "write the golden files anew")

// Everything that can be seen of a table, at every moment of random matches of
// every system: within Discord's limits, and without a card that its reader may
// not know.
func TestEveryRenderingFitsAndTellsNoSecrets(t *testing.T) {
	for _, sys := range systems.All() {
		t.Run(sys.Name, func(t *testing.T) {
			t.Parallel()
			r := gametest.NewRand(7)
			fewest, most := seats(t, sys)
			for _, n := range []int{fewest, (fewest + most) / 2, most} {
				m := newMatch(t, sys, n-1, nil)
				m = do(t, m, table.AddComputer{Player: 1, Level: cpu.Hard}, m.At())
				for moves := 0; m.Phase() != table.Over && moves < 400; moves++ {
					examine(t, r, m)
					m = step(t, r, m)
				}
				if m.Phase() != table.Over {
					m = do(t, m, table.End{Player: m.Host()}, m.At())
				}
				examine(t, r, m)
			}
		})
	}
}

// The check above finds what it is for.
func TestALeakIsFound(t *testing.T) {
	for _, sys := range systems.All() {
		m := newMatch(t, sys, 4, nil)
		r := gametest.NewRand(3)
		for m.Phase() != table.Playing {
			m = step(t, r, m)
		}
		s := sceneOf(m)
		theirs, _ := m.View(1)
		leaky := s.board()
		leaky.Blocks = append(leaky.Blocks, bot.Row{{ID: "pick/1/1.1/0.0." + strings.ReplaceAll(card.Format(theirs.Hand[:1]), " ", ""), Label: "?"}})
		if leaks(leaky, known(s, game.Watcher)) == nil {
			t.Errorf("%s: a card of seat 1 in a custom_id of the board went unnoticed", sys.Name)
		}
	}
}

// examine renders all that can be seen of a match.
func examine(t *testing.T, r *gametest.Rand, m table.Match) {
	t.Helper()
	s := sceneOf(m)
	public := known(s, game.Watcher)
	router := bot.NewRouter()
	New(Config{}).Route(router)
	routes := router.Verbs()
	check := func(what string, msg bot.Message, known map[string]bool) {
		t.Helper()
		if err := msg.Check(); err != nil {
			t.Fatalf("%s at %s: %v\n%s", what, m.Decision(), err, snapshot(msg))
		}
		for _, id := range ids(msg) {
			if verb, _, _ := strings.Cut(id, "/"); !slices.Contains(routes, verb) {
				t.Fatalf("%s has a button %q that leads nowhere", what, id)
			}
		}
		if l := leaks(msg, known); l != nil {
			t.Fatalf("%s at %s shows %v\n%s", what, m.Decision(), l, snapshot(msg))
		}
	}
	check("board", s.board(), public)
	if m.Phase() == table.Lobby || m.Phase() == table.Between && m.Round() > 0 {
		check("past", s.past(), public)
	}
	if m.Phase() == table.Lobby {
		for at := range 9 {
			check("options", s.panel(at, seatsKey, "A reason."), public)
		}
	}
	check("ping", s.ping(MentionTurn, m.At()), public)
	check("vote", s.poll(), public)
	for i := range s.people {
		seat := game.Seat(i)
		mine := known(s, seat)
		check("hand", s.hand(seat, page{}, "A note."), mine)
		v, ok := m.View(seat)
		if !ok || len(v.Legal) == 0 || m.Phase() != table.Playing {
			continue
		}
		// A way through the picker to a legal play, and each class of offers.
		a := v.Legal[r.Intn(len(v.Legal))]
		at := page{}
		for _, c := range a.Cards {
			if c == card.AnyJoker {
				break
			}
			at.picks += c.String()
			check("picking "+at.picks, s.hand(seat, at, ""), mine)
		}
		for class := 1; class < 12; class++ {
			check("class", s.hand(seat, page{class: class, at: r.Intn(4)}, ""), mine)
		}
	}
}

// ids are the custom_ids of a message.
func ids(m bot.Message) []string {
	var ids []string
	for _, block := range m.Blocks {
		switch b := block.(type) {
		case bot.Section:
			ids = append(ids, b.Button.ID)
		case bot.Row:
			for _, button := range b {
				ids = append(ids, button.ID)
			}
		}
	}
	return ids
}

// known are the cards that a viewer may see, as texts and custom_ids write them.
func known(s scene, seat game.Seat) map[string]bool {
	known := map[string]bool{}
	add := func(cards ...card.Card) {
		for _, c := range cards {
			known[c.Face()], known[c.String()] = true, true
		}
	}
	if v, ok := s.View(seat); ok {
		add(v.Hand...)
		add(v.Top.Cards...)
		add(v.Top.As)
		for _, x := range v.Swaps {
			add(x.Gave...)
			add(x.Got...)
		}
		for _, draw := range v.Drawn {
			for _, d := range draw {
				add(d.Card)
			}
		}
	}
	for _, m := range s.Moves() {
		for _, n := range m.News {
			add(n.Cards...)
			add(n.As)
		}
	}
	if results := s.Results(); len(results) > 0 {
		for _, hand := range results[len(results)-1].Hands {
			add(hand...)
		}
	}
	return known
}

var (
	faceText = regexp.MustCompile(`(10|[2-9JQKA])[♣♦♥♠]`)
	cardText = regexp.MustCompile(`[2-9TJQKA][cdhs]`)
)

// leaks are the cards in a message that are not known to its reader.
func leaks(m bot.Message, known map[string]bool) []string {
	var found []string
	find := func(cards *regexp.Regexp, s string) {
		for _, c := range cards.FindAllString(s, -1) {
			if !known[c] {
				found = append(found, c)
			}
		}
	}
	look := func(s string) { find(faceText, s) }
	for _, block := range m.Blocks {
		switch b := block.(type) {
		case bot.Text:
			look(string(b))
		case bot.Section:
			for _, text := range b.Texts {
				look(string(text))
			}
		case bot.Row:
			for _, button := range b {
				look(button.Label)
				if verb, rest, _ := strings.Cut(button.ID, "/"); verb == "act" || verb == "pick" || verb == "sort" {
					find(cardText, rest)
				}
			}
		}
	}
	return found
}

// Golden texts of what players see. After a change of words or looks:
// go test ./commands -update, and read the difference.
func TestGolden(t *testing.T) {
	for _, sys := range systems.All() {
		fewest, _ := seats(t, sys)
		n := max(fewest, 3)
		r := gametest.NewRand(11)
		opened := newMatch(t, sys, n-1, nil)
		var b strings.Builder
		shot := func(what string, msg bot.Message) {
			fmt.Fprintf(&b, "=== %s\n%s\n", what, snapshot(msg))
		}
		shot("a lobby with a seat missing", sceneOf(opened).board())
		m := do(t, opened, table.Join{Player: table.Player(n)}, opened.At())
		shot("a lobby that can start", sceneOf(m).board())
		filled := do(t, opened, table.AddComputer{Player: 1, Level: cpu.Easy, Fill: true}, opened.At())
		shot("a lobby filled with computer players", sceneOf(filled).board())
		shot("and when the match has begun", sceneOf(filled).past())
		for filled.Phase() != table.Playing {
			filled = step(t, gametest.NewRand(5), filled)
		}
		shot("the first turn with computer players: board", sceneOf(filled).board())
		m = step(t, r, do(t, m, table.Start{Player: m.Host()}, m.At()))
		turn, _ := m.Turn()
		shot("the first turn: board", sceneOf(m).board())
		shot("the first turn: ping", sceneOf(m).ping(MentionTurn, m.At()))
		shot("the first turn: the hand of who leads", sceneOf(m).hand(turn, page{}, ""))
		for range 2 {
			m = step(t, r, m)
		}
		turn, _ = m.Turn()
		other := game.Seat((int(turn) + 1) % n)
		shot("two moves later: board", sceneOf(m).board())
		shot("two moves later: the hand whose turn it is", sceneOf(m).hand(turn, page{}, ""))
		shot("two moves later: another hand, after a late click", sceneOf(m).hand(other, page{}, "That turn is over. This is your hand now."))
		slow := do(t, m, table.TimeUp{}, m.Deadline())
		shot("time ran out: board", sceneOf(slow).board())
		for slow.Phase() == table.Playing && !slow.Paused() {
			slow = do(t, slow, table.TimeUp{}, slow.Deadline())
		}
		shot("nobody there: board", sceneOf(slow).board())
		for m.Phase() == table.Playing {
			m = step(t, r, m)
		}
		shot("after the round: board", sceneOf(m).board())
		shot("and when the next has begun", sceneOf(m).past())
		shot("after the round: a hand", sceneOf(m).hand(0, page{}, ""))
		m = step(t, r, m)
		turn, _ = m.Turn()
		shot("the second round: board", sceneOf(m).board())
		shot("the second round: the hand of who is first", sceneOf(m).hand(turn, page{}, ""))
		cut := do(t, m, table.End{Player: m.Host()}, m.At())
		shot("ended by the host: board", sceneOf(cut).board())
		for m.Phase() != table.Over {
			m = step(t, r, m)
		}
		shot("won: board", sceneOf(m).board())
		golden(t, sys.Name, b.String())
	}
}

// What players see of seats that change hands, of votes and of a bot that goes down.
func TestSeatsGolden(t *testing.T) {
	sys := systems.All()[0]
	r := gametest.NewRand(11)
	m := newMatch(t, sys, 4, nil)
	m = step(t, r, do(t, m, table.Start{Player: 1}, m.At()))
	var b strings.Builder
	shot := func(what string, msg bot.Message) {
		fmt.Fprintf(&b, "=== %s\n%s\n", what, snapshot(msg))
	}
	later := func(m table.Match, commands ...table.Command) table.Match {
		for _, c := range commands {
			m = do(t, m, c, m.At().Add(time.Second))
		}
		return m
	}
	voting := later(m, table.Kick{Player: 2, Against: 3}, table.Join{Player: 5})
	vote, _ := voting.Vote()
	shot("a vote", sceneOf(voting).poll())
	shot("the board meanwhile", sceneOf(voting).board())
	shot("the vote is lost: board", sceneOf(do(t, voting, table.TimeUp{}, vote.Until)).board())
	shot("a vote removed one, another left and was replaced: board",
		sceneOf(later(voting, table.Ballot{Player: 4, Number: vote.Number, For: true}, table.Leave{Player: 4}, table.Join{Player: 6})).board())
	left := later(m, table.Kick{Player: 1, Against: 3}, table.Leave{Player: 2}, table.Leave{Player: 4})
	shot("one kicked, two left: the hand of one of them", sceneOf(left).hand(1, page{}, ""))
	left = later(left, table.Leave{Player: 1})
	shot("everyone has left: board", sceneOf(left).board())
	away := m
	for range 30 {
		seat, _ := away.Turn()
		if away.Away(2) {
			break
		}
		if seat == 2 {
			away = do(t, away, table.TimeUp{}, away.Deadline())
		} else if away.Phase() == table.Playing {
			away = step(t, r, away)
		}
	}
	shot("two time-outs in a row: board", sceneOf(away).board())
	shot("two time-outs in a row: the hand", sceneOf(away).hand(2, page{}, ""))
	warned := sceneOf(m)
	shot("a third of the clock is left: ping", warned.ping(MentionWarning, m.Warning()))
	if early := warned.ping(MentionWarning, m.Warning().Add(-time.Millisecond)); !early.Empty() {
		t.Errorf("a player is notified who may still act in time:\n%s", snapshot(early))
	}
	if off := warned.ping(MentionOff, m.Deadline()); !off.Empty() {
		t.Errorf("a player is notified who must not be:\n%s", snapshot(off))
	}
	down := sceneOf(m)
	down.down = true
	shot("the bot goes down: board", down.board())
	shot("a table that was lost", lostBoard(7))
	golden(t, "seats", b.String())
}

// Names as long as nobody has them on Discord, in all that is shown.
func TestLongNames(t *testing.T) {
	sys := systems.All()[0]
	_, most := seats(t, sys)
	r := gametest.NewRand(5)
	m := newMatch(t, sys, most, nil)
	for range 40 {
		s := sceneOf(m)
		for i := range s.people {
			s.people[i].Name = strings.Repeat("*_~", 2000)
		}
		for p := range s.who {
			s.who[p] = standing.Person{ID: "1", Name: strings.Repeat("@here ", 2000)}
		}
		for what, msg := range map[string]bot.Message{"board": s.board(), "ping": s.ping(MentionTurn, m.At()), "vote": s.poll(), "hand": s.hand(0, page{}, "")} {
			if err := msg.Check(); err != nil {
				t.Fatalf("%s at %v: %v", what, m, err)
			}
		}
		m = step(t, r, m)
		if m.Phase() == table.Playing && m.Decision().Turn == 2 {
			m = do(t, m, table.Kick{Player: 2, Against: 3}, m.At())
		}
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name+".txt")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs from what is shown now (go test ./commands -update writes it anew):\n%s", file, got)
	}
}

// snapshot writes a message as text: a frame's colour, blocks, buttons.
func snapshot(m bot.Message) string {
	var b strings.Builder
	fmt.Fprintf(&b, "(%06x", m.Accent)
	if len(m.Mentions) > 0 {
		fmt.Fprintf(&b, ", notifies %s", strings.Join(m.Mentions, " "))
	}
	b.WriteString(")\n")
	for _, block := range m.Blocks {
		switch block := block.(type) {
		case bot.Text:
			fmt.Fprintf(&b, "%s\n", block)
		case bot.Divider:
			b.WriteString("----\n")
		case bot.Section:
			for _, text := range block.Texts {
				fmt.Fprintf(&b, "%s ", text)
			}
			b.WriteString(show([]bot.Block{bot.Row{*block.Button}}))
		default:
			b.WriteString(show([]bot.Block{block}))
		}
	}
	return b.String()
}

// The tables of these tests: people 1, 2, 3… sit at seats 0, 1, 2…

var began = time.Date(2026, 1, 2, 15, 0, 0, 0, time.UTC)

func seats(t *testing.T, sys systems.System) (fewest, most int) {
	t.Helper()
	rules, err := sys.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return rules.Seats()
}

// newMatch is a lobby with n people.
func newMatch(t *testing.T, sys systems.System, n int, options map[string]string) table.Match {
	t.Helper()
	var others []table.Player
	for i := 2; i <= n; i++ {
		others = append(others, table.Player(i))
	}
	return do(t, table.New(1, systems.New), table.Opening{
		Guild: "1", Channel: "2", System: sys.Name, Version: sys.Version, Options: options,
		Host: 1, Others: others, Settings: table.DefaultSettings(),
	}, began)
}

func do(t *testing.T, m table.Match, c table.Command, now time.Time) table.Match {
	t.Helper()
	events, err := m.Decide(c, now)
	if err != nil {
		t.Fatalf("%#v at %s: %v", c, m.Decision(), err)
	}
	for _, e := range events {
		if m, err = m.Apply(e); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

// step goes on by one random decision, or deal.
func step(t *testing.T, r *gametest.Rand, m table.Match) table.Match {
	t.Helper()
	switch m.Phase() {
	case table.Lobby:
		return do(t, m, table.Start{Player: m.Host()}, m.At())
	case table.Between:
		return do(t, m, table.Deal{Chance: r.Chance(m.Rules(), len(m.Players()))}, m.Deadline())
	}
	seat, ok := m.Turn()
	if !ok {
		t.Fatal(errors.New("nobody's turn, and not over"))
	}
	legal := m.State().Legal()
	if _, ok := m.Computer(seat); ok {
		return do(t, m, table.Chosen{Decision: m.Decision(), Action: legal[r.Intn(len(legal))]}, m.Deadline())
	}
	return do(t, m, table.Act{
		Player: m.Players()[seat], Decision: m.Decision(), Action: legal[r.Intn(len(legal))],
	}, m.At().Add(3*time.Second))
}

// sceneOf is a scene whose people have plain names, and one that needs escaping.
func sceneOf(m table.Match) scene {
	names := []string{"Ann", "Bob", "Cy", "Dee", "Eve", "*Fay*"}
	s := scene{Match: m, game: "Game", who: map[table.Player]standing.Person{}, usual: table.DefaultSettings()}
	person := func(p table.Player) standing.Person {
		i := int(p) - 1
		return standing.Person{ID: fmt.Sprint(p), Name: names[i%len(names)] + strings.Repeat("'", i/len(names))}
	}
	for seat, p := range m.Players() {
		if c, ok := m.Computer(game.Seat(seat)); ok {
			s.people = append(s.people, standing.Person{Name: c.Name})
			continue
		}
		s.people = append(s.people, person(p))
	}
	s.computers, s.hints = m.Phase() == table.Lobby, true
	for p := table.Player(1); p < 20; p++ {
		s.who[p] = person(p)
	}
	s.watcher, _ = m.View(game.Watcher)
	return s
}
