package canvas

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"slices"
)

// PNG writes an image in at most 256 colours. One of more loses those that are
// nearest to a more frequent one: drawings have few colours and many blends of
// them at edges, which nobody can tell from their neighbours, and a palette
// halves the bytes.
func PNG(img *image.RGBA) ([]byte, error) {
	var out bytes.Buffer
	if err := png.Encode(&out, paletted(img, colors(img))); err != nil {
		return nil, fmt.Errorf("write a PNG: %w", err)
	}
	return out.Bytes(), nil
}

// colors counts the pixels of each colour.
func colors(img *image.RGBA) map[uint32]int {
	counts := map[uint32]int{}
	var last uint32
	run := 0
	for i := 0; i < len(img.Pix); i += 4 {
		c := binary.BigEndian.Uint32(img.Pix[i:])
		if c != last && run > 0 {
			counts[last] += run
			run = 0
		}
		last = c
		run++
	}
	if run > 0 {
		counts[last] += run
	}
	return counts
}

// paletted returns the image with a palette.
func paletted(img *image.RGBA, counts map[uint32]int) *image.Paletted {
	type counted struct {
		color uint32
		n     int
	}
	sorted := make([]counted, 0, len(counts))
	for c, n := range counts {
		sorted = append(sorted, counted{c, n})
	}
	slices.SortFunc(sorted, func(a, b counted) int { return cmp.Or(cmp.Compare(b.n, a.n), cmp.Compare(a.color, b.color)) })
	all := make([]uint32, len(sorted))
	for i, c := range sorted {
		all[i] = c.color
	}
	kept, index := reduce(all)
	out := image.NewPaletted(img.Bounds(), make(color.Palette, len(kept)))
	for i, c := range kept {
		out.Palette[i] = color.RGBA{uint8(c >> 24), uint8(c >> 16), uint8(c >> 8), uint8(c)}
	}
	var last uint32
	var at uint8
	for i := range out.Pix {
		c := binary.BigEndian.Uint32(img.Pix[4*i:])
		if i == 0 || c != last {
			last, at = c, index[c]
		}
		out.Pix[i] = at
	}
	return out
}

// reduce keeps at most 256 of the colours, which come most frequent first, and
// says which of those kept each is drawn in. The first try keeps all; each
// further one lets colours that are twice as far from one another be one.
func reduce(all []uint32) (kept []uint32, index map[uint32]uint8) {
tries:
	for near := int32(0); ; near = max(4*near, 3) {
		kept, index = kept[:0], make(map[uint32]uint8, len(all))
		for _, c := range all {
			best, least := 0, int32(-1)
			if near > 0 {
				for i, k := range kept {
					if d := distance(c, k); least < 0 || d < least {
						best, least = i, d
					}
				}
			}
			if least < 0 || least > near {
				if len(kept) == 256 {
					continue tries
				}
				best = len(kept)
				kept = append(kept, c)
			}
			index[c] = uint8(best)
		}
		return kept, index
	}
}

// distance is how far two colours are from each other, squared.
func distance(a, b uint32) int32 {
	red := int32(a>>24) - int32(b>>24)
	green := int32(a>>16&0xFF) - int32(b>>16&0xFF)
	blue := int32(a>>8&0xFF) - int32(b>>8&0xFF)
	alpha := int32(a&0xFF) - int32(b&0xFF)
	return red*red + green*green + blue*blue + alpha*alpha
}
