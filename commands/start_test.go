package commands

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"deuces/bot"
	"deuces/bot/rest"
	"deuces/commands/ids"
	"deuces/match"
	"deuces/settings"
)

// tokenOf returns the token of a player's last click in a public message.
func tokenOf(p match.Player) string { return fmt.Sprint("click-", p) }

// clickPublic clicks a button of a table's board.
func (e *fixture) clickPublic(p match.Player, h handler, id string) bot.Reply {
	e.t.Helper()
	r := e.clickRequest(p, id)
	r.Channel, r.Private, r.Message = e.match().Channel, false, e.boardAt(e.id).Message
	r.Handle = rest.NewHandle("9", tokenOf(p), time.Now())
	reply, err := h(e.t.Context(), e.withSettings(e.t, r))
	if err != nil {
		e.t.Fatalf("%s: %v", id, err)
	}
	return reply
}

// hand returns the newest private message that was sent with a player's token, or "".
func (e *fixture) handOf(p match.Player) string {
	if all := e.discord.find(tokenOf(p), ""); len(all) > 0 {
		return all[len(all)-1]
	}
	return ""
}

// Everyone who clicked in the last 15 minutes gets the hand when the match starts. The others are mentioned once, in the
// board of the first round.
func TestTheStartReachesEveryone(t *testing.T) {
	const people = 7
	const dealt = "the cards are dealt"
	for _, tt := range []struct {
		why      string
		before   func(*fixture) // before the start
		sent     int            // hands
		mentions []match.Player
		posts    int // boards of the first round
	}{
		{"they have just joined", nil, people - 1, nil, 1},
		{"a token dies a second before the deal", func(e *fixture) { e.sleep(14*time.Minute + 42*time.Second) }, 1, []match.Player{7, 6, 5, 4, 3}, 1},
		{"Discord refuses a token, as that of somebody who has left the server", func(e *fixture) {
			e.discord.change(func(d *fakeDiscord) { d.dead = map[string]bool{tokenOf(5): true} })
		}, people - 2, []match.Player{5}, 2},
		{"the bot was restarted", func(e *fixture) {
			e.stop()
			e.start()
		}, 0, []match.Player{7, 6, 5, 4, 3, 2}, 1},
		{"the table slept", func(e *fixture) { e.sleep(6 * time.Minute) }, people - 1, nil, 1},
		{"people want no mentions, or direct messages", func(e *fixture) {
			preferNotices(settings.NoticeNever, settings.InChannel, 2, 3)(e.store, e.discord)
			preferNotices(settings.NoticeServer, settings.ByDM, 4)(e.store, e.discord)
			e.sleep(20 * time.Minute)
		}, 0, []match.Player{7, 6, 5}, 1},
	} {
		withTable(t, 0, nil, func(e *fixture) {
			set := match.DefaultSettings()
			set.Lobby = 0
			m, err := e.tables.Open(e.t.Context(), match.Opening{Guild: "1", Channel: "44", System: "ahole", Host: 1, Settings: set})
			if err != nil {
				t.Fatal(err)
			}
			e.id = m.ID
			e.mirrors.Show(e.mirrorOf(m, BoardPost, bot.Shown{}))
			e.showSidePosts(m)
			e.sleep(time.Second)
			join := e.atTable(e.join)
			for p := match.Player(people); p > 1; p-- {
				e.clickPublic(p, join, fmt.Sprintf("join/%d", m.ID))
				if p == 3 {
					e.sleep(time.Second) // player 2 joins last
				}
			}
			e.sleep(2 * time.Second)
			if tt.before != nil {
				tt.before(e)
			}
			requests := e.discord.countRequests("")
			e.clickPublic(1, e.atTable(with(ids.ParseTableButton(ids.VerbStart), e.Commands.start)), fmt.Sprintf("start/%d", m.ID))
			e.sleep(5 * time.Second)
			sent := 0
			for p := match.Player(1); p <= people; p++ {
				if body := e.handOf(p); strings.Contains(body, "act/") || strings.Contains(body, "plan/") {
					sent++
				}
			}
			if sent != tt.sent {
				t.Errorf("%s: got %d hands, want %d", tt.why, sent, tt.sent)
			}
			board := e.discord.find("44", fmt.Sprintf(`"custom_id":"hand/%d"`, m.ID))
			var users []string
			for _, p := range tt.mentions {
				users = append(users, `"`+discordID(p)+`"`)
			}
			mentioned := `"users":[` + strings.Join(users, ",") + `]`
			if len(board) != 1 || !strings.Contains(board[0], mentioned) || strings.Contains(board[0], dealt) != (len(users) > 0) {
				t.Errorf("%s: the boards are %v, want one with %s", tt.why, board, mentioned)
			}
			// For seven people: the hands and one board, besides the old board's new text and the end of the
			// mention that told the host of the full lobby.
			if n := e.discord.countRequests("") - requests; tt.before == nil && n != people-1+3 {
				t.Errorf("%s: got %d requests, want %d: %v", tt.why, n, people-1+3, e.discord.Requests()[requests:])
			}
			if posts := e.discord.countRequests("POST /channels/44/messages"); posts != 2+tt.posts {
				t.Errorf("%s: got %d posts, want the lobby's, that everyone is here, and %d", tt.why, posts, tt.posts)
			}
			for _, p := range tt.mentions { // they look
				e.clickPublic(p, e.handHandler(), fmt.Sprintf("hand/%d", m.ID))
			}
			e.sleep(2 * time.Second)
			if board := e.discord.find("44", fmt.Sprintf(`"custom_id":"hand/%d"`, m.ID)); len(board) != 1 || strings.Contains(board[0], dealt) {
				t.Errorf("%s: all have looked, and the boards are %v", tt.why, board)
			}
		})
	}
}

// Who doesn't look is no longer mentioned after the first trick.
func TestTheMentionOfTheStartGoesAfterTheFirstTrick(t *testing.T) {
	withTable(t, 0, nil, func(e *fixture) {
		for i := 0; e.match().FirstTrick(); i++ {
			if board := e.wantOneBoard(); !strings.Contains(board, "the cards are dealt") {
				t.Fatalf("after %d plays nobody is mentioned: %s", i, board)
			}
			e.playTurn()
		}
		if board := e.wantOneBoard(); strings.Contains(board, "the cards are dealt") {
			t.Errorf("after the first trick people are mentioned: %s", board)
		}
	})
}

// A rematch that starts by itself reaches everyone, too.
func TestARematchThatStartsByItselfReachesEveryone(t *testing.T) {
	withTable(t, 0, nil, func(e *fixture) {
		e.do(e.id, match.End{Force: true})
		e.sleep(2 * time.Second)
		people := e.match().Players()
		rematch, join := e.atTable(with(ids.ParseTableButton(ids.VerbRematch), e.rematch)), e.atTable(e.join)
		reply := e.clickPublic(people[0], rematch, fmt.Sprintf("rematch/%d", e.id))
		e.mirrors.Show(*reply.Mirror)
		e.id = e.tables.TableIn(tableChannel)
		e.sleep(time.Second)
		for _, p := range people[1:] {
			e.clickPublic(p, join, fmt.Sprintf("join/%d", e.id))
		}
		if m := e.match(); m.StartsAt().IsZero() {
			t.Fatal("all players of the last match have joined, and the rematch doesn't start by itself")
		}
		e.sleep(15 * time.Second)
		for _, p := range people {
			if body := e.handOf(p); !strings.Contains(body, "act/") && !strings.Contains(body, "plan/") {
				t.Errorf("player %d has no hand: %s", p, body)
			}
		}
	})
}
