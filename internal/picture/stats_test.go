package picture

import (
	"bytes"
	"image/png"
	"testing"
)

func sample(rounds int) Stats {
	s := Stats{Places: []int{31, 24, 18, 22, 9}}
	at := 1000
	for i := range rounds {
		at += (i*7919)%61 - 27
		s.Rating = append(s.Rating, Point{i + 1, at})
	}
	return s
}

func TestOnlyEmptyStatisticsHaveNoPicture(t *testing.T) {
	many := Stats{Places: make([]int, 14)}
	for i := range many.Places {
		many.Places[i] = 140 - 9*i
	}
	for _, tt := range []struct {
		why   string
		stats Stats
		high  int
	}{
		{"rating and places", sample(104), ratingHeight + placesHeight},
		{"two rounds: both ends of a line", Stats{Rating: []Point{{1, 900}, {2, 900}}, Places: []int{2}}, ratingHeight + placesHeight},
		{"one rated round is no line", Stats{Rating: []Point{{1, 900}}, Places: []int{1, 0}}, placesHeight},
		{"a rating alone", Stats{Rating: sample(30).Rating}, ratingHeight},
		{"fourteen places", many, placesHeight},
		{"nothing", Stats{}, 0},
	} {
		data, err := PNG(tt.stats)
		if err != nil {
			t.Fatalf("%s: %v", tt.why, err)
		}
		if tt.high == 0 {
			if data != nil {
				t.Errorf("%s: got a picture, want none", tt.why)
			}
			continue
		}
		img, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatalf("%s: %v", tt.why, err)
		}
		if at := img.Bounds().Size(); at.X != Width || at.Y != tt.high {
			t.Errorf("%s: the size is %v, want %d × %d", tt.why, at, Width, tt.high)
		}
		if len(data) > 100<<10 {
			t.Errorf("%s: the PNG has %d bytes, want at most 100 KiB", tt.why, len(data))
		}
		save(t, "stats-"+tt.why, data)
	}
}
