package president

import (
	"testing"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/gametest"
)

func TestConformance(t *testing.T) {
	for name, system := range systems {
		t.Run(name, func(t *testing.T) { gametest.Run(t, system) })
	}
}

func TestRecords(t *testing.T) {
	for name, system := range systems {
		t.Run(name, func(t *testing.T) { gametest.Records(t, system) })
	}
}

func TestAnObservationHidesOtherHands(t *testing.T) {
	for name, system := range systems {
		t.Run(name, func(t *testing.T) {
			gametest.ObservesOnlyItsOwn(t, system, Observation, func(state game.State) Position {
				p := state.(*State).RoundState().Position()
				for chair := range p.Chairs() {
					if chair != p.Turn() {
						p.SetHand(chair, card.Set{})
					}
				}
				return p
			})
		})
	}
}
