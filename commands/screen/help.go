package screen

import (
	"maps"
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

// Help renders the commands, with a menu of the rules of each game.
func Help(g GuildSettings) bot.Message {
	menu := bot.Select{ID: ids.Rules{}.ID(), Placeholder: say.New("Rules and a practice hand")}
	for _, x := range g.Games {
		menu.Options = append(menu.Options, bot.SelectOption{Label: say.New(x.Title), Value: x.Name})
	}
	if g.Invitation != "" {
		return bot.Message{Accent: blurple, Blocks: []bot.Block{
			texts(
				say.New("I host card games in the channels of servers: {games}.", g.GameNames()),
				say.New("Here, `/hand` lists your tables, `/profile` shows your results in all servers, and `/preferences` is about you."),
			),
			menu,
			bot.Row{g.inviteButton()},
		}}
	}
	return bot.Message{Accent: blurple, Blocks: []bot.Block{
		texts(
			say.New("`/play` opens a table for {games}. Bots can take empty seats.", g.GameNames()),
			say.New("`/hand` shows your cards only to you. `/join` takes a seat, `/leave` gives it up."),
			say.New("`/leaderboard` and `/profile` show results. `/preferences` is about you, `/settings` about the server."),
			say.New("**⋯ Table** below a board has everything else."),
		),
		menu,
		bot.Row{PlayButton()},
	}}
}

// HouseRules returns a paragraph with the options that differ from the defaults, if there are any.
func HouseRules(rules game.Rules, penalty bool) []say.Message {
	lines := differences(Options(rules, rules.Options(), penalty))
	if lines == nil {
		return nil
	}
	return []say.Message{say.Lines(append([]say.Message{bold(say.New("House rules here"))}, lines...)...)}
}

// TablePage returns the page of the rules about how a table is set.
func TablePage(rules game.Rules, set match.Settings) game.Page {
	lines := []say.Message{clockWords(set.Clock)}
	if set.Clock > 0 {
		lines = append(lines, say.New("When your time runs out, you pass or play your lowest card. If that happens twice in a row, a bot plays for you until you click anything."))
	}
	switch {
	case !rules.Passes():
	case settings.TempoOf(set.Pace, set.AutoPass) == settings.Instant:
		lines = append(lines, say.New("If you can't play, you pass immediately, and everyone sees that you couldn't."))
	case set.AutoPass > 0:
		lines = append(lines, say.New("If you can't play, you pass after a short pause. A quick pass of your own takes the same pause, so nobody can tell who couldn't play. `/preferences` lets you click every pass yourself."))
	}
	return game.Page{Title: say.New("At this table"), Paragraphs: lines}
}

// Rules renders the screen number at.Page of a game's rules: at most two paragraphs of a page.
func Rules(name say.Message, system string, pages []game.Page, at ids.Rules) bot.Message {
	var screens []game.Page
	for _, p := range pages {
		for paragraphs := range slices.Chunk(p.Paragraphs, 2) {
			screens = append(screens, game.Page{Title: p.Title, Paragraphs: paragraphs})
		}
	}
	last := len(screens) - 1
	at.Page = min(at.Page, last)
	page := screens[at.Page]
	msg := bot.Message{Accent: blurple, Blocks: []bot.Block{texts(title(name, page.Title), page.Text())}}
	practice := bot.Button{ID: ids.Learn{System: system}.ID(), Label: say.New("Practice hand"), Emoji: "🎓"}
	if last > 0 {
		msg.Blocks = append(msg.Blocks, bot.Text(small(pageOf(at.Page, last))))
	}
	nav := previousNext(at.Page, last, func(page int, part string) string {
		at.Page, at.Part = page, part
		return at.ID()
	})
	msg.Blocks = append(msg.Blocks, append(nav, practice))
	return msg
}

// LessonPage is a step of a lesson.
type LessonPage struct {
	At      ids.Learn
	Rules   game.Rules
	Lesson  game.Lesson
	View    game.View   // the view of the learner
	Told    []game.News // news since the previous step
	Refused say.Message // why the rules refuse the play that was tried

	Pictures Pictures // pictures of cards; nil: words
	Table    string   // after the last step: the link to the channel's table, or ""
}

// Lesson renders a step of a lesson, or its end.
func Lesson(g GuildSettings, p LessonPage) bot.Message {
	steps, at := p.Lesson.Steps, p.At.Step
	what := g.Title(p.Rules.Name())
	s := Snapshot{GuildSettings: g, replayed: p.Rules, inline: p.Pictures, People: []standing.Person{{Name: "You"}, {Name: "Ada"}, {Name: "Ben"}, {Name: "Cleo"}}}
	var then say.Message
	if at > 0 {
		then = say.Mark("✅ ", say.New(steps[at-1].Explanation), "")
	}
	var news []say.Message
	for _, n := range p.Told {
		if n.Seat != 0 && n.Text != "" {
			news = append(news, s.newsSentence(n))
		}
	}
	if at >= len(steps) {
		next := bot.Button{ID: ids.PlayNow{System: p.At.System}.ID(), Label: say.New("Play now"), Emoji: "▶️", Style: bot.Green}
		switch {
		case p.Table != "":
			next = goToTable(p.Table)
		case g.Invitation != "":
			next = g.inviteButton()
		}
		return bot.Message{Accent: gold, Blocks: []bot.Block{
			texts(title(what, say.New("you know how to play")), then, say.New(p.Lesson.Closing)),
			bot.Row{next},
		}}
	}
	step := steps[at]
	var top say.Message
	if len(p.View.Top.Cards) > 0 {
		top = say.Lines(small(say.New("On the table:")), say.Verbatim("# "+p.Pictures.faces(p.View.Top.Cards, p.View.Top.As)))
	}
	msg := bot.Message{Accent: green, Blocks: []bot.Block{
		texts(title(what, say.New("step {n} of {last}", at+1, len(steps))), then, small(say.Join(" ", news...))),
		texts(say.Mark("👀 ", say.New(step.Prompt), ""), top, s.briefly(p.View), say.Lines(small(say.New("Your hand:")), p.Pictures.sized(p.View, "rank"))),
	}}
	if p.At.Tried > 0 && p.At.Tried <= len(step.Wrong) {
		wrong := step.Wrong[p.At.Tried-1]
		msg.Accent = amber
		msg.Blocks = append(msg.Blocks, texts(say.Mark("❌ ", bold(lessonPlay(p.View, wrong)), ""), p.Refused, say.New(step.Why[wrong])))
	}
	to := map[string]ids.Learn{step.Answer: {System: p.At.System, Step: at + 1}}
	for i, wrong := range step.Wrong {
		to[wrong] = ids.Learn{System: p.At.System, Step: at, Tried: i + 1}
	}
	var row bot.Row
	for _, play := range slices.Sorted(maps.Keys(to)) { // otherwise the right one would always be first
		b := bot.Button{ID: to[play].ID(), Label: lessonPlay(p.View, play), Style: bot.Blue, Disabled: to[play] == p.At}
		if a, err := game.ParseAction(play); err == nil {
			b.Emoji = p.Pictures.onButton(a.Cards)
		}
		row = append(row, b)
	}
	msg.Blocks = append(msg.Blocks, row)
	return msg
}

func lessonPlay(v game.View, play string) say.Message {
	a, err := game.ParseAction(play)
	if err != nil {
		return say.Verbatim(play)
	}
	if len(a.Cards) == 0 {
		return doing(a, "")
	}
	for _, o := range v.Offers {
		if o.Action.String() == a.String() {
			return o.Label
		}
	}
	return say.Verbatim(plain(a.Cards, card.None))
}
