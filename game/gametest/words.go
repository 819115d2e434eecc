package gametest

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"deuces/game"
)

// These are the maximum lengths of texts. That of paragraphs is a limit of package game. The others
// follow from Discord's limits for selects and buttons.
const (
	maxPart   = 400
	maxAbout  = 100
	maxName   = 45
	maxLabel  = 40
	maxReason = 300
)

// checkWords checks all texts of a system.
func checkWords(rules game.Rules) error {
	if rules.Name() == "" || strings.ToLower(rules.Name()) != rules.Name() {
		return fmt.Errorf("the name %q is empty or has capitals", rules.Name())
	}
	titles := map[game.Title]bool{}
	for _, w := range rules.Titles() {
		if w.Title == "" || w.Word.Empty() || titles[w.Title] {
			return fmt.Errorf("title %q, %q: it is empty or listed twice", w.Title, w.Word)
		}
		if w.Place < 0 || w.Place > game.WordPlaces {
			return fmt.Errorf("title %q has place %d among a server's own words, want 0 to %d", w.Title, w.Place, game.WordPlaces)
		}
		titles[w.Title] = true
	}
	return checkPages(rules)
}

func checkPages(rules game.Rules) error {
	if len(rules.Pages()) == 0 {
		return fmt.Errorf("the rules have no page")
	}
	for i, p := range rules.Pages() {
		if err := checkLength(p.Title.String(), 1, maxAbout); err != nil {
			return fmt.Errorf("title of page %d: %w", i+1, err)
		}
		if len(p.Paragraphs) == 0 {
			return fmt.Errorf("page %q has no text", p.Title)
		}
		for _, part := range p.Paragraphs {
			if err := checkLength(part.String(), 1, maxPart); err != nil {
				return fmt.Errorf("page %q: %w", p.Title, err)
			}
		}
	}
	return nil
}

func checkLength(text string, low, high int) error {
	if n := utf8.RuneCountInString(text); n < low || n > high || !utf8.ValidString(text) {
		return fmt.Errorf("%.60q is %d characters long, want %d to %d", text, n, low, high)
	}
	if strings.Contains(text, "  ") || strings.TrimSpace(text) != text {
		return fmt.Errorf("%.60q has two spaces in a row, or one at an end: is a placeholder empty?", text)
	}
	return nil
}

// checkOptions sets every option to every value, one at a time.
func checkOptions(system System) error {
	rules, err := system(nil)
	if err != nil {
		return err
	}
	if err := checkWords(rules); err != nil {
		return err
	}
	if changed := game.Changed(rules.Options()); len(changed) > 0 {
		return fmt.Errorf("without changes, game.Changed returns %v, want nothing", changed)
	}
	seen := map[string]bool{}
	for _, o := range rules.Options() {
		if seen[o.Key] {
			return fmt.Errorf("option %s is listed twice", o.Key)
		}
		seen[o.Key] = true
		if err := checkOption(system, o); err != nil {
			return fmt.Errorf("option %s: %w", o.Key, err)
		}
	}
	if _, err := system(map[string]string{"no such option": "1"}); !isRefusal(err) {
		return fmt.Errorf("an unknown option: got %v, want a refusal", err)
	}
	rules.Options()[0] = game.Option{}
	if rules.Options()[0].Key == "" {
		return fmt.Errorf("a change of the slice from Options changes the rules")
	}
	return nil
}

func checkOption(system System, o game.Option) error {
	if err := errors.Join(checkLength(o.Key, 1, 20), checkLength(string(o.Name), 1, maxName)); err != nil {
		return err
	}
	values, bad := []string{}, []string{"", "no such value"}
	for _, c := range o.Choices {
		if err := errors.Join(checkLength(c.Name.String(), 1, maxAbout), checkLength(c.About.String(), 0, maxAbout)); err != nil {
			return fmt.Errorf("%s: %w", c.Value, err)
		}
		if slices.Contains(values, c.Value) {
			return fmt.Errorf("the choice %s is listed twice", c.Value)
		}
		values = append(values, c.Value)
	}
	if own := o.Custom; own != nil {
		values = append(values, repeatedNumber(own.Max, own.Fewest), repeatedNumber(own.Min, own.Most))
		bad = append(bad, repeatedNumber(own.Max+1, own.Fewest), repeatedNumber(own.Min-1, own.Fewest), repeatedNumber(own.Min, own.Fewest-1), repeatedNumber(own.Min, own.Most+1), fmt.Sprintf("%d,%d", own.Min, own.Max))
	}
	if o.Choices == nil {
		for n := o.Min; n <= o.Max; n++ {
			values = append(values, fmt.Sprint(n))
		}
		bad = append(bad, fmt.Sprint(o.Min-1), fmt.Sprint(o.Max+1))
	}
	if len(values) < 2 {
		return fmt.Errorf("it has fewer than two values")
	}
	for _, v := range bad {
		if _, err := system(map[string]string{o.Key: v}); !isRefusal(err) {
			return fmt.Errorf("%q: got %v, want a refusal", v, err)
		}
	}
	for _, v := range values {
		rules, err := system(map[string]string{o.Key: v})
		if isRefusal(err) && v != o.Preset {
			continue // refused with a reason, because it is incompatible with the rest of the preset
		}
		if err != nil {
			return fmt.Errorf("%s: %w", v, err)
		}
		want := map[string]string{o.Key: v}
		if v == o.Preset {
			want = map[string]string{}
		}
		if got := game.Changed(rules.Options()); !maps.Equal(got, want) {
			return fmt.Errorf("%s: it comes back as %v", v, got)
		}
		if err := checkWords(rules); err != nil {
			return fmt.Errorf("%s: %w", v, err)
		}
	}
	return nil
}

// repeatedNumber returns a custom list of numbers that contains n this many times.
func repeatedNumber(n, times int) string {
	return strings.TrimSuffix(strings.Repeat(fmt.Sprint(n)+",", times), ",")
}

// isRefusal reports whether an error is an *Illegal with a sentence for players.
func isRefusal(err error) bool {
	var refused *game.Illegal
	return errors.As(err, &refused) && checkLength(refused.Reason.String(), 3, maxReason) == nil
}
