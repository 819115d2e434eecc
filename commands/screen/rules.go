package screen

import (
	"slices"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/internal/say"
	"deuces/match"
)

// TablePage is the page of the rules on a table's own settings, whatever is played;
// passes says that the game knows passing.
func TablePage(set match.Settings, passes bool) game.Page {
	clock := say.New("There is no turn clock: take as long as you like.")
	if set.Clock > 0 {
		clock = say.New("You have {clock} per turn. When time runs out, you pass, or your lowest card is played. "+
			"If that happens twice in a row, a computer plays for you until you click anything.", Span(set.Clock))
	}
	if !passes {
		return game.Page{Title: say.New("At this table"), Text: clock}
	}
	lines := []say.Message{clock, say.New("**Pass until the next trick** passes each of your turns until the trick ends, or until you take it back. " +
		"The button is there where you may play again after passing.")}
	example := say.New("*Example:* on `2♠` you click **Pass until the next trick**. While the others play on, your turns pass by themselves. On the next lead you are asked again.")
	if set.AutoPass > 0 {
		lines = append(lines, say.New("**Auto-pass:** if you can't play, you pass automatically after a short pause ({delay} at most). "+
			"A pass that you click earlier shows at the end of the same pause, so nobody can tell who couldn't play. "+
			"One that you click later shows immediately, and tells that you thought about it. `/preferences` lets you click every pass yourself.", Span(set.AutoPass)))
		example = say.New("*Example:* on `2♠` anyone who holds nothing higher passes automatically. If you could beat it but click **Pass** right away, it looks the same.")
	}
	return game.Page{Title: say.New("At this table"), Text: say.Join("\n\n", say.Lines(lines...), example)}
}

// optionsPerPage is how many options a page of the rules has.
const optionsPerPage = 12

// OptionPages say of every option what it is set to, and what that does.
func OptionPages(options []game.Option) []game.Page {
	var pages []game.Page
	for some := range slices.Chunk(options, optionsPerPage) {
		var lines []say.Message
		for _, o := range some {
			does := say.New(o.About)
			if i := slices.IndexFunc(o.Choices, func(c game.Choice) bool { return c.Value == o.Value && !c.About.Empty() }); i >= 0 {
				does = o.Choices[i].About
			}
			lines = append(lines, say.Join(" ", say.Mark("**", say.Join(": ", say.New(o.Name), setTo(o)), "**"), say.Mark("· ", does, "")))
		}
		pages = append(pages, game.Page{Title: say.New("Options"), Text: say.Lines(lines...)})
	}
	return pages
}

// Rules shows a page of a game's rules. at says whose they are, and which page.
func Rules(name say.Message, pages []game.Page, at ids.Rules) bot.Message {
	last := len(pages) - 1
	at.Page = min(at.Page, last)
	page := pages[at.Page]
	msg := bot.Message{Accent: blurple, Blocks: []bot.Block{bot.Text(say.Lines(title(name, page.Title), page.Text))}}
	if last > 0 {
		back, next := at, at
		back.Page, back.Part = max(at.Page-1, 0), "back"
		next.Page, next.Part = min(at.Page+1, last), ""
		msg.Blocks = append(msg.Blocks, bot.Text(small(pageOf(at.Page, last))), bot.Row{
			{ID: back.ID(), Label: say.New("Previous"), Emoji: "◀️", Disabled: at.Page == 0},
			{ID: next.ID(), Label: say.New("Next"), Emoji: "▶️", Disabled: at.Page == last},
		})
	}
	return msg
}
