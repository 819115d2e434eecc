package commands

import (
	"slices"
	"testing"

	"deuces/bot"
	"deuces/game/systems"
	"deuces/settings"
)

// People type games and presets as their keyboards write them, and by the names that they know.
func TestGamesAreKnownByTheirNamesInEightLanguages(t *testing.T) {
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
	for _, tt := range []struct{ typed, want, why string }{
		{"President", "ahole", "what a client shows"},
		{"president", "ahole", "in small letters, although another game has this key"},
		{"game:president", "president", "the value of a suggestion"},
		{"President Classic", "president", "a title"},
		{"president-classic", "president", "with a hyphen"},
		{"PRESIDENTCLASSIC", "president", "without a space"},
		{"ｐｒｅｓｉｄｅｎｔ　ｐｒｏ", "asshole", "full width"},
		{"president cl", "president", "enough to tell it from the others"},
		{"Président", "ahole", "French"},
		{"Präsident", "ahole", "German"},
		{"Arschloch", "ahole", "German, its other name"},
		{"trou du cul", "ahole", "French, its other name"},
		{"Culo", "ahole", "Spanish"},
		{"Scum", "ahole", "its British name"},
		{"asshole", "asshole", "the game that is called so in its rules"},
		{"大富豪", "daifugo", "Japanese"},
		{"Daifugō", "daifugo", "Japanese in Latin letters"},
		{"daihinmin", "daifugo", "its other name"},
		{"대부호", "daifugo", "Korean"},
		{"\u1103\u1162\u1107\u116e\u1112\u1169", "daifugo", "Korean, decomposed"},
		{"Tiến Lên", "tienlen", "Vietnamese"},
		{"Tie\u0302\u0301n Le\u0302n", "tienlen", "Vietnamese, decomposed"},
		{"tien len", "tienlen", "without accents"},
		{"tienlen", "tienlen", "without a space"},
		{"Tiến lên miền Nam", "tienlen", "its full name"},
		{"killer 13", "tienlen", "its American name"},
		{"13", "tienlen", "the same"},
		{"Big 2", "bigtwo", "in figures"},
		{"ＢＩＧ２", "bigtwo", "in full width"},
		{"大老二", "bigtwo", "in Taiwan"},
		{"鋤大弟", "bigtwo", "in Hong Kong"},
		{"锄大地", "bigtwo", "in China"},
		{"Pusoy Dos", "bigtwo", "in the Philippines"},
		{"capsa", "bigtwo", "in Indonesia"},
		{"deuces", "bigtwo", "in English"},
		{"ace hole", "acehole", "in two words"},
		{"preset:café noël", "Café Noël", "the value of a preset in small letters"},
		{"cafe noel", "Café Noël", "a preset without accents"},
		{"⭐ Café Noël · Big Two", "Café Noël", "what a client shows for a preset"},
		{"金曜日", "金曜日", "a preset in Japanese"},
		{"🔥\ufe0f", "🔥", "a preset that is an emoji"},
		{"Thirteen", "Thirteen", "a preset that has another game's second name"},
		{"uno", `There is no game called "uno" here. The games are President, President Classic, President Pro, Daifugō, Big Two, Acehole, Tiến Lên. You can also leave the name out.`, "a game that isn't here, for which nothing is suggested"},
		{"All games", "", "what a client shows for all games"},
	} {
		if got := game(tt.typed); got != tt.want {
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
