package deal

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math/rand/v2"
	"testing"

	"deuces/game/card"
)

func words(w ...uint32) io.Reader {
	var b []byte
	for _, x := range w {
		b = binary.LittleEndian.AppendUint32(b, x)
	}
	return bytes.NewReader(b)
}

func TestUniform(t *testing.T) {
	for _, c := range []struct {
		reason string
		n      int
		random io.Reader
		want   int
	}{
		{"the remainder", 3, words(7), 1},
		{"the last fair word: 2^32-1 is a multiple of three", 3, words(1<<32 - 2), 2},
		{"the one unfair word for three is thrown away", 3, words(1<<32-1, 5), 2},
		{"for a power of two every word is fair", 4, words(1<<32 - 1), 3},
		{"one choice", 1, words(9), 0},
	} {
		if got, err := uniform(c.random, c.n); err != nil || got != c.want {
			t.Errorf("%s: %d, %v; want %d", c.reason, got, err, c.want)
		}
	}
	if _, err := uniform(words(), 3); !errors.Is(err, io.EOF) {
		t.Errorf("without random bytes: %v", err)
	}
}

// Every order of four cards is equally frequent: chi-square over the 24 orders stays below its
// value for p = 0.0001, with a fixed seed.
func TestShuffleIsFair(t *testing.T) {
	random := rand.NewChaCha8([32]byte{1})
	const rounds = 24 * 2000
	seen := map[[4]card.Card]int{}
	for range rounds {
		cards := card.Deck(1, 0)[:4]
		if err := shuffle(random, cards); err != nil {
			t.Fatal(err)
		}
		seen[[4]card.Card(cards)]++
	}
	chi := 0.0
	for _, n := range seen {
		d := float64(n) - rounds/24
		chi += d * d / (rounds / 24)
	}
	if len(seen) != 24 || chi > 57 {
		t.Errorf("%d orders, chi-square %.1f; want 24, under 57", len(seen), chi)
	}
}
