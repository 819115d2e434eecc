package commands

import (
	"errors"
	"flag"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"deuces/bot"
	"deuces/game"
	"deuces/game/ai"
	"deuces/game/card"
	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/standing"
	"deuces/table"
)

var update = flag.Bool("update", false, "write the golden files anew")

// Everything that can be seen of a table, at every moment of random matches of
// every system: within Discord's limits, and without a card that its reader may
// not know.
func TestEveryRenderingFitsAndTellsNoSecrets(t *testing.T) {
	t.Parallel()
	every := gametest.Dose(t, 4, 1, 1) // of so many moments one is looked at, and each at which a phase begins
	most := gametest.Dose(t, 400, 400, 4000)
	for _, sys := range systems.All() {
		t.Run(sys.Name, func(t *testing.T) {
			t.Parallel()
			r := gametest.NewRand(7)
			fewest, full := seats(t, sys)
			for _, n := range []int{fewest, (fewest + full) / 2, full} {
				m := newMatch(t, sys, n-1, nil)
				m = do(t, m, table.AddComputer{Player: 1, Level: ai.Hard}, m.At())
				phase := table.Over
				for moves := 0; m.Phase() != table.Over && moves < most; moves++ {
					if moves%every == 0 || m.Phase() != phase {
						examine(t, r, m)
					}
					phase, m = m.Phase(), step(t, r, m)
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
