package docs

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"deuces/bot"
	"deuces/commands"
	"deuces/commands/screen"
	"deuces/game"
	"deuces/game/card"
	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/internal/errtest"
	"deuces/internal/metrics"
	"deuces/internal/picture/face"
	"deuces/internal/say"
	"deuces/languages"
)

// update rewrites the parts of docs that are generated from the code. They are about metrics,
// permissions and games. The pages of games are generated completely, and in other pages
// everything between <!-- NAME --> and <!-- end -->. After a change, run go test ./docs -update and
// read the difference.
var update = flag.Bool("update", false, "rewrite the generated parts of the pages in docs")

// TestMain runs the tests in the repository's root, so that paths are relative to it.
func TestMain(m *testing.M) {
	if err := os.Chdir(".."); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// slashCommands returns the commands that the bot registers at Discord.
func slashCommands() []bot.Command {
	r := bot.NewRouter()
	commands.New(commands.Config{Systems: systems.All(), Logger: zerolog.Nop()}).Route(r)
	return r.Commands()
}

// generateParts returns the generated parts of pages by name.
func generateParts(t *testing.T) map[string]string {
	parts := map[string]string{}
	var b strings.Builder
	m := metrics.New("")
	m.SetSource(func() metrics.Snapshot { return metrics.Snapshot{Sharing: &metrics.Sharing{}} })
	families, err := m.Gather() // Gather sorts by name
	errtest.Must(t, err)
	for _, f := range families {
		if !strings.HasPrefix(f.GetName(), "deuces_") {
			continue
		}
		label, values := "", []string{}
		for _, series := range f.Metric { // each has at most one label
			for _, l := range series.Label {
				label, values = l.GetName(), append(values, l.GetValue())
			}
		}
		fmt.Fprintf(&b, "- `%s`", f.GetName())
		switch {
		case label == "version":
			b.WriteString(" (`version`)")
		case label != "":
			fmt.Fprintf(&b, " (`%s`: %s)", label, strings.Join(values, ", "))
		}
		fmt.Fprintf(&b, ": %s\n", f.GetHelp())
	}
	parts["metrics"] = b.String()
	parts["permissions"] = fmt.Sprintf("- It needs %s.\n- It can make use of %s.\n", bot.Permissions(0).Missing(bot.Needed), bot.Permissions(0).Missing(bot.Useful))
	parts["invitation"] = "    " + bot.Invitation("YOUR_APPLICATION_ID", bot.Needed|bot.Useful) + "\n"
	b.Reset()
	for _, s := range systems.All() {
		fmt.Fprintf(&b, "- [%s](%s.md): %s\n", s.Title, s.Name, s.About)
	}
	parts["games"] = b.String()
	all, err := languages.Load()
	errtest.Must(t, err)
	b.Reset()
	for _, l := range all {
		fmt.Fprintf(&b, "- [%s](%s.md)\n", say.New("English").In(l), l.Tag())
	}
	parts["languages"] = b.String()
	return parts
}

// cardFaces matches cards as people write them, such as 10♥.
var cardFaces = regexp.MustCompile(`(10|[2-9JQKA])([♠♥♦♣])`)

// withPictures replaces the cards in a text by pictures.
func withPictures(text string, pictures face.Set) string {
	return cardFaces.ReplaceAllStringFunc(text, func(written string) string {
		c, err := card.Parse(notation.Replace(written))
		if err != nil {
			return written
		}
		return fmt.Sprintf(`<img src="../../internal/picture/face/png/%s.png" alt="%s" height="40">`, pictures.Name(c, face.FourColors), written)
	})
}

var notation = strings.NewReplacer("10", "T", "♠", "s", "♥", "h", "♦", "d", "♣", "c")

// gamePage returns the page of a game: its standard rules and its options.
func gamePage(t *testing.T, s systems.System, pictures face.Set) string {
	rules, err := s.New(nil)
	errtest.Must(t, err)
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n", s.Title)
	for _, p := range rules.Pages() {
		fmt.Fprintf(&b, "\n## %s\n\n", p.Title)
		for line := range strings.Lines(p.Text().String()) {
			line = withPictures(strings.TrimRight(line, "\n"), pictures)
			if line != "" && !strings.HasPrefix(line, "- ") {
				line += "  " // two spaces break the line, because each line is separate on Discord
			}
			b.WriteString(line + "\n")
		}
	}
	b.WriteString("\n## Options\n\nThe host sets them in the lobby, with **⋯** and **House rules**.")
	if like := sameOptions(t, s); like.Name != s.Name {
		fmt.Fprintf(&b, " [%s](%s.md#options) has the same options. Only these standards differ:\n\n", like.Title, like.Name)
		for _, o := range shownOptions(t, s) {
			if !slices.Contains(optionRows(t, like), optionRow(o)) {
				fmt.Fprintf(&b, "- %s: **%s**\n", o.Name, standardChoice(o))
			}
		}
		return b.String()
	}
	b.WriteString(" The standard is bold.\n\n| option | choices |\n|---|---|\n")
	for _, o := range shownOptions(t, s) {
		b.WriteString(optionRow(o))
	}
	return b.String()
}

// languagePage returns the page about all games in a language.
func languagePage(t *testing.T, l *say.Language) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n[English](README.md)\n", say.New("English").In(l))
	for _, s := range systems.All() {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n", say.New(s.Title).In(l), say.New(s.About).In(l))
		for _, p := range gametest.New(t, s.New, "").Pages() {
			fmt.Fprintf(&b, "\n### %s\n", p.Title.In(l))
			for _, text := range p.Paragraphs {
				fmt.Fprintf(&b, "\n%s\n", strings.ReplaceAll(text.In(l), "\n", "  \n"))
			}
		}
	}
	return b.String()
}

