package screen

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"deuces/bot"
	"deuces/bot/bottest"
	"deuces/commands/ids"
	"deuces/commands/screen/screentest"
	"deuces/game"
	"deuces/game/ai"
	"deuces/game/card"
	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/internal/picture/face"
	"deuces/internal/say"
	"deuces/languages"
	"deuces/languages/languagestest"
	"deuces/match"
	"deuces/match/matchtest"
	"deuces/settings"
	"deuces/standing"
)

// testMatch is a match with the events of its round, and a Witness that knows which cards each seat
// has seen.
type testMatch struct {
	match.Match
	matchtest.Witness
	colors    map[string]int // colors of messages by their text
	languages languages.Set
	rendered  int           // how many messages so far
	dealtFrom match.Match   // the match just before the deal of the round
	events    []match.Event // the events since that deal
}

// step makes one random decision, or deals.
func (w *testMatch) step(t *testing.T, r *gametest.Rand) {
	t.Helper()
	c, at := screentest.Next(t, r, w.Match)
	events, err := w.Decide(c, at)
	if err != nil {
		t.Fatalf("%#v at %s: %v", c, w.Decision, err)
	}
	for _, e := range events {
		if err := w.apply(e); err != nil {
			t.Fatal(err)
		}
	}
}

func (w *testMatch) apply(e match.Event) error {
	after, err := w.Apply(e)
	if err != nil {
		return err
	}
	if _, deals := e.Body.(match.Dealt); deals {
		w.dealtFrom, w.events = w.Match, nil
	}
	w.Match, w.events = after, append(w.events, e)
	return w.Follow(after, e)
}

// dealDifferently returns the same round, but with the cards that a seat has not seen in other
// places. It returns false if that seat could tell the difference.
func (w *testMatch) dealDifferently(seat game.Seat, r *gametest.Rand) (testMatch, bool) {
	other := testMatch{Match: w.dealtFrom}
	for _, e := range w.events {
		if dealt, ok := e.Body.(match.Dealt); ok {
			var hidden []*card.Card
			dealt.Chance.Deck = slices.Clone(dealt.Chance.Deck)
			for i := range dealt.Chance.Deck {
				if c := &dealt.Chance.Deck[i]; !w.KnownPlaces(seat).Has(*c) {
					hidden = append(hidden, c)
				}
			}
			if len(hidden) == 0 {
				return other, false
			}
			for range 1 + r.Intn(len(hidden)) {
				a, b := hidden[r.Intn(len(hidden))], hidden[r.Intn(len(hidden))]
				*a, *b = *b, *a
			}
			e.Body = dealt
		}
		if other.apply(e) != nil {
			return other, false
		}
	}
	_, hasTurn := w.State.Turn()
	_, otherHasTurn := other.State.Turn() // the changed cards may end a round, which everyone can see
	return other, hasTurn == otherHasTurn && w.Seen(seat) == other.Seen(seat)
}

// The test renders every message of a table at many moments of random matches of every system. Each
// fits Discord's limits, contains no card that its reader has not seen, and does not depend on such
// cards. With clean titles, it has no rude word. If cards are words, it has no suit symbol. Nothing
// is shown by color alone: messages and buttons that differ in color also differ in words.
func TestEveryMessageFitsDiscordAndShowsOnlySeenCards(t *testing.T) {
	t.Parallel()
	interval := gametest.Dose(t, 4, 1, 1) // every so many moves a moment is examined; the first moment of each phase always is
	all := languagestest.All(t)
	maxMoves := gametest.Dose(t, 400, 400, 4000)
	for _, sys := range systems.All() {
		t.Run(sys.Name, func(t *testing.T) {
			t.Parallel()
			r := gametest.NewRand(7)
			fewest, full := screentest.Seats(t, sys)
			compared := 0
			for _, n := range []int{fewest, (fewest + full) / 2, full} {
				m := screentest.NewMatch(t, sys, n-1, nil)
				w := testMatch{Match: screentest.Do(t, m, match.AddComputer{Player: 1, Level: ai.Hard}, m.At), colors: map[string]int{}, languages: all}
				phase := match.Over
				for moves := 0; w.Phase != match.Over && moves < maxMoves; moves++ {
					if moves%interval == 0 || w.Phase != phase {
						compared += examine(t, r, &w)
					}
					phase = w.Phase
					w.step(t, r)
				}
				if w.Phase != match.Over {
					w.Match = screentest.Do(t, w.Match, match.End{Player: w.Host}, w.At)
				}
				examine(t, r, &w)
			}
			if compared < 50 {
				t.Errorf("got %d moments compared with another deal, want at least 50", compared)
			}
		})
	}
}

