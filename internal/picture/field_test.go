package picture

import (
	"bytes"
	"image/png"
	"testing"
)

func TestAFieldIsDrawnAsBars(t *testing.T) {
	many := func(n, own int) (all []Result) {
		for i := range n {
			all = append(all, Result{Points: 40 - i, People: 1 + i*7%11, Own: i == own})
		}
		return all
	}
	for _, tt := range []struct {
		why     string
		results []Result
	}{
		{"two people", many(2, 1)},
		{"as many results as have labels", many(12, 4)},
		{"the own result beside the worst", many(60, 58)},
		{"the own result is the best", many(100, 0)},
	} {
		data, err := Field(tt.results)
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
