//go:build !race

package gametest

const raced = false
