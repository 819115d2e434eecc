package screen

import (
	"deuces/bot"
	"deuces/commands/ids"
	"deuces/internal/say"
	"deuces/settings"
)

// Preferences is the page of what somebody chooses for themself: a row of buttons for
// each choice, with the chosen one green. note is said once.
func Preferences(p settings.Person, note say.Message) bot.Message {
	blocks := []bot.Block{texts(
		banner(say.New("⚙️ Your preferences")),
		small(say.New("They apply immediately, in every server. `/privacy` deletes them with everything else.")),
		say.Mark("⚠️ ", note, ""))}
	for _, x := range settings.Preferences() {
		var row bot.Row
		for _, v := range x.Values {
			b := bot.Button{ID: ids.Prefer{Key: x.Key, Value: v.Key}.ID(), Label: say.New(v.Word)}
			if x.Shows(p) == v.Key {
				b.Style, b.Emoji = bot.Green, "✅"
			}
			row = append(row, b)
		}
		blocks = append(blocks, texts(bold(say.New(x.Name)), small(say.New(x.About))), row)
	}
	return bot.Message{Accent: blurple, Blocks: blocks}
}

// withPreferences adds the button that opens the page to a hand that has room for it.
func withPreferences(blocks []bot.Block) []bot.Block {
	button := bot.Button{ID: ids.Prefer{}.ID(), Label: say.New("Preferences"), Emoji: "⚙️"}
	const frame, row = 1, 1
	if n := len(blocks); n > 0 {
		last, ok := blocks[n-1].(bot.Row)
		if ok && len(last) < perRow && last[len(last)-1].Style == bot.Grey && components(blocks)+frame < 40 {
			blocks[n-1] = append(last[:len(last):len(last)], button)
			return blocks
		}
	}
	if components(blocks)+frame+row < 40 {
		blocks = append(blocks, bot.Row{button})
	}
	return blocks
}
