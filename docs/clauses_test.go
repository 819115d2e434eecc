package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// shownBy matches a reference to a test in docs/clauses.md: a package's test function and
// optionally one of its cases, or a golden round.
var shownBy = regexp.MustCompile("^`([a-z/]+)\\.(Test\\w+)`(?: \\*(.+)\\*)?$|^`([a-z0-9-]+\\.rec)`$")

// The table of clauses lists every rule document and names tests that exist.
func TestEveryClauseHasATest(t *testing.T) {
	page, err := os.ReadFile("docs/clauses.md")
	if err != nil {
		t.Fatal(err)
	}
	clauses, document := map[string]int{}, ""
	for n, line := range strings.Split(string(page), "\n") {
		if heading, ok := strings.CutPrefix(line, "## "); ok {
			document, _, _ = strings.Cut(heading, " ")
		}
		if !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "| clause |") {
			continue
		}
		clauses[document]++
		if fault := wrongClause(t, line); fault != "" {
			t.Errorf("docs/clauses.md:%d: %s", n+1, fault)
		}
	}
	for document, least := range map[string]int{"000": 25, "001": 30, "002": 19, "003": 40, "004": 19} {
		if clauses[document] < least {
			t.Errorf("%d clauses of %s, where there were %d", clauses[document], document, least)
		}
	}
	for _, wrong := range []string{
		"| a clause | default, P1 | `president.TestNothing` |",
		"| a clause | default, P1 | `president.TestRules` *no such case* |",
		"| a clause | default, P1 | `no-such.rec` |",
		"| a clause | | `president.TestRules` |",
		"| one two three four five six seven eight nine ten eleven twelve thirteen | default | `president.TestRules` |",
	} {
		if wrongClause(t, wrong) == "" {
			t.Errorf("nothing is wrong with %s", wrong)
		}
	}
}

// wrongClause returns what is wrong with a line of the table.
func wrongClause(t *testing.T, line string) string {
	cells := strings.Split(strings.Trim(line, "|"), "|")
	if len(cells) != 3 {
		return "a clause, how the program has it, and a test are three cells"
	}
	here, test := strings.TrimSpace(cells[1]), shownBy.FindStringSubmatch(strings.TrimSpace(cells[2]))
	kind, _, _ := strings.Cut(here, " ")
	switch kind = strings.Trim(kind, ":,"); {
	case len(strings.Fields(cells[0])) > 12:
		return "the clause has more than twelve words"
	case kind != "default" && kind != "option" && kind != "otherwise":
		return "it says neither default nor option nor otherwise"
	case test == nil:
		return "it names no test"
	}
	if golden := test[4]; golden != "" {
		if found, err := filepath.Glob("game/*/testdata/" + golden); err == nil && len(found) > 0 {
			return ""
		}
		return "there is no golden round " + golden
	}
	files, err := filepath.Glob("game/" + test[1] + "/*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	declared, words := false, test[3] == ""
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		declared = declared || strings.Contains(string(text), "\nfunc "+test[2]+"(")
		words = words || strings.Contains(string(text), test[3])
	}
	switch {
	case !declared:
		return "there is no test " + test[2] + " in game/" + test[1]
	case !words:
		return "no case of " + test[2] + " is called so: " + test[3]
	}
	return ""
}
