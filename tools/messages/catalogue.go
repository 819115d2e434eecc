package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/chai2010/gettext-go/po"

	"deuces/internal/say"
)

// limits are how many characters Discord shows of a text, by the field that has it.
var limits = map[string]int{
	"Button.Label": 80, "SelectOption.Label": 100, "SelectOption.Description": 100, "Select.Placeholder": 150,
	"Modal.Title": 45, "Field.Label": 45, "Command.Description": 100, "Option.Description": 100,
}

// entry is a sentence in all its places.
type entry struct {
	text  say.Text
	limit int // characters; 0: none
	about []string
	files []string
}

// entries returns each different sentence once, in the order of the code.
func entries(sentences []sentence) (all []*entry) {
	byText := map[say.Text]*entry{}
	for _, s := range sentences {
		e := byText[s.text]
		if e == nil {
			e = &entry{text: s.text}
			byText[s.text], all = e, append(all, e)
		}
		if most := limits[s.as]; most > 0 && (e.limit == 0 || most < e.limit) {
			e.limit = most
		}
		if about := strings.Trim(s.as+": "+s.in, ": "); !slices.Contains(e.about, about) && about != "" {
			e.about = append(e.about, about)
		}
		if !slices.Contains(e.files, s.file) {
			e.files = append(e.files, s.file)
		}
	}
	return all
}

// catalogues updates all catalogues below a folder, or returns what is wrong in them as an error.
func catalogues(dir string, renew bool) error {
	sentences, wrong, err := collect(dir, "./...")
	if err != nil {
		return err
	}
	names, err := filepath.Glob(filepath.Join(dir, "languages", "*.po"))
	for _, name := range names {
		if renew {
			if err := update(name, entries(sentences)); err != nil {
				return err
			}
			continue
		}
		found, err := faults(name, entries(sentences))
		if wrong = append(wrong, found...); err != nil {
			return err
		}
	}
	if len(wrong) > 0 {
		return errors.New(strings.Join(wrong, "\n"))
	}
	return err
}

// update writes a catalogue anew: its sentences are those of the code with what is translated already. Words that
// nobody needs any more are dropped.
func update(name string, all []*entry) error {
	have, err := po.LoadFile(name)
	if err != nil {
		return err
	}
	known := map[string]po.Message{}
	for _, m := range have.Messages {
		known[m.MsgId] = m
	}
	var b strings.Builder
	header := have.MimeHeader
	fmt.Fprintf(&b, "msgid \"\"\nmsgstr \"\"\n\"Language: %s\\n\"\n\"MIME-Version: 1.0\\n\"\n\"Content-Type: text/plain; charset=UTF-8\\n\"\n\"Content-Transfer-Encoding: 8bit\\n\"\n", header.Language)
	for _, e := range all {
		m := known[string(e.text)]
		m.MsgId = string(e.text)
		about := slices.Clone(e.about[:min(len(e.about), 3)])
		if e.limit > 0 {
			about = append(about, fmt.Sprintf("At most %d characters.", e.limit))
		}
		m.ExtractedComment, m.ReferenceFile, m.ReferenceLine = strings.Join(about, "\n"), nil, nil
		m.TranslatorComment = strings.TrimSpace(m.TranslatorComment)
		fmt.Fprintf(&b, "\n#: %s\n%s", strings.Join(e.files, " "), m)
	}
	return os.WriteFile(name, []byte(b.String()), 0o644)
}

const unread = "not read by a second reader (fuzzy)"

// faults returns what is wrong in a catalogue, a line each.
func faults(name string, all []*entry) (wrong []string, err error) {
	file, err := po.LoadFile(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	l, err := say.NewLanguage(file.MimeHeader.Language, nil)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	found := func(key string, format string, args ...any) {
		wrong = append(wrong, fmt.Sprintf("%s: %q: %s", name, key, fmt.Sprintf(format, args...)))
	}
	missing := map[string]*entry{}
	for _, e := range all {
		missing[string(e.text)] = e
	}
	for _, m := range file.Messages {
		e := missing[m.MsgId]
		delete(missing, m.MsgId)
		switch {
		case e == nil:
			found(m.MsgId, "no sentence of the code, or twice")
			continue
		case m.MsgStr == "":
			found(m.MsgId, "not translated")
			continue
		case m.GetFuzzy():
			found(m.MsgId, unread)
		}
		if want, got := sorted(say.Places(e.text)), sorted(say.Places(say.Text(m.MsgStr))); !slices.Equal(want, got) {
			found(m.MsgId, "places %v, want %v", got, want)
		}
		for _, place := range counted.FindAllString(m.MsgStr, -1) {
			if forms := strings.Count(place, "|") + 1; forms != l.Forms() {
				found(m.MsgId, "%d forms in %s, want %d", forms, place, l.Forms())
			}
		}
		if before, after := countedNames(m.MsgId), countedNames(m.MsgStr); !slices.Equal(before, after) {
			found(m.MsgId, "counted places %v, want %v", after, before)
		}
		if n := len([]rune(m.MsgStr)); e.limit > 0 && n > max(e.limit, len([]rune(m.MsgId))) {
			found(m.MsgId, "%d characters, at most %d fit: %q", n, e.limit, m.MsgStr)
		}
	}
	for _, key := range slices.SortedFunc(maps.Keys(missing), cmp.Compare[string]) {
		found(key, "missing")
	}
	return wrong, nil
}

func sorted(names []string) []string { slices.Sort(names); return names }

func countedNames(text string) (names []string) {
	for _, place := range counted.FindAllString(text, -1) {
		names = append(names, place[1:strings.Index(place, ":")])
	}
	slices.Sort(names)
	return slices.Compact(names)
}

var counted = regexp.MustCompile(`\{\w+:[^}]*\}`)
