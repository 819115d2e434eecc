package docs

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"deuces/internal/cli"
	"deuces/internal/errtest"
)

// TestADealIsCheckedByHandAsTheDocsSay checks that the Python script in docs/fair-play.md prints
// for the example record what the page says, and that the program verifies the record as well.
func TestADealIsCheckedByHandAsTheDocsSay(t *testing.T) {
	page := read(t, "docs/fair-play.md")
	block := func(language string) string {
		found := regexp.MustCompile("(?s)\n```" + language + "\n(.*?)```\n").FindStringSubmatch(page)
		if found == nil {
			t.Fatalf("docs/fair-play.md has no block of %s", language)
		}
		return found[1]
	}
	script, prints := block("python"), block("text")
	var said strings.Builder
	if code := cli.Run(context.Background(), []string{"verify", "docs/fair-play.rec"}, nil, &said, io.Discard); code != 0 || !strings.HasSuffix(said.String(), ": the deal is as it was sealed\n") {
		t.Errorf("deuces verify: got %d and %q, want 0 and that the deal is as it was sealed", code, &said)
	}
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed, which the example needs")
	}
	name := filepath.Join(t.TempDir(), "check.py")
	errtest.Must(t, os.WriteFile(name, []byte(script), 0o644))
	run := func(record string) string {
		out, err := exec.CommandContext(t.Context(), python, name, record).CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return string(out)
	}
	if got := run("docs/fair-play.rec"); got != prints {
		t.Errorf("it prints\n%s\nthe page says\n%s", got, prints)
	}
	record := read(t, "docs/fair-play.rec")
	other := filepath.Join(t.TempDir(), "other.rec")
	errtest.Must(t, os.WriteFile(other, []byte(strings.Replace(record, "cut2=7", "cut2=8", 1)), 0o644))
	if got := run(other); !strings.Contains(got, "commitment: True") || !strings.Contains(got, "Ann: False") {
		t.Errorf("with another cut it prints\n%s", got)
	}
}
