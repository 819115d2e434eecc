package commands

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen/screentest"
	"deuces/game"
	"deuces/match"
)

const callRole = "77"

// mentionable are the roles of a server in which everyone may mention the role for calls.
const mentionable = `[{"id":"1","mentionable":false},{"id":"` + callRole + `","mentionable":true}]`

// callPlayers clicks "Call players" and returns the reply, or the refusal.
func (e *fixture) callPlayers(p match.Player, can bot.Permissions) string {
	e.t.Helper()
	r := e.clickRequest(p, ids.TableButton{Verb: ids.VerbCall, Table: e.id}.ID())
	r.Bot = can
	reply, err := e.atTable(with(ids.ParseTableButton(ids.VerbCall), e.call))(e.t.Context(), e.withSettings(e.t, r))
	if refused, is := errors.AsType[*game.Illegal](err); is {
		return refused.Reason.String()
	}
	if err != nil {
		e.t.Fatal(err)
	}
	e.sleep(time.Second)
	return screentest.Text(*reply.Message)
}

// asked counts the calls among posts, and those that mention the role.
func asked(posted []string) (all, mentions int) {
	for _, body := range posted {
		if strings.Contains(body, "wants to play") {
			if all++; strings.Contains(body, `"roles":["`+callRole+`"]`) && strings.Contains(body, callRole+">") {
				mentions++
			}
		}
	}
	return all, mentions
}

// A call mentions the role that admins have chosen, as far as it can, and whoever has called is told what can't be.
func TestACallMentionsTheRoleOfTheServer(t *testing.T) {
	for _, tt := range []struct {
		why, role, roles string
		can              bot.Permissions
		mentions         int
		says             string
	}{
		{"a role", callRole, mentionable, 0, 1, "I'm asking for players"},
		{"no role", "", mentionable, 0, 0, "Admins can choose a role"},
		{"a role that was deleted", callRole, `[{"id":"1"}]`, 0, 0, "The role for calls was deleted"},
		{"a role that not everyone may mention", callRole, strings.ReplaceAll(mentionable, "true", "false"), 0, 1, "an admin has to let everyone mention that role"},
		{"but the bot may", callRole, strings.ReplaceAll(mentionable, "true", "false"), bot.MentionAll, 1, "I'm asking for players"},
	} {
		withTable(t, 90*time.Second, func(s *memory, d *fakeDiscord) { s.guild.CallRole, d.roles = tt.role, tt.roles }, func(e *fixture) {
			e.openLobby(2)
			posted := e.posted()
			said := e.callPlayers(2, tt.can)
			if all, mentions := asked(*posted); all != 1 || mentions != tt.mentions || !strings.Contains(said, tt.says) {
				t.Errorf("%s: got %d calls, %d with a mention, and %q; want 1, %d and %q", tt.why, all, mentions, said, tt.mentions, tt.says)
			}
		})
	}
}

