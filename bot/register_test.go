package bot

import (
	"strings"
	"testing"
	"testing/synctest"

	"deuces/bot/rest/resttest"
	"deuces/internal/say"
)

// An application with Activities has an Entry Point command, and Discord refuses a list of commands
// without it. A list that is refused doesn't end the bot: it is sent again, and until one is accepted
// Unregistered says why.
func TestCommandsThatAreNotOursAreKept(t *testing.T) {
	const others = `{"id":"77","type":4,"name":"launch","description":"","handler":2},{"id":"76","type":3,"name":"Quote","description":""}`
	const refused = `{"message":"You cannot remove this app's Entry Point command in a bulk update operation.","code":50240}`
	const byGuilds, byAll = `{"integration_types_config":{"0":{}}}`, `{"integration_types_config":{"0":{},"1":{}}}`
	for _, tt := range []struct {
		why  string
		app  string // how the application can be installed
		have string // what Discord lists
		puts []int  // how Discord answers the lists that the bot sends
	}{
		{"there are only others", `{}`, others, []int{200}},
		{"an old one of ours is replaced", `{}`, others + `,{"id":"78","type":1,"name":"old","description":"x"}`, []int{200}},
		{"ours are there", byGuilds, others + `,{"id":"79","type":1,"name":"go","description":"x","contexts":[1,0],"integration_types":[0]}`, nil},
		{"ours are there, also for people", byAll, others + `,{"id":"79","type":1,"name":"go","description":"x","contexts":[2,0,1],"integration_types":[1,0]}`, nil},
		{"people can install it since", byAll, others + `,{"id":"79","type":1,"name":"go","description":"x","contexts":[0,1],"integration_types":[0]}`, []int{200}},
		{"the list is refused at first", byAll, others, []int{400, 403, 200}},
	} {
		t.Run(tt.why, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				puts := 0
				var b *Bot
				f := resttest.New(func(_ int, s resttest.Sent) resttest.Answer {
					if s.What == "GET /applications/@me" {
						return resttest.Answer{Status: 200, Body: tt.app}
					}
					if strings.HasPrefix(s.What, "GET") {
						return resttest.Answer{Status: 200, Body: "[" + tt.have + "]"}
					}
					if !strings.Contains(s.Body, others) || !strings.Contains(s.Body, `"go"`) || strings.Contains(s.Body, `"old"`) {
						t.Errorf("the list is %s, want the others as they are, and ours", s.Body)
					}
					if err := b.Unregistered(); (err != nil) != (puts > 0) {
						t.Errorf("after %d refusals, Unregistered returns %v, want an error only after a refusal", puts, err)
					}
					if puts++; puts > len(tt.puts) {
						t.Error("the bot sent another list after one was accepted")
						return resttest.Answer{Status: 200, Body: "[]"}
					}
					return resttest.Answer{Status: tt.puts[puts-1], Body: refused}
				})
				b = newTestBot(t, f, nil)
				b.router = NewRouter()
				b.router.Command(Command{Name: "go", Description: say.Verbatim("x"), Anywhere: true}, Defer(0), nil)
				if err := b.register(t.Context()); err != nil || puts != len(tt.puts) || b.Unregistered() != nil {
					t.Errorf("%d lists, then %v, %v; want %d", puts, err, b.Unregistered(), len(tt.puts))
				}
			})
		})
	}
}
