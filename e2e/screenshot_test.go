package e2e

import (
	"flag"
	"os"
	"testing"
)

var screenshot = flag.String("screenshot", "", "write the README's picture to this `file`")

// The README's picture: a board, and below it the hand of the player to move.
//
//	go test ./e2e -run Screenshot -screenshot ../docs/screenshot.png
func TestTheScreenshotShowsABoardAndAHand(t *testing.T) {
	t.Parallel()
	s := newPicturedServer(t)
	table := s.One(Situation{system: "ahole", people: four, hands: []string{
		"3s 4d 5c 5h 8s 9d 9h Jc Jd Qs Kh Ah 2d", "3c 4h 6d 7c 7h 8d Ts Jh Qc Kd Ks As 2s", "3d 4c 6c 6h 7d 8c 9c Td Qd Qh Kc Ac 2h", "3h 4s 5d 5s 6s 7s 8h 9s Tc Th Js Ad 2c"}})
	for range 4 { // the dealer's left leads, and the others follow if they can
		if p, _ := table.Turn(); p.Name == "Ann" && len(table.Log().Moves) > 0 {
			break
		}
		table.Plays()
	}
	s.Ready(s.pictures)
	who, _ := table.Turn()
	b := s.Page(t, who.Name, "cards")
	b.Resize(1280, 1040)
	b.Hand()
	b.Until(`document.querySelector("[data-ephemeral] img.emoji")`)
	if board := public + custom("hand/"+table.id); b.Count(board) == 0 {
		t.Error("no board is seen")
	}
	picture := b.Screenshot("screenshot")
	if *screenshot == "" {
		return
	}
	data, err := os.ReadFile(picture)
	if err == nil {
		err = os.WriteFile(*screenshot, data, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}
