package record

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"deuces/game"
	"deuces/game/card"
)

// Round is a round as it was played.
type Round struct {
	Rules game.Rules
	Names []string // by seat
	Deal  *Deal    // Table, Round, Seed and Cuts; nil: the round has no commitment
	Setup game.Setup
	Moves []Move
}

// Move is what a seat did in one turn.
type Move struct {
	Seat   game.Seat
	Action game.Action
}

// Write writes a round as a record that replays to the same end. The first player of the record is
// at the dealer's left, and names lose characters that the format can't hold. The end of a finished
// round is written as facts. Write returns an error if the moves aren't a round of these rules.
func Write(w io.Writer, r Round) error {
	state, err := r.Rules.Start(r.Setup)
	if err != nil {
		return fmt.Errorf("write record: %w", err)
	}
	t := newText(r)
	t.writeSetup(r)
	for i, m := range r.Moves {
		if state, _, err = state.Apply(m.Seat, m.Action); err != nil {
			return fmt.Errorf("write record: move %d: %w", i+1, err)
		}
		t.linef("%s: %s", t.names[m.Seat], m.Action)
	}
	t.writeEnd(replayState{t.names, r.Rules, state})
	if _, err := io.WriteString(w, t.b.String()); err != nil {
		return fmt.Errorf("write record: %w", err)
	}
	return nil
}

// draft is a record being written.
type draft struct {
	b     strings.Builder
	order []game.Seat // clockwise from the dealer's left
	names []string    // by the round's seats
}

func newText(r Round) *draft {
	t := &draft{order: r.Setup.Order, names: make([]string, len(r.Setup.Hands))}
	if t.order == nil {
		for s := range r.Setup.Hands {
			t.order = append(t.order, game.Seat(s))
		}
	}
	for s := range t.names {
		name := ""
		if s < len(r.Names) {
			name = plain(r.Names[s])
		}
		if name == "" || slices.Contains(t.names[:s], name) {
			name = fmt.Sprintf("%s%d", name, s+1)
		}
		for slices.Contains(t.names[:s], name) {
			name += "'"
		}
		t.names[s] = name
	}
	return t
}

// plain returns a name without the characters that a record can't hold, or "" if nothing is left.
func plain(name string) string {
	const longest = 40
	var b strings.Builder
	for _, r := range name {
		if (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-_.'", r)) && b.Len() < longest {
			b.WriteRune(r)
		}
	}
	return strings.Trim(b.String(), "-.'")
}

func (t *draft) linef(format string, args ...any) {
	fmt.Fprintln(&t.b, strings.TrimSpace(fmt.Sprintf(format, args...)))
}

func (t *draft) writeSetup(r Round) {
	t.linef("system: %s", r.Rules.Name())
	var options []string
	for _, o := range r.Rules.Options() {
		if o.Value != o.Preset {
			options = append(options, o.String())
		}
	}
	if options != nil {
		t.linef("options: %s", strings.Join(options, " "))
	}
	t.linef("players: %s", t.list(t.order))
	if r.Deal != nil {
		t.linef("deal: %s", r.Deal.line(t.order))
	}
	if r.Setup.Places != nil {
		t.linef("titles: %s", t.each(func(s game.Seat) string { return fmt.Sprint(r.Setup.Places[s]) }))
	}
	if r.Setup.Lead != game.Nobody {
		t.linef("lead: %s", t.names[r.Setup.Lead])
	}
	for _, s := range t.order {
		t.linef("hand %s: %s", t.names[s], orNone(card.Format(r.Setup.Hands[s])))
	}
	if r.Setup.TopCard != card.None {
		t.linef("top: %s", r.Setup.TopCard)
	}
	if len(r.Setup.Pile) > 0 {
		t.linef("pile: %s", card.Format(r.Setup.Pile))
	}
	if r.Setup.CountUp {
		t.linef("dir: %s", game.Up)
	}
	t.linef("play")
}

// writeEnd writes the final state of the round.
func (t *draft) writeEnd(m replayState) {
	result, over := m.state.Result()
	if !over {
		turn, _ := m.state.Turn()
		t.linef("= turn %s", m.name(turn))
		return
	}
	t.linef("= over")
	t.linef("= out %s", orNone(t.list(m.view().Out)))
	for _, s := range t.order {
		t.linef("= hand %s %s", t.names[s], orNone(card.Format(result.Hands[s])))
	}
	if h := lastPlaces(m); h != "-" {
		players := m.view().Players
		t.linef("= held %s", t.each(func(s game.Seat) string { return fmt.Sprint(players[s].LastPlace) }))
	}
	t.linef("= places %s", t.list(result.Places))
	t.linef("= titles %s", orNone(t.each(func(s game.Seat) string { return TitleWord(m.rules, result.Titles[s]) })))
	t.linef("= points %s", t.each(func(s game.Seat) string { return fmt.Sprint(result.Points[s]) }))
}

func (t *draft) list(seats []game.Seat) string {
	names := make([]string, len(seats))
	for i, s := range seats {
		names[i] = t.names[s]
	}
	return strings.Join(names, " ")
}

// each writes a value for each player, clockwise from the dealer's left.
func (t *draft) each(value func(game.Seat) string) string {
	var words []string
	for _, s := range t.order {
		if v := value(s); v != "" {
			words = append(words, t.names[s]+"="+v)
		}
	}
	return strings.Join(words, " ")
}
