// Package record is the text form of a round (rules.md R): the deal, the moves, and facts that must
// hold in between. Deals for tests, golden rounds and the history of tables are written in it.
//
// A record is a text file. # starts a comment. The deal comes first, then the line "play", then
// moves and facts:
//
//	system: bigtwo
//	players: Ann Bob Cy Dee      # clockwise, the first at the dealer's left
//	deal: deuces-deal-1 table=7  # … the commitment, seed and cuts (Deal); optional
//	hand Ann: 3d                 # one for each player; "-" for no cards
//	...
//	play
//	Ann: pass !                  # !: must be refused and change nothing
//	Ann: 3d
//	= over                       # a fact that must hold here
//
// Parse reads a record, Replay plays one and says where it differs from the rules, and Write writes
// a round as a record that replays to the same end. Verify checks the deal against its commitment.
// The package uses games through package game only: the caller passes a function that finds a
// system.
package record

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"deuces/game"
	"deuces/game/card"
)

// Limits of a record.
const (
	MaxSize    = 256 << 10 // of the file, in bytes
	maxPlayers = 32
)

// Record is a parsed record. Its form, names and cards are valid, but it hasn't been checked
// against any rules.
type Record struct {
	System  string
	Options map[string]string
	Players []string   // by seat
	Deal    *Deal      // commitment and cuts; nil: the deal has no commitment
	Setup   game.Setup // by player; the first is at the dealer's left
	Steps   []Step

	lines map[string]int // line number of each line of the deal, by key
}

// Step is a line after "play": a move or a fact.
type Step struct {
	Line    int
	Seat    game.Seat   // of a move
	Action  game.Action // of a move
	Refused bool        // the move must be refused
	// Malformed is why a move that must be refused isn't an action at all, such as two Jokers named
	// differently. Such a move counts as refused.
	Malformed error
	fact      fact // nil for a move
}

// Error is a mistake in a record, or a difference between a record and the rules.
type Error struct {
	Line int // from 1
	What string
}

func (e *Error) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.What) }

// Parse reads a record of at most MaxSize bytes. If its form is wrong the error is an *Error; other
// errors come from the reader.
func Parse(r io.Reader) (Record, error) {
	text, err := io.ReadAll(io.LimitReader(r, MaxSize+1))
	if err != nil {
		return Record{}, fmt.Errorf("read record: %w", err)
	}
	if len(text) > MaxSize {
		return Record{}, &Error{1, fmt.Sprintf("longer than a record can be (%d bytes)", MaxSize)}
	}
	p := parser{Record: Record{lines: map[string]int{}, Setup: game.Setup{Lead: game.Nobody}}}
	lines := strings.Split(string(text), "\n")
	for i, line := range lines {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if err := p.line(i+1, line); err != nil {
			return Record{}, &Error{i + 1, err.Error()}
		}
	}
	if !p.has("play") {
		return Record{}, &Error{len(lines), `the line "play" is missing`}
	}
	return p.Record, nil
}

type parser struct{ Record }

func (p *parser) has(key string) bool { return p.lines[key] > 0 }

func (p *parser) line(n int, line string) error {
	if p.has("play") {
		step, err := p.step(line)
		step.Line = n
		p.Steps = append(p.Steps, step)
		return err
	}
	key, value, colon := strings.Cut(line, ":")
	key = strings.Join(strings.Fields(key), " ")
	if !colon && key != "play" {
		return fmt.Errorf(`%.40q: a line of the deal is "KEY: VALUE"; moves come after "play"`, line)
	}
	if p.has(key) {
		return fmt.Errorf("%.40q is already at line %d", key, p.lines[key])
	}
	p.lines[key] = n
	if !colon {
		return p.checkSetup()
	}
	return p.setupLine(key, strings.Fields(value))
}

func (p *parser) setupLine(key string, words []string) (err error) {
	if name, ok := strings.CutPrefix(key, "hand "); ok {
		seat, err := p.seat(name)
		if err != nil {
			return err
		}
		p.Setup.Hands[seat], err = cards(words)
		return err
	}
	one := len(words) == 1
	switch {
	case key == "system" && one:
		p.System = words[0]
	case key == "options":
		p.Options, err = options(words)
	case key == "players":
		err = p.players(words)
	case key == "deal":
		p.Deal, err = p.dealLine(words)
	case key == "titles":
		p.Setup.Places, err = p.places(words)
	case key == "lead" && one:
		p.Setup.Lead, err = p.seat(words[0])
	case key == "top" && one:
		p.Setup.TopCard, err = card.Parse(words[0])
	case key == "pile":
		p.Setup.Pile, err = cards(words)
	case key == "dir" && one && (words[0] == string(game.Up) || words[0] == string(game.Down)):
		p.Setup.CountUp = words[0] == string(game.Up)
	case slices.Contains([]string{"system", "lead", "top", "dir"}, key):
		err = fmt.Errorf("%s: %.40q can't be read", key, strings.Join(words, " "))
	default:
		err = fmt.Errorf("there is no line called %.40q", key)
	}
	return err
}