// If a message shows an unseen card, the previous test fails.
func TestALeakIsFound(t *testing.T) {
	for _, sys := range systems.All() {
		w := testMatch{Match: screentest.NewMatch(t, sys, 4, nil)}
		r := gametest.NewRand(3)
		for w.Phase != match.Playing {
			w.step(t, r)
		}
		s := snapshotOf(w.Match)
		board, public := s.Board(), w.knownCards(game.Watcher)
		theirs := w.Hand(1).Cards()
		secret := slices.IndexFunc(theirs, func(c card.Card) bool { return !public[c.String()] && !c.IsJoker() })
		for _, hidden := range []bot.Block{
			bot.Row{{ID: "pick/1/1.1/0.0." + theirs[secret].String(), Label: say.Verbatim("?")}},
			bot.Row{{ID: "plan/1/1.1/n.0.0." + theirs[secret].String() + "/3", Label: say.Verbatim("?")}},
			bot.Row{{ID: "x", Label: say.Verbatim(theirs[secret].Face())}},
			bot.Row{{ID: "x", Label: say.Verbatim("?"), Emoji: "<:" + face.Words(theirs[secret], face.FourColors) + "_01ab:7>"}},
			bot.Gallery{{URL: "x", Alt: say.Verbatim(theirs[secret].Face())}},
			bot.Select{ID: "x", Options: []bot.SelectOption{{Value: "x", Label: say.Verbatim(theirs[secret].Face())}}},
		} {
			m := board
			m.Blocks = append(slices.Clip(m.Blocks), hidden)
			if leaks(m, public) == nil {
				t.Errorf("%s: a card of seat 1 went unnoticed in %+v", sys.Name, hidden)
			}
		}
	}
}

// rendering is a message that a viewer can get.
type rendering struct {
	name        string
	cleanTitles bool // the server has clean titles
	cardWords   bool // the reader has chosen words for cards
	bot.Message
}

// sentText returns all parts of the message that are sent to Discord, as text.
func (s rendering) sentText() string {
	return fmt.Sprintln(s.name, s.Edition, strings.Join(customIDs(s.Message), " ")) + screentest.Text(s.Message)
}

// renderAll renders all messages of a match that a viewer can see. The seed determines which pages
// of the hand are rendered.
func renderAll(m match.Match, viewer game.Seat, seed uint64) (all []rendering) {
	r := gametest.NewRand(seed)
	s := snapshotOf(m)
	clean := r.Intn(3) == 0
	if clean {
		s.Game, s.GuildSettings = say.New("Asshole"), guildWithWording(settings.Clean)
	}
	words := viewer != game.Watcher && r.Intn(3) == 0
	if words {
		s.Chosen.Cards = settings.InWords
	} else if r.Intn(2) == 0 {
		s.OwnPictures, s.GuildSettings.Pictures = screentest.Pictures(face.TwoColors), screentest.Pictures(face.FourColors)
	}
	show := func(what string, m bot.Message) {
		if clean {
			m = s.GuildSettings.Message(m)
		}
		all = append(all, rendering{what, clean, words, m})
	}
	if viewer == game.Watcher {
		show("board", s.Board())
		if m.Phase == match.Lobby || m.Phase == match.Between && m.Decision.Round > 0 {
			show("past", s.PastBoard())
		}
		if m.Phase == match.Lobby {
			for at := range 9 {
				show("options", s.OptionsPanel(at, SeatsKey, say.Verbatim("A reason.")))
			}
		}
		show("ping", s.TurnMention(settings.MentionTurn, m.At))
		show("vote", s.Poll())
		show("end", s.AskToEnd(m.Host))
		show("remove", s.AskToRemove(m.Host, true, true))
		return all
	}
	show("hand", s.Hand(viewer, ids.Page{}, say.Verbatim("A note.")))
	v, ok := m.View(viewer)
	if !ok || m.Phase != match.Playing {
		return all
	}
	if len(v.Legal) == 0 {
		if m.CanPlan(viewer) {
			show("plan", s.Hand(viewer, ids.Page{Planning: true}, say.Message{}))
			show("a planned pick", s.Hand(viewer, ids.Page{Planning: true, Picks: v.Hand[0].String()}, say.Message{}))
		}
		return all
	}
	// Pages of the picker that lead to a legal play:
	a := v.Legal[r.Intn(len(v.Legal))]
	at := ids.Page{}
	for _, c := range a.Cards {
		if c == card.AnyJoker {
			break
		}
		at.Picks += c.String()
		show("picking "+at.Picks, s.Hand(viewer, at, say.Message{}))
	}
	return all
}

