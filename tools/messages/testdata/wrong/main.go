package main

func tell(text string, args ...any) {}

// handed on: the callers' sentences are looked at
func hand(text string, args ...any) { tell(text, args...) }

func main() {
	tell("{who} has won.", "Ann") // right
	what := "glued" + string(rune('x'))
	tell(what)
	hand("{a} and {b}", "Ann")
	tell("{n:# card|# cards}", "three")
	tell("{who} leads.", 1.5)
}
