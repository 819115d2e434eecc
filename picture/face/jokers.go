package face

import (
	"image/color"
	"math"

	"deuces/game/card"
	"deuces/picture/canvas"
)

var (
	purple = color.NRGBA{0x7B, 0x2C, 0xBF, 0xFF}
	pink   = color.NRGBA{0xE3, 0x3E, 0x8F, 0xFF}
	night  = color.NRGBA{0x2A, 0x37, 0x8C, 0xFF}
	dusk   = color.NRGBA{0x6F, 0x83, 0xE8, 0xFF}
)

// jester is a head in a cap of two colours with bells, in a box of 104 by 88.
var jester = []stroke{
	{skin, 0, "M30 48 L74 48 L74 60 C74 78 64 88 52 88 C40 88 30 78 30 60 Z"},
	{purple, 0, "M52 12 C36 -8 0 -2 4 46 C10 26 26 28 27 52 L52 52 Z"},
	{pink, 0, "M52 12 C68 -8 104 -2 100 46 C94 26 78 28 77 52 L52 52 Z"},
	{gold, 12, "M29 50 L75 50"},
	{dark, 3, "M5 40 L5 49"}, {dark, 3, "M99 40 L99 49"},
	{gold, 17, "M5 50 L5 50.1"}, {gold, 17, "M99 50 L99 50.1"},
	{dark, 6, "M43 63 L43 64.5"}, {dark, 6, "M61 63 L61 64.5"},
	{color.NRGBA{0xC2, 0x2B, 0x3A, 0xFF}, 5, "M40 73 C46 81 58 81 64 73"},
}

// star has five points and a radius of 10.
const star = "M0 -10 L2.9 -4 L9.5 -3.1 L4.7 1.5 L5.9 8.1 L0 5 L-5.9 8.1 L-4.7 1.5 L-9.5 -3.1 L-2.9 -4 Z"

// drawJoker draws the nth Joker: its head, and n stars.
func drawJoker(d *canvas.Drawing, n int) error {
	if err := drawFigure(d, jester, purple, 64-52*0.93, 9, 0.93); err != nil {
		return err
	}
	shape, err := canvas.Parse(star)
	if err != nil {
		return err
	}
	for i := range n {
		x := 64 + (float64(i)-float64(n-1)/2)*34
		d.Stroke(paper, 2*strip, shape.Put(x, 108, 1.6, 1.6))
		d.Fill(purple, shape.Put(x, 108, 1.6, 1.6))
	}
	return nil
}

// drawBack draws the back: a field of small diamonds, and a two on a large one.
func drawBack(d *canvas.Drawing) error {
	const inset, across, up, step = 9.5, 7, 8, 13.0
	d.Fill(night, canvas.Path{}.Rect(left+inset, top+inset, wide-2*inset, high-2*inset, corner-inset))
	small, err := canvas.Parse("M0 -5 L4.5 0 L0 5 L-4.5 0 Z")
	if err != nil {
		return err
	}
	var field canvas.Path
	for row := range up {
		for column := range across {
			x, y := (float64(column)-float64(across-1)/2)*step, (float64(row)-float64(up-1)/2)*step
			if math.Abs(x)/38+math.Abs(y)/43 < 1.42 { // under the large one
				continue
			}
			field = append(field, small.Put(64+x, 64+y, 1, 1)...)
		}
	}
	d.Fill(dusk, field)
	middle, err := canvas.Parse("M64 21 L102 64 L64 107 L26 64 Z")
	if err != nil {
		return err
	}
	d.Stroke(night, 14, middle)
	d.Fill(paper, middle)
	two, err := canvas.Parse(ranks[card.Two].line)
	if err != nil {
		return err
	}
	const scale = 0.62
	d.Stroke(night, 10, two.Put(64-scale*17, 64-scale*28, scale, scale))
	return nil
}
