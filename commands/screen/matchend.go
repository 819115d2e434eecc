package screen

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/internal/say"
)

// Rules have up to three options that decide when a match ends: points, a number of rounds, and the longest
// match if nobody gets so many points. People see and change them as one.

// EndKey is the key of the option that stands for them.
const EndKey = "end"

// matchEnd is what ends a match: points, a number of rounds, or whichever is first; 0: no such limit.
type matchEnd struct{ points, rounds int }

func (e matchEnd) String() string { return fmt.Sprintf("%d/%d", e.points, e.rounds) }

// words says what ends a match. In a penalty game points are bad.
func (e matchEnd) words(penalty bool) say.Message {
	first := say.Capital(say.New("first to {n:# point|# points}", e.points))
	if penalty {
		first = say.New("Until someone has {n:# point|# points}", e.points)
	}
	switch {
	case e.points == 0 && e.rounds == 0:
		return say.New("Until the host ends it")
	case e.points == 0:
		return say.New("{n:# round|# rounds}", e.rounds)
	case e.rounds == 0:
		return first
	}
	return say.New("{points}, or {n:# round|# rounds}", first, e.rounds)
}

// endOptions are the options of some rules that decide when a match ends.
type endOptions struct {
	target, rounds, longest game.Option // without a key if the rules don't have it
	usual                   string      // the longest match with points, which isn't mentioned
}

func endOptionsOf(rules game.Rules, options []game.Option) endOptions {
	find := func(options []game.Option, key string) game.Option {
		if i := slices.IndexFunc(options, func(o game.Option) bool { return o.Key == key }); i >= 0 {
			return options[i]
		}
		return game.Option{}
	}
	return endOptions{find(options, "target"), find(options, "rounds"), find(options, "longest"), find(rules.Options(), "longest").Preset}
}

// both reports whether the option of rounds also limits a match with points.
func (x endOptions) both() bool { return x.rounds.Key != "" && x.rounds.Min == 0 }

// now returns what ends a match. Points don't if the rules give none.
func (x endOptions) now(rules game.Rules) matchEnd {
	points, rounds := rules.Ends()
	if points > 0 && strconv.Itoa(rounds) == x.usual {
		rounds = 0
	}
	return matchEnd{points, rounds}
}

// preset returns what ends a match with the presets of the options.
func (x endOptions) preset(scores bool) matchEnd {
	n := func(o game.Option) int { n, _ := strconv.Atoi(o.Preset); return n }
	e := matchEnd{n(x.target), n(x.rounds)}
	switch {
	case e.points == 0 || !scores:
		e.points = 0
	case x.both() && e.rounds > 0:
	case x.longest.Preset == x.usual:
		e.rounds = 0
	default:
		e.rounds = n(x.longest)
	}
	return e
}

// Options returns the options of rules as people see them. Their presets may be those of a named set.
func Options(rules game.Rules, options []game.Option, penalty bool) []game.Option {
	at := slices.IndexFunc(options, endsMatch)
	if at < 0 {
		return options
	}
	x := endOptionsOf(rules, options)
	now := x.now(rules)
	scores := now.points > 0 || x.target.Value == "0"
	preset := x.preset(scores)
	rounds, points := cmp.Or(now.rounds, preset.rounds, 10), cmp.Or(now.points, preset.points, x.target.Max/10)
	var ends []matchEnd
	if scores {
		ends = append(ends, matchEnd{points, 0}, matchEnd{points, rounds})
	}
	if x.rounds.Key != "" {
		ends = append(ends, matchEnd{0, rounds})
	}
	if x.both() {
		ends = append(ends, matchEnd{})
	}
	one := game.Option{Key: EndKey, Group: options[at].Group, Name: "End of the match", Value: now.String(), Preset: preset.String()}
	for _, e := range append(ends, now, preset) {
		if !slices.ContainsFunc(one.Choices, func(c game.Choice) bool { return c.Value == e.String() }) {
			one.Choices = append(one.Choices, game.Choice{Value: e.String(), Name: e.words(penalty)})
		}
	}
	return slices.Insert(slices.DeleteFunc(options, endsMatch), at, one)
}

// endsMatch reports whether an option decides when a match ends.
func endsMatch(o game.Option) bool {
	return slices.Contains([]string{"target", "rounds", "longest"}, o.Key)
}

// EndOptions returns the options for a value of EndKey, such as "10/20", or false if it isn't one.
func EndOptions(rules game.Rules, value string) (map[string]string, bool) {
	var e matchEnd
	if n, err := fmt.Sscanf(value, "%d/%d", &e.points, &e.rounds); n < 2 || err != nil {
		return nil, false
	}
	x := endOptionsOf(rules, rules.Options())
	values := map[string]string{}
	set := func(o game.Option, value string) {
		if o.Key != "" {
			values[o.Key] = value
		}
	}
	points, rounds := strconv.Itoa(e.points), strconv.Itoa(e.rounds)
	set(x.target, points)
	switch {
	case x.both():
		set(x.rounds, rounds)
		set(x.longest, x.usual)
	case e.points == 0 && x.rounds.Key != "":
		set(x.rounds, rounds)
	case e.rounds == 0:
		set(x.longest, x.usual)
	default:
		set(x.longest, rounds)
	}
	return values, true
}

func noLimit(what say.Message) say.Message { return say.New("{what}, or 0 for no limit", what) }

// endForm returns the form for the numbers that end a match.
func endForm(o game.Option, id ids.Option) bot.Modal {
	var e matchEnd
	_, _ = fmt.Sscanf(o.Value, "%d/%d", &e.points, &e.rounds) // String wrote it
	return bot.Modal{ID: id.ID(), Title: say.New(o.Name), Fields: []bot.Field{
		{ID: "points", Label: noLimit(say.New("Points")), Value: strconv.Itoa(e.points), Max: 4, Required: true},
		{ID: "rounds", Label: noLimit(say.New("Rounds")), Value: strconv.Itoa(e.rounds), Max: 4, Required: true},
	}}
}
