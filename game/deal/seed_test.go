package deal

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"deuces/game"
	"deuces/game/card"
	"deuces/internal/errtest"
)

// TestADealFollowsFromItsSeedAndCuts checks that the scheme computes every field of its published
// test vectors.
func TestADealFollowsFromItsSeedAndCuts(t *testing.T) {
	data, err := os.ReadFile("testdata/vectors.json")
	errtest.Must(t, err)
	var vectors []struct {
		Table              int64
		Round              int
		Seed               string
		Cuts               Cuts
		Commitment, Key    string
		Seats              int
		Cards, Deck, Draws string
		Pick               int
	}
	errtest.Must(t, json.Unmarshal(data, &vectors))
	if len(vectors) < 4 {
		t.Fatalf("%d vectors", len(vectors))
	}
	for _, v := range vectors {
		seed, err := ParseSeed(v.Seed)
		errtest.Must(t, err)
		cards, err := card.ParseAll(v.Cards)
		errtest.Must(t, err)
		chance, err := seed.Chance(v.Table, v.Round, v.Cuts, cards, v.Seats)
		errtest.Must(t, err)
		key := seed.Key(v.Table, v.Round, v.Cuts)
		for field, got := range map[string][2]string{
			"commitment": {seed.Commitment(v.Table, v.Round), v.Commitment},
			"key":        {hex.EncodeToString(key[:]), v.Key},
			"deck":       {card.Format(chance.Deck), v.Deck},
			"draws":      {card.Format(chance.Draws), v.Draws},
			"pick":       {fmt.Sprint(chance.Pick), fmt.Sprint(v.Pick)},
		} {
			if got[0] != got[1] {
				t.Errorf("table %d: %s %s, want %s", v.Table, field, got[0], got[1])
			}
		}
	}
}

func TestACutKeepsItsDigits(t *testing.T) {
	for _, tt := range []struct{ why, typed, want string }{
		{"a number", "271828", "271828"},
		{"leading zeros count", "007", "007"},
		{"spaces around it are ignored", " 7 ", "7"},
		{"eighteen digits", strings.Repeat("9", 18), strings.Repeat("9", 18)},
		{"nineteen are too many", strings.Repeat("9", 19), ""},
		{"nothing", "", ""},
		{"letters", "seven", ""},
		{"a sign", "-7", ""},
		{"a plus", "+7", ""},
		{"a point", "3.14", ""},
		{"other scripts' digits", "٣٤", ""},
		{"wide digits", "７", ""},
		{"spaces within", "1 2", ""},
	} {
		got, err := ParseCut(tt.typed)
		if got != tt.want || (err == nil) != (tt.want != "") {
			t.Errorf("%s: %q is %q, %v", tt.why, tt.typed, got, err)
		}
		if _, ok := errors.AsType[*game.Illegal](err); err != nil && !ok {
			t.Errorf("%s: %v is not an error for players", tt.why, err)
		}
	}
}

func TestASeedIsParsedAsItWasWritten(t *testing.T) {
	seed, err := NewSeed(bytes.NewReader(bytes.Repeat([]byte{0xAB}, 32)))
	errtest.Must(t, err)
	if again, err := ParseSeed(seed.String()); err != nil || again != seed {
		t.Errorf("%s reads as %s, %v", seed, again, err)
	}
	for _, text := range []string{"", "ab", seed.String() + "00", strings.Repeat("x", 64)} {
		if _, err := ParseSeed(text); err == nil {
			t.Errorf("%q is taken for a seed", text)
		}
	}
	if _, err := NewSeed(strings.NewReader("short")); err == nil {
		t.Error("a seed was made without enough random bytes")
	}
}

func randomWords(w ...uint32) io.Reader {
	var b []byte
	for _, x := range w {
		b = binary.LittleEndian.AppendUint32(b, x)
	}
	return bytes.NewReader(b)
}

func TestUniformIsFair(t *testing.T) {
	for _, c := range []struct {
		reason string
		n      int
		random io.Reader
		want   int
	}{
		{"the remainder", 3, randomWords(7), 1},
		{"the last fair word: 2^32-1 is a multiple of three", 3, randomWords(1<<32 - 2), 2},
		{"the one unfair word for three is thrown away", 3, randomWords(1<<32-1, 5), 2},
		{"for a power of two every word is fair", 4, randomWords(1<<32 - 1), 3},
		{"one choice", 1, randomWords(9), 0},
	} {
		if got, err := uniform(c.random, c.n); err != nil || got != c.want {
			t.Errorf("%s: %d, %v; want %d", c.reason, got, err, c.want)
		}
	}
	if _, err := uniform(randomWords(), 3); !errors.Is(err, io.EOF) {
		t.Errorf("without random bytes: %v", err)
	}
}
