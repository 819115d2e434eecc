package face

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"deuces/game/card"
	"deuces/internal/errtest"
)

// raster returns the picture of a card.
func raster(t testing.TB, c card.Card, p Palette) *image.RGBA {
	t.Helper()
	s, err := NewSet()
	errtest.Must(t, err)
	picture, err := s.Image(c, p)
	if err != nil {
		t.Fatalf("%v: %v", c, err)
	}
	img := image.NewRGBA(picture.Bounds())
	draw.Draw(img, img.Bounds(), picture, image.Point{}, draw.Src)
	return img
}

// An application keeps an emoji as long as its name stays the same, so a changed picture needs a
// new name. testdata/pictures.txt has the name and the hash of each picture.
func TestAChangedPictureHasAnotherName(t *testing.T) {
	golden, err := os.ReadFile("testdata/pictures.txt")
	errtest.Must(t, err)
	var got strings.Builder
	s, err := NewSet()
	errtest.Must(t, err)
	for _, e := range s.Emojis {
		fmt.Fprintf(&got, "%s %x\n", e.Name, sha256.Sum256(e.PNG))
	}
	if diff := cmp.Diff(strings.Split(string(golden), "\n"), strings.Split(got.String(), "\n")); diff != "" {
		t.Errorf("give changed pictures other names, and change testdata/pictures.txt:\n%s", diff)
	}
}

var emojiName = regexp.MustCompile(`^[a-z0-9_]{2,32}$`)

// Every card has a picture in both palettes. For each picture there is an SVG from which it was
// made. No other value has a picture.
func TestASetHasAPictureOfEveryCard(t *testing.T) {
	s, err := NewSet()
	errtest.Must(t, err)
	if len(s.Emojis) != 82 {
		t.Errorf("got %d emojis, want 82: 56, and 26 that differ in two colors", len(s.Emojis))
	}
	named := map[string]bool{"": true}
	for _, e := range s.Emojis {
		img, err := png.DecodeConfig(bytes.NewReader(e.PNG))
		if err != nil || img.Width != 128 || img.Height != 128 || len(e.PNG) > 6<<10 {
			t.Errorf("%s: %v, %d × %d, %d bytes; want 128 × 128 and at most 6 KiB", e.Name, err, img.Width, img.Height, len(e.PNG))
		}
		if named[e.Name] || !emojiName.MatchString(e.Name) || !Ours(e.Name) {
			t.Errorf("%q is used twice, isn't a valid name of an emoji, or isn't recognized by Ours", e.Name)
		}
		named[e.Name] = true
		if _, err := os.Stat("svg/" + e.Name[:len(e.Name)-5] + ".svg"); err != nil {
			t.Error(err)
		}
	}
	used := map[string]bool{}
	for _, p := range []Palette{FourColors, TwoColors} {
		for _, c := range All() {
			name := s.Name(c, p)
			if used[name] = true; !named[name] || !strings.Contains(name, Words(c, p)) {
				t.Errorf("%v in palette %d is called %q, which is not in the set", c, p, name)
			}
		}
	}
	if len(used) != len(s.Emojis) {
		t.Errorf("cards use %d of %d pictures", len(used), len(s.Emojis))
	}
	for _, c := range []card.Card{card.AnyJoker, card.Card(1), card.Card(60), card.Card(255)} {
		if _, err := s.Image(c, FourColors); err == nil || s.Name(c, FourColors) != "" {
			t.Errorf("%v has a picture or a name, want neither", c)
		}
	}
}

func TestOursAcceptsOnlyOurNames(t *testing.T) {
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
			t.Errorf("Ours(%q) = %v, want %v: %s", tt.name, got, tt.want, tt.why)
		}
	}
}
