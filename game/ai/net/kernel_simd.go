//go:build goexperiment.simd && amd64

package net

import "simd/archsimd"

// The functions of kernel.go for machines with AVX2, compiled with GOEXPERIMENT=simd.
// They compute the same bits.

type vector = archsimd.Float32x8

func at(x []float32, i int) vector { return archsimd.LoadFloat32x8((*[8]float32)(x[i:])) }

func Add(sum, row *[Hidden]float32) {
	for i := 0; i < Hidden; i += 8 {
		s := (*[8]float32)(sum[i:])
		archsimd.LoadFloat32x8(s).Add(at(row[:], i)).Store(s)
	}
}

func AddAll(sum *[Hidden]float32, rows [][Hidden]float32, at []uint16) {
	load := archsimd.LoadFloat32x8
	for block := 0; block < Hidden; block += 64 { // 64 sums fill 8 vector registers
		to := (*[64]float32)(sum[block:])
		s0, s1, s2, s3 := load((*[8]float32)(to[0:])), load((*[8]float32)(to[8:])), load((*[8]float32)(to[16:])), load((*[8]float32)(to[24:]))
		s4, s5, s6, s7 := load((*[8]float32)(to[32:])), load((*[8]float32)(to[40:])), load((*[8]float32)(to[48:])), load((*[8]float32)(to[56:]))
		for _, i := range at {
			row := (*[64]float32)(rows[i][block:])
			s0 = s0.Add(load((*[8]float32)(row[0:])))
			s1 = s1.Add(load((*[8]float32)(row[8:])))
			s2 = s2.Add(load((*[8]float32)(row[16:])))
			s3 = s3.Add(load((*[8]float32)(row[24:])))
			s4 = s4.Add(load((*[8]float32)(row[32:])))
			s5 = s5.Add(load((*[8]float32)(row[40:])))
			s6 = s6.Add(load((*[8]float32)(row[48:])))
			s7 = s7.Add(load((*[8]float32)(row[56:])))
		}
		s0.Store((*[8]float32)(to[0:]))
		s1.Store((*[8]float32)(to[8:]))
		s2.Store((*[8]float32)(to[16:]))
		s3.Store((*[8]float32)(to[24:]))
		s4.Store((*[8]float32)(to[32:]))
		s5.Store((*[8]float32)(to[40:]))
		s6.Store((*[8]float32)(to[48:]))
		s7.Store((*[8]float32)(to[56:]))
	}
}

func Subtract(sum, row *[Hidden]float32) {
	for i := 0; i < Hidden; i += 8 {
		s := (*[8]float32)(sum[i:])
		archsimd.LoadFloat32x8(s).Sub(at(row[:], i)).Store(s)
	}
}

func forward(sum *[Middle]float32, mid *[Hidden][Middle]float32, first *[Hidden]float32) {
	s0, s1, s2, s3 := at(sum[:], 0), at(sum[:], 8), at(sum[:], 16), at(sum[:], 24)
	for i, x := range first {
		if x > 0 {
			xs, row := archsimd.BroadcastFloat32x8(x), &mid[i]
			s0 = s0.Add(at(row[:], 0).Mul(xs))
			s1 = s1.Add(at(row[:], 8).Mul(xs))
			s2 = s2.Add(at(row[:], 16).Mul(xs))
			s3 = s3.Add(at(row[:], 24).Mul(xs))
		}
	}
	s0.Store((*[8]float32)(sum[0:]))
	s1.Store((*[8]float32)(sum[8:]))
	s2.Store((*[8]float32)(sum[16:]))
	s3.Store((*[8]float32)(sum[24:]))
}
