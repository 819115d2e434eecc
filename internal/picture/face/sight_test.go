package face

import (
	"image"
	"image/color"
	"math"
	"testing"

	"golang.org/x/image/draw"

	"deuces/game/card"
)

// textHeight is the height of an emoji in a line of text, in pixels.
const textHeight = 22

// visionModels are models of color vision: normal vision, and vision without one of the kinds of
// cones (Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB).
var visionModels = map[string][9]float64{
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

// lab is a perceived color in CIE L*a*b*. There, equal distances look equally different: 2 is
// barely visible, 20 is obvious.
type lab [3]float64

func perceived(c color.RGBA, eye [9]float64) lab {
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

func (a lab) distance(b lab) float64 {
	return math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
}

// rendering holds the perceived colors of a card's pixels, drawn at the height of text on some
// background.
type rendering []lab

func render(face *image.RGBA, background color.RGBA, eye [9]float64) rendering {
	s := make(rendering, textHeight*textHeight)
	img := image.NewRGBA(image.Rect(0, 0, textHeight, textHeight))
	draw.Draw(img, img.Bounds(), image.NewUniform(background), image.Point{}, draw.Src)
	draw.CatmullRom.Scale(img, img.Bounds(), face, face.Bounds(), draw.Over, nil)
	for i := range s {
		s[i] = perceived(color.RGBA{img.Pix[4*i], img.Pix[4*i+1], img.Pix[4*i+2], 255}, eye)
	}
	return s
}

// distance returns how different two cards look within a region: the mean distance of their pixels.
func (s rendering) distance(o rendering, part image.Rectangle) float64 {
	sum := 0.0
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			sum += s[y*textHeight+x].distance(o[y*textHeight+x])
		}
	}
	return sum / float64(part.Dx()*part.Dy())
}

// These are the regions of the rank and of the suit, in pixels at the height of text.
var (
	rankPart = image.Rect(1, 1, 12, 13)
	suitPart = image.Rect(9, 10, 21, 21)
)

// forEachView runs a test for each background and each model of color vision. see returns how a
// card looks there.
func forEachView(t *testing.T, p Palette, test func(t *testing.T, see func(card.Card) rendering)) {
	faces := map[card.Card]*image.RGBA{}
	for _, c := range All() {
		faces[c] = raster(t, c, p)
	}
	for name, background := range backgrounds {
		for who, eye := range visionModels {
			t.Run(name+", "+who, func(t *testing.T) {
				sights := map[card.Card]rendering{}
				for c, face := range faces {
					sights[c] = render(face, background, eye)
				}
				test(t, func(c card.Card) rendering { return sights[c] })
			})
		}
	}
}

// wantRead fails the test unless, within a region, card c looks most like the candidate meant, and
// clearly less like the others. The distance to meant must be at most maxRatio times the distance
// to the next candidate.
func wantRead(t *testing.T, inks map[card.Card]rendering, c, meant card.Card, candidates []card.Card, part image.Rectangle, maxRatio float64) {
	t.Helper()
	best, second, nearest := math.Inf(1), math.Inf(1), card.None
	for _, other := range candidates {
		if d := inks[c].distance(inks[other], part); d < best {
			best, second, nearest = d, best, other
		} else if d < second {
			second = d
		}
	}
	if nearest != meant || best > maxRatio*second {
		t.Errorf("%v looks most like %v: their distance is %.1f, that of the next %.1f", c, nearest, best, second)
	}
}

// Cards are readable by shape alone. Each rank looks most like the same rank of another suit, and
// each suit most like the same suit of another rank.
func TestRanksAndSuitsAreReadableAtTextHeight(t *testing.T) {
	for _, p := range []Palette{FourColors, TwoColors} {
		forEachView(t, p, func(t *testing.T, see func(card.Card) rendering) {
			ranks, suits := map[card.Card]rendering{}, map[card.Card]rendering{}
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
					wantRead(t, ranks, card.New(r, s), card.New(r, (s+1)%4), neighbors, rankPart, 0.7)
					wantRead(t, suits, card.New(r, s), card.New(example, s), signs, suitPart, 0.6)
				}
			}
		})
	}
}

// ink returns how much of each pixel is covered, whatever the color: from 0 for paper to 100 for
// the darkest pixel of the region.
func (s rendering) ink(part image.Rectangle) rendering {
	darkest := 100.0
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			darkest = min(darkest, s[y*textHeight+x][0])
		}
	}
	ink := make(rendering, len(s))
	for i := range s {
		ink[i] = lab{min(max((100-s[i][0])/(100-darkest), 0), 1) * 100}
	}
	return ink
}

// The four colors are distinct for everyone. At the height of text, the centers of any two suits
// have clearly different colors.
func TestSuitsDifferInColor(t *testing.T) {
	const minDistance = 20
	forEachView(t, FourColors, func(t *testing.T, see func(card.Card) rendering) {
		middle := func(s card.Suit) lab {
			// Take the pixel in the suit's region that differs most from paper.
			var farthest lab
			maxDistance := 0.0
			face := see(card.New(card.Seven, s))
			for y := suitPart.Min.Y + 2; y < suitPart.Max.Y-2; y++ {
				for x := suitPart.Min.X + 2; x < suitPart.Max.X-2; x++ {
					if d := face[y*textHeight+x].distance(lab{100, 0, 0}); d > maxDistance {
						farthest, maxDistance = face[y*textHeight+x], d
					}
				}
			}
			return farthest
		}
		for a := card.Clubs; a <= card.Spades; a++ {
			for b := a + 1; b <= card.Spades; b++ {
				if d := middle(a).distance(middle(b)); d < minDistance {
					t.Errorf("%v and %v differ by %.0f, want %d", a.Face(), b.Face(), d, minDistance)
				}
			}
		}
	})
}
