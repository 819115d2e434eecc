package canvas

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
	"strings"
	"testing"
)

var (
	white = color.NRGBA{0xFF, 0xFF, 0xFF, 0xFF}
	black = color.NRGBA{0, 0, 0, 0xFF}
)

// covered is how many pixels' worth of a sheet a shape covers.
func covered(t *testing.T, s Shape, width, height float64) float64 {
	t.Helper()
	img := Drawing{Width: width, Height: height, Shapes: []Shape{s}}.Raster(int(width))
	sum := 0.0
	for i := 3; i < len(img.Pix); i += 4 {
		sum += float64(img.Pix[i]) / 255
	}
	return sum
}

func parse(t *testing.T, d string) Path {
	t.Helper()
	p, err := Parse(d)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// What is drawn has the area that geometry gives it.
func TestShapesCoverTheirArea(t *testing.T) {
	for _, tt := range []struct {
		why   string
		shape Shape
		want  float64
	}{
		{"a rectangle between pixels", Shape{Path: Path{}.Rect(10.25, 10.5, 20.5, 30.25, 0), Color: black}, 20.5 * 30.25},
		{"a circle", Shape{Path: Path{}.Circle(50, 50, 30), Color: black}, math.Pi * 900},
		{"an ellipse", Shape{Path: Path{}.Oval(50, 50, 40, 10), Color: black}, math.Pi * 400},
		{"round corners", Shape{Path: Path{}.Rect(10, 10, 60, 40, 10), Color: black}, 2400 - (4-math.Pi)*100},
		{"corners of half the height at most", Shape{Path: Path{}.Rect(10, 10, 60, 40, 99), Color: black}, 20*40 + math.Pi*400},
		{"a hole, as an outline that goes the other way", Shape{Path: append(Path{}.Rect(10, 10, 60, 40, 0), parse(t, "M20 20 L20 40 L60 40 L60 20 Z")...), Color: black}, 2400 - 800},
		{"an outline that nobody closed", Shape{Path: parse(t, "M10 10 L50 10 L50 50"), Color: black}, 800},
		{"half seen", Shape{Path: Path{}.Rect(10, 10, 20, 20, 0), Color: color.NRGBA{0, 0, 0, 0x80}}, 400 * 128.0 / 255},
		{"a line with round ends", Shape{Path: parse(t, "M30 50 L70 50"), Color: black, Pen: 10}, 400 + math.Pi*25},
		{"a dot", Shape{Path: parse(t, "M50 50 L50 50"), Color: black, Pen: 20}, math.Pi * 100},
		{"a corner is round outside and sharp inside", Shape{Path: parse(t, "M20 80 L20 20 L80 20"), Color: black, Pen: 10}, 120*10 - 25 + math.Pi*25/4 + math.Pi*25},
		{"a ring", Shape{Path: Path{}.Circle(50, 50, 30), Color: black, Pen: 10}, math.Pi * (35*35 - 25*25)},
		{"a frame", Shape{Path: Path{}.Rect(20, 20, 60, 60, 0), Color: black, Pen: 10}, 60*4*10 - 4*25 + math.Pi*25},
		{"two lines of one path that cross", Shape{Path: parse(t, "M20 50 L80 50 M50 20 L50 80"), Color: black, Pen: 10}, 2*(600+math.Pi*25) - 100},
		{"what is outside of the sheet is not drawn", Shape{Path: Path{}.Rect(-50, -50, 60, 1000, 0), Color: black}, 10 * 100},
		{"nothing of it is on the sheet", Shape{Path: Path{}.Rect(200, 200, 60, 60, 0), Color: black}, 0},
		{"nothing", Shape{Color: black}, 0},
	} {
		got := covered(t, tt.shape, 100, 100)
		if math.Abs(got-tt.want) > 0.01*tt.want+0.5 {
			t.Errorf("%s: %.1f pixels, want %.1f", tt.why, got, tt.want)
		}
	}
}

// A line of any bend has the same weight, at any scale.
func TestALineIsAsBroadAsItsPenEverywhere(t *testing.T) {
	curve := "M20 120 C20 20 160 20 100 100 Q60 150 170 170"
	for _, size := range []int{44, 128} {
		img := Drawing{Width: 192, Height: 192, Shapes: []Shape{{Path: parse(t, curve), Color: black, Pen: 14}}}.Raster(size)
		scale := float64(size) / 192
		// On the path all is black, and beyond the pen nothing is.
		for _, l := range parse(t, curve).flat(0.01) {
			for _, p := range l.at {
				if a := img.RGBAAt(int(p.X*scale), int(p.Y*scale)).A; a < 0xFE {
					t.Fatalf("%d: alpha %d on the line at %v", size, a, p)
				}
			}
		}
		pieces := parse(t, curve).flat(0.05)
		for y := range size {
			for x := range size {
				near := math.Inf(1)
				for _, l := range pieces {
					for i := 1; i < len(l.at); i++ {
						near = min(near, toPiece(Point{(float64(x) + 0.5) / scale, (float64(y) + 0.5) / scale}, l.at[i-1], l.at[i]))
					}
				}
				a := img.RGBAAt(x, y).A
				switch slack := 0.9 / scale; {
				case near > 7+slack && a != 0, near < 7-slack && a < 0xFE:
					t.Fatalf("%d: alpha %d at %d %d, which is %.2f from the line", size, a, x, y, near)
				}
			}
		}
	}
}

// toPiece is how far p is from the straight piece a b.
func toPiece(p, a, b Point) float64 {
	dx, dy := b.X-a.X, b.Y-a.Y
	l := dx*dx + dy*dy
	t := 0.0
	if l > 0 {
		t = min(max(((p.X-a.X)*dx+(p.Y-a.Y)*dy)/l, 0), 1)
	}
	return math.Hypot(p.X-a.X-t*dx, p.Y-a.Y-t*dy)
}

func TestParseReadsWhatStringWrites(t *testing.T) {
	for _, d := range []string{"", "M1 2", "M0 0L10 0Q12.5 5 10 10C1 2 3 4 5 6Z", "M0.25 -3L1 1ZM5 5L6 6"} {
		if got := parse(t, d).String(); got != d {
			t.Errorf("%q became %q", d, got)
		}
	}
	if got := parse(t, " M 0,0\n L10,5 Z ").String(); got != "M0 0L10 5Z" {
		t.Errorf("commas and spaces: %q", got)
	}
}

func TestParseRefusesWhatIsNoPath(t *testing.T) {
	for _, tt := range []struct{ d, why string }{
		{"L10 10", "begins nowhere"},
		{"M1", "half a point"},
		{"M1 2 3 4", "two points"},
		{"M0 0 C1 2 3 4", "a curve lacks its end"},
		{"M0 0 A5 5 0 0 1 10 10", "arcs are not ours"},
		{"m0 0", "relative"},
		{"M0 x", "no number"},
		{"M0 NaN", "no number that can be drawn"},
		{"M0 Inf", "no number that can be drawn"},
		{"10 10", "no command"},
	} {
		if p, err := Parse(tt.d); err == nil {
			t.Errorf("%q (%s) is read as %v", tt.d, tt.why, p)
		}
	}
}

func TestAPNGOfFewColoursKeepsEveryPixel(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 40, 30))
	for i := range 40 * 30 {
		img.SetRGBA(i%40, i/40, color.RGBA{uint8(i % 254), 3, 4, 255})
	}
	img.SetRGBA(3, 3, color.RGBA{})
	img.SetRGBA(4, 3, color.RGBA{0x80, 0x80, 0x80, 0x80})
	data, err := PNG(img)
	if err != nil {
		t.Fatal(err)
	}
	got, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	for y := range 30 {
		for x := range 40 {
			if c := color.RGBAModel.Convert(got.At(x, y)); c != img.At(x, y) {
				t.Fatalf("%v at %d %d, want %v", c, x, y, img.At(x, y))
			}
		}
	}
}

