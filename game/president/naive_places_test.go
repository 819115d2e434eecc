package president

import (
	"fmt"
	"slices"
	"strings"
)

type playedCoup struct {
	seat       int
	guillotine bool
}

// settle applies a coup (P7) to an order of seats, best place first.
func (c playedCoup) settle(order []int) []int {
	order = slices.Clone(order)
	place := func(seat int) int { return slices.Index(order, seat) }
	swap := func(a, b int) { i, j := place(a), place(b); order[i], order[j] = b, a }
	president, asshole := order[0], order[len(order)-1]
	if c.seat == president {
		return order
	}
	swap(c.seat, president)
	if c.guillotine && c.seat != asshole {
		swap(president, asshole)
	}
	return order
}

// places returns the seats by place (P5, P12), changed by coups (P7).
func (n *naive) places() []int {
	var order []int
	for _, seat := range n.out {
		if seat != n.fallen && !slices.Contains(n.foul, seat) {
			order = append(order, seat)
		}
	}
	for _, seat := range []int{n.last, n.fallen} {
		if seat >= 0 {
			order = append(order, seat)
		}
	}
	for _, seat := range slices.Backward(n.foul) {
		order = append(order, seat)
	}
	for _, c := range n.coups {
		order = c.settle(order)
	}
	return order
}

// points returns the points of each seat (P8, P11).
func (n *naive) points() []int {
	order := n.places()
	seats := len(order)
	got := make([]int, seats)
	classic := map[int]int{1: 2}
	vice := seats >= 5 || seats == 4 && n.is("vice", "4")
	if vice {
		classic[2] = 1
	}
	if n.is("demerits", "yes") {
		classic[seats] = -2
		if vice {
			classic[seats-1] = -1
		}
	}
	own := strings.Split(n.option["points"], ",")
	for i, seat := range order {
		switch n.option["points"] {
		case "classic":
			got[seat] = classic[i+1]
		case "distance":
			got[seat] = seats - 1 - i
		case "none":
		default:
			fmt.Sscan(own[min(i, len(own)-1)], &got[seat])
		}
	}
	return got
}
