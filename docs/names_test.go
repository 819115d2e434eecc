package docs

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"deuces/bot"
	"deuces/internal/cli"
	"deuces/internal/config"
)

var (
	slashCommandName = regexp.MustCompile("`/([a-z]+)[^/`]*`")
	programCommand   = regexp.MustCompile("(?m)(?:`|^    |^\\$ |&& )(?:\\./)?deuces ([a-z]+)")
	settingName      = regexp.MustCompile("`?\\b(D(?:EUCES|ISCORD)_[A-Z_]+)\\b")
	linkTarget       = regexp.MustCompile(`\]\(([^)#]+)(?:#[^)]*)?\)|<img src="([^"]+)"`)
)

// otherVariables lists environment variables that aren't settings of the bot.
var otherVariables = []string{"DEUCES_DOSE", "DEUCES_SEED", "DEUCES_KILLS", "DEUCES_PLAYS", "DEUCES_ROUNDS", "DEUCES_TABLES", "DEUCES_OUT", "DEUCES_OPENAPI", "DEUCES_IMAGE"}

// otherPaths lists the first parts of paths that aren't slash commands.
var otherPaths = []string{"health", "healthz", "metrics", "debug", "sandbox", "data", "etc", "usr", "var"}

// missingNames returns a sentence for each name in a page that doesn't exist.
func missingNames(file, page string) (faults []string) {
	slashes, settings := slices.Clone(otherPaths), slices.Clone(otherVariables)
	for _, c := range slashCommands() {
		slashes = append(slashes, c.Name)
	}
	for _, s := range config.Settings() {
		settings = append(settings, s.Name)
	}
	for _, m := range slashCommandName.FindAllStringSubmatch(page, -1) {
		if !slices.Contains(slashes, m[1]) {
			faults = append(faults, "there is no command /"+m[1])
		}
	}
	for _, m := range programCommand.FindAllStringSubmatch(page, -1) {
		if m[1] != "help" && cli.Run(context.Background(), []string{"help", m[1]}, nil, io.Discard, io.Discard) != 0 {
			faults = append(faults, "deuces has no command "+m[1])
		}
	}
	for _, m := range settingName.FindAllStringSubmatch(page, -1) {
		if !slices.Contains(settings, m[1]) {
			faults = append(faults, "there is no setting "+m[1])
		}
	}
	for _, m := range linkTarget.FindAllStringSubmatch(page, -1) {
		to := m[1] + m[2]
		if strings.Contains(to, "://") || strings.HasPrefix(to, "mailto:") {
			continue
		}
		if _, err := os.Stat(filepath.Join(filepath.Dir(file), to)); err != nil {
			faults = append(faults, "dead link: "+to)
		}
	}
	return faults
}

func TestDocsNameOnlyThingsThatExist(t *testing.T) {
	for _, file := range docPages(t) {
		for _, fault := range missingNames(file, read(t, file)) {
			t.Errorf("%s: %s", file, fault)
		}
	}
	for _, wrong := range []string{"`/nothing`", "`deuces nothing`", "    deuces nothing", "`DEUCES_NOTHING`", "[x](nowhere.md)", `<img src="cards/xx.png">`} {
		if len(missingNames("docs/players/README.md", wrong)) != 1 {
			t.Errorf("no fault was found in %q", wrong)
		}
	}
}

func TestTheReadmeHasEveryCommandAndTheInvitation(t *testing.T) {
	page := read(t, "README.md")
	for _, c := range slashCommands() {
		if name := "`/" + c.Name + "`"; !c.OnUser && !strings.Contains(page, name) {
			t.Errorf("README.md does not name %s", name)
		}
	}
	if link := bot.Invitation("YOUR_APPLICATION_ID", bot.Needed); !strings.Contains(page, link) {
		t.Errorf("README.md does not have the link %s", link)
	}
}
