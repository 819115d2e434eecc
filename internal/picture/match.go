package picture

import (
	"cmp"
	"image/color"
	"slices"
	"strconv"

	"deuces/game/card"
	"deuces/internal/picture/canvas"
	"deuces/internal/picture/face"
	"deuces/internal/picture/text"
	"deuces/internal/say"
)

// Match is a finished match.
type Match struct {
	Headline say.Message // who won: "Ada wins!"
	Line     say.Message // a line below it: "Big Two · 7 rounds"
	Scored   say.Text    // label of a total, with a place for the number: "{points:# point|# points}"
	Players  []Player    // in the order of the result, winner first
	Deciding Play        // drawn if it has cards
	Palette  face.Palette
	Language *say.Language // of the words
	Medals   bool          // the first three places have the colors of medals
}

// Player is a player at the end of the match.
type Player struct {
	Name   string // characters that can't be drawn are omitted
	Place  int    // from 1; several players can share a place
	Total  int
	Titles say.Message // held in the match: "2× President"
	Rounds []int       // points of each round; 0 if the player wasn't there
}

// Play is the play that decided a match.
type Play struct {
	Words say.Message // "Ada's last play"
	Cards []card.Card
}

// Picture is a PNG with its description.
type Picture struct {
	PNG []byte
	Alt string // description, at most AltMax characters
}

// Draw draws the match.
func (m Match) Draw() (Picture, error) {
	p, err := newPage()
	if err != nil {
		return Picture{}, err
	}
	y := p.headline(m)
	y = p.table(y, m)
	if rounds := m.rounds(); rounds > 1 {
		y = p.course(y, m, rounds)
	}
	if len(m.Deciding.Cards) > 0 {
		if y, err = p.deciding(y, m); err != nil {
			return Picture{}, err
		}
	}
	data, err := p.encoded(y + margin)
	if err != nil {
		return Picture{}, err
	}
	return Picture{PNG: data, Alt: m.Alt()}, nil
}

func (m Match) rounds() int {
	n := 0
	for _, p := range m.Players {
		n = max(n, len(p.Rounds))
	}
	return n
}

// hues are the colors of the players' lines and of the dots in their rows. The winner's is gold. Adjacent
// colors also differ in lightness, for people who are color-blind.
var hues = []color.NRGBA{
	{0xFF, 0xD5, 0x4A, 0xFF}, {0x5B, 0x9D, 0xFF, 0xFF}, {0xFF, 0x8A, 0x80, 0xFF}, {0x2F, 0xB3, 0x8A, 0xFF}, {0xD9, 0xB3, 0xFF, 0xFF},
	{0xE0, 0x6C, 0x2F, 0xFF}, {0x9F, 0xE8, 0xF2, 0xFF}, {0xC0, 0x4F, 0xB0, 0xFF}, {0xB8, 0xDB, 0x6B, 0xFF}, {0x7D, 0x79, 0xF2, 0xFF},
	{0xF7, 0xC6, 0xA3, 0xFF}, {0x2E, 0x92, 0xA8, 0xFF}, {0xF2, 0xA6, 0xD0, 0xFF}, {0x9A, 0x8C, 0x5E, 0xFF},
}

func (m Match) hue(i int) color.NRGBA {
	if !m.Medals { // skips gold
		i++
	}
	return hues[i%len(hues)]
}

// headline draws who won, and the line below that.
func (p *page) headline(m Match) float64 {
	color := ink
	if m.Medals {
		color = medal(1)
	}
	p.put(p.pen.Fit(m.Headline.In(m.Language), 32, text.Bold, Width-2*margin), margin, 54, color, start)
	p.put(p.pen.Fit(m.Line.In(m.Language), 19, text.Regular, Width-2*margin), margin, 86, quiet, start)
	return 104
}

