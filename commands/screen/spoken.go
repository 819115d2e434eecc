package screen

import (
	"regexp"
	"strings"

	"deuces/bot"
	"deuces/internal/say"
)

// Cards in words, for whoever has chosen that: "7 of hearts", as a screen reader says it
// well, in place of a symbol that it may leave out. Only what one person sees alone is put
// so; what is public follows nobody's choice.

var (
	cardsInText = regexp.MustCompile(oneCard + `(?:[ \x{A0}\x{2003}]*` + oneCard + `)*`)
	cardInText  = regexp.MustCompile("(Joker|10|[2-9JQKA])([♣♦♥♠]?)(?:=(10|[2-9JQKA])([♣♦♥♠]))?`?(✨?)")
)

// oneCard is a card in a text: as code, or plain.
const oneCard = "(?:`(?:Joker|(?:10|[2-9JQKA])[♣♦♥♠])(?:=(?:10|[2-9JQKA])[♣♦♥♠])?`|(?:Joker|(?:10|[2-9JQKA])[♣♦♥♠])(?:=(?:10|[2-9JQKA])[♣♦♥♠])?)✨?"

// CardsInWords is what somebody reads with its cards in words.
func CardsInWords(m say.Message) say.Message {
	return m.Reworded(func(text string) string { return cardsInWords(text, " of ") })
}

// labelInWords is a label of a button so; with shorter words where it would be too long.
func labelInWords(m say.Message) say.Message {
	return m.Reworded(func(text string) string {
		const most = 80
		words := cardsInWords(text, " of ")
		if Clip(words, most) != words {
			words = cardsInWords(text, " ")
		}
		return Clip(words, most)
	})
}

// InWords is a private message with its cards in words.
func InWords(m bot.Message) bot.Message { return reworded(m, CardsInWords, labelInWords) }

// cardsInWords writes the cards in a text as words: those in a row with commas, and with
// semicolons where they stand further apart.
func cardsInWords(text, of string) string {
	text = cardsInText.ReplaceAllStringFunc(text, func(row string) string {
		groups := strings.Split(row, wide)
		for i, group := range groups {
			var words []string
			for _, c := range cardInText.FindAllStringSubmatch(group, -1) {
				word := inWord(c[1], c[2], of)
				if c[3] != "" {
					word += " as " + inWord(c[3], c[4], of)
				}
				if c[5] != "" {
					word += " " + newly
				}
				words = append(words, word)
			}
			groups[i] = strings.Join(words, ", ")
		}
		return strings.Join(groups, "; ")
	})
	return strings.NewReplacer("♣", "clubs", "♦", "diamonds", "♥", "hearts", "♠", "spades").Replace(text)
}

// inWord is a card in a word or more; its suit stays a symbol.
func inWord(rank, suit, of string) string {
	switch rank {
	case "J":
		rank = "Jack"
	case "Q":
		rank = "Queen"
	case "K":
		rank = "King"
	case "A":
		rank = "Ace"
	}
	if suit == "" {
		return rank
	}
	return rank + of + suit
}