// A lobby calls once, and a server at most once in 30 minutes, whenever the bot is killed or another process takes over. The call goes when the match
// begins.
func TestCallsAreRare(t *testing.T) {
	withTable(t, 90*time.Second, func(s *memory, d *fakeDiscord) { s.guild.CallRole, d.roles = callRole, mentionable }, func(e *fixture) {
		e.openLobby(2)
		posted := e.posted()
		e.callPlayers(1, 0)
		e.kill(time.Minute)
		if said := e.callPlayers(1, 0); !strings.Contains(said, "already been called") {
			t.Errorf("the same lobby again: got %q", said)
		}
		first := e.id
		open := func(channel string) {
			m, err := e.tables.Open(e.t.Context(), match.Opening{Guild: "1", Channel: channel, System: "ahole", Host: 1, Settings: match.DefaultSettings()})
			if err != nil {
				t.Fatal(err)
			}
			e.id = m.ID
			e.mirrors.Show(e.mirrorOf(m, BoardPost, bot.Shown{}))
			e.showSidePosts(m)
			e.sleep(time.Second)
		}
		elsewhere := func() string {
			r := e.clickRequest(1, "call/"+ids.TableButton{Table: e.id}.ID()[1:])
			r.Channel = e.match().Channel
			reply, err := e.atTable(with(ids.ParseTableButton(ids.VerbCall), e.call))(e.t.Context(), e.withSettings(e.t, r))
			e.sleep(time.Second)
			if err != nil {
				return err.Error()
			}
			return screentest.Text(*reply.Message)
		}
		open("33")
		e.takeOver()
		if said := elsewhere(); !strings.Contains(said, "Somebody has just called players") || !strings.Contains(said, "<t:") {
			t.Errorf("another lobby within 30 minutes: got %q", said)
		}
		e.sleep(26*time.Minute + 30*time.Second)
		if said := elsewhere(); !strings.Contains(said, "Somebody has just called players") {
			t.Errorf("another lobby, a little too early: got %q", said)
		}
		e.sleep(3 * time.Minute)
		if said := elsewhere(); !strings.Contains(said, "I'm asking for players") {
			t.Errorf("another lobby, later: got %q", said)
		}
		if all, _ := asked(*posted); all != 2 {
			t.Errorf("got %d calls, want 2", all)
		}
		e.id = first
		if _, err := e.tables.Match(e.t.Context(), first); err != nil {
			t.Fatal(err)
		}
		e.do(first, match.Join{Player: 3})
		e.do(first, match.Join{Player: 4})
		if call := e.discord.find(tableChannel, "wants to play"); len(call) != 1 {
			t.Errorf("while the lobby waits, got the calls %v, want one", call)
		}
		e.do(first, match.Start{Player: 1})
		e.sleep(3 * time.Second)
		if call := e.discord.find(tableChannel, "wants to play"); len(call) != 0 {
			t.Errorf("once the match has begun, got the calls %v, want none", call)
		}
	})
}

// One button takes the role for calls and gives it back. If that isn't possible, it says why.
func TestPeopleTakeTheRoleForCalls(t *testing.T) {
	for _, tt := range []struct {
		why, role string
		has       bool
		refusal   int // Discord's code
		request   string
		says      string
	}{
		{"taken", callRole, false, 0, "PUT /guilds/1/members/101/roles/" + callRole, "From now on"},
		{"given back", callRole, true, 0, "DELETE /guilds/1/members/101/roles/" + callRole, "aren't mentioned any more"},
		{"no role", "", false, 0, "", "no role for calls"},
		{"a role that was deleted", callRole, false, 10011, "", "was deleted"},
		{"a role above the bot's", callRole, false, 50013, "", "my own role must be above it"},
	} {
		withTable(t, 90*time.Second, func(s *memory, d *fakeDiscord) { s.guild.CallRole, d.noRoles = tt.role, tt.refusal }, func(e *fixture) {
			for _, page := range []bool{false, true} {
				r := e.clickRequest(1, ids.CallMe{Preferences: page}.ID())
				if r.Bot |= bot.ManageRoles; tt.has {
					r.Roles = []string{"5", callRole}
				}
				reply, err := e.callMe(e.t.Context(), e.withSettings(e.t, r), ids.CallMe{Preferences: page})
				said := ""
				if refused, is := errors.AsType[*game.Illegal](err); is {
					said = refused.Reason.String()
				} else if err != nil {
					t.Fatal(err)
				} else {
					said = screentest.Text(*reply.Message)
				}
				want := tt.says
				if page && tt.request != "" {
					if want = "looks for players [*On]"; tt.has {
						want = "looks for players [Off]"
					}
				}
				if !strings.Contains(said, want) {
					t.Errorf("%s, in the preferences %v: got %q, want %q", tt.why, page, said, want)
				}
				if tt.request != "" && !slices.Contains(e.discord.Requests(), tt.request) {
					t.Errorf("%s: the request %s is missing", tt.why, tt.request)
				}
			}
		})
	}
}
