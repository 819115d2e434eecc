package screen

import (
	"fmt"
	"strings"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/say"
	"deuces/table"
)

// TablePage is the page of the rules on a table's own settings, whatever is played.
func TablePage(set table.Settings) game.Page {
	lines := []string{"A turn may take as long as it likes: there is no clock."}
	if set.Clock > 0 {
		lines = []string{"A turn may take " + Span(set.Clock) + ". Then the table passes, or plays the lowest card; after the second time in a row a stand-in plays until the player clicks anything."}
	}
	lines = append(lines, "**Pass this trick** passes whenever your turn comes until the trick ends, or you take it back. It is there where a pass does not bar a later play.")
	example := "on `2♠` you click **Pass this trick**; while the others go on, your turns pass by themselves, and on the next lead you are asked again."
	if set.AutoPass > 0 {
		lines = append(lines, "**Auto-pass:** whoever can't beat the top play passes without a click. Every pass shows after "+Span(set.AutoPass)+", also one that was clicked, so nobody sees who can't play.")
		example = "on `2♠` whoever holds nothing above it passes by themselves; whoever could and clicks **Pass** is seen to pass at the same moment."
	}
	return game.Page{Title: say.New("At this table"), Text: say.Verbatim(strings.Join(lines, "\n") + "\n\n*Example:* " + example)}
}

// Rules shows a page of a game's rules. at says whose they are, and which page.
func Rules(title string, pages []game.Page, at ids.Rules) bot.Message {
	last := len(pages) - 1
	at.Page = min(at.Page, last)
	msg := bot.Message{Accent: blurple, Blocks: []bot.Block{
		bot.Text(say.Verbatim("## " + title + " · " + pages[at.Page].Title.String() + "\n" + pages[at.Page].Text.String())),
	}}
	if last > 0 {
		back, next := at, at
		back.Page, back.Part = max(at.Page-1, 0), "back"
		next.Page, next.Part = min(at.Page+1, last), ""
		msg.Blocks = append(msg.Blocks, bot.Text(say.Verbatim(fmt.Sprintf("-# page %d of %d", at.Page+1, last+1))), bot.Row{
			{ID: back.ID(), Emoji: "◀️", Disabled: at.Page == 0},
			{ID: next.ID(), Emoji: "▶️", Disabled: at.Page == last},
		})
	}
	return msg
}
