package screen

import (
	"regexp"
	"slices"
	"strings"

	"deuces/bot"
	"deuces/internal/say"
)

// Words used by several screens. Names must already be escaped (bot.Escape).

// longest is the maximum number of letters of a name that are shown. Discord's own names aren't
// longer.
const longest = 32

// DisplayName returns a name for a text: escaped and bold.
func DisplayName(name string) say.Message {
	if name == "" {
		return bold(say.New("a former player"))
	}
	if letters := []rune(name); len(letters) > longest {
		name = string(letters[:longest-1]) + "…"
	}
	return say.Verbatim("**" + bot.Escape(name) + "**")
}

// columns returns how wide a text is, in letters of the Latin alphabet. Those of Chinese, Korean or
// Japanese, and emojis, are about twice as wide.
func columns(text string) (n int) {
	for _, r := range text {
		if n++; r >= 0x1100 {
			n++
		}
	}
	return n
}

// Quoted returns typed text for a sentence: in quotes, on one line, without formatting, with at
// most n characters.
func Quoted(typed string, n int) say.Message {
	return say.New(`"{text}"`, bot.Escape(bot.Clip(typed, n)))
}

// clipLines joins as many lines as fit n characters. A line is whole or missing, so that
// no formatting is left open.
func clipLines(lines []string, n int) string {
	kept := ""
	for i, line := range lines {
		longer := strings.TrimPrefix(kept+"\n"+line, "\n")
		if more := longer + "\n…"; bot.Clip(longer, n) != longer || i < len(lines)-1 && bot.Clip(more, n) != more {
			return strings.TrimPrefix(kept+"\n…", "\n")
		}
		kept = longer
	}
	return kept
}

func small(m say.Message) say.Message   { return say.Mark("-# ", m, "") }
func heading(m say.Message) say.Message { return say.Mark("### ", m, "") }
func bold(m say.Message) say.Message    { return say.Mark("**", m, "**") }

func dotted(notes ...say.Message) say.Message { return say.Join(" · ", notes...) }

// clipped returns a message of at most n characters in every language.
func clipped(m say.Message, n int) say.Message {
	return m.Reworded(func(text string) string { return bot.Clip(text, n) })
}

// clippedLines returns as many of the lines as fit n characters (clipLines).
func clippedLines(n int, lines ...say.Message) say.Message {
	return say.Lines(lines...).Reworded(func(text string) string { return clipLines(strings.Split(text, "\n"), n) })
}

func points(n int) say.Message { return say.New("{n:# point|# points}", n) }

// pageOf renders the number of a page, or nothing if there is only one. at and last count from 0.
func pageOf(at, last int) say.Message {
	if last == 0 {
		return say.Message{}
	}
	return say.New("Page {n} of {last}", at+1, last+1)
}

// Cards in words, such as "7 of hearts", for people who chose that, because a screen reader may
// omit a symbol. This applies only to private messages.

var (
	cardsInText = regexp.MustCompile(oneCard + `(?:[ \x{A0}\x{2003}]*` + oneCard + `)*`)
	cardInText  = regexp.MustCompile("(Joker|10|[2-9JQKA])([♣♦♥♠]?)(?:=(10|[2-9JQKA])([♣♦♥♠]))?`?(✨?)")
)

// The words of cards; suitSigns stand for suitWords, in their order, and the letters J Q K A for courtWords.
var (
	suitSigns  = []string{"♣", "♦", "♥", "♠"}
	suitWords  = []say.Text{"clubs", "diamonds", "hearts", "spades"}
	courtWords = []say.Text{"Jack", "Queen", "King", "Ace"}
)

// CardWords returns the words that people may type for cards.
func CardWords() []say.Text { return slices.Concat([]say.Text{"Joker"}, courtWords, suitWords) }

// oneCard matches a card in a text, as code or plain.
const oneCard = "(?:`(?:Joker|(?:10|[2-9JQKA])[♣♦♥♠])(?:=(?:10|[2-9JQKA])[♣♦♥♠])?`|(?:Joker|(?:10|[2-9JQKA])[♣♦♥♠])(?:=(?:10|[2-9JQKA])[♣♦♥♠])?)✨?"

// CardsInWords returns a text with its cards in words.
func CardsInWords(m say.Message) say.Message {
	return m.RewordedIn(func(l *say.Language, text string) string { return cardsInWords(l, text, "{rank} of {suit}") })
}

// labelInWords returns a button's label with its cards in words, abbreviated if it would be too
// long.
func labelInWords(m say.Message) say.Message {
	return m.RewordedIn(func(l *say.Language, text string) string {
		const most = 80
		words := cardsInWords(l, text, "{rank} of {suit}")
		if bot.Clip(words, most) != words {
			words = cardsInWords(l, text, "{rank} {suit}")
		}
		return bot.Clip(words, most)
	})
}

// InWords returns a private message with its cards in words.
func InWords(m bot.Message) bot.Message { return m.Reworded(CardsInWords, labelInWords) }

// cardsInWords writes the cards of a text as words, with commas between adjacent cards and
// semicolons between groups.
func cardsInWords(l *say.Language, text string, form say.Text) string {
	text = cardsInText.ReplaceAllStringFunc(text, func(row string) string {
		groups := strings.Split(row, wide)
		for i, group := range groups {
			var words []string
			for _, c := range cardInText.FindAllStringSubmatch(group, -1) {
				word := inWord(c[1], c[2], form)
				if c[3] != "" {
					word = say.New("{card} as {other}", word, inWord(c[3], c[4], form))
				}
				said := word.In(l)
				if c[5] != "" {
					said += " " + newly
				}
				words = append(words, said)
			}
			groups[i] = strings.Join(words, ", ")
		}
		return strings.Join(groups, "; ")
	})
	for i, sign := range suitSigns {
		if strings.Contains(text, sign) {
			text = strings.ReplaceAll(text, sign, say.New(suitWords[i]).In(l))
		}
	}
	return text
}

// inWord returns a card as words.
func inWord(rank, suit string, form say.Text) say.Message {
	word := say.Verbatim(rank)
	if rank == "Joker" {
		word = say.New("Joker")
	}
	if i := strings.Index("JQKA", rank); i >= 0 {
		word = say.New(courtWords[i])
	}
	if i := slices.Index(suitSigns, suit); i >= 0 {
		return say.New(form, word, say.New(suitWords[i]))
	}
	return word
}
