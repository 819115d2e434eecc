package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/sandbox/discordspec"
	"deuces/sandbox/sandboxtest"
	"deuces/store"
	"deuces/table"
)

// The secrecy of hands (design.md, promise 2) is checked from the outside: the
// log says who knew which card when, and every body that ever reached a user is
// searched for cards.

// cards is a set of cards by the bit of each.
type cards uint64

func (c *cards) add(more ...card.Card) {
	for _, x := range more {
		if x.IsJoker() {
			x = card.AnyJoker // nothing that is shown tells Jokers apart for sure
		}
		*c |= 1 << x
	}
}

// ranks forgets the suits.
func (c cards) ranks() (r [card.Joker + 1]bool) {
	for x := card.Card(0); x < 64; x++ {
		if c>>x&1 != 0 {
			r[x.Rank()] = true
		}
	}
	return r
}

// moment is what was known from a time on: by everyone, and by each player
// beside that.
type moment struct {
	at     time.Time
	round  int
	public cards
	own    map[string]cards // by Discord id
}

// moments reads a table's log as a history of who knew what.
func moments(t *testing.T, db string, id table.ID) []moment {
	t.Helper()
	ctx := context.Background()
	s, err := store.Read(ctx, db)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var history []moment
	now := moment{own: map[string]cards{}}
	m := table.New(id, systems.New)
	for e, err := range s.Events(ctx, id) {
		if err != nil {
			t.Fatal(err)
		}
		before := m.Results()
		if m, err = m.Apply(e); err != nil {
			t.Fatal(err)
		}
		people, err := s.People(ctx, m.Players()...)
		if err != nil {
			t.Fatal(err)
		}
		if d, ok := e.Body.(table.Dealt); ok {
			now = moment{round: d.Round, own: map[string]cards{}}
			// What a player gives away in an exchange they have seen, too.
			for seat, hand := range m.Rules().Setup(len(m.Players()), d.Chance, before).Hands {
				own := now.own[people[m.Players()[seat]].ID]
				own.add(hand...)
				now.own[people[m.Players()[seat]].ID] = own
			}
		}
		public, dealt := m.View(game.Watcher)
		if !dealt {
			continue
		}
		now.at, now.own = e.At, maps.Clone(now.own)
		now.public.add(public.Top.Cards...)
		if public.OpensBy != card.None {
			now.public.add(public.OpensBy)
		}
		for _, draw := range public.Drawn {
			for _, d := range draw {
				now.public.add(d.Card)
			}
		}
		if a, ok := e.Body.(table.Acted); ok && a.Action.Verb == game.Play {
			now.public.add(a.Action.Cards...)
		}
		if m.Phase() != table.Playing { // hands are shown when a round is over
			if results := m.Results(); len(results) > 0 {
				for _, hand := range results[len(results)-1].Hands {
					now.public.add(hand...)
				}
			}
		}
		for seat, p := range m.Players() {
			v, _ := m.View(game.Seat(seat))
			own := now.own[people[p].ID]
			own.add(v.Hand...)
			now.own[people[p].ID] = own
		}
		history = append(history, now)
	}
	return history
}

// lag is how old what reaches a user may be: rendered, then sent.
const lag = 2 * time.Second

// known is what a user could know at a time: of the round then, of the round
// before where that has only just ended, the public cards of the round that a public
// message was posted in, which it goes on showing, and those of the round that it says is
// over, if it is: such a message may come late.
func known(history []moment, user string, at, posted time.Time, over int) cards {
	var all, ended cards
	round := map[int]cards{}
	rounds := map[int]bool{}
	for _, m := range history {
		if m.at.After(at) {
			break
		}
		if !m.at.After(at.Add(-lag)) {
			clear(rounds)
		}
		rounds[m.round] = true
		round[m.round] = m.public | m.own[user]
		if !posted.IsZero() && !m.at.After(posted.Add(lag)) {
			all = m.public
		}
		if m.round == over {
			ended = m.public
		}
	}
	all |= ended
	for r := range rounds {
		all |= round[r]
	}
	return all
}

var (
	faceCard   = regexp.MustCompile(`(10|[2-9JQKA])\x{FE0F}?([♣♦♥♠])`)
	jokerCard  = regexp.MustCompile("(?:^|[ `\\x{A0}\\x{2003}#+])Joker(?:$|[^\\w:])")                          // not "Jokers: 2" in the options
	namedJoker = regexp.MustCompile(`\*[123]=[2-9TJQKA][cdhs]|Jokers?(?: as | \(|=)(?:10|[2-9JQKA])[♣♦♥♠]\)?`) // a name, no card
	namedCard  = regexp.MustCompile(`=(?:[2-9TJQKA][cdhs]|(?:10|[2-9JQKA])[♣♦♥♠])`)                            // the same of other cards
	shortCard  = regexp.MustCompile(`[2-9TJQKA][cdhs]|\*[123]`)
	rankLabel  = regexp.MustCompile(`^(?:10|[2-9JQKA]|Joker)(?: (?:10|[2-9JQKA]|Joker))*$`)
	roundOver  = regexp.MustCompile(`· Round (\d+) is over`)
	suitOf     = map[string]card.Suit{"♣": card.Clubs, "♦": card.Diamonds, "♥": card.Hearts, "♠": card.Spades}
	cardFields = []string{"act", "pick", "plan", "later", "hint", "sort"}
)

