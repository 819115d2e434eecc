package arena

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/card"
)

// Program is an external program that plays seats. It reads one JSON line for each decision and
// answers with one line: a legal action in the notation of rules.md R. docs/computer-players.md
// describes the lines.
//
// One program can play several seats at several tables, because each line holds everything that the
// decision needs.
type Program struct {
	rules   game.Rules
	options map[string]string

	mu      sync.Mutex // held during a question and its answer
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
}

// Start starts a program with a shell command line. The program ends with the context or with
// Close. Its standard error goes to errors.
func Start(ctx context.Context, command string, rules game.Rules, errors io.Writer) (*Program, error) {
	p := &Program{rules: rules, options: map[string]string{}, command: exec.CommandContext(ctx, "sh", "-c", command)}
	for _, o := range rules.Options() {
		p.options[o.Key] = o.Value
	}
	p.command.Stderr = errors
	in, err := p.command.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("start %q: %w", command, err)
	}
	out, err := p.command.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("start %q: %w", command, err)
	}
	p.in, p.out = in, bufio.NewReader(out)
	if err := p.command.Start(); err != nil {
		return nil, fmt.Errorf("start %q: %w", command, err)
	}
	return p, nil
}

// Close closes the program's input, which tells it to exit, and waits for it.
func (p *Program) Close() error {
	if err := p.in.Close(); err != nil {
		return err
	}
	return p.command.Wait()
}

// Choose asks the program. The question has the budget, but nothing enforces it.
func (p *Program) Choose(s ai.Observation, b ai.Budget, seed uint64) (ai.Choice, error) {
	if len(s.View.Legal) == 0 {
		return ai.Choice{}, ai.ErrNoTurn
	}
	question, err := json.Marshal(p.question(s, b, seed))
	if err != nil {
		return ai.Choice{}, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, err := p.in.Write(append(question, '\n')); err != nil {
		return ai.Choice{}, fmt.Errorf("cannot write the question to %s: %w", p.command, err)
	}
	answer, err := p.out.ReadString('\n')
	if err != nil {
		return ai.Choice{}, fmt.Errorf("cannot read the answer of %s: %w", p.command, err)
	}
	a, err := game.ParseAction(answer)
	if err != nil {
		return ai.Choice{}, fmt.Errorf("%s answers %q: %w", p.command, strings.TrimSpace(answer), err)
	}
	return ai.Choice{Action: a}, nil
}

// Question is the line that the program reads. Cards are in the notation of rules.md R, separated
// by spaces. Seats are numbers from 0, and -1 for none.
type Question struct {
	System   string            `json:"system"`
	Options  map[string]string `json:"options"`
	Budget   string            `json:"budget"`
	Seed     uint64            `json:"seed"`
	Round    int               `json:"round"` // of the match, from 1
	Seat     game.Seat         `json:"seat"`
	Phase    string            `json:"phase"` // "play" or "exchange"
	Hand     string            `json:"hand"`
	Fresh    string            `json:"fresh"` // cards of the hand that arrived since the last turn
	Swaps    []Swap            `json:"swaps"` // the seat's own exchanges
	Order    []game.Seat       `json:"order"` // clockwise from the dealer's left
	Dealer   game.Seat         `json:"dealer"`
	Players  []Player          `json:"players"` // by seat
	Out      []game.Seat       `json:"out"`     // in the order in which they went out
	Top      Event             `json:"top"`     // the play to beat; no cards if the turn is a lead
	Dir      game.Dir          `json:"dir"`     // "clockwise", "counter", "up", "down"
	Inverted bool              `json:"inverted"`
	Pile     int               `json:"pile"`     // cards in the draw pile; -1: the game has none
	Starter  string            `json:"starter"`  // the card turned up before the first play; "": the game has none
	LeftOver Event             `json:"leftover"` // the card left over after the deal and the seat that got it; no cards: none was
	Told     []Event           `json:"told"`     // news of the round so far, oldest first
	Legal    []string          `json:"legal"`
}

// Swap is an exchange between the seat and another one.
type Swap struct {
	With game.Seat `json:"with"`
	Gave string    `json:"gave"`
	Got  string    `json:"got"`
}

// Player is what everyone sees of a seat.
type Player struct {
	Cards  int  `json:"cards"`
	Passed bool `json:"passed"`
	Barred bool `json:"barred"`
	Held   int  `json:"held"`
	Points int  `json:"points"` // of the match so far
}

// Event is a play or other news.
type Event struct {
	What  string    `json:"what,omitempty"`
	Seat  game.Seat `json:"seat"`
	Other game.Seat `json:"other"`
	Cards string    `json:"cards,omitempty"`
	As    string    `json:"as,omitempty"` // the card that Jokers alone stand for
	Count int       `json:"count,omitempty"`
}

func (p *Program) question(s ai.Observation, b ai.Budget, seed uint64) Question {
	v := s.View
	q := Question{
		System: p.rules.Name(), Options: p.options, Budget: b.String(), Seed: seed,
		Round: len(s.History.Results) + 1, Seat: v.Seat, Phase: "play", Hand: card.Format(v.Hand), Fresh: card.Format(v.Fresh), Swaps: []Swap{},
		Order: v.Order, Dealer: v.Dealer, Players: []Player{}, Out: append([]game.Seat{}, v.Out...),
		Top:      event("", v.Top.Seat, game.Nobody, v.Top.Cards, v.Top.As, 0),
		LeftOver: event("", game.Nobody, game.Nobody, nil, card.None, 0),
		Dir:      v.Dir, Inverted: v.Inverted, Pile: v.Pile, Told: []Event{}, Legal: []string{},
	}
	if v.Starter != card.None {
		q.Starter = v.Starter.String()
	}
	if over := v.LeftOver; over.Card != card.None {
		q.LeftOver = event("", over.Seat, game.Nobody, []card.Card{over.Card}, card.None, 0)
	}
	if v.Phase == game.Exchanging {
		q.Phase = "exchange"
	}
	for _, w := range v.Swaps {
		q.Swaps = append(q.Swaps, Swap{w.With, card.Format(w.Gave), card.Format(w.Got)})
	}
	for seat, w := range v.Players {
		points := 0
		for _, r := range s.History.Results {
			points += r.Points[seat]
		}
		q.Players = append(q.Players, Player{w.Cards, w.Passed, w.SitsOut, w.LastPlace, points})
	}
	for _, n := range s.News {
		q.Told = append(q.Told, event(n.Kind.String(), n.Seat, n.Other, n.Cards, n.As, n.Count))
	}
	for _, a := range v.Legal {
		q.Legal = append(q.Legal, a.String())
	}
	return q
}

func event(what string, seat, other game.Seat, cards []card.Card, as card.Card, count int) Event {
	e := Event{What: what, Seat: seat, Other: other, Cards: card.Format(cards), Count: count}
	if as != card.None {
		e.As = as.String()
	}
	return e
}
