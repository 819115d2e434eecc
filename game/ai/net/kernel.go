package net

// The innermost loops of the network. The conversions to float32 keep the compiler from
// fusing multiplication and addition, so that every machine computes the same bits.

// Add adds a row to a sum.
func Add(sum, row *[Hidden]float32) {
	for i := 0; i < Hidden; i += 4 {
		sum[i] += row[i]
		sum[i+1] += row[i+1]
		sum[i+2] += row[i+2]
		sum[i+3] += row[i+3]
	}
}

// AddAll adds some rows to a sum, in order.
func AddAll(sum *[Hidden]float32, rows [][Hidden]float32, at []uint16) {
	for _, i := range at {
		Add(sum, &rows[i])
	}
}

// Subtract subtracts a row from a sum.
func Subtract(sum, row *[Hidden]float32) {
	for i := 0; i < Hidden; i += 4 {
		sum[i] -= row[i]
		sum[i+1] -= row[i+1]
		sum[i+2] -= row[i+2]
		sum[i+3] -= row[i+3]
	}
}

// forward adds the contributions of all units of the first layer that are above zero.
func forward(sum *[Middle]float32, mid *[Hidden][Middle]float32, first *[Hidden]float32) {
	for i, x := range first {
		if x > 0 {
			addTimes(sum, &mid[i], x)
		}
	}
}

// addTimes adds x times a row to a sum.
func addTimes(sum, row *[Middle]float32, x float32) {
	for i := 0; i < Middle; i += 4 {
		sum[i] += float32(x * row[i])
		sum[i+1] += float32(x * row[i+1])
		sum[i+2] += float32(x * row[i+2])
		sum[i+3] += float32(x * row[i+3])
	}
}