func (p *page) table(y float64, m Match) float64 {
	high := 42.0
	if len(m.Players) > 8 {
		high = 33
	}
	totals := 40.0 // width of the widest total
	for _, player := range m.Players {
		totals = max(totals, p.pen.Line(signed(player.Total), 21, text.Bold).Width)
	}
	for i, player := range m.Players {
		base := y + high*0.5 + 7
		if i%2 == 0 {
			p.Fill(panel, canvas.Path{}.Rect(margin-10, y+1, Width-2*margin+20, high-2, 8))
		}
		color := quiet
		if m.Medals {
			color = medal(player.Place)
		}
		p.Fill(color, canvas.Path{}.Circle(margin+13, y+high/2, 13))
		p.write(strconv.Itoa(player.Place), margin+13, base-1, 17, text.Bold, sheet, middle)
		p.Line(m.hue(i), 7, canvas.Point{X: margin + 40, Y: y + high/2 - 6}, canvas.Point{X: margin + 40, Y: y + high/2 + 6})
		p.write(signed(player.Total), Width-margin, base, 21, text.Bold, ink, end)
		left, right := margin+54, Width-margin-totals-14
		titles := p.pen.Fit(player.Titles.In(m.Language), 16, text.Regular, (right-left)*0.45)
		name := p.pen.Fit(p.name(m, i), 20, text.Bold, right-left-titles.Width-12)
		p.put(name, left, base, ink, start)
		p.put(titles, right, base-1, quiet, end)
		y += high
	}
	return y
}

// name returns a player's name as drawn, or a number if the name can't be drawn.
func (p *page) name(m Match, i int) string {
	if name := p.pen.Readable(m.Players[i].Name); name != "" {
		return name
	}
	return say.New("Player {number}", i+1).In(m.Language)
}

// course draws a line for each player's total over the rounds, with the place at its end.
func (p *page) course(y float64, m Match, rounds int) float64 {
	const high = 250
	p.put(p.pen.Fit(say.New("Round by round").In(m.Language), 19, text.Bold, Width-2*margin), margin, y+40, ink, start)
	totals := make([][]int, len(m.Players))
	low, top := 0, 0
	for i, player := range m.Players {
		totals[i] = make([]int, rounds+1)
		sum := 0
		for r := range rounds {
			if r < len(player.Rounds) {
				sum += player.Rounds[r]
			}
			totals[i][r+1] = sum
			low, top = min(low, sum), max(top, sum)
		}
	}
	floor, ceiling := float64(low), float64(max(top, low+1))
	f := plot{left: p.labelWidth(floor, ceiling), top: y + 62, right: Width - margin - 30, bottom: y + high - 34,
		firstX: 0, lastX: float64(rounds), low: floor, high: ceiling}
	p.axes(f)
	for i := len(totals) - 1; i >= 0; i-- { // the winner's line is on top
		pen := 3.0
		if i == 0 {
			pen = 5
		}
		p.curve(f, m.hue(i), pen, 0, totals[i])
		x, at := f.at(float64(rounds), float64(totals[i][rounds]))
		p.Fill(m.hue(i), canvas.Path{}.Circle(x, at, pen+1))
	}
	ends := make([]float64, len(totals))
	for i := range totals {
		_, ends[i] = f.at(float64(rounds), float64(totals[i][rounds]))
	}
	for i, at := range spread(ends, 15, f.top, f.bottom) {
		p.write(strconv.Itoa(m.Players[i].Place), f.right+22, at+5, 14, text.Bold, m.hue(i), middle)
	}
	return y + high
}

// deciding draws the play that decided the match.
func (p *page) deciding(y float64, m Match) (float64, error) {
	p.put(p.pen.Fit(m.Deciding.Words.In(m.Language), 19, text.Bold, Width-2*margin), margin, y+40, ink, start)
	const row = 9 // cards per row
	n := len(m.Deciding.Cards)
	step := (Width - 2*margin) / float64(min(max(n, 7), row))
	size := step * 0.94
	y += 56
	faces, err := face.NewSet()
	if err != nil {
		return 0, err
	}
	for i, c := range m.Deciding.Cards {
		picture, err := faces.Image(c, m.Palette)
		if err != nil {
			return 0, err
		}
		p.Image(picture, margin+float64(i%row)*step, y+float64(i/row)*step, size)
	}
	return y + float64((n-1)/row)*step + size, nil
}

// spread moves positions apart, in their order, so that the distance between neighbors is at least
// gap, or less if there isn't enough room.
func spread(at []float64, gap, top, bottom float64) []float64 {
	order := make([]int, len(at))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(at[a], at[b]) })
	gap = min(gap, (bottom-top)/float64(max(len(at)-1, 1)))
	out := make([]float64, len(at))
	floor := top
	for _, i := range order {
		out[i] = max(at[i], floor)
		floor = out[i] + gap
	}
	ceiling := bottom
	for k := len(order) - 1; k >= 0; k-- {
		i := order[k]
		out[i] = min(out[i], ceiling)
		ceiling = out[i] - gap
	}
	return out
}
