package e2e

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"deuces/game/card"
	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/internal/picture/face"
	"deuces/match"
	"deuces/sandbox/discordspec"
	"deuces/sandbox/sandboxtest"
)

// The secrecy of hands (design.md, promise 2) is checked from the outside: the deals and
// the moves in the log say who had seen which card when, and every body that ever
// reached a user is searched for cards.

var (
	faceCard   = regexp.MustCompile(`(10|[2-9JQKA])\x{FE0F}?([♣♦♥♠])`)
	jokerCard  = regexp.MustCompile("(?:^|[ `\\x{A0}\\x{2003}#+])Joker(?:$|[^\\w:])")                          // not "Jokers: 2" in the options
	namedJoker = regexp.MustCompile(`\*[123]=[2-9TJQKA][cdhs]|Jokers?(?: as | \(|=)(?:10|[2-9JQKA])[♣♦♥♠]\)?`) // a name, no card
	namedCard  = regexp.MustCompile("^Symbols: 7♥$|=(?: `)?(?:[2-9TJQKA][cdhs]|(?:10|[2-9JQKA])[♣♦♥♠])")       // the same of other cards, and how cards can look
	cardEmoji  = regexp.MustCompile(`((?:red_|black_)?[a-z]+_of_[a-z]+|joker_(?:one|two|three))_[0-9a-f]{4}`)
	shortCard  = regexp.MustCompile(`[2-9TJQKA][cdhs]|\*[123]`)
	rankLabel  = regexp.MustCompile(`^(?:10|[2-9JQKA]|Joker)(?: (?:10|[2-9JQKA]|Joker))*$`)
	roundOver  = regexp.MustCompile(`· Round (\d+) is over`)
	suitOf     = map[string]card.Suit{"♣": card.Clubs, "♦": card.Diamonds, "♥": card.Hearts, "♠": card.Spades}
	emojiCards = sync.OnceValue(func() map[string]card.Card {
		of := map[string]card.Card{}
		for _, c := range face.All() {
			of[face.Words(c, face.FourColors)], of[face.Words(c, face.TwoColors)] = c, c
		}
		return of
	})
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
	for _, f := range cardEmoji.FindAllStringSubmatch(text, -1) {
		c, ok := emojiCards()[f[1]]
		if !ok {
			panic(f[1] + " is the face of no card")
		}
		s.cards.add(c)
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

// leaks lists what a user was sent and could not know. Before the first deal there are no
// cards to know, and the names of cards are those of options.
func leaks(history []moment, user string, payloads []sandboxtest.Payload) (found []string, seen int) {
	posted := map[string]time.Time{}
	dealt := slices.IndexFunc(history, func(m moment) bool { return len(m.own) > 0 })
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
		for _, seed := range sealed(history, p.At) {
			if strings.Contains(string(p.Body), seed) {
				found = append(found, fmt.Sprintf("%s %s shows the seed of a deal: %s", p.At.Format(time.TimeOnly), p.Type, p.Body))
			}
		}
		var s shown
		s.read(body, "")
		if s.cards == 0 && s.ranks == nil || dealt < len(history) && p.At.Before(history[dealt].at) {
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

// pries has somebody who isn't at the table ask for all that could show a card, also by
// buttons that only others have.
func (g *group) pries(u *sandboxtest.User) {
	ctx := g.t.Context()
	there, err := u.Messages(ctx, g.channel)
	if err != nil {
		g.t.Error(err)
		return
	}
	for _, name := range []string{"hand", "history", "stats"} {
		if _, err := g.asks(u, name, nil); err != nil {
			g.t.Errorf("%s: %v", name, err)
		}
	}
	for _, m := range there {
		if button(m, "hand/"+g.table) == "" {
			continue
		}
		for round := range 4 {
			for _, id := range []string{"hand/%s", "deal/%s/%d", "deal/%s/%d/record", "pick/%s/%d.1/p.0.0./1", "plan/%s/%d.1/n.0.0./1", "hint/%s/%d.1", "sort/%s/%d.1/p.0.1./1"} {
				if strings.Contains(id, "%d") {
					id = fmt.Sprintf(id, g.table, round)
				} else {
					id = fmt.Sprintf(id, g.table)
				}
				_, _ = u.Click(ctx, m.ID, id) // the message may be gone; what reaches the user is looked at in the end
			}
		}
		return
	}
}

// Whole matches, and then every body that ever reached anyone is searched for
// cards that its reader had not seen, and for seeds of deals that are not over: by words
// and by emojis, in public and private messages and direct ones. What the bot sent is
// held against Discord's description and limits.
func TestNobodySeesWhatTheyMayNot(t *testing.T) {
	t.Parallel()
	for _, sys := range systems.All() {
		t.Run(sys.Name, func(t *testing.T) {
			t.Parallel()
			h := newPicturedHouse(t, "ROUND_PAUSE=3s", "PASS_PAUSE=80ms") // so that what lags is told from what leaks
			g := h.group(2, "cards", "Ann", "Bob", "Cy", "Dee")
			watcher, err := h.User(t.Context(), "Eve")
			if err != nil {
				t.Fatal(err)
			}
			g.direct(g.users[1], false)
			g.prefers(g.users[1], "notice/once", "where/dm")
			g.prefers(g.users[2], "cards/text")
			g.plans = true
			g.open(sys.Name, brief(t, sys, gametest.Dose(t, 1, 2, 2)))
			plays := 0
			g.playOn(func(*sandboxtest.User, string) {
				if plays++; plays == 3 || plays == 20 {
					g.pries(watcher)
				}
			})
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
			var id match.ID
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
				fmt.Sprintf(`{"id":"1","flags":64,"components":[{"type":2,"label":"?","emoji":{"id":"7","name":"%s_01ab"}}]}`, face.Words(c, face.TwoColors)),
				fmt.Sprintf(`{"id":"1","components":[{"type":10,"content":"<:%s_01ab:7>"}]}`, face.Words(c, face.FourColors)),
				fmt.Sprintf(`{"id":"1","components":[{"type":12,"items":[{"media":{"url":"x"},"description":"%s"}]}]}`, c.Face()),
				fmt.Sprintf(`{"id":"1","attachments":[{"description":"%s"}]}`, c.Face()),
			} {
				p := sandboxtest.Payload{At: m.at, Type: "message", Body: json.RawMessage(body)}
				if found, _ := leaks(history, user, []sandboxtest.Payload{p}); len(found) != 1 {
					t.Errorf("%d leaks found where %s was planted: %s", len(found), c, body)
				}
			}
			if len(m.sealed) == 0 {
				t.Error("a round is played, and no seed is secret")
				return
			}
			p := sandboxtest.Payload{At: m.at, Type: "message", Body: json.RawMessage(fmt.Sprintf(`{"id":"1","content":"Seed: %s"}`, m.sealed[0]))}
			if found, _ := leaks(history, user, []sandboxtest.Payload{p}); len(found) != 1 {
				t.Errorf("%d leaks found where a seed was planted", len(found))
			}
			return
		}
	}
	t.Error("at no moment anyone had a secret: is the history right?")
}

// holdAgainstDiscord checks every body that the bot sent: against the limits, which the
// sandbox enforces, and against the description where there is one.
func holdAgainstDiscord(t *testing.T, calls []sandboxtest.Call) {
	bodies := 0
	for _, c := range calls {
		if len(c.Body) == 0 || c.Method == "GET" {
			continue
		}
		bodies++
		if c.Status == 400 {
			t.Errorf("%s %s: %s\n%s", c.Method, c.Path, c.Response, c.Body)
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