// examine renders all messages of a match. For one viewer, it compares them with those of the same
// round with different hidden cards. It returns 1 if such a round was found, and otherwise 0.
func examine(t *testing.T, r *gametest.Rand, w *testMatch) (compared int) {
	t.Helper()
	routes, seed := ids.Verbs(), r.Uint64()
	for viewer := game.Watcher; int(viewer) < len(w.Players()); viewer++ {
		known, marked := w.knownCards(viewer), buttonColors{}
		for _, m := range renderAll(w.Match, viewer, seed) {
			w.rendered++
			translated := m.Message
			translated.Language = w.languages[w.rendered%len(w.languages)]
			for _, shown := range []bot.Message{m.Message, translated} {
				if err := bottest.Message(shown); err != nil {
					t.Fatalf("%s at %s in %s: %v\n%s", m.name, w.Decision, shown.Language.Tag(), err, screentest.Text(m.Message))
				}
			}
			texts := screentest.AllText(m.Message)
			if before, seen := w.colors[texts]; seen && before != m.Accent {
				t.Fatalf("only the color of the frame distinguishes two messages, %06x and %06x:\n%s", before, m.Accent, texts)
			}
			w.colors[texts] = m.Accent
			if name := marked.differsOnlyInColor(m.Message, func(b bot.Button) string { return b.Label.String() + b.Emoji }); name != "" {
				t.Fatalf("%s: only the color shows that %q is chosen:\n%s", m.name, name, screentest.Text(m.Message))
			}
			if m.cardWords && strings.ContainsAny(texts, "♣♦♥♠") {
				t.Fatalf("%s: a suit is a symbol:\n%s", m.name, texts)
			}
			if m.cleanTitles && rudeWords.MatchString(texts) {
				t.Fatalf("%s of a server with clean titles has a rude word:\n%s", m.name, texts)
			}
			for _, id := range customIDs(m.Message) {
				if verb, _, _ := strings.Cut(id, "/"); !slices.Contains(routes, verb) {
					t.Fatalf("%s has a button %q that leads nowhere", m.name, id)
				}
			}
			if l := leaks(m.Message, known); l != nil && w.Oracle != nil { // before a deal, only options name cards
				t.Fatalf("%s of seat %d at %s shows the unseen cards %v\n%s", m.name, viewer, w.Decision, l, screentest.Text(m.Message))
			}
		}
	}
	if w.Phase != match.Playing {
		return 0
	}
	viewer := game.Seat(r.Intn(len(w.Players())+1) - 1)
	other, same := w.dealDifferently(viewer, r)
	if !same {
		return 0
	}
	mine, theirs := renderAll(w.Match, viewer, seed), renderAll(other.Match, viewer, seed)
	for i, m := range mine {
		if got, redealt := m.sentText(), theirs[i].sentText(); got != redealt {
			t.Fatalf("%s of seat %d at %s depends on cards that it has not seen (-here +dealt otherwise):\n%s", m.name, viewer, w.Decision, cmp.Diff(got, redealt))
		}
	}
	return 1
}

