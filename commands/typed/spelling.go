package typed

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"deuces/game"
	"deuces/game/card"
	"deuces/internal/fold"
)

// This file reads cards as people spell them: in the notation of records (7h 10s), with the signs of a
// button (7♥), in words (7 of hearts, the Joker as 9), in their own language's word for a suit, or
// copied from a message.

var (
	// suitSigns and rankSigns replace the signs of a card by the letters of the notation.
	suitSigns = strings.NewReplacer("♣", "c", "♦", "d", "♥", "h", "♠", "s", "♧", "c", "♢", "d", "♡", "h", "♤", "s")
	rankSigns = strings.NewReplacer("10", "t", "×", "x")
	// between are signs between cards or around them.
	between = strings.NewReplacer("[", " ", "]", " ", ",", " ", ";", " ", "·", " ", "・", " ", "+", " ", "`", " ", "✨", " ", "✓", " ", "💡", " ")
	// unspaced are words of scripts that are written without spaces.
	unspaced = strings.NewReplacer(
		"クラブ", " c ", "ダイヤ", " d ", "ハート", " h ", "スペード", " s ", "ジョーカー", " * ", "の", " ",
		"梅花", " c ", "方块", " d ", "方塊", " d ", "红桃", " h ", "紅桃", " h ", "红心", " h ", "紅心", " h ", "黑桃", " s ", "鬼牌", " * ",
		"클로버", " c ", "다이아", " d ", "하트", " h ", "스페이드", " s ", "조커", " * ")
	// copied is the picture of a card, as a client copies it from a message.
	copied = regexp.MustCompile(`<?:(?:red_|black_)?(joker|[a-z]+_of_[a-z]+)(?:_one|_two|_three)?_[0-9a-f]{4}:(?:\d+>)?`)
	// several are cards of one rank: "three 7s", "pair of jacks". After a number the rank is in the plural,
	// because "two eight" is a 2 and an 8.
	several = regexp.MustCompile(`^(?:i )?(?:play |give )?(?:an? |the |my )?(?:(pair|double|triple|trip|quad)s?(?: of)? (\w+)|(two|both|three|four)(?: of)? (\w+s))$`)
	sizes   = map[string]int{"two": 2, "both": 2, "pair": 2, "double": 2, "three": 3, "triple": 3, "trip": 3, "four": 4, "quad": 4}
	// article is an "a" that means no Ace.
	article = regexp.MustCompile(`\ba ((?:joker|ace|king|queen|jack|ten|nine|eight|seven|six|five|four|three|two|\d+ of)\b)`)
	// cardWords are what people write for suits and ranks, folded.
	cardWords = spellings(
		"c", "club clubs clover klaver klaveren kreuz trefle trefles trebol treboles paus trefl chuon tep keriting",
		"d", "diamond diamonds ruit ruiten karo carreau carreaux diamante diamantes ouros wajik ro",
		"h", "heart hearts harten herz kier coeur coeurs corazon corazones copas hati co",
		"s", "spade spades schoppen pik pique piques pica picas espadas sekop bich",
		"a", "ace aces ass", "k", "king kings konig roi rey rei", "q", "queen queens dame dama reina", "j", "jack jacks bube valet valete jota", "t", "ten tens", "9", "nine nines",
		"8", "eight eights", "7", "seven sevens", "6", "six sixes", "5", "five fives", "4", "four fours", "3", "three threes", "2", "two twos",
		"*", "joker jokers",
		"", "of de du der the my an one single and & i",
	)
)

// spellings returns the letters of the notation by word. Letters and their words alternate.
func spellings(pairs ...string) map[string]string {
	letters := map[string]string{}
	for i := 0; i < len(pairs); i += 2 {
		for word := range strings.FieldsSeq(pairs[i+1]) {
			letters[word] = pairs[i]
		}
	}
	return letters
}

// folded returns a typed play or a button's text in the form in which they are compared: with letters
// for suits, and without what people often omit.
func folded(s string) string {
	return strings.Join(strings.Fields(between.Replace(suitSigns.Replace(fold.Text(s)))), " ")
}

// notation parses a play in the notation of records, or as people spell it.
func notation(typed string) (game.Action, error) {
	a, err := parseLetters(strings.ReplaceAll(folded(typed), "joker", "*"))
	if err != nil {
		a, err = parseLetters(spelled(typed))
	}
	return a, err
}

