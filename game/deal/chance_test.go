package deal

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"testing"
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