func TestAPNGOfManyColoursStaysNearEveryPixel(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 100, 100))
	for y := range 100 {
		for x := range 100 {
			c := color.RGBA{0x2B, 0x2D, 0x31, 255}
			if y < 20 { // 2000 blends, each once
				c = color.RGBA{uint8(0x2B + x), uint8(0x2D + x), uint8(0x31 + 2*y), 255}
			}
			img.SetRGBA(x, y, c)
		}
	}
	data, err := PNG(img)
	if err != nil {
		t.Fatal(err)
	}
	got, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if p, ok := got.(*image.Paletted); !ok || len(p.Palette) > 256 || len(p.Palette) < 100 {
		t.Fatalf("%T", got)
	}
	if c := color.RGBAModel.Convert(got.At(50, 50)); c != img.At(50, 50) {
		t.Errorf("the sheet became %v", c)
	}
	for y := range 20 {
		for x := range 100 {
			a, b := img.RGBAAt(x, y), color.RGBAModel.Convert(got.At(x, y)).(color.RGBA)
			for _, d := range []int{int(a.R) - int(b.R), int(a.G) - int(b.G), int(a.B) - int(b.B)} {
				if max(d, -d) > 14 {
					t.Fatalf("%v became %v", a, b)
				}
			}
		}
	}
}

func TestSVGHasTheShapesAndATitle(t *testing.T) {
	d := Drawing{Width: 10, Height: 20}
	d.Fill(color.NRGBA{0xFF, 0, 0x0A, 0x80}, Path{}.Rect(0, 0, 10, 20, 0))
	d.Stroke(white, 1.5, parse(t, "M1 1 L2 2"))
	got := string(d.SVG("a <b> & c"))
	for _, want := range []string{`viewBox="0 0 10 20"`, "<title>a &lt;b&gt; &amp; c</title>",
		`<path fill="#ff000a" opacity="0.5" d="M0 0L10 0L10 20L0 20Z"/>`,
		`<path fill="none" stroke="#ffffff" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" d="M1 1L2 2"/>`} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
}
