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

// PNG writes an image as it is: with a palette where it has few enough colours
// for one, which is smaller.
func PNG(img *image.RGBA) ([]byte, error) {
	if counts := colors(img); len(counts) <= 256 {
		return encode(paletted(img, counts))
	}
	return encode(img)
}

// SmallPNG writes an opaque image in at most 256 colours, the most frequent;
// every other becomes the nearest of them. Drawings have few colours and many
// blends of them at edges, which nobody can tell from their neighbours.
func SmallPNG(img *image.RGBA) ([]byte, error) { return encode(paletted(img, colors(img))) }

func encode(img image.Image) ([]byte, error) {
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
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

// paletted returns the image in the most frequent of its colours.
func paletted(img *image.RGBA, counts map[uint32]int) *image.Paletted {
	type counted struct {
		color uint32
		n     int
	}
	all := make([]counted, 0, len(counts))
	for c, n := range counts {
		all = append(all, counted{c, n})
	}
	slices.SortFunc(all, func(a, b counted) int { return cmp.Or(cmp.Compare(b.n, a.n), cmp.Compare(a.color, b.color)) })
	most := all[:min(len(all), 256)]
	index := make(map[uint32]uint8, len(all))
	out := image.NewPaletted(img.Bounds(), make(color.Palette, len(most)))
	for i, m := range most {
		index[m.color] = uint8(i)
		out.Palette[i] = color.RGBA{uint8(m.color >> 24), uint8(m.color >> 16), uint8(m.color >> 8), uint8(m.color)}
	}
	for _, rare := range all[len(most):] {
		best, least := 0, distance(rare.color, most[0].color)
		for i, m := range most[1:] {
			if d := distance(rare.color, m.color); d < least {
				best, least = i+1, d
			}
		}
		index[rare.color] = uint8(best)
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

// distance is how far two opaque colours are from each other, squared.
func distance(a, b uint32) int32 {
	red := int32(a>>24) - int32(b>>24)
	green := int32(a>>16&0xFF) - int32(b>>16&0xFF)
	blue := int32(a>>8&0xFF) - int32(b>>8&0xFF)
	return red*red + green*green + blue*blue
}
