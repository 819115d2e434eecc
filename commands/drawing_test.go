package commands

import (
	"bytes"
	"testing"

	"deuces/internal/picture"
	"deuces/internal/say"
)

// Each picture is drawn once and then cached by its content.
func TestAPictureIsCachedByItsContent(t *testing.T) {
	var d drawings
	draw := func(points int) []byte {
		t.Helper()
		p, err := d.match(picture.Match{Headline: say.New("{winner} wins!", "Ann"), Line: say.Verbatim("Big Two"),
			Players: []picture.Player{{Name: "Ann", Place: 1, Total: points, Rounds: []int{points - 1, 1}}}})
		if err != nil {
			t.Fatal(err)
		}
		return p.PNG
	}
	first := draw(7)
	if again := draw(7); &again[0] != &first[0] {
		t.Error("the same match is drawn twice")
	}
	if other := draw(8); bytes.Equal(other, first) {
		t.Error("with other points the picture is the same")
	}
	for i := range drawingsKept {
		draw(100 + i)
	}
	if len(d.kept) > drawingsKept {
		t.Errorf("got %d cached pictures, want at most 32", len(d.kept))
	}
	if again := draw(7); &again[0] == &first[0] || !bytes.Equal(again, first) {
		t.Error("an old picture is still cached, or was drawn differently")
	}
}
