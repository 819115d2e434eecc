package game_test

import (
	"fmt"

	"deuces/game"
	"deuces/game/bigtwo"
	"deuces/game/card"
	"deuces/game/gametest"
)

// A game is a value of Rules, and a round is a State that never changes: Apply returns the next one. A View is all that
// a seat may know.
func ExampleRules() {
	rules, _ := bigtwo.New(map[string]string{"rounds": "3"})
	chance, _ := gametest.Deal(rules, 4, []string{"3d 4c 5h", "4h 6h"}, "")
	state, _ := rules.Start(rules.Setup(4, chance, nil))

	seat, _ := state.Turn()
	play, _ := game.ParseAction("3d")
	state, news, err := state.Apply(seat, play)
	fmt.Println("a play:", err == nil && news[0].Kind == game.Played)

	seat, _ = state.Turn()
	fmt.Println("seat", seat, "must beat", card.Format(state.View(seat).Top.Cards))
	_, _, err = state.Apply(seat, play) // refused with a sentence for the player
	fmt.Println(err)
	fmt.Println("a watcher sees", len(state.View(game.Watcher).Hand), "cards of the hands")
	// Output:
	// a play: true
	// seat 1 must beat 3d
	// You don't have 3♦.
	// a watcher sees 0 cards of the hands
}
