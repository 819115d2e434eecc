package text

import (
	"image/color"
	"slices"
	"strings"
	"testing"

	"deuces/internal/picture/canvas"
)

func newPen(t testing.TB) *Pen {
	t.Helper()
	p, err := NewPen()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestReadableKeepsWhatCanBeDrawn(t *testing.T) {
	p := newPen(t)
	for _, tt := range []struct{ in, want, why string }{
		{"Ada", "Ada", "plain"},
		{"Zoë Ångström", "Zoë Ångström", "Latin with marks"},
		{"Zoe\u0308", "Zoë", "a combining mark joins its letter"},
		{"Βασιλική Дмитрий", "Βασιλική Дмитрий", "Greek and Cyrillic"},
		{"נועם", "נועם", "Hebrew"},
		{"محمد", "محمد", "Arabic"},
		{"Հայկ ნინო", "Հայկ ნინო", "Armenian and Georgian"},
		{"さくら 김민준 王小明", "さくら 김민준 王小明", "Japanese, Korean, Chinese"},
		{"𝓕𝓪𝓷𝓬𝔂 ＷＩＤＥ", "Fancy ＷＩＤＥ", "mathematical letters become plain ones; wide ones stay"},
		{"♠ Ödön ★", "♠ Ödön ★", "signs"},
		{"🦊 Fox 🔥", "Fox", "an emoji is removed with the spaces around it"},
		{"🦊🔥", "", "nothing can be drawn"},
		{"👩‍👩‍👧‍👦", "", "emojis with joiners are removed"},
		{"🇨🇭", "", "a flag has no letters"},
		{"a\u200bb\u202ec\u0000d", "abcd", "invisible characters and marks of direction are removed"},
		{" \t two\n lines ", "two lines", "spaces"},
		{"\u0301\u0302", "", "accents on nothing"},
		{"\xff\xfe", "", "invalid UTF-8"},
		{"", "", "nothing"},
		{strings.Repeat("x", 1000), strings.Repeat("x", longest), "a long text is shortened"},
	} {
		got := p.Readable(tt.in)
		if got != tt.want {
			t.Errorf("%s: %+q, want %+q", tt.why, got, tt.want)
		}
		if again := p.Readable(got); again != got {
			t.Errorf("%s: Readable of the result is %q, want it unchanged", tt.why, again)
		}
	}
}

// inkByColumn draws a line at a size, and returns the number of dark pixels in each column.
func inkByColumn(t *testing.T, l Line, size float64) (columns []int) {
	t.Helper()
	var d canvas.Drawing
	d.Fill(color.NRGBA{0, 0, 0, 255}, l.Path.Put(4, 1.4*size, 1, 1))
	img := d.Raster(int(l.Width+8), int(2*size), color.Transparent)
	columns = make([]int, img.Bounds().Dx())
	for x := range columns {
		for y := range img.Bounds().Dy() {
			if img.RGBAAt(x, y).A > 0x80 {
				columns[x]++
			}
		}
	}
	return columns
}

func TestEveryScriptIsDrawnWithinItsWidth(t *testing.T) {
	p := newPen(t)
	for _, s := range []string{"Ada", "Βασιλική", "Дмитрий", "נועם כהן", "محمد علي", "Հայկ", "ნინო", "さくら", "김민준", "王小明", "Ada אדה 花"} {
		for _, w := range []Weight{Regular, Bold} {
			l := p.Line(s, 40, w)
			ink := 0
			for _, n := range inkByColumn(t, l, 40) {
				ink += n
			}
			if letters := len([]rune(strings.ReplaceAll(s, " ", ""))); ink < 60*letters {
				t.Errorf("%q in weight %d: %d dark pixels for %d letters, want at least 60 a letter", s, w, ink, letters)
			}
			var d canvas.Drawing
			d.Fill(color.NRGBA{0, 0, 0, 255}, l.Path.Put(20, 56, 1, 1))
			img := d.Raster(int(l.Width+40), 80, color.Transparent)
			for y := range img.Bounds().Dy() {
				for x := range img.Bounds().Dx() {
					if img.RGBAAt(x, y).A > 0 && (x < 15 || float64(x) > l.Width+25) {
						t.Fatalf("%q: a pixel is drawn at x = %d, want 20 to %.0f", s, x, l.Width+20)
					}
				}
			}
		}
	}
}

// Hebrew is written from right to left, so the first letter is the rightmost. Latin words within it
// keep their own order. Arabic letters join, so a word is one stroke; separate letters have gaps.
func TestHebrewIsDrawnRightToLeftAndArabicLettersJoin(t *testing.T) {
	p := newPen(t)
	line := func(s string) []int { return inkByColumn(t, p.Line(s, 40, Regular), 40) }
	// Vav is a thin stroke and shin is wide, so the number of dark pixels shows which is where.
	at := line("שו") // shin, vav
	left, right := 0, 0
	for x, n := range at {
		if x < len(at)/2-4 {
			left += n
		} else {
			right += n
		}
	}
	if left >= right {
		t.Errorf("got %d dark pixels on the left and %d on the right, want the wide shin, which is read first, on the right", left, right)
	}
	// W is the first wide letter from the left, regardless of the order of the words.
	for _, s := range []string{"WWW ו", "ו WWW"} {
		if x := slices.IndexFunc(line(s), func(n int) bool { return n > 3 }); x < 0 || x > 12 {
			t.Errorf("the Latin part of %q begins at x = %d, want 0 to 12", s, x)
		}
	}
	for s, want := range map[string]int{"محمد": 0, "م ح م د": 3} {
		strokes, columns := 0, line(s)
		for x, ink := range columns {
			if ink > 0 && (x == 0 || columns[x-1] == 0) {
				strokes++
			}
		}
		if strokes != want+1 {
			t.Errorf("%q is drawn with %d strokes, want %d", s, strokes, want+1)
		}
	}
}

func TestFitKeepsToTheWidth(t *testing.T) {
	p := newPen(t)
	for _, s := range []string{"Ada", strings.Repeat("W", 32), strings.Repeat("משה ", 30), strings.Repeat("محمد", 30), strings.Repeat("花", 32),
		strings.Repeat("e\u0301\u0302", 40), strings.Repeat("W", 5000), "🦊🔥", ""} {
		for _, width := range []float64{1000, 200, 60, 25} {
			whole, l := p.Line(s, 20, Bold), p.Fit(s, 20, Bold, width)
			if l.Width > width {
				t.Errorf("%.20q fitted to %.0f is %.1f wide", s, width, l.Width)
			}
			if whole.Width <= width && l.Width != whole.Width {
				t.Errorf("%.20q fits in %.0f, but is cut to %.1f of %.1f", s, width, l.Width, whole.Width)
			}
			if whole.Width > width && width >= 200 && l.Width < width-45 {
				t.Errorf("%.20q fitted to %.0f is cut to %.1f, want less cut off", s, width, l.Width)
			}
		}
	}
}

func FuzzLine(f *testing.F) {
	for _, s := range []string{"Ada", "نועם 🦊 花", "\u202e\u2066abc\u2069", "ﷺ", "\u0e33\u0e33", strings.Repeat("\u0301", 50)} {
		f.Add(s)
	}
	p := newPen(f)
	f.Fuzz(func(t *testing.T, s string) {
		if l := p.Fit(s, 20, Bold, 150); l.Width > 150 || l.Width < 0 {
			t.Errorf("%q fitted to 150 is %.1f wide", s, l.Width)
		}
	})
}
