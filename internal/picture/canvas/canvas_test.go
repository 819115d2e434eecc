package canvas

import (
	"image"
	"image/color"
	"math"
	"testing"
)

var black = color.NRGBA{0, 0, 0, 0xFF}

func TestShapesCoverTheirArea(t *testing.T) {
	filled := func(c color.NRGBA, p Path) (d Drawing) { d.Fill(c, p); return d }
	lined := func(pen float64, at ...Point) (d Drawing) { d.Line(black, pen, at...); return d }
	for _, tt := range []struct {
		why   string
		drawn Drawing
		want  float64
	}{
		{"a rectangle between pixels", filled(black, Path{}.Rect(10.25, 10.5, 20.5, 30.25, 0)), 20.5 * 30.25},
		{"a circle", filled(black, Path{}.Circle(50, 50, 30)), math.Pi * 900},
		{"round corners", filled(black, Path{}.Rect(10, 10, 60, 40, 10)), 2400 - (4-math.Pi)*100},
		{"corners of half the height at most", filled(black, Path{}.Rect(10, 10, 60, 40, 99)), 20*40 + math.Pi*400},
		{"a hole, as an outline that goes the other way", filled(black, Path{}.Rect(10, 10, 60, 40, 0).Move(20, 20).Line(20, 40).Line(60, 40).Line(60, 20)), 2400 - 800},
		{"an outline that nobody closed", filled(black, Path{}.Move(10, 10).Line(50, 10).Line(50, 50)), 800},
		{"a curve with one control point", filled(black, Path{}.Move(10, 50).Quad(50, 10, 90, 50)), 80 * 40 / 3.0},
		{"half seen", filled(color.NRGBA{0, 0, 0, 0x80}, Path{}.Rect(10, 10, 20, 20, 0)), 400 * 128.0 / 255},
		{"scaled and moved", filled(black, Path{}.Rect(0, 0, 10, 10, 0).Put(20, 20, 3, -1)), 300},
		{"a line with round ends", lined(10, Point{30, 50}, Point{70, 50}), 400 + math.Pi*25},
		{"a line the other way", lined(10, Point{70, 70}, Point{30, 40}), 500 + math.Pi*25},
		{"a dot", lined(20, Point{50, 50}, Point{50, 50}), math.Pi * 100},
		{"a corner is round outside and sharp inside", lined(10, Point{20, 80}, Point{20, 20}, Point{80, 20}), 120*10 - 25 + math.Pi*25/4 + math.Pi*25},
		{"two lines that cross", lined(10, Point{20, 50}, Point{80, 50}, Point{80, 50}, Point{50, 50}, Point{50, 20}, Point{50, 80}), 2*(600+math.Pi*25) - 100},
		{"what is outside is not drawn", filled(black, Path{}.Rect(-50, -50, 60, 1000, 0)), 10 * 100},
		{"nothing of it is inside", filled(black, Path{}.Rect(200, 200, 60, 60, 0)), 0},
		{"nothing", filled(black, nil), 0},
	} {
		img := tt.drawn.Raster(100, 100, color.Transparent)
		got := 0.0
		for i := 3; i < len(img.Pix); i += 4 {
			got += float64(img.Pix[i]) / 255
		}
		if math.Abs(got-tt.want) > 0.01*tt.want+2 {
			t.Errorf("%s: %.1f pixels, want %.1f", tt.why, got, tt.want)
		}
	}
}

func TestAnImageFillsItsSquareOverTheBackground(t *testing.T) {
	picture := image.NewNRGBA(image.Rect(0, 0, 128, 128))
	for i := range picture.Pix {
		picture.Pix[i] = 0xFF
	}
	var d Drawing
	d.Image(picture, 10, 20, 30)
	img := d.Raster(100, 100, black)
	for _, tt := range []struct {
		x, y int
		want uint8
	}{{10, 20, 0xFF}, {39, 49, 0xFF}, {9, 20, 0}, {40, 49, 0}, {25, 50, 0}} {
		if got := img.RGBAAt(tt.x, tt.y).R; got != tt.want {
			t.Errorf("red at (%d, %d) is %d, want %d", tt.x, tt.y, got, tt.want)
		}
	}
}