// parseLetters parses the notation in lower case: "qd *=th".
func parseLetters(text string) (game.Action, error) {
	words := strings.Fields(rankSigns.Replace(text))
	if len(words) > 1 && words[0] == "play" {
		words = words[1:]
	}
	for i, w := range words {
		if w == "pass" || w == "draw" || w == "give" {
			continue
		}
		name, as, named := strings.Cut(w, "=")
		if words[i] = rankUp(name); named {
			words[i] += "=" + rankUp(as)
		}
	}
	return game.ParseAction(strings.Join(words, " "))
}

// rankUp changes the case of a card to that of the notation: "qd" becomes "Qd".
func rankUp(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

const (
	rankLetters = "23456789tjqka"
	suitLetters = "cdhs"
)

// spelled returns a text with its cards as letters: "7 of hearts" and "♥7" become "7h", and "Joker as
// 9 of clubs" becomes "*=9c". It keeps words that mean no card.
func spelled(typed string) string {
	text := copied.ReplaceAllStringFunc(typed, func(found string) string {
		return " " + strings.ReplaceAll(copied.FindStringSubmatch(found)[1], "_", " ") + " "
	})
	var cards []string
	suit, as := "", false // a suit waits for its rank, and a name for its card
	text = article.ReplaceAllString(unspaced.Replace(fold.Text(text)), "$1")
	for w := range strings.FieldsSeq(between.Replace(text)) {
		last := len(cards) - 1
		if w == "as" && last >= 0 {
			as = true
			continue
		}
		w = rankSigns.Replace(suitSigns.Replace(w))
		if letter, known := cardWords[w]; known {
			w = letter
		}
		if len(w) == 2 && isLetter(w[:1], suitLetters) && isLetter(w[1:], rankLetters) {
			w = w[1:] + w[:1]
		}
		switch {
		case w == "":
		case as:
			cards[last] += "=" + w
			as = false
		case isLetter(w, suitLetters) && last >= 0 && endsInRank(cards[last]):
			cards[last] += w
		case isLetter(w, suitLetters):
			suit = w
		case isLetter(w, rankLetters):
			cards = append(cards, w+suit)
			suit = ""
		default:
			cards = append(cards, apart(w)...)
		}
	}
	return strings.Join(cards, " ")
}

// apart splits cards that are written without a space, "7h7s".
func apart(word string) (cards []string) {
	for pair := range slices.Chunk([]byte(word), 2) {
		if _, err := card.Parse(string(pair)); err != nil {
			return []string{word}
		}
		cards = append(cards, string(pair))
	}
	return cards
}

func isLetter(s, letters string) bool { return len(s) == 1 && strings.Contains(letters, s) }

// endsInRank reports whether a card, or the name of one, has no suit yet.
func endsInRank(s string) bool {
	return isLetter(s[strings.IndexByte(s, '=')+1:], rankLetters)
}

// parseRanks parses ranks without suits: "5 5", "10", "JJ", "three 7s", "pair of jacks". It returns nil if the text
// isn't that.
func parseRanks(typed string) (ranks []card.Rank) {
	text := spelled(typed)
	for _, verb := range []string{"play ", "give "} {
		text = strings.TrimPrefix(text, verb)
	}
	if of := several.FindStringSubmatch(folded(typed)); of != nil {
		rank := of[2] + of[4]
		if _, known := cardWords[rank]; !known {
			rank = strings.TrimSuffix(rank, "s")
		}
		text = strings.Repeat(spelled(rank)+" ", sizes[of[1]+of[3]])
	}
	for word := range strings.FieldsSeq(text) {
		for _, letter := range strings.ToUpper(word) {
			c, err := card.Parse(string(letter) + "c")
			if letter == '*' {
				c, err = card.AnyJoker, nil
			}
			if err != nil {
				return nil
			}
			ranks = append(ranks, c.Rank())
		}
	}
	return ranks
}

// Numbers returns numbers that people type into a form as options take them, with spaces between them.
func Numbers(text string) string {
	words := strings.FieldsFunc(fold.Text(text), func(r rune) bool { return strings.ContainsRune(" ,;/", r) })
	for i, w := range words {
		if n, err := strconv.Atoi(w); err == nil {
			words[i] = strconv.Itoa(n)
		}
	}
	return strings.Join(words, " ")
}
