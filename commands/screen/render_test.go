package screen

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen/screentest"
	"deuces/game"
	"deuces/game/ai"
	"deuces/game/card"
	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/picture/face"
	"deuces/say"
	"deuces/settings"
	"deuces/standing"
	"deuces/table"
)

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
			fewest, full := screentest.Seats(t, sys)
			for _, n := range []int{fewest, (fewest + full) / 2, full} {
				m := screentest.NewMatch(t, sys, n-1, nil)
				m = screentest.Do(t, m, table.AddComputer{Player: 1, Level: ai.Hard}, m.At())
				phase := table.Over
				for moves := 0; m.Phase() != table.Over && moves < most; moves++ {
					if moves%every == 0 || m.Phase() != phase {
						examine(t, r, m)
					}
					phase, m = m.Phase(), screentest.Step(t, r, m)
				}
				if m.Phase() != table.Over {
					m = screentest.Do(t, m, table.End{Player: m.Host()}, m.At())
				}
				examine(t, r, m)
			}
		})
	}
}

// The check above finds what it is for.
func TestALeakIsFound(t *testing.T) {
	for _, sys := range systems.All() {
		m := screentest.NewMatch(t, sys, 4, nil)
		r := gametest.NewRand(3)
		for m.Phase() != table.Playing {
			m = screentest.Step(t, r, m)
		}
		s := snapshotOf(m)
		theirs, _ := m.View(1)
		leaky, public := s.Board(), known(s, game.Watcher)
		secret := slices.IndexFunc(theirs.Hand, func(c card.Card) bool { return !public[c.String()] && !c.IsJoker() })
		leaky.Blocks = append(leaky.Blocks, bot.Row{{ID: "pick/1/1.1/0.0." + theirs.Hand[secret].String(), Label: say.Verbatim("?")}})
		if leaks(leaky, public) == nil {
			t.Errorf("%s: a card of seat 1 in a custom_id of the board went unnoticed", sys.Name)
		}
	}
}

// examine renders all that can be seen of a match.
func examine(t *testing.T, r *gametest.Rand, m table.Match) {
	t.Helper()
	s := snapshotOf(m)
	if r.Intn(2) == 0 {
		s.OwnPictures, s.GuildSettings.Pictures = screentest.Pictures(face.TwoColors), screentest.Pictures(face.FourColors)
	}
	public := known(s, game.Watcher)
	routes := ids.Verbs()
	check := func(what string, msg bot.Message, known map[string]bool) {
		t.Helper()
		if err := msg.Check(); err != nil {
			t.Fatalf("%s at %s: %v\n%s", what, m.Decision(), err, screentest.Text(msg))
		}
		for _, id := range idsOf(msg) {
			if verb, _, _ := strings.Cut(id, "/"); !slices.Contains(routes, verb) {
				t.Fatalf("%s has a button %q that leads nowhere", what, id)
			}
		}
		if l := leaks(msg, known); l != nil {
			t.Fatalf("%s at %s shows %v\n%s", what, m.Decision(), l, screentest.Text(msg))
		}
	}
	check("board", s.Board(), public)
	if m.Phase() == table.Lobby || m.Phase() == table.Between && m.Round() > 0 {
		check("past", s.PastBoard(), public)
	}
	if m.Phase() == table.Lobby {
		for at := range 9 {
			check("options", s.OptionsPanel(at, SeatsKey, say.Verbatim("A reason.")), public)
		}
	}
	check("ping", s.TurnMention(settings.MentionTurn, m.At()), public)
	check("vote", s.Poll(), public)
	for i := range s.People {
		seat := game.Seat(i)
		mine := known(s, seat)
		check("hand", s.Hand(seat, ids.Page{}, say.Verbatim("A note.")), mine)
		v, ok := m.View(seat)
		if !ok || len(v.Legal) == 0 || m.Phase() != table.Playing {
			continue
		}
		// A way through the picker to a legal play, and each class of offers.
		a := v.Legal[r.Intn(len(v.Legal))]
		at := ids.Page{}
		for _, c := range a.Cards {
			if c == card.AnyJoker {
				break
			}
			at.Picks += c.String()
			check("picking "+at.Picks, s.Hand(seat, at, say.Message{}), mine)
		}
		for class := 1; class < 12; class++ {
			check("class", s.Hand(seat, ids.Page{Class: class, At: r.Intn(4)}, say.Message{}), mine)
		}
	}
}

