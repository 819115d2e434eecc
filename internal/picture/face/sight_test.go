package face

import (
	"image"
	"image/color"
	"math"
	"testing"

	"golang.org/x/image/draw"

	"deuces/game/card"
)

// small is the height of an emoji in a line of text, in pixels.
const small = 22

// eyes holds models of color vision: normal, and without one of the three kinds of cones (Machado,
// Oliveira and Fernandes 2009, severity 1, on linear RGB).
var eyes = map[string][9]float64{
	"all colors":   {1, 0, 0, 0, 1, 0, 0, 0, 1},
	"deuteranopia": {0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881},
	"protanopia":   {0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998},
}

var backgrounds = map[string]color.RGBA{"dark": {0x31, 0x33, 0x38, 0xFF}, "light": {0xFF, 0xFF, 0xFF, 0xFF}}

func linear(v uint8) float64 {
	f := float64(v) / 255
	if f <= 0.04045 {
		return f / 12.92
	}
	return math.Pow((f+0.055)/1.055, 2.4)
}

// lab is a perceived color in CIE L*a*b*, in which equal distances look equally different: 2 is
// barely visible, 20 is obvious.
type lab [3]float64

func seen(c color.RGBA, eye [9]float64) lab {
	in := [3]float64{linear(c.R), linear(c.G), linear(c.B)}
	var rgb [3]float64
	for i := range rgb {
		rgb[i] = min(max(eye[3*i]*in[0]+eye[3*i+1]*in[1]+eye[3*i+2]*in[2], 0), 1)
	}
	f := func(t float64) float64 {
		if t > 216.0/24389 {
			return math.Cbrt(t)
		}
		return (24389.0/27*t + 16) / 116
	}
	x := f((0.4124*rgb[0] + 0.3576*rgb[1] + 0.1805*rgb[2]) / 0.9505)
	y := f(0.2126*rgb[0] + 0.7152*rgb[1] + 0.0722*rgb[2])
	z := f((0.0193*rgb[0] + 0.1192*rgb[1] + 0.9505*rgb[2]) / 1.089)
	return lab{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

func (a lab) from(b lab) float64 {
	return math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
}

// sight is a card as perceived at the size of a line, on a background.
type sight []lab

func look(face *image.RGBA, background color.RGBA, eye [9]float64) sight {
	s := make(sight, small*small)
	img := image.NewRGBA(image.Rect(0, 0, small, small))
	draw.Draw(img, img.Bounds(), image.NewUniform(background), image.Point{}, draw.Src)
	draw.CatmullRom.Scale(img, img.Bounds(), face, face.Bounds(), draw.Over, nil)
	for i := range s {
		s[i] = seen(color.RGBA{img.Pix[4*i], img.Pix[4*i+1], img.Pix[4*i+2], 255}, eye)
	}
	return s
}

// from returns the difference of two cards within a region: the mean distance of their pixels.
func (s sight) from(o sight, part image.Rectangle) float64 {
	sum := 0.0
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			sum += s[y*small+x].from(o[y*small+x])
		}
	}
	return sum / float64(part.Dx()*part.Dy())
}

// The regions of the rank and of the suit, in pixels at the size of a line.
var (
	rankPart = image.Rect(1, 1, 12, 13)
	suitPart = image.Rect(9, 10, 21, 21)
)

// everyLook runs a test for each background and each model of color vision.
func everyLook(t *testing.T, p Palette, test func(t *testing.T, see func(card.Card) sight)) {
	faces := map[card.Card]*image.RGBA{}
	for _, c := range All() {
		faces[c] = raster(t, c, p)
	}
	for name, background := range backgrounds {
		for who, eye := range eyes {
			t.Run(name+", "+who, func(t *testing.T) {
				sights := map[card.Card]sight{}
				for c, face := range faces {
					sights[c] = look(face, background, eye)
				}
				test(t, func(c card.Card) sight { return sights[c] })
			})
		}
	}
}

// read fails the test unless a card, seen in part of its picture, is nearest to that of the candidates
// which is meant, and the next one is clearly further away.
func read(t *testing.T, inks map[card.Card]sight, c, meant card.Card, candidates []card.Card, part image.Rectangle, clearly float64) {
	t.Helper()
	best, second, is := math.Inf(1), math.Inf(1), card.None
	for _, other := range candidates {
		if d := inks[c].from(inks[other], part); d < best {
			best, second, is = d, best, other
		} else if d < second {
			second = d
		}
	}
	if is != meant || best > clearly*second {
		t.Errorf("%v is read as of %v: it differs from that by %.1f, from the next by %.1f", c, is, best, second)
	}
}

// Cards are readable by their shape alone: the rank as among the cards of another suit, and the suit as
// on another rank.
func TestRanksAndSuitsAreReadAtTheSizeOfALine(t *testing.T) {
	for _, p := range []Palette{FourColors, TwoColors} {
		everyLook(t, p, func(t *testing.T, see func(card.Card) sight) {
			ranks, suits := map[card.Card]sight{}, map[card.Card]sight{}
			for _, c := range All() {
				ranks[c], suits[c] = see(c).ink(rankPart), see(c).ink(suitPart)
			}
			for r := card.Three; r <= card.Two; r++ {
				for s := card.Clubs; s <= card.Spades; s++ {
					var neighbors, signs []card.Card
					for other := card.Three; other <= card.Two; other++ {
						neighbors = append(neighbors, card.New(other, (s+1)%4))
					}
					example := card.Seven
					if r == card.Seven {
						example = card.Five
					}
					for other := card.Clubs; other <= card.Spades; other++ {
						signs = append(signs, card.New(example, other))
					}
					read(t, ranks, card.New(r, s), card.New(r, (s+1)%4), neighbors, rankPart, 0.7)
					read(t, suits, card.New(r, s), card.New(example, s), signs, suitPart, 0.6)
				}
			}
		})
	}
}

// ink returns how much of each pixel is covered, whatever the color: from 0 for paper to 100.
func (s sight) ink(part image.Rectangle) sight {
	darkest := 100.0
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			darkest = min(darkest, s[y*small+x][0])
		}
	}
	ink := make(sight, len(s))
	for i := range s {
		ink[i] = lab{min(max((100-s[i][0])/(100-darkest), 0), 1) * 100}
	}
	return ink
}

// The four colors are distinct for everyone: the centers of two suits, at the size of a line, have
// clearly different colors.
func TestSuitsAreToldApartByColor(t *testing.T) {
	const plain = 20
	everyLook(t, FourColors, func(t *testing.T, see func(card.Card) sight) {
		middle := func(s card.Suit) lab {
			// Of the pixels in the suit's region, take the one that differs most from paper.
			var most lab
			far := 0.0
			face := see(card.New(card.Seven, s))
			for y := suitPart.Min.Y + 2; y < suitPart.Max.Y-2; y++ {
				for x := suitPart.Min.X + 2; x < suitPart.Max.X-2; x++ {
					if d := face[y*small+x].from(lab{100, 0, 0}); d > far {
						most, far = face[y*small+x], d
					}
				}
			}
			return most
		}
		for a := card.Clubs; a <= card.Spades; a++ {
			for b := a + 1; b <= card.Spades; b++ {
				if d := middle(a).from(middle(b)); d < plain {
					t.Errorf("%v and %v differ by %.0f, want %d", a.Face(), b.Face(), d, plain)
				}
			}
		}
	})
}
