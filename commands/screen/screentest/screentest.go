// Package screentest helps to test what people see. It converts messages to text and creates
// matches.
package screentest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"deuces/bot"
	"deuces/game/card"
	"deuces/internal/picture/face"
)

// update makes Golden write the golden files: go test ./commands/... -update. Read the difference
// afterwards.
var update = flag.Bool("update", false, "rewrite the golden files")

// Golden compares a text with testdata/NAME.txt.
func Golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name+".txt")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs from what is shown now (go test ./commands -update rewrites it):\n%s", file, got)
	}
}

// Text converts a message to text: the color of its frame, its blocks and its buttons.
func Text(m bot.Message) string {
	var b strings.Builder
	fmt.Fprintf(&b, "(%06x", m.Accent)
	if len(m.Mentions) > 0 {
		fmt.Fprintf(&b, ", notifies %s", strings.Join(m.Mentions, " "))
	}
	b.WriteString(")\n")
	b.WriteString(Blocks(m.Blocks))
	return b.String()
}

// Blocks converts blocks to text, with one line per row. The label of a green button begins with *,
// and that of a disabled button with -. A menu is shown with its options, and a picture with its
// alt text.
func Blocks(blocks []bot.Block) string {
	var b strings.Builder
	for _, block := range blocks {
		switch block := block.(type) {
		case bot.Text:
			fmt.Fprintf(&b, "%s\n", block)
		case bot.Divider:
			b.WriteString("----\n")
		case bot.Section:
			for _, text := range block.Texts {
				fmt.Fprintf(&b, "%s ", text)
			}
			b.WriteString(Blocks([]bot.Block{bot.Row{block.Button}}))
		case bot.Row:
			var labels []string
			for _, button := range block {
				mark := ""
				if button.Style == bot.Green {
					mark = "*"
				}
				if button.Disabled {
					mark = "-"
				}
				labels = append(labels, mark+button.Label.String()+button.Emoji)
			}
			fmt.Fprintf(&b, "[%s]\n", strings.Join(labels, "] ["))
		case bot.Select:
			var lines []string
			for _, o := range block.Options {
				mark := ""
				if o.Default {
					mark = "*"
				}
				lines = append(lines, mark+o.Label.String())
			}
			fmt.Fprintf(&b, "{%s: %s}\n", block.Placeholder, strings.Join(lines, " | "))
		case bot.Picker:
			fmt.Fprintf(&b, "{%s: %s}\n", block.Placeholder, strings.Join(block.Chosen, " "))
		case bot.Gallery:
			for _, p := range block {
				fmt.Fprintf(&b, "(picture: %s)\n", p.Alt)
			}
		case bot.Download:
			fmt.Fprintf(&b, "(file: %s)\n", block)
		}
	}
	return b.String()
}

// AllText returns all texts of a message, including labels of buttons, without colors.
func AllText(m bot.Message) string {
	var b strings.Builder
	for _, block := range m.Blocks {
		switch block := block.(type) {
		case bot.Text:
			b.WriteString(block.String() + "\n")
		case bot.Row:
			for _, button := range block {
				b.WriteString(button.Label.String() + "\n")
			}
		case bot.Select:
			b.WriteString(block.Placeholder.String() + "\n")
			for _, o := range block.Options {
				b.WriteString(o.Label.String() + " " + o.Description.String() + "\n")
			}
		case bot.Section:
			for _, t := range block.Texts {
				b.WriteString(t.String() + "\n")
			}
			b.WriteString(block.Button.Label.String() + "\n")
		case bot.Picker:
			b.WriteString(block.Placeholder.String() + "\n")
		case bot.Gallery:
			for _, p := range block {
				b.WriteString(p.Alt.String() + "\n")
			}
		case bot.Download:
			b.WriteString(string(block) + "\n")
		}
	}
	return b.String()
}

// Pictures returns an emoji for each card, with the longest ids that Discord has.
func Pictures(p face.Palette) map[card.Card]string {
	all := map[card.Card]string{}
	for i, c := range face.All() {
		all[c] = fmt.Sprintf("<:%s_00ff:%d>", face.Words(c, p), 9_000_000_000_000_000_000+uint64(i))
	}
	return all
}