// checkSetup returns an error if the deal lacks a line.
func (p *parser) checkSetup() error {
	for _, key := range []string{"system", "players"} {
		if !p.has(key) {
			return fmt.Errorf(`the line "%s:" is missing`, key)
		}
	}
	for _, name := range p.Players {
		if !p.has("hand " + name) {
			return fmt.Errorf(`the line "hand %s:" is missing`, name)
		}
	}
	return nil
}

func (p *parser) players(words []string) error {
	if len(words) == 0 || len(words) > maxPlayers {
		return fmt.Errorf("there must be 1 to %d players", maxPlayers)
	}
	for i, name := range words {
		if !validName(name) {
			return fmt.Errorf("%.40q can't be a player's name here", name)
		}
		if slices.Contains(words[:i], name) {
			return fmt.Errorf("two players are called %.40q", name)
		}
		p.Setup.Order = append(p.Setup.Order, game.Seat(i))
	}
	p.Players = words
	p.Setup.Dealer = game.Seat(len(words) - 1)
	p.Setup.Hands = make([][]card.Card, len(words))
	return nil
}

// validName reports whether a name can be written in a record: it has none of the format's own
// characters.
func validName(name string) bool {
	return name != "" && name != "-" && !strings.ContainsAny(name, "#:= \t")
}

func (p *parser) seat(name string) (game.Seat, error) {
	i := slices.Index(p.Players, name)
	if i < 0 {
		return game.Nobody, fmt.Errorf("%.40q is not one of the players", name)
	}
	return game.Seat(i), nil
}

// places reads "Ann=1 Bob=2 Cy=2": a place for every player. If players share a place, the next
// places are left out.
func (p *parser) places(words []string) ([]int, error) {
	places, err := p.numbers(words)
	if err != nil {
		return nil, err
	}
	if !game.ValidPlaces(places) {
		return nil, fmt.Errorf("the places must be 1 to %d, each once unless it is shared (1 2 2)", len(places))
	}
	return places, nil
}

// numbers reads "Ann=2 Bob=-1": a number for every player.
func (p *parser) numbers(words []string) ([]int, error) {
	values, err := p.values(words)
	if err != nil {
		return nil, err
	}
	numbers := make([]int, len(p.Players))
	for i, v := range values {
		if v == "" {
			return nil, fmt.Errorf("%s is missing", p.Players[i])
		}
		if numbers[i], err = strconv.Atoi(v); err != nil {
			return nil, fmt.Errorf("%.40q is not a number", v)
		}
	}
	return numbers, nil
}

// values reads "Ann=President Cy=Citizen" by seat; "" for players who are left out.
func (p *parser) values(words []string) ([]string, error) {
	values := make([]string, len(p.Players))
	if isNone(words) {
		return values, nil
	}
	for _, w := range words {
		name, value, _ := strings.Cut(w, "=")
		seat, err := p.seat(name)
		if err != nil {
			return nil, err
		}
		if value == "" || values[seat] != "" {
			return nil, fmt.Errorf("%.40q: want NAME=VALUE, each name once", w)
		}
		values[seat] = value
	}
	return values, nil
}

func options(words []string) (map[string]string, error) {
	set := map[string]string{}
	for _, w := range words {
		key, value, _ := strings.Cut(w, "=")
		if _, twice := set[key]; twice || key == "" || value == "" {
			return nil, fmt.Errorf("%.40q: want KEY=VALUE, each key once", w)
		}
		set[key] = value
	}
	return set, nil
}

func isNone(words []string) bool { return len(words) == 1 && words[0] == "-" }

func cards(words []string) ([]card.Card, error) {
	if isNone(words) {
		return nil, nil
	}
	return card.ParseAll(strings.Join(words, " "))
}

func (p *parser) step(line string) (Step, error) {
	if words, ok := strings.CutPrefix(line, "="); ok {
		f, err := p.fact(strings.Fields(words))
		return Step{fact: f}, err
	}
	name, move, colon := strings.Cut(line, ":")
	if !colon {
		return Step{}, fmt.Errorf(`%.40q: a move is "NAME: ACTION", a fact begins with "="`, line)
	}
	seat, err := p.seat(strings.TrimSpace(name))
	if err != nil {
		return Step{}, err
	}
	step := Step{Seat: seat}
	move, step.Refused = strings.CutSuffix(strings.TrimSpace(move), "!")
	step.Action, err = game.ParseAction(move)
	if err != nil && step.Refused && onlyCards(move) {
		step.Malformed, err = err, nil
	}
	return step, err
}

// onlyCards reports whether a text consists of cards and named cards, so that it is meant as a play
// even if it can't be one.
func onlyCards(text string) bool {
	words := strings.Fields(text)
	for _, w := range words {
		name, as, named := strings.Cut(w, "=")
		_, err := card.Parse(name)
		if named && err == nil {
			_, err = card.Parse(as)
		}
		if err != nil {
			return false
		}
	}
	return len(words) > 0
}
