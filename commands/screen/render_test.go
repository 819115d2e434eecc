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
	"deuces/match"
	"deuces/match/matchtest"
	"deuces/settings"
	"deuces/standing"
)

// watched is a match with the events of its round, and an oracle that knows who has seen which
// card.
type watched struct {
	match.Match
	matchtest.Witness
	frames map[string]int // colors of messages by their words
	before match.Match    // at the deal of the round
	events []match.Event  // since then
}

// step makes one random decision or deals.
func (w *watched) step(t *testing.T, r *gametest.Rand) {
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

func (w *watched) apply(e match.Event) error {
	after, err := w.Apply(e)
	if err != nil {
		return err
	}
	if _, deals := e.Body.(match.Dealt); deals {
		w.before, w.events = w.Match, nil
	}
	w.Match, w.events = after, append(w.events, e)
	return w.Follow(after, e)
}

// anew returns the same round with the cards that a seat has not seen dealt differently. It returns
// false if that seat could tell the difference.
func (w *watched) anew(seat game.Seat, r *gametest.Rand) (watched, bool) {
	other := watched{Match: w.before}
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
	_, on := w.State.Turn()
	_, goesOn := other.State.Turn() // the new cards may end a round, which everyone can tell
	return other, on == goesOn && w.Seen(seat) == other.Seen(seat)
}

// Every message of a table, at every moment of random matches of every system, fits Discord's
// limits, contains no card that its reader has not seen, and does not depend on such cards. Where titles
// are clean, it has no rude word, and where cards are words, no suit symbol. Nothing is shown by color
// alone: messages and buttons that differ in colors also differ in words.
func TestEveryRenderingFitsAndTellsNoSecrets(t *testing.T) {
	t.Parallel()
	every := gametest.Dose(t, 4, 1, 1) // one moment in this many is examined, and each at which a phase begins
	most := gametest.Dose(t, 400, 400, 4000)
	for _, sys := range systems.All() {
		t.Run(sys.Name, func(t *testing.T) {
			t.Parallel()
			r := gametest.NewRand(7)
			fewest, full := screentest.Seats(t, sys)
			compared := 0
			for _, n := range []int{fewest, (fewest + full) / 2, full} {
				m := screentest.NewMatch(t, sys, n-1, nil)
				w := watched{Match: screentest.Do(t, m, match.AddComputer{Player: 1, Level: ai.Hard}, m.At), frames: map[string]int{}}
				phase := match.Over
				for moves := 0; w.Phase != match.Over && moves < most; moves++ {
					if moves%every == 0 || w.Phase != phase {
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
				t.Errorf("only %d moments were compared with another deal", compared)
			}
		})
	}
}

// The previous test can find a leak.
func TestALeakIsFound(t *testing.T) {
	for _, sys := range systems.All() {
		w := watched{Match: screentest.NewMatch(t, sys, 4, nil)}
		r := gametest.NewRand(3)
		for w.Phase != match.Playing {
			w.step(t, r)
		}
		s := snapshotOf(w.Match)
		leaky, public := s.Board(), w.known(game.Watcher)
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
			m := leaky
			m.Blocks = append(slices.Clip(m.Blocks), hidden)
			if leaks(m, public) == nil {
				t.Errorf("%s: a card of seat 1 went unnoticed in %+v", sys.Name, hidden)
			}
		}
	}
}

// shown is a message that a viewer can get.
type shown struct {
	what  string
	clean bool // the server has clean titles
	words bool // the reader chose words for cards
	bot.Message
}

// all returns everything that is sent to Discord.
func (s shown) all() string {
	return fmt.Sprintln(s.what, s.Edition, strings.Join(idsOf(s.Message), " ")) + screentest.Text(s.Message)
}

// messages renders everything that a viewer can see of a match. The seed determines which pages of
// the hand it visits.
func messages(m match.Match, viewer game.Seat, seed uint64) (all []shown) {
	r := gametest.NewRand(seed)
	s := snapshotOf(m)
	clean := r.Intn(3) == 0
	if clean {
		s.Game, s.GuildSettings = say.New("Asshole"), wording(settings.Clean)
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
		all = append(all, shown{what, clean, words, m})
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
		show("end", s.AskToEnd())
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
	// Visit pages of the picker towards a legal play, and of each class of offers.
	a := v.Legal[r.Intn(len(v.Legal))]
	at := ids.Page{}
	for _, c := range a.Cards {
		if c == card.AnyJoker {
			break
		}
		at.Picks += c.String()
		show("picking "+at.Picks, s.Hand(viewer, at, say.Message{}))
	}
	for class := 1; class < 12; class++ {
		show("class", s.Hand(viewer, ids.Page{Class: class, At: r.Intn(4)}, say.Message{}))
	}
	return all
}

// examine renders everything that can be seen of a match, and compares what one viewer gets with
// the same round dealt differently. It returns how often that was possible.
func examine(t *testing.T, r *gametest.Rand, w *watched) (compared int) {
	t.Helper()
	routes, seed := ids.Verbs(), r.Uint64()
	for viewer := game.Watcher; int(viewer) < len(w.Players()); viewer++ {
		known, marked := w.known(viewer), greens{}
		for _, m := range messages(w.Match, viewer, seed) {
			if err := bottest.Message(m.Message); err != nil {
				t.Fatalf("%s at %s: %v\n%s", m.what, w.Decision, err, screentest.Text(m.Message))
			}
			said := screentest.Said(m.Message)
			if before, seen := w.frames[said]; seen && before != m.Accent {
				t.Fatalf("the frame alone tells two messages apart, %06x and %06x:\n%s", before, m.Accent, said)
			}
			w.frames[said] = m.Accent
			if name := marked.only(m.Message, func(b bot.Button) string { return b.Label.String() + b.Emoji }); name != "" {
				t.Fatalf("%s: only the color tells that %q is chosen:\n%s", m.what, name, screentest.Text(m.Message))
			}
			if m.words && strings.ContainsAny(said, "♣♦♥♠") {
				t.Fatalf("%s: a suit is a symbol:\n%s", m.what, said)
			}
			if m.clean && rude.MatchString(said) {
				t.Fatalf("%s of a clean server is\n%s", m.what, said)
			}
			for _, id := range idsOf(m.Message) {
				if verb, _, _ := strings.Cut(id, "/"); !slices.Contains(routes, verb) {
					t.Fatalf("%s has a button %q that leads nowhere", m.what, id)
				}
			}
			if l := leaks(m.Message, known); l != nil && w.Oracle != nil { // before a deal, only options name cards
				t.Fatalf("%s of seat %d at %s shows %v\n%s", m.what, viewer, w.Decision, l, screentest.Text(m.Message))
			}
		}
	}
	if w.Phase != match.Playing {
		return 0
	}
	viewer := game.Seat(r.Intn(len(w.Players())+1) - 1)
	other, same := w.anew(viewer, r)
	if !same {
		return 0
	}
	mine, theirs := messages(w.Match, viewer, seed), messages(other.Match, viewer, seed)
	for i, m := range mine {
		if here, there := m.all(), theirs[i].all(); here != there {
			t.Fatalf("%s of seat %d at %s depends on cards that it has not seen (-here +dealt otherwise):\n%s", m.what, viewer, w.Decision, cmp.Diff(here, there))
		}
	}
	return 1
}

// greens finds buttons that differ in their color alone.
type greens map[string]bool

// only returns a button of the message that has the name of one before, and another color.
func (g greens) only(m bot.Message, name func(bot.Button) string) (found string) {
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

// idsOf returns the custom_ids of a message.
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

// known returns the cards that a viewer has seen, in the forms used in texts and custom ids.
func (w *watched) known(viewer game.Seat) map[string]bool {
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
	nameText    = regexp.MustCompile("=(?: `)?(?:(?:10|[2-9JQKA])[♣♦♥♠]|[2-9TJQKA][cdhs])") // the card that a Joker stands for is nobody's card
	faceText    = regexp.MustCompile(`(10|[2-9JQKA])[♣♦♥♠]`)
	pictureText = regexp.MustCompile(`<:\w+_[0-9a-f]{4}:\d+>`)
	cardText    = regexp.MustCompile(`[2-9TJQKA][cdhs]`)
)

// facesByWords maps the words of pictures to cards.
var facesByWords = sync.OnceValue(func() map[string]string {
	of := map[string]string{}
	for _, c := range face.All() {
		of[face.Words(c, face.FourColors)], of[face.Words(c, face.TwoColors)] = c.Face(), c.Face()
	}
	return of
})

// leaks returns the cards in a message that its reader has not seen.
func leaks(m bot.Message, known map[string]bool) (found []string) {
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
	shown := screentest.Said(m)
	for _, block := range m.Blocks {
		row, _ := block.(bot.Row)
		for _, button := range row {
			shown += button.Emoji + "\n"
			if verb, rest, _ := strings.Cut(button.ID, "/"); slices.Contains([]string{"act", "pick", "sort", "plan", "later", "hint"}, verb) {
				find(cardText, rest)
			}
		}
	}
	if strings.Contains(shown, "<:") {
		shown = pictureText.ReplaceAllStringFunc(shown, func(p string) string {
			c, known := facesByWords()[p[len("<:"):strings.LastIndexByte(p, '_')]]
			if !known {
				found = append(found, p)
			}
			return c
		})
	}
	find(faceText, shown)
	return found
}

// snapshotOf returns a Snapshot of people with plain names and one name that needs escaping.
func snapshotOf(m match.Match) Snapshot {
	names := []string{"Ann", "Bob", "Cy", "Dee", "Eve", "*Fay*"}
	s := Snapshot{Match: m, Game: say.New("Game"), Who: map[match.Player]standing.Person{}, Defaults: match.DefaultSettings()}
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
