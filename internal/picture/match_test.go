package picture

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"deuces/game/card"
	"deuces/internal/errtest"
	"deuces/internal/picture/face"
	"deuces/internal/say"
)

// newMatch returns a match with these players and this many rounds.
func newMatch(names []string, rounds int) Match {
	m := Match{Headline: say.Verbatim(names[0] + " wins!"), Line: say.Verbatim(fmt.Sprintf("President · %d rounds", rounds)), Scored: "{points:# point|# points}",
		Deciding: Play{Words: say.Verbatim("The last play, by " + names[0]), Cards: []card.Card{card.New(card.Two, card.Spades), card.New(card.Two, card.Hearts), card.Joker3}}}
	for i, name := range names {
		p := Player{Name: name, Place: i + 1, Titles: say.Verbatim(fmt.Sprintf("%d× President", len(names)-i))}
		for r := range rounds {
			n := (i*7919+r*104729)%13 - 3 - i/2
			p.Rounds = append(p.Rounds, n)
			p.Total += n
		}
		m.Players = append(m.Players, p)
	}
	return m
}

// hardNames are names that are hard to draw.
var hardNames = []string{"Ada", "Βασιλική", "Дмитрий", "נועם כהן", "محمد علي", "さくら花子", "김민준", "🦊🔥", "𝓕𝓪𝓷𝓬𝔂 😀", strings.Repeat("W", 32),
	"王小明", "Zoë Ångström", "Ödön ♠ \u202e \x00", "a"}

// draw draws a match and decodes the picture.
func draw(t *testing.T, m Match) (Picture, image.Image) {
	t.Helper()
	p, err := m.Draw()
	errtest.Must(t, err)
	img, err := png.Decode(bytes.NewReader(p.PNG))
	errtest.Must(t, err)
	return p, img
}

// save writes a picture to the directory DEUCES_OUT, if that is set, so that people can look at it.
func save(t *testing.T, name string, data []byte) {
	t.Helper()
	if dir := os.Getenv("DEUCES_OUT"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, name+".png"), data, 0o644); err != nil {
			t.Error(err)
		}
	}
}

// Every possible match, and some impossible ones, give a picture and a description within the
// limits of Discord and of phones.
func TestEveryMatchHasAPictureAndADescription(t *testing.T) {
	alone := newMatch([]string{"Ada"}, 3)
	wide := newMatch([]string{strings.Repeat("W", 32), strings.Repeat("ﷺ", 32), strings.Repeat("🦊", 32), strings.Repeat("花", 32)}, 5)
	wide.Headline = say.Verbatim(strings.Repeat("W", 32) + " wins!")
	for i := range wide.Players {
		wide.Players[i].Titles = say.Verbatim(strings.Repeat("6× President, ", 9))
	}
	deep := newMatch(hardNames[:4], 9)
	for i := range deep.Players {
		for r := range deep.Players[i].Rounds {
			deep.Players[i].Rounds[r] *= -100000
		}
		deep.Players[i].Total *= -100000
	}
	hand := newMatch(hardNames[:5], 4)
	hand.Deciding.Cards, hand.Palette = card.Deck(1, 3)[:18], face.TwoColors
	tied := newMatch(hardNames[:6], 20)
	for i := range tied.Players {
		tied.Players[i].Place, tied.Players[i].Total, tied.Players[i].Rounds = 1, 0, make([]int, 20)
	}
	late := newMatch(hardNames[:3], 6)
	late.Players[2].Rounds = late.Players[2].Rounds[:2]
	for _, tt := range []struct {
		why string
		m   Match
	}{
		{"four players", newMatch([]string{"Ada", "Bo", "Cy", "Dee"}, 7)},
		{"fourteen players, fifty rounds, every script", newMatch(hardNames, 50)},
		{"one round is no line", newMatch(hardNames[:5], 1)},
		{"nobody's points are known", newMatch(hardNames[:5], 0)},
		{"one player", alone},
		{"names and titles of full width", wide},
		{"points far below nothing", deep},
		{"eighteen cards, in two colors", hand},
		{"all alike, and nobody ever scored", tied},
		{"one came late: its rounds are fewer", late},
		{"a match of nobody", Match{}},
	} {
		p, img := draw(t, tt.m)
		if wide := img.Bounds().Dx(); wide != Width {
			t.Errorf("%s: the picture is %d pixels wide, want %d", tt.why, wide, Width)
		}
		for x := range Width { // check the whole width, in the first and the last row
			for _, y := range []int{0, img.Bounds().Dy() - 1} {
				if c := color.NRGBAModel.Convert(img.At(x, y)); c != sheet {
					t.Fatalf("%s: the color on the edge, at (%d, %d), is %v, want %v", tt.why, x, y, c, sheet)
				}
			}
		}
		if len(p.PNG) > 200<<10 {
			t.Errorf("%s: the PNG has %d bytes, want at most 200 KiB", tt.why, len(p.PNG))
		}
		if n := utf8.RuneCountInString(p.Alt); n > AltMax {
			t.Errorf("%s: the description has %d characters, want at most %d", tt.why, n, AltMax)
		}
		save(t, "match-"+tt.why, p.PNG)
	}
}

func TestPicturesDrawnConcurrentlyAreEqual(t *testing.T) {
	m := newMatch(hardNames, 10)
	alone, _ := draw(t, m)
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			if p, err := m.Draw(); err != nil || !bytes.Equal(p.PNG, alone.PNG) || p.Alt != alone.Alt {
				t.Errorf("a picture drawn concurrently differs: %d bytes, %v", len(p.PNG), err)
			}
		})
	}
	group.Wait()
}

