package docs

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rs/zerolog"
	"go.yaml.in/yaml/v3"

	"deuces/bot"
	"deuces/commands"
	"deuces/commands/screen"
	"deuces/game"
	"deuces/game/card"
	"deuces/game/systems"
	"deuces/internal/cli"
	"deuces/internal/config"
	"deuces/internal/metrics"
	"deuces/internal/picture/face"
	"deuces/internal/say"
)

// The parts of docs about commands, settings, permissions and games are generated from the code:
// whole pages for the games, and in other pages everything between <!-- NAME --> and <!-- end -->.
// After a change, run go test ./docs -update and read the difference.
var update = flag.Bool("update", false, "write what the pages in docs say about the code anew")

// Paths are relative to the repository.
func TestMain(m *testing.M) {
	if err := os.Chdir(".."); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// slashCommands returns the commands that Discord shows.
func slashCommands() []bot.Command {
	r := bot.NewRouter()
	commands.New(commands.Config{Systems: systems.All(), Logger: zerolog.Nop()}).Route(r)
	return r.Commands()
}

// generated returns the generated parts of pages by name.
func generated(t *testing.T) map[string]string {
	parts := map[string]string{}
	var b strings.Builder
	table := func(head string, lines func()) string {
		b.Reset()
		columns := strings.Count(head, "|") - 1
		fmt.Fprintf(&b, "%s\n|%s\n", head, strings.Repeat("---|", columns))
		lines()
		return b.String()
	}
	parts["commands"] = table("| command | what it does | it takes |", func() {
		for _, c := range slashCommands() {
			var takes []string
			for _, o := range c.Options {
				name := "`" + o.Name + "`"
				if !o.Required {
					name = "[" + name + "]"
				}
				takes = append(takes, name)
			}
			if !c.OnUser {
				fmt.Fprintf(&b, "| `/%s` | %s | %s |\n", c.Name, c.Description, strings.Join(takes, " "))
			}
		}
	})
	parts["settings"] = table("| setting | default | what it is |", func() {
		for _, s := range config.Settings() {
			value := "none"
			if s.Default != "" {
				value = "`" + s.Default + "`"
			}
			fmt.Fprintf(&b, "| `%s` | %s | %s |\n", s.Name, value, strings.ReplaceAll(s.About, "|", "\\|"))
		}
	})
	parts["metrics"] = table("| metric | type | label | what it is |", func() {
		measured := families(t)
		for _, name := range slices.Sorted(maps.Keys(measured)) {
			if !strings.HasPrefix(name, "deuces_") {
				continue
			}
			f, label := measured[name], ""
			switch {
			case f.Label == "version":
				label = "`version`"
			case f.Label != "":
				label = "`" + f.Label + "`: " + strings.Join(f.Values, ", ")
			}
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", f.Name, f.Type, label, f.Help)
		}
	})
	b.Reset()
	for _, a := range alerts(t) {
		fmt.Fprintf(&b, "### %s\n(%s) %s %s\n\n", a.Alert, a.Labels["severity"], a.Annotations["summary"], a.Annotations["description"])
	}
	parts["alerts"] = b.String()
	parts["panel"] = table("| page | what is on it |", func() {
		for _, block := range screen.Settings("", say.Message{}, say.Message{}, nil).Blocks {
			if menu, ok := block.(bot.Select); ok {
				for _, o := range menu.Options {
					fmt.Fprintf(&b, "| %s %s | %s |\n", o.Emoji, o.Label, o.Description)
				}
			}
		}
	})
	parts["permissions"] = fmt.Sprintf("- It needs %s.\n- It can make use of %s.\n", bot.Permissions(0).Missing(bot.Needed), bot.Permissions(0).Missing(bot.Useful))
	parts["invitation"] = "    " + bot.Invitation("YOUR_APPLICATION_ID", bot.Needed|bot.Useful) + "\n"
	parts["games"] = table("| game | players | |", func() {
		for _, s := range systems.All() {
			least, most := seatsOf(s)
			fmt.Fprintf(&b, "| [%s](%s.md) | %s | %s |\n", s.Title, s.Name, span(least, most), s.About)
		}
	})
	return parts
}

// family is a metric with its series, which have at most one label.
type family struct {
	Name, Type, Help string
	Label            string
	Values           []string // of the label
}

// families returns all metrics by name, from a registry in which every value is known.
func families(t *testing.T) map[string]family {
	t.Helper()
	m := metrics.New("")
	m.Watch(func() metrics.Present { return metrics.Present{Sharing: &metrics.Sharing{}} })
	gathered, err := m.Gather()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]family{}
	for _, g := range gathered {
		f := family{Name: g.GetName(), Type: strings.ToLower(g.GetType().String()), Help: g.GetHelp()}
		for _, series := range g.Metric {
			for _, l := range series.Label {
				f.Label, f.Values = l.GetName(), append(f.Values, l.GetValue())
			}
		}
		all[f.Name] = f
	}
	return all
}

