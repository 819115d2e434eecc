package president

import (
	"math/bits"

	"deuces/game/card"
)

// downfallChairs is the fewest players with whom a President can fall.
const downfallChairs = 4

// leave records that a chair is out.
func (p *Position) leave(chair int8) {
	p.holding &^= 1 << chair
	p.outOrder[p.outCount] = chair
	p.outCount++
}

// topple takes the cards of a President who still plays when the first chair has gone out cleanly, and
// reports whether there is one (rules.md P12).
func (p *Position) topple() bool {
	first := int(p.outCount) == bits.OnesCount16(p.foul)+1
	president := p.holder(1)
	if !first || p.rules.chairs < downfallChairs || president < 0 || p.holding>>president&1 == 0 {
		return false
	}
	p.fallen = 1 << president
	p.setAside, p.hands[president] = p.hands[president], card.Set{}
	p.leave(president)
	return true
}

// end ends the round. The chair that still holds cards is the last in outOrder.
func (p *Position) end() {
	if p.holding != 0 {
		p.outOrder[p.outCount] = int8(bits.TrailingZeros16(p.holding))
		p.outCount++
	}
	p.turn = -1
}

// Settled returns the chairs by final place, best first: those who went out cleanly in that order,
// who held cards at the end, the fallen President, and those who went out foul, the first of them
// last. Then each coup of the round changes the order. Settled is valid once the round is over.
func (p *Position) Settled(buf []int8) []int8 {
	order, out := buf[:0], p.outOrder[:p.outCount]
	for _, c := range out {
		if (p.foul|p.fallen)>>c&1 == 0 {
			order = append(order, c)
		}
	}
	if p.fallen != 0 {
		order = append(order, int8(bits.TrailingZeros16(p.fallen)))
	}
	for i := len(out) - 1; i >= 0 && p.foul != 0; i-- {
		if p.foul>>out[i]&1 != 0 {
			order = append(order, out[i])
		}
	}
	for _, c := range p.coups[:p.coupCount] {
		c.settle(order)
	}
	return order
}
