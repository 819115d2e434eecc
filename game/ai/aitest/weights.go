package aitest

import (
	"bytes"
	"math"
	"testing"

	"deuces/game/ai/net"
	"deuces/internal/errtest"
)

// Weights tests the embedded weights of a game: they have the expected size and at most 200 kB, and
// packing them again changes almost nothing.
func Weights(t *testing.T, packed []byte, inputs int) {
	n, err := net.Unpack(packed, inputs)
	errtest.Must(t, err)
	if len(packed) > 200_000 {
		t.Errorf("%d bytes of weights, want at most 200,000", len(packed))
	}
	again, err := net.Unpack(n.Pack(), inputs)
	errtest.Must(t, err)
	rows := func(n *net.Net) (all [][]float32) {
		n.Each(func(row []float32) { all = append(all, row) })
		return all
	}
	for i, row := range rows(n) {
		for k, w := range rows(again)[i] {
			if math.IsNaN(float64(w)) || math.Abs(float64(w-row[k])) > 1e-4 {
				t.Fatalf("row %d: %v is read back as %v", i, row[k], w)
			}
		}
	}
	if _, err := net.Unpack(packed[1:], inputs); err == nil {
		t.Error("Unpack accepts weights of the wrong size")
	}
	if bytes.Equal(packed, net.New(inputs).Pack()) {
		t.Error("all weights are zero")
	}
}