// buttonColors has the buttons seen so far by name. The value is whether the button is green.
type buttonColors map[string]bool

// differsOnlyInColor returns the name of a button that has the name of an earlier button but
// another color, or "".
func (g buttonColors) differsOnlyInColor(m bot.Message, name func(bot.Button) string) (found string) {
	for _, block := range m.Blocks {
		row, _ := block.(bot.Row)
		for _, b := range row {
			if green, seen := g[name(b)]; seen && green != (b.Style == bot.Green) {
				found = name(b)
			}
			g[name(b)] = b.Style == bot.Green
		}
	}
	return found
}

// customIDs returns the custom_ids of a message.
func customIDs(m bot.Message) []string {
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

// knownCards returns the cards that a viewer has seen, in the forms used in texts and custom_ids.
func (w *testMatch) knownCards(viewer game.Seat) map[string]bool {
	known := map[string]bool{}
	if w.Oracle == nil {
		return known
	}
	for c := range w.Seen(viewer).All() {
		known[c.Face()], known[c.String()] = true, true
	}
	return known
}

var (
	namedJoker  = regexp.MustCompile("=(?: `)?(?:(?:10|[2-9JQKA])[♣♦♥♠]|[2-9TJQKA][cdhs])") // a card that a Joker stands for isn't a card of a hand
	faceText    = regexp.MustCompile(`(10|[2-9JQKA])[♣♦♥♠]`)
	pictureText = regexp.MustCompile(`<:\w+_[0-9a-f]{4}:\d+>`)
	cardText    = regexp.MustCompile(`[2-9TJQKA][cdhs]`)
)

// facesByWords maps the names of card emojis to faces of cards.
var facesByWords = sync.OnceValue(func() map[string]string {
	faces := map[string]string{}
	for _, c := range face.All() {
		faces[face.Words(c, face.FourColors)], faces[face.Words(c, face.TwoColors)] = c.Face(), c.Face()
	}
	return faces
})

// leaks returns the cards in a message that its reader has not seen.
func leaks(m bot.Message, known map[string]bool) (found []string) {
	find := func(cards *regexp.Regexp, s string) {
		if strings.Contains(s, "=") {
			s = namedJoker.ReplaceAllString(s, "")
		}
		for _, c := range cards.FindAllString(s, -1) {
			if !known[c] {
				found = append(found, c)
			}
		}
	}
	text := screentest.AllText(m)
	for _, block := range m.Blocks {
		row, _ := block.(bot.Row)
		for _, button := range row {
			text += button.Emoji + "\n"
			if verb, rest, _ := strings.Cut(button.ID, "/"); slices.Contains([]string{"act", "pick", "sort", "plan", "later", "hint"}, verb) {
				find(cardText, rest)
			}
		}
	}
	if strings.Contains(text, "<:") {
		text = pictureText.ReplaceAllStringFunc(text, func(p string) string {
			c, known := facesByWords()[p[len("<:"):strings.LastIndexByte(p, '_')]]
			if !known {
				found = append(found, p)
			}
			return c
		})
	}
	find(faceText, text)
	return found
}

// snapshotOf returns a Snapshot of people with plain names, except for one name that needs
// escaping.
func snapshotOf(m match.Match) Snapshot {
	names := []string{"Ann", "Bob", "Cy", "Dee", "Eve", "*Fay*"}
	s := Snapshot{Match: m, Game: say.New("Game"), GuildSettings: GuildSettings{Catalogue: Catalogue{Games: allGames()}}, Who: map[match.Player]standing.Person{}, Defaults: match.DefaultSettings()}
	person := func(p match.Player) standing.Person {
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
	s.OffersComputers, s.OffersHints = m.Phase == match.Lobby, true
	for p := match.Player(1); p < 20; p++ {
		s.Who[p] = person(p)
	}
	s.Public, _ = m.View(game.Watcher)
	s.Next, _ = m.NextDeal()
	return s
}
