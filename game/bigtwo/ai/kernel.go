//go:build !goexperiment.simd || !amd64

package ai

import "math"

// The loops that all the time goes into. Conversions to float32 forbid fusing a
// product with a sum, so that every machine finds the same bits.

// add adds a row to a sum.
func add(sum, row *[hidden]float32) {
	for i := 0; i < hidden; i += 4 {
		sum[i] += row[i]
		sum[i+1] += row[i+1]
		sum[i+2] += row[i+2]
		sum[i+3] += row[i+3]
	}
}

// subtract takes a row from a sum.
func subtract(sum, row *[hidden]float32) {
	for i := 0; i < hidden; i += 4 {
		sum[i] -= row[i]
		sum[i+1] -= row[i+1]
		sum[i+2] -= row[i+2]
		sum[i+3] -= row[i+3]
	}
}

// forward adds what the units of the first layer that are above zero pass on.
func forward(sum *[middle]float32, mid *[hidden][middle]float32, first *[hidden]float32) {
	for i, x := range first {
		if x > 0 {
			addTimes(sum, &mid[i], x)
		}
	}
}

// backward adds the gradient of the rows between the layers, and returns that of
// the first layer.
func backward(grad, mid *[hidden][middle]float32, first *[hidden]float32, second *[middle]float32) (d [hidden]float32) {
	for i, x := range first {
		if x > 0 {
			addTimes(&grad[i], second, x)
			d[i] = dot(&mid[i], second)
		}
	}
	return d
}

// addTimes adds x times a row to a sum.
func addTimes(sum, row *[middle]float32, x float32) {
	for i := 0; i < middle; i += 4 {
		sum[i] += float32(x * row[i])
		sum[i+1] += float32(x * row[i+1])
		sum[i+2] += float32(x * row[i+2])
		sum[i+3] += float32(x * row[i+3])
	}
}

// dot returns the sum of products, in eight lanes that are then added up.
func dot(a, b *[middle]float32) float32 {
	var s [8]float32
	for i := 0; i < middle; i += 8 {
		for k := range s {
			s[k] += float32(a[i+k] * b[i+k])
		}
	}
	return lanes(&s)
}

// descend takes a step of Adam with weights w and their gradient g, of which m
// and v are the running mean and mean square.
func descend(w, g, m, v []float32, scale, step float32) {
	m, v, g = m[:len(w)], v[:len(w)], g[:len(w)]
	for i := range w {
		d := float32(g[i] * scale)
		m[i] += float32((d - m[i]) * (1 - decay1))
		v[i] += float32((float32(d*d) - v[i]) * (1 - decay2))
		w[i] -= float32(step*m[i]) / (float32(math.Sqrt(float64(v[i]))) + 1e-8)
	}
}