// shown is what a body shows of cards: whole cards, and ranks without suits.
type shown struct {
	cards cards
	ranks []card.Rank
}

// read collects all cards in a body's texts, labels, alternative texts, names
// and custom ids, wherever in it they stand.
func (s *shown) read(v any, key string) {
	switch v := v.(type) {
	case map[string]any:
		for k, x := range v {
			s.read(x, k)
		}
	case []any:
		for _, x := range v {
			s.read(x, key)
		}
	case string:
		s.text(v, key)
	}
}

func (s *shown) text(text, key string) {
	text = namedJoker.ReplaceAllString(text, "Joker")
	text = namedCard.ReplaceAllString(text, "")
	for _, f := range faceCard.FindAllStringSubmatch(text, -1) {
		s.cards.add(mustParse(strings.Replace(f[1], "10", "T", 1) + suitOf[f[2]].String()))
	}
	if jokerCard.MatchString(text) {
		s.cards.add(card.AnyJoker)
	}
	parts := strings.SplitN(text, "/", 4)
	if (key == "custom_id" || key == "value") && len(parts) == 4 && slices.Contains(cardFields, parts[0]) {
		for _, c := range shortCard.FindAllString(parts[3], -1) {
			s.cards.add(mustParse(c))
		}
	}
	if key == "label" && rankLabel.MatchString(text) {
		for _, word := range strings.Fields(text) {
			if word == "Joker" {
				s.ranks = append(s.ranks, card.Joker)
				continue
			}
			s.ranks = append(s.ranks, mustParse(strings.Replace(word, "10", "T", 1)+"c").Rank())
		}
	}
}

func mustParse(s string) card.Card {
	c, err := card.Parse(s)
	if err != nil {
		panic(err) // the expressions above match cards only
	}
	return c
}

// leaks lists what a user was sent and could not know.
func leaks(history []moment, user string, payloads []sandboxtest.Payload) (found []string, seen int) {
	posted := map[string]time.Time{}
	for _, p := range payloads {
		var body map[string]any
		if json.Unmarshal(p.Body, &body) != nil {
			continue // no message
		}
		var first time.Time // stays zero for what only this user sees
		if flags, _ := body["flags"].(float64); int(flags)&64 == 0 {
			id, _ := body["id"].(string)
			if _, known := posted[id]; !known {
				posted[id] = p.At
			}
			first = posted[id]
		}
		var s shown
		s.read(body, "")
		if s.cards == 0 && s.ranks == nil {
			continue
		}
		seen++
		over := 0
		if found := roundOver.FindStringSubmatch(string(p.Body)); found != nil {
			over, _ = strconv.Atoi(found[1])
		}
		may := known(history, user, p.At, first, over)
		if extra := s.cards &^ may; extra != 0 {
			found = append(found, fmt.Sprintf("%s %s shows %s: %s", p.At.Format(time.TimeOnly), p.Type, extra, p.Body))
		}
		ranks := may.ranks()
		for _, r := range s.ranks {
			if !ranks[r] {
				found = append(found, fmt.Sprintf("%s %s shows a rank, %s: %s", p.At.Format(time.TimeOnly), p.Type, r, p.Body))
			}
		}
	}
	return found, seen
}

func (c cards) String() string {
	var all []card.Card
	for x := card.Card(0); x < 64; x++ {
		if c>>x&1 != 0 {
			all = append(all, x)
		}
	}
	return card.Format(all)
}