func TestAPlayOfNoCardIsAnError(t *testing.T) {
	m := newMatch(hardNames[:3], 2)
	m.Deciding.Cards = append(m.Deciding.Cards, card.AnyJoker)
	if p, err := m.Draw(); err == nil {
		t.Errorf("got a picture of %d bytes, want an error", len(p.PNG))
	}
}

// The description contains everything that the picture shows. If it is too long, it omits the least
// important details, but never a player.
func TestTheDescriptionSaysWhatThePictureShows(t *testing.T) {
	three := Match{Headline: say.Verbatim("Ada wins!"), Line: say.Verbatim("President · 3 rounds"), Scored: "{points:# point|# points}",
		Players: []Player{
			{Name: "Ada", Place: 1, Total: 6, Titles: say.Verbatim("2× President"), Rounds: []int{2, 2, 2}},
			{Name: "🦊", Place: 2, Total: 1, Rounds: []int{1, -1, 1}},
			{Name: "Bo", Place: 2, Total: 1, Titles: say.Verbatim("1× Vice President")},
			{Name: "Cy", Place: 4, Total: -3},
		},
		Deciding: Play{Words: say.Verbatim("Ada's last play"), Cards: []card.Card{card.New(card.Two, card.Spades), card.Joker3}}}
	want := "Ada wins! President · 3 rounds. 1. Ada: 6 points; 2× President; by round 2, 2, 2. 2. 🦊: 1 point; by round 1, −1, 1. " +
		"2. Bo: 1 point; 1× Vice President. 4. Cy: −3 points. Ada's last play: 2♠ Joker."
	if got := three.Alt(); got != want {
		t.Errorf("got the description\n%s\nwant\n%s", got, want)
	}

	many := newMatch(hardNames, 50)
	if alt := many.Alt(); strings.Contains(alt, "by round ") || !strings.Contains(alt, "14× President") {
		t.Errorf("got %s, want titles, but no rounds", alt)
	}
	for i := range many.Players {
		many.Players[i].Titles = say.Verbatim(strings.Repeat("President ", 10))
	}
	if alt := many.Alt(); strings.Contains(alt, "President President") || !strings.Contains(alt, strings.Repeat("W", 32)) {
		t.Errorf("got %s, want names, but no titles", alt)
	}
	for i := range many.Players {
		many.Players[i].Name = strings.Repeat(string(rune('A'+i)), 100)
	}
	alt := many.Alt()
	for i := range many.Players {
		if !strings.Contains(alt, fmt.Sprintf(" %d. %s", i+1, strings.Repeat(string(rune('A'+i)), 20))) {
			t.Errorf("player %d is omitted: %s", i+1, alt)
		}
	}
}

// If lines end close to each other, the numbers at their ends don't overlap, keep their order, and
// stay within the chart.
func TestNumbersAtTheEndsOfLinesDoNotOverlap(t *testing.T) {
	for _, tt := range []struct {
		why string
		at  []float64
		gap float64
	}{
		{"apart already", []float64{10, 50, 90}, 15},
		{"all at one place", []float64{50, 50, 50, 50}, 15},
		{"all at the top", []float64{0, 0, 1}, 15},
		{"all at the bottom", []float64{100, 99, 100}, 15},
		{"two crowds", []float64{5, 95, 6, 94, 5, 96}, 15},
		{"more than there is room for", make([]float64, 14), 100.0 / 13},
		{"one", []float64{40}, 15},
		{"none", nil, 15},
	} {
		out := spread(tt.at, 15, 0, 100)
		for i := range out {
			if out[i] < -1e-9 || out[i] > 100+1e-9 {
				t.Errorf("%s: %v leaves the chart, which goes from 0 to 100", tt.why, out)
			}
			for j := range out[:i] {
				if d := out[i] - out[j]; max(d, -d) < tt.gap-1e-9 {
					t.Errorf("%s: %v and %v are closer than %v", tt.why, out[j], out[i], tt.gap)
				}
				if tt.at[i] < tt.at[j] && out[i] > out[j] || tt.at[i] > tt.at[j] && out[i] < out[j] {
					t.Errorf("%s: %v is in another order than %v", tt.why, out, tt.at)
				}
			}
		}
	}
}

// Medal colors are used only if a match was won. A place is also shown as a number, on the medal
// and at the end of the line.
func TestOnlyWonMatchesHaveMedals(t *testing.T) {
	colorsOf := func(m Match) map[color.NRGBA]bool {
		t.Helper()
		_, img := draw(t, m)
		seen := map[color.NRGBA]bool{}
		for y := range img.Bounds().Dy() {
			for x := range img.Bounds().Dx() {
				seen[color.NRGBAModel.Convert(img.At(x, y)).(color.NRGBA)] = true
			}
		}
		return seen
	}
	m := newMatch(hardNames[:5], 7)
	m.Deciding = Play{}
	abandoned := colorsOf(m)
	m.Medals = true
	won := colorsOf(m)
	for i, c := range medals[:3] {
		if !won[c] || abandoned[c] {
			t.Errorf("the medal of place %d: drawn in a match that was won: %v, in another: %v; want true and false", i+1, won[c], abandoned[c])
		}
	}
	fourth, _ := draw(t, m)
	m.Players[3].Place = 5 // the fifth place has the same color as the fourth
	if fifth, _ := draw(t, m); bytes.Equal(fourth.PNG, fifth.PNG) {
		t.Error("places 4 and 5 are drawn alike, want their numbers")
	}
}
