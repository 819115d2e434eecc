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
	"deuces/internal/errtest"
	"deuces/internal/picture/face"
	"deuces/sandbox/sandboxtest"
)

// These functions check the secrecy of hands (design.md, promise 2) from the outside. The log says
// who had seen which card and when, and every body that reached a user is searched for cards.

var (
	faceCard   = regexp.MustCompile(`(10|[2-9JQKA])\x{FE0F}?([♣♦♥♠])`)
	jokerCard  = regexp.MustCompile("(?:^|[`\\x{A0}\\x{2003}#+]|[^a] )Joker(?:$|[^\\w:])")                                       // not "What Jokers do" among the options, nor "a Joker"
	namedJoker = regexp.MustCompile(`\*[123]=[2-9TJQKA][cdhs]|Jokers?(?: as | \(|=)(?:10|[2-9JQKA])[♣♦♥♠]\)?`)                   // the card as which a Joker is played
	namedCard  = regexp.MustCompile("^Symbols: 7♥$|2♠ is the highest card$|=(?: `)?(?:[2-9TJQKA][cdhs]|(?:10|[2-9JQKA])[♣♦♥♠])") // the same for other cards, the example in preferences and Big Two's description
	cardEmoji  = regexp.MustCompile(`((?:red_|black_)?[a-z]+_of_[a-z]+|joker_(?:one|two|three))_[0-9a-f]{4}`)
	shortCard  = regexp.MustCompile(`[2-9TJQKA][cdhs]|\*[123]`)
	rankLabel  = regexp.MustCompile(`^(?:10|[2-9JQKA]|Joker)(?: (?:10|[2-9JQKA]|Joker))*$`)
	roundOver  = regexp.MustCompile(`· Round (\d+)(?: of \d+)? is over`)
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

// shownCards is what a body shows: whole cards, and ranks without suits.
type shownCards struct {
	cards cards
	ranks []card.Rank
}

// read collects the cards from a body's texts, labels, alternative texts, names and custom ids.
func (s *shownCards) read(v any, key string) {
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
		s.readText(v, key)
	}
}

func (s *shownCards) readText(text, key string) {
	text = namedJoker.ReplaceAllString(text, "Joker")
	text = namedCard.ReplaceAllString(text, "")
	for _, f := range faceCard.FindAllStringSubmatch(text, -1) {
		s.cards.add(mustParse(strings.Replace(f[1], "10", "T", 1) + suitOf[f[2]].String()))
	}
	for _, f := range cardEmoji.FindAllStringSubmatch(text, -1) {
		c, ok := emojiCards()[f[1]]
		if !ok {
			panic(f[1] + " is not the name of a card")
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
		panic(err) // the expressions above match only valid cards
	}
	return c
}

// findLeaks returns the cards and seeds in payloads that the user could not know, and the number of
// payloads that show cards. It ignores payloads before the first deal, because the cards in them
// only describe options.
func findLeaks(history []moment, user string, payloads []sandboxtest.Payload) (found []string, seen int) {
	posted := map[string]time.Time{}
	dealt := slices.IndexFunc(history, func(m moment) bool { return len(m.seen) > 0 })
	for _, p := range payloads {
		var body map[string]any
		if json.Unmarshal(p.Body, &body) != nil {
			continue // not a message
		}
		var first time.Time // when a public message was posted; zero for private messages
		if flags, _ := body["flags"].(float64); int(flags)&64 == 0 {
			id, _ := body["id"].(string)
			if _, known := posted[id]; !known {
				posted[id] = p.At
			}
			first = posted[id]
		}
		for _, seed := range secretSeeds(history, p.At) {
			if strings.Contains(string(p.Body), seed) {
				found = append(found, fmt.Sprintf("%s %s shows the seed of a deal: %s", p.At.Format(time.TimeOnly), p.Type, p.Body))
			}
		}
		var s shownCards
		s.read(body, "")
		if s.cards == 0 && s.ranks == nil || dealt < len(history) && p.At.Before(history[dealt].at) {
			continue
		}
		seen++
		over := 0
		if found := roundOver.FindStringSubmatch(string(p.Body)); found != nil {
			over, _ = strconv.Atoi(found[1])
		}
		if strings.Contains(string(p.Body), "ou kept ") { // a player's own result, which names no round
			over = roundAt(history, p.At) - 1
		}
		may := knownCards(history, user, p.At, first, over)
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

// RequestCardsAs makes a person who isn't at the table request everything that could show a card,
// also with buttons that only others have.
func (x *Table) RequestCardsAs(p *Person) {
	for _, name := range []string{"hand", "history", "stats"} {
		p.Asks(name, nil)
	}
	boards := p.Reads(offers("hand/" + x.id))
	if len(boards) == 0 {
		return
	}
	for round := range 4 {
		for _, id := range []string{"hand/#", "deal/#/%d", "deal/#/%d/record", "pick/#/%d.1/p.0.0./1", "plan/#/%d.1/n.0.0./1", "hint/#/%d.1", "sort/#/%d.1/p.0.1./1"} {
			id = strings.ReplaceAll(strings.Replace(id, "#", x.id, 1), "%d", strconv.Itoa(round))
			_, _ = p.Click(x.t.Context(), boards[0].ID, id) // the message may be deleted; WantNoLeaks checks what the person received
		}
	}
}

// WantNoLeaks searches everything that reached these people for cards that they couldn't know. It
// also checks that the search finds a planted card.
func (x *Table) WantNoLeaks(t *testing.T, people ...*Person) {
	t.Helper()
	history := moments(t, x.db, x.matchID())
	for _, p := range people {
		payloads, err := p.Payloads(t.Context())
		errtest.Must(t, err)
		found, seen := findLeaks(history, p.ID, payloads)
		for _, leak := range found {
			t.Errorf("to %s: %s", p.Name, leak)
		}
		if seen == 0 {
			t.Errorf("no body that reached %s shows a card: does the search work?", p.Name)
		}
	}
	t.Run("planted", func(t *testing.T) { checkPlantedLeaks(t, history, people[0].ID) })
}

// checkPlantedLeaks checks that the search finds a secret card in every kind of body.
func checkPlantedLeaks(t *testing.T, history []moment, user string) {
	for _, m := range history {
		for other, own := range m.seen {
			secret := own &^ knownCards(history, user, m.at, time.Time{}, 0)
			if other == user || secret == 0 {
				continue
			}
			c, err := card.Parse(strings.Fields(secret.String())[0])
			errtest.Must(t, err)
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
				if found, _ := findLeaks(history, user, []sandboxtest.Payload{p}); len(found) != 1 {
					t.Errorf("%d leaks found where %s was planted: %s", len(found), c, body)
				}
			}
			if len(m.secretSeeds) == 0 {
				t.Error("no seed is secret during a round")
				return
			}
			p := sandboxtest.Payload{At: m.at, Type: "message", Body: json.RawMessage(fmt.Sprintf(`{"id":"1","content":"Seed: %s"}`, m.secretSeeds[0]))}
			if found, _ := findLeaks(history, user, []sandboxtest.Payload{p}); len(found) != 1 {
				t.Errorf("%d leaks found where a seed was planted", len(found))
			}
			return
		}
	}
	t.Error("nobody had a secret card at any time: is the history right?")
}
