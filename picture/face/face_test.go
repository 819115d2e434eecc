package face

import (
	"bytes"
	"crypto/sha256"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"deuces/game/card"
)

var update = flag.Bool("update", false, "write the golden hashes anew")

// raster draws a face as pixels.
func raster(t testing.TB, c card.Card, p Palette, size int) *image.RGBA {
	t.Helper()
	d, err := Draw(c, p)
	if err != nil {
		t.Fatalf("%v: %v", c, err)
	}
	return d.Raster(size)
}

// The pixels are the same on every machine: emojis are known by a hash of them,
// and a hash that differed between two would upload everything again.
func TestFacesAreTheSamePixelsEverywhere(t *testing.T) {
	var got strings.Builder
	for _, size := range []int{Size, 44} {
		for _, p := range []Palette{FourColors, TwoColors} {
			for _, c := range All() {
				fmt.Fprintf(&got, "%d %s %x\n", size, Words(c, p), sha256.Sum256(raster(t, c, p, size).Pix))
			}
		}
	}
	golden := filepath.Join("testdata", "pixels.txt")
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() == string(want) {
		return
	}
	lines := strings.Split(string(want), "\n")
	for i, l := range strings.Split(got.String(), "\n") {
		if i >= len(lines) || l != lines[i] {
			t.Fatalf("line %d: %q, which was not drawn so before; if it is meant to look different now: go test ./picture/face -update", i+1, l)
		}
	}
	t.Fatalf("%d lines, want %d", strings.Count(got.String(), "\n"), len(lines)-1)
}

var emojiName = regexp.MustCompile(`^[a-z0-9_]{2,32}$`)

func TestASetNamesEveryFaceOnceAndFitsTheUpload(t *testing.T) {
	s, err := NewSet()
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Emojis) != 82 {
		t.Errorf("%d emojis, want 56 and, in two colours, 26 that differ", len(s.Emojis))
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
		{card.Joker3, TwoColors, "joker_three", "a Joker has no suit's colour"},
		{Back, FourColors, "card_back", "the back is none of the cards"},
		{card.AnyJoker, FourColors, "", "stands for a card, is none"},
		{card.Card(200), FourColors, "", "no card at all"},
	} {
		if got := Words(tt.c, tt.p); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.why, got, tt.want)
		}
	}
}

func TestOnlyNamesOfOurFormAreOurs(t *testing.T) {
	for _, tt := range []struct {
		name string
		want bool
		why  string
	}{
		{"seven_of_hearts_1a2b", true, "of an older drawing, say"},
		{"red_seven_of_diamonds_ffff", true, "in two colours"},
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

func TestWhatIsNoCardHasNoFace(t *testing.T) {
	for _, c := range []card.Card{card.AnyJoker, card.Card(1), card.Card(60), card.Card(255)} {
		if _, err := Draw(c, FourColors); err == nil {
			t.Errorf("%v has a face", c)
		}
		if _, err := PNG(c, FourColors, 64); err == nil {
			t.Errorf("%v has a PNG", c)
		}
		if _, err := SVG(c, FourColors); err == nil {
			t.Errorf("%v has an SVG", c)
		}
	}
}

func TestSVGsAreWellFormedAndSayWhatTheyShow(t *testing.T) {
	for _, c := range All() {
		data, err := SVG(c, FourColors)
		if err != nil {
			t.Fatal(err)
		}
		var title string
		for d := xml.NewDecoder(bytes.NewReader(data)); ; {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%v: %v", c, err)
			}
			if e, ok := token.(xml.StartElement); ok && e.Name.Local == "title" {
				if err := d.DecodeElement(&title, &e); err != nil {
					t.Fatal(err)
				}
			}
		}
		if want := strings.ReplaceAll(Words(c, FourColors), "_", " "); title != want {
			t.Errorf("%v is called %q, want %q", c, title, want)
		}
	}
}

func TestASheetShowsEveryFace(t *testing.T) {
	for _, p := range []Palette{FourColors, TwoColors} {
		d, err := Sheet(p)
		if err != nil {
			t.Fatal(err)
		}
		most := 0
		for _, c := range All() {
			one, err := Draw(c, p)
			if err != nil {
				t.Fatal(err)
			}
			most += len(one.Shapes)
		}
		if len(d.Shapes) != most+1 {
			t.Errorf("palette %d: %d shapes on the sheet, want those of all faces and the table: %d", p, len(d.Shapes), most+1)
		}
	}
}

// BenchmarkSet is what a start costs.
func BenchmarkSet(b *testing.B) {
	for b.Loop() {
		if _, err := NewSet(); err != nil {
			b.Fatal(err)
		}
	}
}
