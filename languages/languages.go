// Package languages has the languages that people can read the bot's messages in, besides English.
//
// Each has a catalogue: a gettext file with the English sentences of package say and their translations. Tools for
// translators read such files. CONTRIBUTING.md says how a language is added.
package languages

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"sync"

	"deuces/internal/say"
)

//go:embed *.po
var catalogues embed.FS

// Set is a set of languages. The zero Set has only English.
type Set []*say.Language

// Load reads all catalogues at the same time. A catalogue without translations is left out. The error joins those of
// catalogues that can't be read, whose languages are missing in the set.
func Load() (Set, error) {
	names, err := fs.Glob(catalogues, "*.po")
	if err != nil {
		return nil, err
	}
	all, errs := make(Set, len(names)), make([]error, len(names))
	var reading sync.WaitGroup
	for i, name := range names {
		reading.Go(func() { all[i], errs[i] = read(strings.TrimSuffix(name, ".po")) })
	}
	reading.Wait()
	var set Set
	for _, l := range all {
		if l != nil {
			set = append(set, l)
		}
	}
	return set, errors.Join(errs...)
}

func read(tag string) (*say.Language, error) {
	texts, err := Texts(tag)
	if err != nil || len(texts) == 0 {
		return nil, err
	}
	l, err := say.NewLanguage(tag, texts)
	if err != nil {
		return nil, fmt.Errorf("read the catalogue %s.po: %w", tag, err)
	}
	return l, nil
}

// Texts returns the translations in the catalogue of a language by sentence.
func Texts(tag string) (map[string]string, error) {
	data, err := catalogues.ReadFile(tag + ".po")
	if err != nil {
		return nil, err
	}
	texts, err := parse(string(data))
	if err != nil {
		return nil, fmt.Errorf("read the catalogue %s.po: %w", tag, err)
	}
	return texts, nil
}

// parse returns the translations in a gettext file by sentence. A library that reads all of the format takes some
// fifteen times as long, and every start waits for all catalogues.
func parse(file string) (map[string]string, error) {
	texts := map[string]string{}
	var sentence, translation string
	into := &sentence
	add := func() {
		if sentence != "" && translation != "" {
			texts[sentence] = translation
		}
		sentence, translation, into = "", "", &sentence
	}
	at := 0
	for line := range strings.Lines(file) {
		at++
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		if quoted, ok := strings.CutPrefix(line, "msgid "); ok {
			add()
			line = quoted
		} else if quoted, ok := strings.CutPrefix(line, "msgstr "); ok {
			line, into = quoted, &translation
		}
		text, err := strconv.Unquote(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %s is no text in quotes", at, line)
		}
		*into += text
	}
	add()
	return texts, nil
}

// Find returns the language for a locale of Discord, such as "pt-BR" or "es-419": the same, or else the same language
// of another region. It returns nil, which is English, if there is none.
func (s Set) Find(locale string) *say.Language {
	var near *say.Language
	base, _, _ := strings.Cut(locale, "-")
	for _, l := range s {
		if l.Tag() == locale {
			return l
		}
		if of, _, _ := strings.Cut(l.Tag(), "-"); near == nil && of == base {
			near = l
		}
	}
	return near
}
