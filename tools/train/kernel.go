package main

import (
	"math"

	"deuces/game/ai/net"
)

// The inner loops of training. The conversions to float32 prevent fused multiply-add, so that every
// machine computes the same bits.

// backward adds the gradient of the weights between the layers to rows, and returns the gradient of
// the first layer.
func backward(grad, mid *[net.Hidden][net.Middle]float32, first *[net.Hidden]float32, second *[net.Middle]float32) (d [net.Hidden]float32) {
	for i, x := range first {
		if x > 0 {
			addTimes(&grad[i], second, x)
			d[i] = dot(&mid[i], second)
		}
	}
	return d
}

// addTimes adds x times row to sum.
func addTimes(sum, row *[net.Middle]float32, x float32) {
	for i := 0; i < net.Middle; i += 4 {
		sum[i] += float32(x * row[i])
		sum[i+1] += float32(x * row[i+1])
		sum[i+2] += float32(x * row[i+2])
		sum[i+3] += float32(x * row[i+3])
	}
}

// dot returns the dot product. It adds eight sums in a fixed order, because the weights that were
// trained depend on the order.
func dot(a, b *[net.Middle]float32) float32 {
	var s [8]float32
	for i := 0; i < net.Middle; i += 8 {
		for k := range s {
			s[k] += float32(a[i+k] * b[i+k])
		}
	}
	return ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]))
}

// descend performs a step of Adam for the weights w with gradient g. m and v are the running means
// of the gradient and of its square.
func descend(w, g, m, v []float32, scale, step float32) {
	m, v, g = m[:len(w)], v[:len(w)], g[:len(w)]
	for i := range w {
		d := float32(g[i] * scale)
		m[i] += float32((d - m[i]) * (1 - decay1))
		v[i] += float32((float32(d*d) - v[i]) * (1 - decay2))
		w[i] -= float32(step*m[i]) / (float32(math.Sqrt(float64(v[i]))) + 1e-8)
	}
}
