package typed

import (
	"fmt"
	"testing"
)

// People type cards and numbers as their keyboards write them, and by the names that they know.
func TestSpellingsOfEightLanguagesAreUnderstood(t *testing.T) {
	cards := func(typed string) string {
		a, err := notation(typed)
		if err != nil {
			return err.Error()
		}
		return a.String()
	}
	ranks := func(typed string) string { return fmt.Sprint(parseRanks(typed)) }
	for _, tt := range []struct {
		read             func(string) string
		typed, want, why string
	}{
		{cards, "７ｈ　７ｓ", "7h 7s", "full width"},
		{cards, "7♥\ufe0f7♠\ufe0f", "7h 7s", "emojis, without a space"},
		{cards, "7♡ 7♤", "7h 7s", "outlined signs"},
		{cards, "♥7 ♥8", "7h 8h", "the suit first"},
		{cards, "紅心7、黑桃10", "7h Ts", "Chinese in Taiwan"},
		{cards, "红桃7 方块Ｑ", "7h Qd", "Chinese"},
		{cards, "ハートの7", "7h", "Japanese"},
		{cards, "스페이드 A", "As", "Korean"},
		{cards, "7 cœur, 8 trèfle", "7h 8c", "French"},
		{cards, "7 de corazones", "7h", "Spanish"},
		{cards, "Herz 7", "7h", "German"},
		{cards, "7 cơ 8 bích", "7h 8s", "Vietnamese"},
		{cards, "10 of spades", "Ts", "what a suggestion in words shows"},
		{cards, "Ace of Spades; KING OF HEARTS", "As Kh", "the same in capitals"},
		{cards, "the 7 of hearts and the 7 of spades", "7h 7s", "as people say it"},
		{cards, "I play a king of clubs", "Kc", "with an article"},
		{ranks, "pair of jacks", "[J J]", "a set as people say it"},
		{ranks, "my three kings", "[K K K]", "the same with a number"},
		{ranks, "double sevens", "[7 7]", "the same by another word"},
		{ranks, "a joker", "[*]", "an article that is no Ace"},
		{ranks, "a 7", "[A 7]", "an Ace and a 7"},
		{cards, "joker as 9 of hearts", "*=9h", "a Joker in words"},
		{cards, "Ｊｏｋｅｒ＝１０ｈ", "*=Th", "a Joker in full width"},
		{cards, "as ks", "As Ks", "the Ace of spades, which isn't a word"},
		{cards, ":queen_of_hearts_1a2b: <:red_ten_of_diamonds_ffff:123>", "Qh Td", "pictures"},
		{Numbers, "１２", "12", "full width"},
		{Numbers, " +07 ", "7", "more than a number needs"},
		{Numbers, "４、２、１、０", "4 2 1 0", "a Japanese comma"},
		{Numbers, "4，2，1", "4 2 1", "a Chinese comma"},
		{Numbers, "4;2/1", "4 2 1", "other separators"},
		{Numbers, "2 0 −2", "2 0 -2", "a minus sign"},
	} {
		if got := tt.read(tt.typed); got != tt.want {
			t.Errorf("%s: %q means %q, want %q", tt.why, tt.typed, got, tt.want)
		}
	}
}