// idsOf are the custom_ids of a message.
func idsOf(m bot.Message) []string {
	var found []string
	for _, block := range m.Blocks {
		switch b := block.(type) {
		case bot.Section:
			found = append(found, b.Button.ID)
		case bot.Row:
			for _, button := range b {
				found = append(found, button.ID)
			}
		}
	}
	return found
}

// known are the cards that a viewer may see, as texts and custom_ids write them.
func known(s Snapshot, seat game.Seat) map[string]bool {
	known := map[string]bool{}
	add := func(cards ...card.Card) {
		for _, c := range cards {
			known[c.Face()], known[c.String()] = true, true
		}
	}
	if v, ok := s.View(seat); ok {
		add(v.Hand...)
		add(v.Top.Cards...)
		add(v.Top.As, v.OpensBy)
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
	nameText    = regexp.MustCompile(`=(?:(?:10|[2-9JQKA])[♣♦♥♠]|[2-9TJQKA][cdhs])`) // what a card is named as is nobody's card
	faceText    = regexp.MustCompile(`(10|[2-9JQKA])[♣♦♥♠]`)
	pictureText = regexp.MustCompile(`<:\w+_[0-9a-f]{4}:\d+>`)
	cardText    = regexp.MustCompile(`[2-9TJQKA][cdhs]`)
)

// facesByWords are the faces of cards by the words of their pictures.
var facesByWords = sync.OnceValue(func() map[string]string {
	of := map[string]string{}
	for _, c := range face.All() {
		of[face.Words(c, face.FourColors)], of[face.Words(c, face.TwoColors)] = c.Face(), c.Face()
	}
	return of
})

// leaks are the cards in a message that are not known to its reader.
func leaks(m bot.Message, known map[string]bool) []string {
	var found []string
	find := func(cards *regexp.Regexp, s string) {
		if strings.Contains(s, "=") {
			s = nameText.ReplaceAllString(s, "")
		}
		for _, c := range cards.FindAllString(s, -1) {
			if !known[c] {
				found = append(found, c)
			}
		}
	}
	look := func(s string) {
		if strings.Contains(s, "<:") {
			s = pictureText.ReplaceAllStringFunc(s, func(p string) string {
				c, known := facesByWords()[p[len("<:"):strings.LastIndexByte(p, '_')]]
				if !known {
					found = append(found, p)
				}
				return c
			})
		}
		if strings.ContainsAny(s, "♣♦♥♠") { // most buttons show no card, and there are very many
			find(faceText, s)
		}
	}
	for _, block := range m.Blocks {
		switch b := block.(type) {
		case bot.Text:
			look(b.String())
		case bot.Section:
			for _, text := range b.Texts {
				look(text.String())
			}
		case bot.Row:
			for _, button := range b {
				look(button.Label.String())
				look(button.Emoji)
				if verb, rest, _ := strings.Cut(button.ID, "/"); verb == "act" || verb == "pick" || verb == "sort" {
					find(cardText, rest)
				}
			}
		}
	}
	return found
}

// snapshotOf is a Snapshot whose people have plain names, and one that needs escaping.
func snapshotOf(m table.Match) Snapshot {
	names := []string{"Ann", "Bob", "Cy", "Dee", "Eve", "*Fay*"}
	s := Snapshot{Match: m, Game: say.New("Game"), Who: map[table.Player]standing.Person{}, Defaults: table.DefaultSettings()}
	person := func(p table.Player) standing.Person {
		i := int(p) - 1
		return standing.Person{ID: fmt.Sprint(p), Name: names[i%len(names)] + strings.Repeat("'", i/len(names))}
	}
	for seat, p := range m.Players() {
		if c, ok := m.Computer(game.Seat(seat)); ok {
			s.People = append(s.People, standing.Person{Name: c.Name})
			continue
		}
		s.People = append(s.People, person(p))
	}
	s.OffersComputers, s.OffersHints = m.Phase() == table.Lobby, true
	for p := table.Player(1); p < 20; p++ {
		s.Who[p] = person(p)
	}
	s.Public, _ = m.View(game.Watcher)
	if len(m.Results()) > 0 && m.Phase() != table.Playing {
		s.Head = "00112233445566778899aabbccddeeff"
	}
	s.Next, _ = m.NextDeal()
	return s
}
