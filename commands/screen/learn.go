package screen

import (
	"slices"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/game/card"
	"deuces/internal/say"
	"deuces/settings"
	"deuces/standing"
)

// gameLines are the games with what it is like to play each, and how many can.
func (g GuildSettings) gameLines() []say.Message {
	var lines []say.Message
	for _, x := range g.Games {
		lines = append(lines, x.line())
	}
	return lines
}

func (x Game) line() say.Message {
	players := say.New("{n} players", x.Most)
	if x.Fewest < x.Most {
		players = say.New("{fewest}–{most} players", x.Fewest, x.Most)
	}
	return say.Lines(dotted(bold(say.New(x.Title)), players, say.New(x.Feel)), small(say.New(x.About)))
}

// WhichGame asks somebody who opens a table what to play there. Where presets are
// locked there is nothing else.
func WhichGame(g GuildSettings, presets []settings.Preset, locked bool, id ids.Open, prefix string) bot.Message {
	menu := bot.Select{ID: id.ID(), Placeholder: say.New("Choose a game")}
	for _, p := range presets[:min(len(presets), 20)] {
		menu.Options = append(menu.Options, bot.SelectOption{Label: say.Verbatim(bot.Plain(p.Name, 90)), Emoji: "⭐", Value: prefix + p.Name, Description: clipped(g.Title(p.System), 100)})
	}
	lines := []say.Message{banner(say.New("What would you like to play?"))}
	if !locked {
		lines = append(lines, g.gameLines()...)
		for _, x := range g.Games {
			menu.Options = append(menu.Options, bot.SelectOption{Label: say.New(x.Title), Value: x.Name, Description: clipped(say.New(x.Feel), 100)})
		}
	}
	return bot.Message{Accent: blurple, Blocks: []bot.Block{texts(lines...), menu, bot.Row{learnButton()}}}
}

// learnButton leads to the choice of lessons.
func learnButton() bot.Button {
	return bot.Button{ID: ids.Learn{}.ID(), Label: say.New("Learn a game first"), Emoji: "🎓"}
}

// Lessons asks which game somebody would like to learn.
func Lessons(g GuildSettings) bot.Message {
	var row bot.Row
	for _, x := range g.Games {
		row = append(row, bot.Button{ID: ids.Learn{System: x.Name}.ID(), Label: clipped(say.New(x.Title), 80), Style: bot.Blue})
	}
	blocks := []bot.Block{texts(append([]say.Message{
		banner(say.New("🎓 Which game would you like to learn?")),
		say.New("You play a short hand on your own, in about five minutes. Nobody else sees it, and it counts for nothing."),
	}, g.gameLines()...)...)}
	return bot.Message{Accent: blurple, Blocks: append(blocks, rows(row)...)}
}

// LessonPage is a step of a lesson.
type LessonPage struct {
	At        ids.Learn
	Rules     game.Rules
	Lesson    game.Lesson
	View      game.View   // the learner's
	Told      []game.News // since the step before
	Refused   say.Message // by the rules, of the play that was tried
	Computers bool        // a table can be opened with computer players
}

// Lesson renders a step of a lesson, or its end.
func Lesson(g GuildSettings, p LessonPage) bot.Message {
	steps, at := p.Lesson.Steps, p.At.Step
	what := g.Title(p.Rules.Name())
	s := Snapshot{GuildSettings: g, replayed: p.Rules, People: []standing.Person{{Name: "You"}, {Name: "Ada"}, {Name: "Ben"}, {Name: "Cleo"}}}
	var then, told say.Message
	if at > 0 {
		then = say.Mark("✅ ", say.New(steps[at-1].Then), "")
	}
	var news []say.Message
	for _, n := range p.Told {
		if n.Seat != 0 && n.Text != "" {
			news = append(news, s.newsSentence(n))
		}
	}
	told = small(say.Join(" ", news...))
	if at >= len(steps) {
		row := bot.Row{{ID: ids.Learn{}.ID(), Label: say.New("Learn another game"), Emoji: "🎓"}, {ID: ids.Learn{System: p.At.System}.ID(), Label: say.New("Once more"), Emoji: "🔁"}}
		if p.Computers {
			row = append(bot.Row{{ID: ids.Open{System: p.At.System, Easy: true}.ID(), Label: say.New("Play with easy computers"), Emoji: "🤖", Style: bot.Green}}, row...)
		}
		return bot.Message{Accent: gold, Blocks: []bot.Block{
			texts(say.Lines(title(what, say.New("you know how to play")), then), say.New(p.Lesson.End),
				small(say.New("`/rules` has everything, and 💡 **Hint** in your hand suggests a play. `/play` opens a table for everyone."))),
			row,
		}}
	}
	step := steps[at]
	var top say.Message
	if len(p.View.Top.Cards) > 0 {
		top = say.Join(" ", say.New("On the table:"), say.Verbatim(faces(p.View.Top.Cards, p.View.Top.As)))
	}
	msg := bot.Message{Accent: green, Blocks: []bot.Block{
		texts(title(what, say.New("step {n} of {last}", at+1, len(steps))), then, told),
		texts(say.New("👀 {look}", say.New(step.Look)), top, briefly(p.View), say.Lines(small(say.New("Your hand:")), Pictures{}.sized(p.View, "rank"))),
	}}
	if p.At.Tried > 0 && p.At.Tried <= len(step.Wrong) {
		wrong := step.Wrong[p.At.Tried-1]
		msg.Accent = amber
		said := p.Refused
		if said.Empty() {
			said = say.New("The rules allow that, but there is something better.")
		}
		msg.Blocks = append(msg.Blocks, texts(say.Mark("❌ ", bold(lessonPlay(p.View, wrong.Play)), ""), say.Lines(said, say.New(wrong.Why))))
	}
	type choice struct {
		play string
		to   ids.Learn
	}
	choices := []choice{{step.Right, ids.Learn{System: p.At.System, Step: at + 1}}}
	for i, wrong := range step.Wrong {
		choices = append(choices, choice{wrong.Play, ids.Learn{System: p.At.System, Step: at, Tried: i + 1}})
	}
	slices.SortFunc(choices, func(a, b choice) int { // so that the right one isn't always the first
		if a.play < b.play {
			return -1
		}
		return 1
	})
	var row bot.Row
	for _, c := range choices {
		row = append(row, bot.Button{ID: c.to.ID(), Label: lessonPlay(p.View, c.play), Style: bot.Blue, Disabled: c.to.Step == at && c.to.Tried == p.At.Tried})
	}
	msg.Blocks = append(msg.Blocks, row)
	return msg
}

// lessonPlay is what the button of a play says.
func lessonPlay(v game.View, play string) say.Message {
	a, err := game.ParseAction(play)
	if err != nil {
		return say.Verbatim(play)
	}
	switch a.Verb {
	case game.Pass:
		return say.New("Pass")
	case game.Draw:
		return say.New("Draw")
	}
	for _, o := range v.Offers {
		if o.Action.String() == a.String() {
			return o.Label
		}
	}
	return say.Verbatim(plain(a.Cards, card.None))
}