// Whole matches, and then every body that ever reached anyone is searched for
// cards that its reader could not know. What the bot sent is held against
// Discord's description and limits.
func TestNobodySeesWhatTheyMayNot(t *testing.T) {
	t.Parallel()
	for _, sys := range systems.All() {
		t.Run(sys.Name, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t, "ROUND_PAUSE=3s", "PASS_PAUSE=80ms") // so that what lags is told from what leaks
			g := h.group(2, "cards", "Ann", "Bob", "Cy", "Dee")
			watcher, err := h.User(t.Context(), "Eve")
			if err != nil {
				t.Fatal(err)
			}
			g.plans = true
			g.open(sys.Name, rounds(t, sys, gametest.Dose(t, 1, 2, 2)))
			g.playOn(nil)
			sent := map[string][]sandboxtest.Payload{}
			for _, u := range append(slices.Clone(g.users), watcher) {
				if sent[u.ID], err = u.Payloads(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			calls, err := h.Calls(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			h.stop()
			var id table.ID
			if _, err := fmt.Sscan(g.table, &id); err != nil {
				t.Fatal(err)
			}
			history := moments(t, h.db, id)
			if n := h.count(t, "SELECT count(*) FROM events WHERE kind = 'planned'"); n == 0 {
				t.Error("nobody planned anything")
			}
			for user, payloads := range sent {
				found, seen := leaks(history, user, payloads)
				for _, leak := range found {
					t.Errorf("to %s: %s", user, leak)
				}
				if seen == 0 {
					t.Errorf("no body that reached %s shows a card: is the search blind?", user)
				}
			}
			t.Run("planted", func(t *testing.T) { plant(t, history, g.users[0].ID) })
			t.Run("bodies", func(t *testing.T) { holdAgainstDiscord(t, calls) })
		})
	}
}

// plant shows that the search finds a leak wherever it hides: somebody else's
// card in a body that reached the user.
func plant(t *testing.T, history []moment, user string) {
	for _, m := range history {
		for other, own := range m.own {
			secret := own &^ known(history, user, m.at, time.Time{}, 0)
			if other == user || secret == 0 {
				continue
			}
			c, err := card.Parse(strings.Fields(secret.String())[0])
			if err != nil {
				t.Fatal(err)
			}
			for _, body := range []string{
				fmt.Sprintf(`{"id":"1","flags":64,"components":[{"type":10,"content":"# %s"}]}`, c.Face()),
				fmt.Sprintf(`{"id":"1","components":[{"type":10,"content":"laid %s\u00a0 by"}]}`, c.Face()),
				fmt.Sprintf(`{"id":"1","components":[{"type":17,"components":[{"type":1,"components":[{"type":2,"label":"%s","custom_id":"x"}]}]}]}`, c.Face()),
				fmt.Sprintf(`{"id":"1","flags":64,"components":[{"type":2,"label":"My hand","custom_id":"act/1/1.2/%s"}]}`, c),
				fmt.Sprintf(`{"id":"1","flags":64,"components":[{"type":2,"label":"more","custom_id":"pick/1/1.2/0.0.%s/3"}]}`, c),
				fmt.Sprintf(`{"id":"1","flags":64,"components":[{"type":2,"label":"Plan","custom_id":"plan/1/1.2/n.0.0.%s/3"}]}`, c),
				fmt.Sprintf(`{"id":"1","flags":64,"components":[{"type":2,"label":"Later","custom_id":"later/1/1.2/%s"}]}`, c),
				fmt.Sprintf(`{"id":"1","components":[{"type":12,"items":[{"media":{"url":"x"},"description":"%s"}]}]}`, c.Face()),
				fmt.Sprintf(`{"id":"1","attachments":[{"description":"%s"}]}`, c.Face()),
			} {
				p := sandboxtest.Payload{At: m.at, Type: "message", Body: json.RawMessage(body)}
				if found, _ := leaks(history, user, []sandboxtest.Payload{p}); len(found) != 1 {
					t.Errorf("%d leaks found where %s was planted: %s", len(found), c, body)
				}
			}
			return
		}
	}
	t.Error("at no moment anyone had a secret: is the history right?")
}

// holdAgainstDiscord checks every body that the bot sent: against the limits
// always, against the description where there is one.
func holdAgainstDiscord(t *testing.T, calls []sandboxtest.Call) {
	bodies := 0
	for _, c := range calls {
		if len(c.Body) == 0 || c.Method == "GET" {
			continue
		}
		bodies++
		if err := discordspec.Limits(c.Method, c.Path, c.Body); err != nil {
			t.Errorf("%s %s: %v\n%s", c.Method, c.Path, err, c.Body)
		}
	}
	if bodies < 20 {
		t.Errorf("only %d bodies to look at", bodies)
	}
	t.Run("description", func(t *testing.T) {
		spec := discordspec.Open(t)
		for _, c := range calls {
			if len(c.Body) == 0 || c.Method == "GET" {
				continue
			}
			if err := spec.Request(c.Method, c.Path, c.Body); err != nil {
				t.Errorf("%s %s: %v\n%s", c.Method, c.Path, err, c.Body)
			}
		}
	})
}

// rounds are options that end a match after some rounds, where the system has them.
func rounds(t *testing.T, sys systems.System, n int) map[string]any {
	t.Helper()
	rules, err := sys.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	if slices.ContainsFunc(rules.Options(), func(o game.Option) bool { return o.Key == "rounds" }) {
		return map[string]any{"rounds": n}
	}
	return nil
}
