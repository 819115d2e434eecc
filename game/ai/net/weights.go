package net

import (
	"encoding/binary"
	"fmt"
	"math"
)

// Pack returns the weights in their stored form. Each row is a float32 unit followed by the weights
// as int16 multiples of it, little-endian.
func (n *Net) Pack() []byte {
	var out []byte
	n.Each(func(row []float32) {
		unit := float32(0)
		for _, w := range row {
			unit = max(unit, float32(math.Abs(float64(w)))/math.MaxInt16)
		}
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(unit))
		for _, w := range row {
			v := int16(0)
			if unit > 0 {
				v = int16(math.Round(float64(w / unit)))
			}
			out = binary.LittleEndian.AppendUint16(out, uint16(v))
		}
	})
	return out
}

// Unpack reads the weights that Pack wrote for a network with the given number of inputs.
func Unpack(packed []byte, inputs int) (*Net, error) {
	n, size := New(inputs), 0
	n.Each(func(row []float32) { size += 4 + 2*len(row) })
	if len(packed) != size {
		return nil, fmt.Errorf("the network's weights have %d bytes, want %d", len(packed), size)
	}
	n.Each(func(row []float32) {
		unit := math.Float32frombits(binary.LittleEndian.Uint32(packed))
		packed = packed[4:]
		for k := range row {
			row[k] = float32(unit * float32(int16(binary.LittleEndian.Uint16(packed))))
			packed = packed[2:]
		}
	})
	return n, nil
}
