// Package say represents text for people as values until it is written into a message.
//
// A Message is a whole sentence with named places and their arguments, as the example of New shows.
// Names take arguments in the order in which they first appear; a repeated name takes the same
// argument. After a colon come the forms for one and for any other number, with # for the number.
//
// Only the code that sends a message converts it, with In for its reader's Language or with String for English.
// Messages are combined with Lines, Join and List. Sentences are never concatenated in another way.
package say

import (
	"fmt"
	"strconv"
	"unicode"
	"unicode/utf8"
)

// Message is text for people. It is immutable, and the zero Message is empty. It is a sentence, a
// verbatim text, several messages, or a message with a function that rewords it.
type Message struct {
	text  string // the sentence or, if plain, a verbatim text
	plain bool
	more  *more // nil for most, which keeps the hundreds of messages of rules small
}

// more has the arguments of a sentence, or the parts of a combined message.
type more struct {
	args   []any // in the order of the places
	parts  []Message
	joint  string                                // between the parts
	reword func(l *Language, text string) string // applied to the text of the only part
}

// Text is an English sentence with named places, or a text without any, such as an option's name or a
// title. It is always a constant, so that tools/messages finds all of them.
type Text string

// New returns a sentence with its arguments, which are strings, ints and Messages. There must be one for
// each different name in the text; tools/messages checks that for every call in this repository.
func New(text Text, args ...any) Message {
	if len(args) == 0 {
		return Message{text: string(text)}
	}
	return Message{text: string(text), more: &more{args: args}}
}

// Fill is like New, but gets each argument from a function by name.
func (t Text) Fill(arg func(name string) any) Message {
	names := Places(t)
	args := make([]any, len(names))
	for i, name := range names {
		args[i] = arg(name)
	}
	return New(t, args...)
}

// Verbatim returns a text without places: a name, a card, a link.
func Verbatim(text string) Message { return Message{text: text, plain: text != ""} }

// Join joins messages with a separator and omits empty ones.
func Join(between string, messages ...Message) Message {
	var some []Message
	for _, m := range messages {
		if !m.Empty() {
			some = append(some, m)
		}
	}
	switch len(some) {
	case 0:
		return Message{}
	case 1:
		return some[0]
	}
	return Message{more: &more{parts: some, joint: between}}
}

// Colon joins a label and what it is about: "Rating: 1042".
func Colon(label, m Message) Message { return New("{label}: {text}", label, m) }

// Lines joins messages with line breaks and omits empty ones.
func Lines(messages ...Message) Message { return Join("\n", messages...) }

// Mark puts markup around a message, such as "### " or "**". It leaves an empty message empty.
func Mark(before string, m Message, after string) Message {
	if m.Empty() {
		return m
	}
	return Join("", Verbatim(before), m, Verbatim(after))
}

// List joins messages as in a sentence: "Ann, Bob and Cy".
func List(messages ...Message) Message {
	n := len(messages)
	if n < 2 {
		return Commas(messages...)
	}
	return New("{first} and {last}", Commas(messages[:n-1]...), messages[n-1])
}

// Commas joins messages with commas, without "and", and omits empty ones.
func Commas(messages ...Message) (list Message) {
	for _, m := range messages {
		switch {
		case list.Empty():
			list = m
		case !m.Empty():
			list = New("{first}, {next}", list, m)
		}
	}
	return list
}

// Names is like List for texts without places.
func Names(names ...string) Message {
	messages := make([]Message, len(names))
	for i, n := range names {
		messages[i] = Verbatim(n)
	}
	return List(messages...)
}

// Signed returns a number with its sign: "+2", "0", "−1".
func Signed(n int) Message {
	if n > 0 {
		return Verbatim("+" + strconv.Itoa(n))
	}
	return Verbatim(number(n))
}

// Quote returns the first most characters of typed text in quotes, on one line.
func Quote(typed string, most int) string { return fmt.Sprintf("%.*q", most, typed) }

// Reworded returns a message whose text is rewritten by f, for servers with their own words.
func (m Message) Reworded(f func(string) string) Message {
	return m.RewordedIn(func(_ *Language, text string) string { return f(text) })
}

// RewordedIn is Reworded where f depends on the language of the text.
func (m Message) RewordedIn(f func(*Language, string) string) Message {
	if m.Empty() {
		return m
	}
	return Message{more: &more{parts: []Message{m}, reword: f}}
}

// Empty reports whether the message has no text.
func (m Message) Empty() bool { return m.text == "" && (m.more == nil || len(m.more.parts) == 0) }

// Equal reports whether two messages have the same text, as a message and its stored form do.
func (m Message) Equal(other Message) bool { return m.String() == other.String() }

// Period ends a message like a sentence. It leaves an empty message empty.
func Period(m Message) Message {
	if m.Empty() {
		return m
	}
	return New("{words}.", m)
}

// Capital returns a message with a capital first letter.
func Capital(m Message) Message {
	return m.Reworded(func(text string) string {
		first, size := utf8.DecodeRuneInString(text)
		return string(unicode.ToUpper(first)) + text[size:]
	})
}
