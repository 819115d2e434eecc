package bigtwo

// Fives appends all plays of five cards that a hand has.
func Fives(plays []Play, hand Cards) []Play { return fives(plays, hand, Pass) }
