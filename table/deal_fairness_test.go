package table_test

import (
	"context"
	"encoding/json"
	"iter"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/deal"
	"deuces/internal/toy"
	"deuces/match"
	"deuces/match/matchtest"
	"deuces/standing"
	"deuces/table"
	"deuces/table/tabletest"
)

// numberedLog is a log whose first table has a chosen number.
type numberedLog struct {
	*tabletest.Log
	first match.ID
}

func (l numberedLog) Create(ctx context.Context, events []match.Event) (match.ID, error) {
	id, err := l.Log.Create(ctx, events)
	return id + l.first - 1, err
}

func (l numberedLog) Append(ctx context.Context, id match.ID, events []match.Event, s *standing.Settlement) error {
	return l.Log.Append(ctx, id-l.first+1, events, s)
}

func (l numberedLog) Events(ctx context.Context, id match.ID) iter.Seq2[match.Event, error] {
	return l.Log.Events(ctx, id-l.first+1)
}

// customDeck is the toy with other cards, one for each of any number of seats.
type customDeck struct {
	toy.Rules
	cards []card.Card
}

func (customDeck) Seats() (min, max int)        { return 2, 9 }
func (s customDeck) Deck(seats int) []card.Card { return s.cards }

// repeatReader returns the same bytes again and again.
type repeatReader []byte

func (r repeatReader) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = r[i%len(r)]
	}
	return len(p), nil
}

// The published test vectors, dealt at live tables: the seeds come from the random source and
// the cuts from players.
func TestDealsMatchThePublishedVectors(t *testing.T) {
	data, err := os.ReadFile("../game/deal/testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors []struct {
		Table       match.ID
		Round       int
		Seed        string
		Cuts        deal.Cuts
		Commitment  string
		Seats       int
		Cards       string
		Deck, Draws string
		Pick        int
	}
	if err := json.Unmarshal(data, &vectors); err != nil || len(vectors) < 4 {
		t.Fatalf("%d vectors, %v", len(vectors), err)
	}
	for _, v := range vectors {
		synctest.Test(t, func(t *testing.T) {
			seed, err := deal.ParseSeed(v.Seed)
			if err != nil {
				t.Fatal(err)
			}
			cards, err := card.ParseAll(v.Cards)
			if err != nil {
				t.Fatal(err)
			}
			log := numberedLog{&tabletest.Log{}, v.Table}
			h := openWith(t, log.Log, func(c *table.Config) {
				c.Log, c.Random = log, repeatReader(seed[:])
				c.Rules = func(string, int, map[string]string) (game.Rules, error) {
					rules, err := matchtest.NewToy("toy", 1, map[string]string{"cards": "1", "target": "0"})
					if err != nil {
						return nil, err
					}
					return customDeck{rules.(toy.Rules), cards}, nil
				}
			})
			o := matchtest.Opening(nil)
			for i := 1; i < v.Seats; i++ {
				o.Others = append(o.Others, ann+match.Player(i))
			}
			m := h.lobby(o)
			for round := 1; ; round++ {
				if round == v.Round {
					for seat, cut := range v.Cuts {
						m = h.do(m.ID, match.CutDeck{Player: m.Players()[seat], Deal: round, Typed: cut})
					}
					if next, _ := m.NextDeal(); next.Commitment != v.Commitment {
						t.Errorf("table %d: the commitment is %s, want %s", v.Table, next.Commitment, v.Commitment)
					}
				}
				if round == 1 {
					m = h.do(m.ID, match.Start{Player: ann})
				} else {
					wait(time.Until(m.Deadline()))
					m = h.now()
				}
				if round == v.Round {
					break
				}
				m = h.playRound(m)
			}
			dealt := h.stored(1, match.Dealt{})
			last := dealt[len(dealt)-1].Body.(match.Dealt)
			if last.Round != v.Round || card.Format(last.Chance.Deck) != v.Deck || card.Format(last.Chance.Draws) != v.Draws || last.Chance.Pick != v.Pick {
				t.Errorf("table %d: round %d was dealt as %v", v.Table, last.Round, last.Chance)
			}
		})
	}
}
