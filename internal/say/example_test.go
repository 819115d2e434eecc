package say_test

import (
	"fmt"

	"deuces/internal/say"
)

// A message is a whole sentence with named places. It becomes text only when it is sent.
func ExampleNew() {
	fmt.Println(say.New("It's your turn to beat {top}, or pass.", "7♥"))
	for _, missing := range []int{1, 3} {
		fmt.Println(say.New("Needs {missing:# more player|# more players}.", missing))
	}
	// A message can be the argument of another one, such as a reason.
	fmt.Println(say.New("{what} Try again.", say.New("It isn't your turn.")))
	// Output:
	// It's your turn to beat 7♥, or pass.
	// Needs 1 more player.
	// Needs 3 more players.
	// It isn't your turn. Try again.
}
