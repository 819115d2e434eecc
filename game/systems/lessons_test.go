package systems_test

import (
	"errors"
	"testing"

	"deuces/game"
	"deuces/game/gametest"
	"deuces/game/systems"
)

// Every lesson can be played through: at each step it is the learner's turn, the right play is
// legal, and each wrong play is either refused with a sentence or has its own explanation.
func TestEveryLessonCanBePlayedThrough(t *testing.T) {
	for _, sys := range systems.All() {
		rules := gametest.New(t, sys.New, "")
		lesson := sys.Lesson()
		refused := 0
		for i, step := range lesson.Steps {
			state, _, err := lesson.StateAt(rules, i)
			if err != nil {
				t.Fatalf("%s, step %d: %v", sys.Name, i+1, err)
			}
			if turn, due := state.Turn(); !due || turn != 0 {
				t.Fatalf("%s, step %d: it is the turn of seat %d", sys.Name, i+1, turn)
			}
			if err := lesson.CheckPlay(state, step.Answer); err != nil {
				t.Errorf("%s, step %d: %s is refused: %v", sys.Name, i+1, step.Answer, err)
			}
			if step.Prompt == "" || step.Explanation == "" || len(step.Wrong) == 0 {
				t.Errorf("%s, step %d: nothing to look at, nothing learnt, or nothing to do wrong", sys.Name, i+1)
			}
			for _, wrong := range step.Wrong {
				err := lesson.CheckPlay(state, wrong.Play)
				if _, illegal := errors.AsType[*game.Illegal](err); err != nil && !illegal {
					t.Errorf("%s, step %d: %s gives %v", sys.Name, i+1, wrong.Play, err)
				} else if illegal {
					refused++
				}
				if wrong.Why == "" || wrong.Play == step.Answer {
					t.Errorf("%s, step %d: %s is not explained", sys.Name, i+1, wrong.Play)
				}
			}
		}
		if _, _, err := lesson.StateAt(rules, len(lesson.Steps)); err != nil {
			t.Errorf("%s, after the last step: %v", sys.Name, err)
		}
		if refused < 3 || lesson.Closing == "" {
			t.Errorf("%s: only %d plays are refused by the rules, or there is no end", sys.Name, refused)
		}
	}
}
