// Package say keeps what people are told as values, until it is written into a message.
//
// A Message is a whole sentence with named places, and what stands in them:
//
//	say.New("It's your turn to beat {top}, or pass.", top)
//	say.New("Needs {missing:# more player|# more players}.", 3)
//
// A place takes the argument that comes in its turn: the first name in the text the first
// argument, and a name that comes again the same one. After a colon stand the
// forms for one and for any other number, with # for the number itself.
//
// Only the edge makes a string of a Message (String). Messages are put together with Lines, Join and List, whose separators are layout and no
// words; nothing else glues sentences.
package say

import (
	"fmt"
	"strconv"
	"unicode"
	"unicode/utf8"
)

// Message is something to be read by people. It is immutable; the zero Message
// says nothing. Its forms: a sentence, a text as it is,
// several messages, and a message that somebody rewords.
type Message struct {
	text  string // the sentence, or where plain a text as it is
	plain bool
	more  *more // nil for most: rules hold hundreds of messages, so these are small
}

// more is what a sentence has in its places, or the messages that are put together.
type more struct {
	args   []any // in the order in which the places come
	parts  []Message
	joint  string              // between the parts
	reword func(string) string // of what the one part says
}

// Text is an English sentence with named places that are still empty, or a text
// that has none: the name of an option, a title. It is always a constant, so that
// tools/messages finds all there are.
type Text string

// New returns a sentence with its places filled. Arguments are strings, ints and
// Messages. There are as many of them as different names in the text;
// tools/messages checks that for every call in this repository.
func New(text Text, args ...any) Message {
	if len(args) == 0 {
		return Message{text: string(text)}
	}
	return Message{text: string(text), more: &more{args: args}}
}

// Fill is New with the argument of each place asked for by its name.
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

// Join puts something between messages; those that say nothing are left out.
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

// Lines puts each message on a line of its own.
func Lines(messages ...Message) Message { return Join("\n", messages...) }

// Mark puts markup around a message, such as "### " or "**"; around nothing it
// puts nothing.
func Mark(before string, m Message, after string) Message {
	if m.Empty() {
		return m
	}
	return Join("", Verbatim(before), m, Verbatim(after))
}

// List joins messages as a sentence does: "Ann, Bob and Cy".
func List(messages ...Message) Message {
	switch n := len(messages); n {
	case 0:
		return Message{}
	case 1:
		return messages[0]
	default:
		return New("{first} and {last}", Join(", ", messages[:n-1]...), messages[n-1])
	}
}

// Names is List of texts without places.
func Names(names ...string) Message {
	messages := make([]Message, len(names))
	for i, n := range names {
		messages[i] = Verbatim(n)
	}
	return List(messages...)
}

// Signed returns a number that is added to another: "+2", "0", "−1".
func Signed(n int) Message {
	if n > 0 {
		return Verbatim("+" + strconv.Itoa(n))
	}
	return Verbatim(number(n))
}

// Quote returns what somebody typed, in quotes and on one line, at most so many bytes of it.
func Quote(typed string, most int) string { return fmt.Sprintf("%.*q", most, typed) }

// Reworded returns the message as f rewrites it, for a server that wants other words.
func (m Message) Reworded(f func(string) string) Message {
	if m.Empty() {
		return m
	}
	return Message{more: &more{parts: []Message{m}, reword: f}}
}

// Empty reports whether there is nothing to read.
func (m Message) Empty() bool { return m.text == "" && (m.more == nil || len(m.more.parts) == 0) }

// Equal reports whether two messages read alike, as one does that was read back from a log.
func (m Message) Equal(other Message) bool { return m.String() == other.String() }

// Number returns a number as prose writes it, in words where it is small: "two", "14".
func Number(n int) Message {
	words := [...]Text{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}
	if n < 0 || n >= len(words) {
		return New("{n}", n)
	}
	return New(words[n])
}

// Capital returns a message that begins a sentence: with a capital letter.
func Capital(m Message) Message {
	return m.Reworded(func(text string) string {
		first, size := utf8.DecodeRuneInString(text)
		return string(unicode.ToUpper(first)) + text[size:]
	})
}