// sameOptions returns the first system that has the options of s.
func sameOptions(t *testing.T, s systems.System) systems.System {
	return systems.All()[slices.IndexFunc(systems.All(), func(other systems.System) bool {
		return slices.Equal(optionKeys(t, other), optionKeys(t, s))
	})]
}

// shownOptions returns the options of a system as its players see them.
func shownOptions(t *testing.T, s systems.System) []game.Option {
	rules := gametest.New(t, s.New, "")
	return screen.Options(rules, rules.Options(), s.Penalty)
}

func optionKeys(t *testing.T, s systems.System) (keys []string) {
	for _, o := range gametest.New(t, s.New, "").Options() {
		keys = append(keys, o.Key)
	}
	return keys
}

func optionRows(t *testing.T, s systems.System) (rows []string) {
	for _, o := range shownOptions(t, s) {
		rows = append(rows, optionRow(o))
	}
	return rows
}

// optionRow returns the line of an option in the table of a game's page.
func optionRow(o game.Option) string {
	standard := standardChoice(o)
	if o.Choices == nil {
		return fmt.Sprintf("| %s | %d–%d, **%s** |\n", o.Name, o.Min, o.Max, standard)
	}
	var names []string
	for _, c := range o.Choices {
		name := c.Name.String()
		if name == standard {
			name = "**" + name + "**"
		}
		if !c.About.Empty() {
			name += ": " + c.About.String()
		}
		names = append(names, name)
	}
	if own := o.Custom; own != nil {
		names = append(names, fmt.Sprintf("Your own numbers: %d to %d of them, best place first, from %d to %d, like 4 2 1 0. Places beyond the last number get that.", own.Fewest, own.Most, own.Min, own.Max))
	}
	return fmt.Sprintf("| %s | %s |\n", o.Name, strings.Join(names, "<br>"))
}

// standardChoice returns the name of the choice that an option has by default.
func standardChoice(o game.Option) string {
	for _, c := range o.Choices {
		if c.Value == o.Preset {
			return c.Name.String()
		}
	}
	if o.Preset == "0" {
		return "no limit"
	}
	return o.Preset
}

func TestDocsSayWhatTheCodeSays(t *testing.T) {
	want := map[string][]byte{}
	pictures, err := face.NewSet()
	errtest.Must(t, err)
	for _, s := range systems.All() {
		want["docs/players/"+s.Name+".md"] = []byte(gamePage(t, s, pictures))
	}
	all, err := languages.Load()
	errtest.Must(t, err)
	for _, l := range all {
		want["docs/players/"+l.Tag()+".md"] = []byte(languagePage(t, l))
	}
	parts := generateParts(t)
	missing := maps.Clone(parts)
	for _, file := range docPages(t) {
		made := generatedPart.ReplaceAllFunc([]byte(read(t, file)), func(part []byte) []byte {
			name := string(generatedPart.FindSubmatch(part)[1])
			text, known := parts[name]
			if !known {
				t.Errorf("%s has a part %q that no code generates", file, name)
				return part
			}
			delete(missing, name)
			return fmt.Appendf(nil, "<!-- %s -->\n%s<!-- end -->", name, text)
		})
		if _, whole := want[file]; !whole {
			want[file] = made
		}
	}
	for name := range missing {
		t.Errorf("no page has the part %q", name)
	}
	for _, file := range slices.Sorted(maps.Keys(want)) {
		have, err := os.ReadFile(file)
		if err == nil && bytes.Equal(have, want[file]) {
			continue
		}
		if !*update {
			t.Errorf("%s is not what the code says (%v): go test ./docs -update", file, err)
			continue
		}
		errtest.Must(t, os.MkdirAll(filepath.Dir(file), 0o755))
		errtest.Must(t, os.WriteFile(file, want[file], 0o644))
	}
}

// generatedPart matches a generated part of a page.
var generatedPart = regexp.MustCompile(`(?s)<!-- ([a-z]+) -->\n.*?<!-- end -->`)

// docPages returns the paths of all pages for readers.
func docPages(t *testing.T) (pages []string) {
	t.Helper()
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/decisions/*.md", "docs/players/*.md"} {
		found, err := filepath.Glob(pattern)
		errtest.Must(t, err)
		pages = append(pages, found...)
	}
	if len(pages) < 15 {
		t.Fatalf("got %d pages, want at least 15", len(pages))
	}
	return pages
}
