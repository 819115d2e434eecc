package screen

import (
	"strings"
	"testing"

	"deuces/commands/ids"
	"deuces/commands/screen/screentest"
	"deuces/game"
	"deuces/game/card"
	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/internal/picture/face"
	"deuces/internal/say"
	"deuces/match"
	"deuces/settings"
)

// startedMatch returns a match of four players after the first move of its first round.
func startedMatch(t *testing.T, sys systems.System) match.Match {
	t.Helper()
	r := gametest.NewRand(11)
	m := screentest.NewMatch(t, sys, 4, nil)
	for m.Phase != match.Playing {
		m = screentest.Step(t, r, m)
	}
	return screentest.Step(t, r, m)
}

// A board shows the picture of the play on the table once, and its words once, in the line that
// describes the move. A notification has only the words.
func TestBoardsSayWhatTheirPicturesShow(t *testing.T) {
	for _, sys := range systems.All() {
		s := snapshotOf(startedMatch(t, sys))
		s.GuildSettings.Pictures = screentest.Pictures(face.FourColors)
		top := s.Public.Top.Cards
		text := screentest.Text(s.Board())
		if len(top) == 0 {
			t.Fatalf("%s: the match has no cards on the table", sys.Name)
		}
		if picture := "# " + s.GuildSettings.Pictures.row(top) + wide; !strings.Contains(text, picture) {
			t.Errorf("%s: the board does not show %s\n%s", sys.Name, picture, text)
		}
		if words := faces(top, s.Public.Top.As); strings.Count(text, words) != 1 {
			t.Errorf("%s: the board does not say %s once\n%s", sys.Name, words, text)
		}
		if n := strings.Count(text, "<:"); n != len(top) {
			t.Errorf("%s: the board has %d pictures for %d cards", sys.Name, n, len(top))
		}
		if mention := screentest.Text(s.TurnMention(settings.MentionTurn, s.At)); strings.Contains(mention, "<:") || mention == "" {
			t.Errorf("%s: a notification has pictures, or there is none: %s", sys.Name, mention)
		}
	}
}

// A hand with pictures shows all cards as pictures on a separate line. A button for cards of one
// rank has a picture beside its words.
func TestAHandShowsPicturesBesideWordsOnButtons(t *testing.T) {
	bigTwo, _ := systems.Latest("bigtwo")
	s := snapshotOf(startedMatch(t, bigTwo))
	seat, _ := s.Turn()
	s.OwnPictures = screentest.Pictures(face.TwoColors)
	v, _ := s.View(seat)
	hand := s.Hand(seat, ids.Page{}, say.Message{})
	text := screentest.Text(hand)
	for _, c := range v.Hand {
		if !strings.Contains(text, s.OwnPictures[c]) || strings.Contains(text, "`"+c.Face()+"`") {
			t.Errorf("%s is not shown as a picture alone in\n%s", c, text)
		}
	}
	plays := 0
	for _, id := range customIDs(hand) {
		if verb, rest, _ := strings.Cut(id, "/"); verb == ids.VerbAct && ids.ParseAct(strings.Split(rest, "/")).Action.Verb == game.Play {
			plays++
		}
	}
	if n := strings.Count(text[strings.Index(text, "["):], "<:"); n != plays || plays == 0 {
		t.Errorf("%d pictures on %d buttons that play cards:\n%s", n, plays, text)
	}
	for _, c := range []struct {
		cards, want, why string
	}{
		{"7h", "7h", "one card"},
		{"7h 7s", "7h", "one rank"},
		{"*1 7s", "7s", "a Joker goes as the other"},
		{"*1 *2", "*1", "Jokers alone"},
		{"3d 4c 5h 6s 7c", "", "several ranks"},
		{"", "", "no cards, as to pass"},
	} {
		cards, err := card.ParseAll(c.cards)
		if err != nil {
			t.Fatal(err)
		}
		want := ""
		if shown, err := card.Parse(c.want); err == nil {
			want = s.OwnPictures[shown]
		}
		if got := s.OwnPictures.onButton(cards); got != want {
			t.Errorf("%s: the button of %q has %q", c.why, c.cards, got)
		}
	}
}

// Cards in the text of the rules are drawn, but not what only looks like a card.
func TestCardsInTheRulesAreDrawn(t *testing.T) {
	pictures := Pictures{}
	for _, c := range card.Deck(1, 3) {
		pictures[c] = "<" + c.String() + ">"
	}
	for _, tt := range []struct{ text, want, why string }{
		{"9♠ 9♥ beats 9♣.", "<9s><9h> beats <9c>.", "plays in a sentence"},
		{"**10♥ Joker** beats **Q♣ Q♦**.", "<Th><*1> beats <Qc><Qd>.", "bold plays, and a Joker with a card"},
		{"**Joker** beats **2♠**.", "<*1> beats <2s>.", "a bold Joker"},
		{"**Joker:** a Joker goes on 7♥", "**Joker:** a Joker goes on <7h>", "the word"},
		{"`3 4 A 2`, ♦ < ♣", "`3 4 A 2`, ♦ < ♣", "ranks and suits alone"},
	} {
		if got := pictures.InText(tt.text); got != tt.want {
			t.Errorf("%s: %q becomes %q, want %q", tt.why, tt.text, got, tt.want)
		}
	}
}

// If a picture is missing, or a message has no room for all pictures, all cards are shown as words.
func TestEitherAllCardsArePicturesOrNone(t *testing.T) {
	pictures := Pictures(screentest.Pictures(face.FourColors))
	cards := card.Deck(1, 3)
	if pictures.row(cards[:mostPictures]) == "" || pictures.row(cards[:mostPictures+1]) != "" {
		t.Errorf("the most pictures in a message are not %d", mostPictures)
	}
	if n := len(pictures.row(cards[:mostPictures])); n > 3000 {
		t.Errorf("%d cards take %d characters", mostPictures, n)
	}
	delete(pictures, cards[3])
	if row := pictures.row(cards[:4]); row != "" {
		t.Errorf("cards with a missing picture are shown as %s, want none as pictures", row)
	}
}
