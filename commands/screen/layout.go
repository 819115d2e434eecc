package screen

import (
	"deuces/bot"
	"deuces/internal/say"
)

// What the screens of a server's memory and settings are laid out with.

// banner stands above a whole message.
func banner(m say.Message) say.Message { return say.Mark("## ", m, "") }

// commas puts messages on one line, with commas between them and no "and".
func commas(messages ...say.Message) say.Message { return say.Join(", ", messages...) }

// texts makes a block of lines.
func texts(lines ...say.Message) bot.Text { return bot.Text(say.Lines(lines...)) }

// verbatim are texts that are the same in every language.
func verbatim(texts []string) []say.Message {
	messages := make([]say.Message, len(texts))
	for i, t := range texts {
		messages[i] = say.Verbatim(t)
	}
	return messages
}

// percent is a share of a whole, rounded.
func percent(part, whole int) int { return (100*part + whole/2) / whole }
