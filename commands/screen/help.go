package screen

import (
	"slices"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/game/card"
	"deuces/internal/say"
	"deuces/match"
	"deuces/settings"
	"deuces/standing"
)

// Help renders how to begin, with a menu of the rules of each game.
func Help(g GuildSettings) bot.Message {
	menu := bot.Select{ID: ids.Rules{}.ID(), Placeholder: say.New("Rules and a practice hand")}
	for _, x := range g.Games {
		menu.Options = append(menu.Options, bot.SelectOption{Label: say.New(x.Title), Value: x.Name})
	}
	return bot.Message{Accent: blurple, Blocks: []bot.Block{
		texts(append([]say.Message{banner(say.New("Card games in this channel"))}, g.gameLines()...)...),
		menu,
		texts(
			say.New("`/play` opens a table, one per channel or thread. Bots can take empty seats."),
			say.New("**My hand** shows your cards to you alone, with your plays as buttons. If you lose it, click **My hand** again."),
			say.New("If your time runs out, you pass or play your lowest card. After two times in a row, a bot plays for you until you click something."),
			say.New("**⋯ More** below the board has the rest: leaving, removing a player, ending the match, and proof that nobody changed the deal."),
			say.New("`/join` gives you a seat during a match, or your own one back."),
		),
		bot.Row{{ID: ids.Begin{}.ID(), Label: say.New("Open a table"), Emoji: "🃏", Style: bot.Green}},
	}}
}

// TablePage returns the page of the rules about a table's settings. passes is set if the game has passes.
func TablePage(set match.Settings, passes bool) game.Page {
	clock := say.New("There is no turn clock: take as long as you like.")
	if set.Clock > 0 {
		clock = say.New("You have {clock} per turn. When time runs out, you pass, or your lowest card is played. "+
			"If that happens twice in a row, a bot plays for you until you click anything.", Span(set.Clock))
	}
	if !passes {
		return game.Page{Title: say.New("At this table"), Text: clock}
	}
	lines := []say.Message{clock, say.New("**Pass until the next trick** passes each of your turns until the trick ends, or until you take it back. " +
		"The button is there where you may play again after passing.")}
	switch {
	case settings.TempoOf(set.Pace, set.AutoPass) == settings.Instant:
		lines = append(lines, say.New("**Instant pace:** if you can't play, you pass immediately, and everyone sees that you couldn't."))
	case set.AutoPass > 0:
		lines = append(lines, say.New("**Auto-pass:** if you can't play, you pass automatically after a short pause ({delay} at most). "+
			"A quick pass of your own takes the same pause, so nobody can tell who couldn't play. "+
			"`/preferences` lets you click every pass yourself.", Span(set.AutoPass)))
	}
	return game.Page{Title: say.New("At this table"), Text: say.Lines(lines...)}
}

// optionsPerPage is the number of options on a page of the rules.
const optionsPerPage = 12

// OptionPages returns the pages about the options: each option's value, and what it does unless its
// name says that.
func OptionPages(options []game.Option) []game.Page {
	var pages []game.Page
	for some := range slices.Chunk(options, optionsPerPage) {
		var lines []say.Message
		for _, o := range some {
			var does say.Message
			if i := slices.IndexFunc(o.Choices, func(c game.Choice) bool { return c.Value == o.Value && !c.About.Empty() }); i >= 0 {
				does = o.Choices[i].About
			}
			lines = append(lines, say.Join(" ", say.Mark("**", say.Join(": ", say.New(o.Name), setTo(o)), "**"), say.Mark("· ", does, "")))
		}
		pages = append(pages, game.Page{Title: say.New("Options"), Text: say.Lines(lines...)})
	}
	return pages
}

// Rules renders the page number at.Page of a game's rules.
func Rules(name say.Message, system string, pages []game.Page, at ids.Rules) bot.Message {
	last := len(pages) - 1
	at.Page = min(at.Page, last)
	page := pages[at.Page]
	msg := bot.Message{Accent: blurple, Blocks: []bot.Block{bot.Text(say.Lines(title(name, page.Title), page.Text))}}
	practice := bot.Button{ID: ids.Learn{System: system}.ID(), Label: say.New("Practice hand"), Emoji: "🎓"}
	if last > 0 {
		msg.Blocks = append(msg.Blocks, bot.Text(small(pageOf(at.Page, last))))
	}
	turn := previousNext(at.Page, last, func(page int, part string) string {
		at.Page, at.Part = page, part
		return at.ID()
	})
	msg.Blocks = append(msg.Blocks, append(turn, practice))
	return msg
}

// gameLines returns two lines for each game: for how many players it is, and what it is about.
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
	return say.Lines(dotted(bold(say.New(x.Title)), players), small(say.New(x.About)))
}

// LessonPage is a step of a lesson.
type LessonPage struct {
	At        ids.Learn
	Rules     game.Rules
	Lesson    game.Lesson
	View      game.View   // the view of the learner
	Told      []game.News // news since the previous step
	Refused   say.Message // why the rules refuse the play that was tried
	Computers bool        // the game has computer players
}

// Lesson renders a step of a lesson, or its end.
func Lesson(g GuildSettings, p LessonPage) bot.Message {
	steps, at := p.Lesson.Steps, p.At.Step
	what := g.Title(p.Rules.Name())
	s := Snapshot{GuildSettings: g, replayed: p.Rules, People: []standing.Person{{Name: "You"}, {Name: "Ada"}, {Name: "Ben"}, {Name: "Cleo"}}}
	var then, told say.Message
	if at > 0 {
		then = say.Mark("✅ ", say.New(steps[at-1].Explanation), "")
	}
	var news []say.Message
	for _, n := range p.Told {
		if n.Seat != 0 && n.Text != "" {
			news = append(news, s.newsSentence(n))
		}
	}
	told = small(say.Join(" ", news...))
	if at >= len(steps) {
		row := bot.Row{{ID: ids.Learn{System: p.At.System}.ID(), Label: say.New("Once more"), Emoji: "🔁"}}
		if p.Computers {
			row = append(bot.Row{{ID: ids.Open{System: p.At.System, Easy: true}.ID(), Label: say.New("Play with easy bots"), Emoji: "🤖", Style: bot.Green}}, row...)
		}
		return bot.Message{Accent: gold, Blocks: []bot.Block{
			texts(say.Lines(title(what, say.New("you know how to play")), then), say.New(p.Lesson.Closing),
				small(say.New("`/help` has all rules, and **Hint** in your hand suggests a play. `/play` opens a table."))),
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
		texts(say.New("👀 {look}", say.New(step.Prompt)), top, briefly(p.View), say.Lines(small(say.New("Your hand:")), Pictures{}.sized(p.View, "rank"))),
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
	choices := []choice{{step.Answer, ids.Learn{System: p.At.System, Step: at + 1}}}
	for i, wrong := range step.Wrong {
		choices = append(choices, choice{wrong.Play, ids.Learn{System: p.At.System, Step: at, Tried: i + 1}})
	}
	slices.SortFunc(choices, func(a, b choice) int { // otherwise the right one would always be first
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

// lessonPlay returns the label of a play's button.
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
