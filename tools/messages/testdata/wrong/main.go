package main

import "deuces/internal/say"

func tell(text say.Text, args ...any) {}

// A sentence may be passed on, because it was a constant where it was created.
func hand(text say.Text, args ...any) { tell(text, args...) }

const name say.Text = "Once around only"

func main() {
	tell("{who} has won.", "Ann") // right
	tell(name)                    // right
	glued := "glued" + string(rune('x'))
	tell(say.Text(glued))
	hand("{a} and {b}", "Ann")
	tell("{n:# card|# cards}", "three")
	tell("{who} leads.", 1.5)
	loud("the winner")
	loud("3h 4h") // right: cards are the same in all languages
}

func loud(words string) say.Message { return say.Mark("**", say.Verbatim(marked(words)), "**") }

func marked(words string) string { return "Look: " + words }
