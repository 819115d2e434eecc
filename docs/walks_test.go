package docs

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// codeText matches text set as code in docs/click.md, which is a path or a name.
var codeText = regexp.MustCompile("`([^`]+)`")

// TestTheWalksNameFilesAndFunctionsThatExist checks each line of docs/click.md that names a file:
// the names set as code after the file must be declared in it. Names with a dot, a slash, an equals
// sign or an underscore aren't checked, because they stand for something else.
func TestTheWalksNameFilesAndFunctionsThatExist(t *testing.T) {
	files, names := 0, 0
	walk := func(line string) (faults []string) {
		text := ""
		for _, m := range codeText.FindAllStringSubmatch(line, -1) {
			switch word := m[1]; {
			case strings.Contains(word, "/") && strings.HasSuffix(word, ".go"):
				files++
				source, err := os.ReadFile(word)
				if err != nil {
					return append(faults, err.Error())
				}
				text = string(source)
			case text == "" || strings.ContainsAny(word, "./=_"):
			default:
				names++
				declared := regexp.MustCompile(`(?m)^(func (\([^)]*\) )?|type |const |var |\t)` + regexp.QuoteMeta(word) + `\b`)
				if !declared.MatchString(text) {
					faults = append(faults, word+" is not declared in the file that is named before it")
				}
			}
		}
		return faults
	}
	for n, line := range strings.Split(read(t, "docs/click.md"), "\n") {
		for _, fault := range walk(line) {
			t.Errorf("docs/click.md:%d: %s", n+1, fault)
		}
	}
	if files < 20 || names < 30 {
		t.Errorf("%d files and %d names were checked, want more: does the test still read the page correctly?", files, names)
	}
	for _, line := range []string{"1. `bot/nowhere.go`: `event`", "1. `bot/bot.go`: `nothing`"} {
		if len(walk(line)) != 1 {
			t.Errorf("no fault was found in %q", line)
		}
	}
}
