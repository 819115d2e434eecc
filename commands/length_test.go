package commands

import (
	"testing"
	"time"

	"deuces/game"
	"deuces/match"
)

// A lobby says how long its match is likely to take, once that is known, if it is long and the
// options aren't the standard ones.
func TestALobbySaysHowLongItsMatchTakes(t *testing.T) {
	for _, tt := range []struct {
		options map[string]string
		rounds  int
		asked   bool
		says    string
		why     string
	}{
		{map[string]string{"target": "60"}, 45, true, "about 45 rounds", "forty-five rounds are long"},
		{map[string]string{"target": "9"}, 8, true, "", "eight are not"},
		{nil, 45, false, "", "the standard rules are not tried out"},
	} {
		withTable(t, time.Minute, nil, func(e *fixture) {
			const channel = "33"
			var told func(rounds int)
			known := 0
			e.Length = func(_ game.Rules, seats int, then func(rounds int)) int {
				if seats != 4 {
					t.Errorf("%d seats, though at least 4 play", seats)
				}
				told = then
				return known
			}
			m, err := e.tables.Open(t.Context(), match.Opening{Guild: "1", Channel: channel, System: "ahole", Options: tt.options, Host: 1, Settings: match.DefaultSettings()})
			if err != nil {
				t.Fatal(err)
			}
			e.mirrors.Show(e.boardMirror(m))
			e.rest(time.Second)
			if n := len(e.discord.shows(channel, "rounds.")); n > 0 {
				t.Errorf("%s: a lobby tells before anyone knows", tt.why)
			}
			if (told != nil) != tt.asked {
				t.Fatalf("%s: asked %t", tt.why, told != nil)
			}
			if told != nil {
				known = tt.rounds
				told(known)
			}
			e.rest(time.Minute)
			if n := len(e.discord.shows(channel, "takes about")); (n > 0) != (tt.says != "") {
				t.Errorf("%s: %d messages tell how long it takes", tt.why, n)
			}
			if tt.says != "" && len(e.discord.shows(channel, tt.says)) != 1 {
				t.Errorf("%s: %q is not shown", tt.why, tt.says)
			}
		})
	}
}
