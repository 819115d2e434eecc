package record

import (
	"cmp"
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
	text := newWriter(r)
	text.writeSetup(r)
	for i, m := range r.Moves {
		if state, _, err = state.Apply(m.Seat, m.Action); err != nil {
			return fmt.Errorf("write record: move %d: %w", i+1, err)
		}
		text.linef("%s: %s", text.names[m.Seat], m.Action)
	}
	text.writeEnd(replayState{text.names, r.Rules, state})
	if _, err := io.WriteString(w, text.b.String()); err != nil {
		return fmt.Errorf("write record: %w", err)
	}
	return nil
}

// writer writes a record.
type writer struct {
	b     strings.Builder
	order []game.Seat // clockwise from the dealer's left
	names []string    // by the round's seats
}

func newWriter(r Round) *writer {
	w := &writer{order: r.Setup.Order, names: make([]string, len(r.Setup.Hands))}
	if w.order == nil {
		for s := range r.Setup.Hands {
			w.order = append(w.order, game.Seat(s))
		}
	}
	for s := range w.names {
		name := ""
		if s < len(r.Names) {
			name = plain(r.Names[s])
		}
		if name == "" || slices.Contains(w.names[:s], name) {
			name = fmt.Sprintf("%s%d", name, s+1)
		}
		for slices.Contains(w.names[:s], name) {
			name += "'"
		}
		w.names[s] = name
	}
	return w
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

func (w *writer) linef(format string, args ...any) {
	fmt.Fprintln(&w.b, strings.TrimSpace(fmt.Sprintf(format, args...)))
}

func (w *writer) writeSetup(r Round) {
	w.linef("system: %s", r.Rules.Name())
	var options []string
	for _, o := range r.Rules.Options() {
		if o.Value != o.Preset {
			options = append(options, o.String())
		}
	}
	if options != nil {
		w.linef("options: %s", strings.Join(options, " "))
	}
	w.linef("players: %s", replayState{names: w.names}.nameList(w.order))
	if r.Deal != nil {
		w.linef("deal: %s", r.Deal.line(w.order))
	}
	if r.Setup.Places != nil {
		w.linef("titles: %s", w.each(func(s game.Seat) string { return fmt.Sprint(r.Setup.Places[s]) }))
	}
	if r.Setup.Lead != game.Nobody {
		w.linef("lead: %s", w.names[r.Setup.Lead])
	}
	for _, s := range w.order {
		w.linef("hand %s: %s", w.names[s], cmp.Or(card.Format(r.Setup.Hands[s]), "-"))
	}
	if r.Setup.TopCard != card.None {
		w.linef("top: %s", r.Setup.TopCard)
	}
	if len(r.Setup.Pile) > 0 {
		w.linef("pile: %s", card.Format(r.Setup.Pile))
	}
	if r.Setup.CountUp {
		w.linef("dir: %s", game.Up)
	}
	w.linef("play")
}

func (w *writer) writeEnd(m replayState) {
	result, over := m.state.Result()
	if !over {
		turn, _ := m.state.Turn()
		w.linef("= turn %s", m.name(turn))
		return
	}
	w.linef("= over")
	w.linef("= out %s", m.nameList(m.view().Out))
	for _, s := range w.order {
		w.linef("= hand %s %s", w.names[s], cmp.Or(card.Format(m.state.View(s).Hand), "-"))
	}
	if h := lastPlaces(m); h != "-" {
		players := m.view().Players
		w.linef("= held %s", w.each(func(s game.Seat) string { return fmt.Sprint(players[s].LastPlace) }))
	}
	w.linef("= places %s", m.nameList(result.Places))
	w.linef("= titles %s", cmp.Or(w.each(func(s game.Seat) string { return TitleWord(m.rules, result.Titles[s]) }), "-"))
	w.linef("= points %s", w.each(func(s game.Seat) string { return fmt.Sprint(result.Points[s]) }))
}

// each writes a value for each player, clockwise from the dealer's left.
func (w *writer) each(value func(game.Seat) string) string {
	var words []string
	for _, s := range w.order {
		if v := value(s); v != "" {
			words = append(words, w.names[s]+"="+v)
		}
	}
	return strings.Join(words, " ")
}
