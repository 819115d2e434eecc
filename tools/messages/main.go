// Command messages lists every sentence that this repository shows to people, and checks how each
// is written.
//
//	go run ./tools/messages            # each sentence with its places filled in
//	go run ./tools/messages -keys      # the sentences as they are written
//	go run ./tools/messages -update    # the catalogues of all languages anew, with new sentences to translate
//	go run ./tools/messages -check     # what is missing, too much, too long or unread in the catalogues
//
// A sentence is a constant of type say.Text; no other value may be converted to that type. A
// function that takes a sentence and arguments for its places (args ...any), such as say.New or
// game.Refuse, must be called with one argument for each place, and a counted place needs an int.
// Words in a string literal must not become text in another way, such as with say.Verbatim. The
// command prints each mistake with its file and line, and exits with 1 if there are any.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"deuces/internal/say"
)

func main() {
	keys := flag.Bool("keys", false, "list the sentences as they stand in the code")
	renew := flag.Bool("update", false, "bring the sentences of the catalogues up to date")
	check := flag.Bool("check", false, "list what is wrong in the catalogues")
	flag.Parse()
	what := func() error { return run(os.Stdout, ".", *keys) }
	if *renew || *check {
		what = func() error { return catalogues(".", *renew) }
	}
	if err := what(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(w io.Writer, dir string, keys bool) error {
	sentences, wrong, err := collect(dir, "./...")
	if err != nil {
		return err
	}
	slices.SortStableFunc(sentences, func(a, b sentence) int {
		return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.line, b.line))
	})
	file := ""
	for _, s := range sentences {
		if s.file != file {
			file = s.file
			if _, err := fmt.Fprintf(w, "\n## %s\n", file); err != nil {
				return err
			}
		}
		shown := string(s.text)
		if !keys {
			shown = filled(s.text)
		}
		if _, err := fmt.Fprintf(w, "%4d  %s\n", s.line, strings.ReplaceAll(shown, "\n", "⏎")); err != nil {
			return err
		}
	}
	if len(wrong) > 0 {
		return fmt.Errorf("%s", strings.Join(wrong, "\n"))
	}
	return nil
}

// samples has values for places by name. Other places are shown as ‹name›.
var samples = map[string]string{
	"who": "Ann", "player": "Ann", "name": "Ann", "whom": "Bob", "other": "Bob", "host": "Ann", "winner": "Ann",
	"top": "`7♥` `7♠`", "cards": "`9♦` `9♣`", "card": "9♥", "high": "K♠", "suit": "♥", "rank": "9", "ranks": "9s", "set": "pair of 9s",
	"kind": "Flush", "class": "Full House", "play": "a 9", "count": "three", "fewer": "two", "title": "Acehole",
	"game": "Big Two", "option": "Passing", "channel": "#cards", "clock": "30 seconds", "time": "in 2 minutes", "deadline": "in 2 minutes",
	"n": "3", "most": "8", "fewest": "4", "seated": "5", "target": "100", "permissions": "Send Messages", "permission": "Send Messages",
}

// filled returns a sentence as people would read it. One that depends on a count is shown twice,
// for 1 and for 3.
func filled(text say.Text) string {
	one := func(n int) string {
		var args []any
		for _, name := range say.Places(text) {
			if strings.Contains(string(text), "{"+name+":") {
				args = append(args, n)
			} else {
				args = append(args, cmp.Or(samples[name], "‹"+name+"›"))
			}
		}
		return say.New(text, args...).String()
	}
	if !counted.MatchString(string(text)) {
		return one(0)
	}
	return one(1) + "  ║  " + one(3)
}
