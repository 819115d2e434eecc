package picture

import (
	"bytes"
	"image/png"
	"testing"

	"deuces/standing/daily"
)

func TestAFieldIsDrawnAsBars(t *testing.T) {
	for _, tt := range []struct {
		why     string
		results int
		own     int
	}{
		{"two results", 2, 1},
		{"as many results as have labels", 12, 4},
		{"the own result beside the worst", 60, 58},
		{"the own result is the best", 100, 0},
	} {
		people := map[int]int{}
		for i := range tt.results {
			people[40-i] = 1 + i*7%11
		}
		data, err := Field(daily.NewField(people, false), 40-tt.own)
		if err != nil {
			t.Fatalf("%s: %v", tt.why, err)
		}
		img, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatalf("%s: %v", tt.why, err)
		}
		if at := img.Bounds().Size(); at.X != Width || at.Y != 150 || len(data) > 20<<10 {
			t.Errorf("%s: the picture has %v pixels and %d bytes, want %d × 150 and at most 20 KiB", tt.why, at, len(data), Width)
		}
		save(t, "field-"+tt.why, data)
	}
}
