package ai

import (
	"testing"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/gametest"
	"deuces/game/president"
	"deuces/internal/say"
)

// Each row is a position in which a hint could say something untrue or irrelevant.
func TestReasonsAreTrueOfTheHands(t *testing.T) {
	for _, tt := range []struct {
		why    string
		system gametest.System
		hands  []string // of the leader, the next seat, and others; a missing hand is a card that beats nothing
		played string
		move   string // the move to explain, which needn't be the heuristics' choice
		says   []say.Text
		never  []say.Text
	}{
		{"a pass doesn't win a trick", president.Asshole, []string{"3d 9c Th Qs", "7c 7h 7s", "3h 8d Js Ad", "3s 9d Kh 2c"}, "3d", "pass",
			[]say.Text{"beating it would break up your {set}"},
			[]say.Text{"nobody can beat it, and then you play your {n:last card|last cards}"}},
		{"a lone 2 would beat it, too", president.President, []string{"9h 4c 5c Kc Ah", "4s 6c 7d 8d Qh Qs 2d", "3h Kd Ks Ad 6d", "3s Tc Js Jc 5d"}, "9h", "pass",
			[]say.Text{"beating it would break up your {set}, or cost you your {other}"}, nil},
		{"so would a Joker", president.Asshole, []string{"9h 4c 5c Kc Ah", "4s 6c 7d 8d Qh Qs *1", "3h Kd Ks Ad 2d", "3s Tc Js 2c 2h"}, "9h", "pass",
			[]say.Text{"beating it would break up your {set}, or cost you a Joker"}, nil},
		{"nobody goes out on a card that none beats", president.President, []string{"Tc Jc", "4s 5d Jd"}, "Tc", "pass",
			nil, []say.Text{"someone has one card left, and could go out on your {set}"}},
		{"the higher suit of a rank isn't beaten by the lower", president.Asshole, []string{"3c Jc", "4h 5h Jd"}, "3c", "Jd",
			[]say.Text{"nobody can beat it, so you lead next"}, nil},
		{"but by the highest", president.Asshole, []string{"3c Js", "4h 5h Jd"}, "3c", "Jd",
			nil, []say.Text{"nobody can beat it, so you lead next"}},
		{"a pair that can't be played at once takes two plays", president.Asshole, []string{"4s 5d 6d", "7c 7h 7s"}, "4s", "7c",
			nil, []say.Text{"nobody can beat it, and then you play your {n:last card|last cards}"}},
		{"the last card beats whatever is played on it", president.President, []string{"4s 5c 6h", "5d 7h"}, "4s", "5d",
			[]say.Text{"nobody can beat your {set}, so you go out on your next turn"}, nil},
		{"a lower card belongs to a pair", president.President, []string{"6d Kc Ac", "4c 8c 8s Js 3d"}, "6d", "Js",
			[]say.Text{"your {low} would beat it too, but that would break up your {set}"},
			[]say.Text{"it's your lowest winning card, and higher ones can beat more later"}},
		{"the other 2s beat it, and the Joker", president.Asshole, []string{"As 4c 5c 7d", "3d 4d 2c 2d *1"}, "As", "2c",
			[]say.Text{"only your {ranks} and your {n:Joker|Jokers} beat it"},
			[]say.Text{"nothing else of yours beats it"}},
	} {
		hands := gametest.Hands(t, append(tt.hands, "3h", "3s")[:4]...)
		state := gametest.Start(t, gametest.New(t, tt.system, ""), game.Setup{Hands: hands})
		state, _ = gametest.Apply(t, state, 0, tt.played)
		w := world{position: state.(*president.State).RoundState().Position()}
		for chair := range 4 {
			w.inPlay += countOf(w.position.Hand(chair))
		}
		moves := w.position.Moves(nil)
		var move president.Move
		for _, m := range moves {
			if a := w.position.Action(m); tt.move == "pass" && m.IsPass() || !m.IsPass() && card.Format(a.Cards) == tt.move {
				move = m
			}
		}
		if move == 0 {
			t.Fatalf("%s: there is no %s", tt.why, tt.move)
		}
		tactics := heuristics{&defaultWeights, w.position.Terms()}
		given := map[say.Text]bool{}
		for _, r := range tactics.reasons(&w, moves, move) {
			given[r.Text] = true
		}
		for _, text := range tt.says {
			if !given[text] {
				t.Errorf("%s: %q isn't said, but %v", tt.why, text, given)
			}
		}
		for _, text := range tt.never {
			if given[text] {
				t.Errorf("%s: %q is said", tt.why, text)
			}
		}
	}
}
