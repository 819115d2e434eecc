package screen

import (
	"strings"
	"testing"

	"deuces/bot/bottest"
	"deuces/commands/ids"
	"deuces/commands/screen/screentest"
	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/internal/say"
)

// The pages of the rules have the value of every option, and every page fits Discord.
func TestTheRulesHaveEveryOption(t *testing.T) {
	for _, sys := range systems.All() {
		r := gametest.NewRand(1)
		for range 20 {
			rules, options, err := gametest.Mix(sys.New, r)
			if err != nil {
				continue // these options are incompatible
			}
			pages := OptionPages(rules.Options())
			var said strings.Builder
			for at := range pages {
				page := Rules(say.New("Game"), sys.Name, pages, ids.Rules{System: sys.Name, Page: at})
				if err := bottest.Message(page); err != nil {
					t.Errorf("%s %v: %v", sys.Name, options, err)
				}
				said.WriteString(screentest.Said(page))
			}
			for _, o := range rules.Options() {
				want := string(o.Name) + ": " + setTo(o).String()
				for _, c := range o.Choices {
					if c.Value == o.Value && !c.About.Empty() {
						want += "** · " + c.About.String()
					}
				}
				if !strings.Contains(said.String(), want) {
					t.Errorf("%s %s: the pages don't say %q", sys.Name, o, want)
				}
			}
		}
	}
}