type alert struct {
	Alert               string
	Labels, Annotations map[string]string
}

func alerts(t *testing.T) (all []alert) {
	t.Helper()
	text, err := os.ReadFile("deploy/metrics/alerts.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var rules struct{ Groups []struct{ Rules []alert } }
	if err := yaml.Unmarshal(text, &rules); err != nil {
		t.Fatal(err)
	}
	for _, g := range rules.Groups {
		all = append(all, g.Rules...)
	}
	return all
}

func seatsOf(s systems.System) (least, most int) {
	rules, err := s.New(nil)
	if err != nil {
		return 0, 0
	}
	return rules.Seats()
}

func span(least, most int) string {
	if least == most {
		return fmt.Sprint(least)
	}
	return fmt.Sprintf("%d–%d", least, most)
}

// faces matches cards as people write them.
var faces = regexp.MustCompile(`(10|[2-9JQKA])([♠♥♦♣])`)

// pictured replaces cards by pictures.
func pictured(text string, pictures face.Set) string {
	return faces.ReplaceAllStringFunc(text, func(written string) string {
		c, err := card.Parse(notation.Replace(written))
		if err != nil {
			return written
		}
		return fmt.Sprintf(`<img src="../../internal/picture/face/png/%s.png" alt="%s" height="40">`, pictures.Name(c, face.FourColors), written)
	})
}

var notation = strings.NewReplacer("10", "T", "♠", "s", "♥", "h", "♦", "d", "♣", "c")

// gamePage returns the page of a game: its standard rules and its options.
func gamePage(s systems.System, pictures face.Set) (string, error) {
	rules, err := s.New(nil)
	if err != nil {
		return "", err
	}
	least, most := rules.Seats()
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s\n\nFor %s players. `/play game:%s` opens a table. These are the standard rules; **Rules** at a table has them as that table plays them.\n",
		s.Title, s.About, span(least, most), s.Title)
	for _, p := range rules.Pages() {
		fmt.Fprintf(&b, "\n## %s\n\n", p.Title)
		for line := range strings.Lines(p.Text.String()) {
			line = pictured(strings.TrimRight(line, "\n"), pictures)
			if line != "" && !strings.HasPrefix(line, "- ") {
				line += "  " // a line break, because each line is separate on Discord
			}
			b.WriteString(line + "\n")
		}
	}
	b.WriteString("\n## Options\n\nThe host sets them with **Options** in the lobby; a server can keep a set of them as a preset (`/settings`).\n\n")
	b.WriteString("| option | standard | question | choices |\n|---|---|---|---|\n")
	for _, o := range rules.Options() {
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", o.Name, chosen(o, o.Preset), o.Question, choices(o))
	}
	return b.String(), nil
}

// chosen returns the name of a value of an option.
func chosen(o game.Option, value string) string {
	for _, c := range o.Choices {
		if c.Value == value {
			return c.Name.String()
		}
	}
	return value
}

func choices(o game.Option) string {
	if o.Choices == nil {
		return fmt.Sprintf("%d–%d", o.Min, o.Max)
	}
	var names []string
	for _, c := range o.Choices {
		if name := "**" + c.Name.String() + "**"; c.About.Empty() {
			names = append(names, name)
		} else {
			names = append(names, name+": "+c.About.String())
		}
	}
	if own := o.Custom; own != nil {
		names = append(names, fmt.Sprintf("**Your own numbers**: %d to %d of them, best place first, from %d to %d, like 4 2 1 0. Places beyond the last number get that.", own.Fewest, own.Most, own.Min, own.Max))
	}
	return strings.Join(names, "<br>")
}

