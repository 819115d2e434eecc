package commands

import (
	"fmt"
	"slices"
	"testing"

	"deuces/bot"
	"deuces/game/systems"
	"deuces/settings"
)

// People type games, presets, cards and numbers as their keyboards write them, and by the names that
// they know.
func TestSpellingsOfEightLanguagesAreUnderstood(t *testing.T) {
	store := newMemory()
	store.presets = []settings.Preset{{Name: "Café Noël", System: "bigtwo"}, {Name: "金曜日", System: "tienlen"}, {Name: "🔥", System: "acehole"}, {Name: "Thirteen", System: "ahole"}}
	c := New(Config{Store: store, Systems: systems.All()})
	r := c.withSettings(t, bot.Request{Guild: "1", Channel: "2", Command: "play"})
	game := func(typed string) string {
		p, err := c.chosen(t.Context(), r, typed)
		if err != nil {
			return err.Error()
		}
		if p.preset != nil {
			return p.preset.Name
		}
		return p.system
	}
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
		{game, "President", "ahole", "what a client shows"},
		{game, "president", "ahole", "in small letters, although another game has this key"},
		{game, "game:president", "president", "the value of a suggestion"},
		{game, "President Classic", "president", "a title"},
		{game, "president-classic", "president", "with a hyphen"},
		{game, "PRESIDENTCLASSIC", "president", "without a space"},
		{game, "ｐｒｅｓｉｄｅｎｔ　ｐｒｏ", "asshole", "full width"},
		{game, "president cl", "president", "enough to tell it from the others"},
		{game, "Président", "ahole", "French"},
		{game, "Präsident", "ahole", "German"},
		{game, "Arschloch", "ahole", "German, its other name"},
		{game, "trou du cul", "ahole", "French, its other name"},
		{game, "Culo", "ahole", "Spanish"},
		{game, "Scum", "ahole", "its British name"},
		{game, "asshole", "asshole", "the game that is called so in its rules"},
		{game, "大富豪", "daifugo", "Japanese"},
		{game, "Daifugō", "daifugo", "Japanese in Latin letters"},
		{game, "daihinmin", "daifugo", "its other name"},
		{game, "대부호", "daifugo", "Korean"},
		{game, "\u1103\u1162\u1107\u116e\u1112\u1169", "daifugo", "Korean, decomposed"},
		{game, "Tiến Lên", "tienlen", "Vietnamese"},
		{game, "Tie\u0302\u0301n Le\u0302n", "tienlen", "Vietnamese, decomposed"},
		{game, "tien len", "tienlen", "without accents"},
		{game, "tienlen", "tienlen", "without a space"},
		{game, "Tiến lên miền Nam", "tienlen", "its full name"},
		{game, "killer 13", "tienlen", "its American name"},
		{game, "13", "tienlen", "the same"},
		{game, "Big 2", "bigtwo", "in figures"},
		{game, "ＢＩＧ２", "bigtwo", "in full width"},
		{game, "大老二", "bigtwo", "in Taiwan"},
		{game, "鋤大弟", "bigtwo", "in Hong Kong"},
		{game, "锄大地", "bigtwo", "in China"},
		{game, "Pusoy Dos", "bigtwo", "in the Philippines"},
		{game, "capsa", "bigtwo", "in Indonesia"},
		{game, "deuces", "bigtwo", "in English"},
		{game, "ace hole", "acehole", "in two words"},
		{game, "preset:café noël", "Café Noël", "the value of a preset in small letters"},
		{game, "cafe noel", "Café Noël", "a preset without accents"},
		{game, "⭐ Café Noël · Big Two", "Café Noël", "what a client shows for a preset"},
		{game, "金曜日", "金曜日", "a preset in Japanese"},
		{game, "🔥\ufe0f", "🔥", "a preset that is an emoji"},
		{game, "Thirteen", "Thirteen", "a preset that has another game's second name"},
		{game, "uno", `There is no game called "uno" here. The games are President, President Classic, President Pro, Daifugō, Big Two, Acehole, Tiến Lên. You can also leave the name out.`, "a game that isn't here, for which nothing is suggested"},
		{game, "All games", "", "what a client shows for all games"},
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
		{typedNumbers, "１２", "12", "full width"},
		{typedNumbers, " +07 ", "7", "more than a number needs"},
		{typedNumbers, "４、２、１、０", "4 2 1 0", "a Japanese comma"},
		{typedNumbers, "4，2，1", "4 2 1", "a Chinese comma"},
		{typedNumbers, "4;2/1", "4 2 1", "other separators"},
		{typedNumbers, "2 0 −2", "2 0 -2", "a minus sign"},
	} {
		if got := tt.read(tt.typed); got != tt.want {
			t.Errorf("%s: %q means %q, want %q", tt.why, tt.typed, got, tt.want)
		}
	}
}

// What is suggested in a long list says that there is more, and the rest is found by typing. The games
// are never crowded out by presets.
func TestALongListOfSuggestionsSaysThatThereIsMore(t *testing.T) {
	store := newMemory()
	for i := range settings.MaxPresets {
		store.presets = append(store.presets, settings.Preset{Name: "House " + string(rune('A'+i)), System: "bigtwo"})
	}
	c := New(Config{Store: store, Systems: systems.All()})
	suggested := func(typed string) (names []string) {
		reply, err := c.suggest(t.Context(), c.withSettings(t, bot.Request{Guild: "1", Channel: "2", Command: "play", Focused: "game", Options: map[string]string{"game": typed}}))
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range reply.Choices {
			names = append(names, x.Name.String())
		}
		return names
	}
	all := suggested("")
	if len(all) != 25 || !slices.Contains(all, "Tiến Lên") || all[24] != "… and 8 more: type a few letters to find them" {
		t.Errorf("of %d presets and all games, %d are suggested: %q", settings.MaxPresets, len(all), all)
	}
	if found := suggested("house y"); len(found) != 1 || found[0] != "⭐ House Y · Big Two" {
		t.Errorf("typing the last preset's name suggests %q, want only that preset", found)
	}
	if got := answerText(t, c, c.play, bot.Request{Guild: "1", Channel: "2", Bot: bot.Administrator, Options: map[string]string{"game": "…"}}); got == "" {
		t.Error("choosing the last suggestion has no answer")
	}
}
