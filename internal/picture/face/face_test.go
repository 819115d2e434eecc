package face

import (
	"bytes"
	"crypto/sha256"
	"encoding/xml"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"deuces/game/card"
)

// raster returns the picture of a card.
func raster(t testing.TB, c card.Card, p Palette) *image.RGBA {
	t.Helper()
	s, err := NewSet()
	if err != nil {
		t.Fatal(err)
	}
	picture, err := s.Image(c, p)
	if err != nil {
		t.Fatalf("%v: %v", c, err)
	}
	img := image.NewRGBA(picture.Bounds())
	draw.Draw(img, img.Bounds(), picture, image.Point{}, draw.Src)
	return img
}

// An application keeps an emoji as long as its name stays the same, so a changed picture needs a
// new name. testdata/pictures.txt has a hash of each picture by name.
func TestAChangedPictureHasAnotherName(t *testing.T) {
	golden, err := os.ReadFile("testdata/pictures.txt")
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	s, err := NewSet()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range s.Emojis {
		fmt.Fprintf(&got, "%s %x\n", e.Name, sha256.Sum256(e.PNG))
	}
	if diff := cmp.Diff(strings.Split(string(golden), "\n"), strings.Split(got.String(), "\n")); diff != "" {
		t.Errorf("give changed pictures other names, and change testdata/pictures.txt:\n%s", diff)
	}
}

var emojiName = regexp.MustCompile(`^[a-z0-9_]{2,32}$`)

func TestASetNamesEveryFaceOnceAndFitsTheUpload(t *testing.T) {
	s, err := NewSet()
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Emojis) != 82 {
		t.Errorf("%d emojis, want 56 and, in two colors, 26 that differ", len(s.Emojis))
	}
	names, pictures := map[string]bool{}, map[string]string{}
	total := 0
	for _, e := range s.Emojis {
		if !emojiName.MatchString(e.Name) {
			t.Errorf("%q is no name for an emoji", e.Name)
		}
		if names[e.Name] {
			t.Errorf("%s twice", e.Name)
		}
		names[e.Name] = true
		if other, twice := pictures[string(e.PNG)]; twice {
			t.Errorf("%s and %s look alike", e.Name, other)
		}
		pictures[string(e.PNG)] = e.Name
		if !Ours(e.Name) {
			t.Errorf("%s is not known as ours", e.Name)
		}
		if len(e.PNG) > 6<<10 {
			t.Errorf("%s has %d bytes; faces are meant to be small, and 256 KiB is what may be uploaded", e.Name, len(e.PNG))
		}
		total += len(e.PNG)
		img, err := png.DecodeConfig(bytes.NewReader(e.PNG))
		if err != nil || img.Width != 128 || img.Height != 128 {
			t.Errorf("%s: %v, %d × %d", e.Name, err, img.Width, img.Height)
		}
	}
	t.Logf("%d emojis, %d bytes", len(s.Emojis), total)
	for _, p := range []Palette{FourColors, TwoColors} {
		for _, c := range All() {
			if name := s.Name(c, p); !names[name] {
				t.Errorf("%v in palette %d is called %q, which is not in the set", c, p, name)
			}
		}
	}
	if name := s.Name(card.AnyJoker, FourColors); name != "" {
		t.Errorf("a Joker that is none of three is called %q", name)
	}
}

func TestWords(t *testing.T) {
	for _, tt := range []struct {
		c    card.Card
		p    Palette
		want string
		why  string
	}{
		{card.New(card.Seven, card.Hearts), FourColors, "seven_of_hearts", "as a screen reader says it"},
		{card.New(card.Seven, card.Hearts), TwoColors, "seven_of_hearts", "red in both palettes: one emoji serves"},
		{card.New(card.Ten, card.Diamonds), FourColors, "ten_of_diamonds", "blue, the default, needs no word"},
		{card.New(card.Ten, card.Diamonds), TwoColors, "red_ten_of_diamonds", "differs from the default"},
		{card.New(card.Two, card.Clubs), TwoColors, "black_two_of_clubs", "differs from the default"},
		{card.New(card.Ace, card.Spades), TwoColors, "ace_of_spades", "black in both palettes"},
		{card.Joker3, TwoColors, "joker_three", "a Joker has no suit's color"},
		{Back, FourColors, "card_back", "the back is none of the cards"},
		{card.AnyJoker, FourColors, "", "stands for a card, is none"},
		{card.Card(200), FourColors, "", "no card at all"},
	} {
		if got := Words(tt.c, tt.p); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.why, got, tt.want)
		}
	}
}

func TestOnlyNamesInOurFormAreOurs(t *testing.T) {
	for _, tt := range []struct {
		name string
		want bool
		why  string
	}{
		{"seven_of_hearts_1a2b", true, "of an older drawing, say"},
		{"red_seven_of_diamonds_ffff", true, "in two colors"},
		{"card_back_0000", true, "the back"},
		{"seven_of_hearts", false, "no hash"},
		{"seven_of_hearts_1A2B", false, "our hashes are in small letters"},
		{"seven_of_hearts_1a2b3", false, "too long for a hash"},
		{"red_seven_of_hearts_1a2b", false, "hearts never say that they are red"},
		{"eleven_of_hearts_1a2b", false, "no card"},
		{"party_parrot_1a2b", false, "somebody else's"},
		{"_1a2b", false, "a hash of nothing"},
		{"", false, "nothing"},
	} {
		if got := Ours(tt.name); got != tt.want {
			t.Errorf("%q (%s): %v", tt.name, tt.why, got)
		}
	}
}

func TestOnlyCardsHaveAFace(t *testing.T) {
	s, err := NewSet()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []card.Card{card.AnyJoker, card.Card(1), card.Card(60), card.Card(255)} {
		if _, err := s.Image(c, FourColors); err == nil {
			t.Errorf("%v has a face", c)
		}
	}
}

// Each picture has an SVG, whose title says what it shows.
func TestEachFaceHasAnSVGThatSaysWhatItShows(t *testing.T) {
	s, err := NewSet()
	if err != nil {
		t.Fatal(err)
	}
	drawn, err := filepath.Glob("svg/*.svg")
	if err != nil || len(drawn) != len(s.Emojis) {
		t.Errorf("%d SVGs, %d pictures, %v", len(drawn), len(s.Emojis), err)
	}
	for _, e := range s.Emojis {
		words := e.Name[:len(e.Name)-5]
		data, err := os.ReadFile(filepath.Join("svg", words+".svg"))
		if err != nil {
			t.Error(err)
			continue
		}
		var svg struct {
			Title string `xml:"title"`
		}
		if err := xml.Unmarshal(data, &svg); err != nil {
			t.Errorf("%s: %v", words, err)
		}
		said := strings.TrimPrefix(strings.TrimPrefix(words, "red_"), "black_")
		if want := strings.ReplaceAll(said, "_", " "); svg.Title != want {
			t.Errorf("%s is called %q, want %q", words, svg.Title, want)
		}
	}
}