// TestDocsSayWhatTheCodeSays compares the generated parts of each page with the code.
func TestDocsSayWhatTheCodeSays(t *testing.T) {
	want := map[string][]byte{}
	pictures, err := face.NewSet()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range systems.All() {
		page, err := gamePage(s, pictures)
		if err != nil {
			t.Fatal(err)
		}
		want["docs/players/"+s.Name+".md"] = []byte(page)
	}
	parts := generated(t)
	missing := maps.Clone(parts)
	for _, file := range docPages(t) {
		page, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		made := marked.ReplaceAllFunc(page, func(part []byte) []byte {
			name := string(marked.FindSubmatch(part)[1])
			text, known := parts[name]
			if !known {
				t.Errorf("%s has a part %q, which nothing makes", file, name)
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
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, want[file], 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// marked matches a generated part of a page.
var marked = regexp.MustCompile(`(?s)<!-- ([a-z]+) -->\n.*?<!-- end -->`)

// docPages returns all pages for readers.
func docPages(t *testing.T) (pages []string) {
	t.Helper()
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/players/*.md"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, found...)
	}
	if len(pages) < 15 {
		t.Fatalf("%d pages only", len(pages))
	}
	return pages
}

var (
	slashNamed  = regexp.MustCompile("`/([a-z]+)[^/`]*`")
	calledAs    = regexp.MustCompile("(?m)(?:`|^    |^\\$ |&& )(?:\\./)?deuces ([a-z]+)")
	settingName = regexp.MustCompile("`?\\b(D(?:EUCES|ISCORD)_[A-Z_]+)\\b")
	linked      = regexp.MustCompile(`\]\(([^)#]+)(?:#[^)]*)?\)|<img src="([^"]+)"`)
)

// notSettings lists environment variables that aren't settings of the bot.
var notSettings = []string{"DEUCES_DOSE", "DEUCES_SEED", "DEUCES_KILLS", "DEUCES_PLAYS", "DEUCES_ROUNDS", "DEUCES_TABLES", "DEUCES_OUT", "DEUCES_OPENAPI", "DEUCES_IMAGE"}

// wrongNames returns the names in a page that don't exist.
func wrongNames(file, page string) (faults []string) {
	var slashes []string
	for _, c := range slashCommands() {
		slashes = append(slashes, c.Name)
	}
	var settings []string
	for _, s := range config.Settings() {
		settings = append(settings, s.Name)
	}
	settings = append(settings, notSettings...)
	for _, m := range slashNamed.FindAllStringSubmatch(page, -1) {
		if !slices.Contains(slashes, m[1]) && !slices.Contains([]string{"health", "healthz", "metrics", "debug", "sandbox", "data", "etc", "usr", "var"}, m[1]) {
			faults = append(faults, "there is no command /"+m[1])
		}
	}
	for _, m := range calledAs.FindAllStringSubmatch(page, -1) {
		if m[1] != "help" && cli.Run(context.Background(), []string{"help", m[1]}, nil, io.Discard, io.Discard) != 0 {
			faults = append(faults, "deuces has no command "+m[1])
		}
	}
	for _, m := range settingName.FindAllStringSubmatch(page, -1) {
		if !slices.Contains(settings, m[1]) {
			faults = append(faults, "there is no setting "+m[1])
		}
	}
	for _, m := range linked.FindAllStringSubmatch(page, -1) {
		to := m[1] + m[2]
		if strings.Contains(to, "://") || strings.HasPrefix(to, "mailto:") {
			continue
		}
		if _, err := os.Stat(filepath.Join(filepath.Dir(file), to)); err != nil {
			faults = append(faults, "a link leads nowhere: "+to)
		}
	}
	return faults
}

func TestDocsNameOnlyThingsThatExist(t *testing.T) {
	for _, file := range docPages(t) {
		page, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, fault := range wrongNames(file, string(page)) {
			t.Errorf("%s: %s", file, fault)
		}
	}
	for _, wrong := range []string{"`/nothing`", "`deuces nothing`", "    deuces nothing", "`DEUCES_NOTHING`", "[x](nowhere.md)", `<img src="cards/xx.png">`} {
		if len(wrongNames("docs/players/README.md", wrong)) != 1 {
			t.Errorf("nothing is wrong with %q", wrong)
		}
	}
}

// The README's table lists every command, and its invitation link asks for the permissions that the
// bot needs.
func TestTheReadmeHasEveryCommand(t *testing.T) {
	page, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range slashCommands() {
		if name := "`/" + c.Name + "`"; !c.OnUser && !strings.Contains(string(page), name) {
			t.Errorf("README.md does not name %s", name)
		}
	}
	if link := bot.Invitation("YOUR_APPLICATION_ID", bot.Needed); !strings.Contains(string(page), link) {
		t.Errorf("README.md does not have the link %s", link)
	}
}
