package commands

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"deuces/bot"
	"deuces/bot/rest"
	"deuces/commands/screen/screentest"
	"deuces/match"
	"deuces/settings"
)

// from returns the request of a command or click by a player in another place; guild is "" where the bot isn't.
func (e *fixture) from(guild, channel string, p match.Player, id string) bot.Request {
	return bot.Request{Guild: guild, Channel: channel, User: bot.User{ID: discordID(p), Name: "Ann"}, Options: map[string]string{}, Args: strings.Split(id, "/")[1:],
		Handle: rest.NewHandle("9", "token", time.Now())}
}

// answers sends a request through the route of a command or a button, and returns the reply.
func (e *fixture) answers(h handler, r bot.Request) bot.Reply {
	e.t.Helper()
	reply, err := e.handled(h)(e.t.Context(), r)
	if err != nil {
		e.t.Fatal(err)
	}
	return reply
}

// /hand shows the hand where the person's only table is, and otherwise the list of their tables.
func TestHandListsAPersonsTables(t *testing.T) {
	withTable(t, time.Hour, nil, func(c *fixture) {
		asks := func(guild, channel string, p match.Player, cards string) string {
			t.Helper()
			r := c.from(guild, channel, p, "hand/")
			if cards != "" {
				r.Options["cards"] = cards
			}
			reply := c.answers(c.handAsked, r)
			if !reply.Private {
				t.Errorf("the reply is public: %s", screentest.Text(*reply.Message))
			}
			return screentest.Text(*reply.Message)
		}
		const hand, list, none = "13", "[My hand]", "You aren't at"
		check := func(why, got, want string) {
			t.Helper()
			if !strings.Contains(got, want) || (want == hand || want == none) && strings.Contains(got, list) {
				t.Errorf("%s: want %q:\n%s", why, want, got)
			}
		}
		check("the only table is here", asks("1", tableChannel, 1, ""), hand)
		check("it is in another channel", asks("1", "44", 1, ""), list)
		check("it is in another server", asks("7", "77", 1, ""), list)
		check("where the bot isn't", asks("", "78", 1, ""), list)
		check("typed cards where the table isn't", asks("", "78", 1, "7h"), "Cards can be typed in the channel of the table")
		check("no table where the bot isn't", asks("", "78", 9, ""), none)
		check("somebody else's table is here", asks("1", tableChannel, 9, ""), none)
		second := c.openTable("33", 2*time.Hour)
		check("there is a second one", asks("1", tableChannel, 1, ""), fmt.Sprintf("<#%s>", "33"))
		check("typed cards where one of the two is", asks("1", tableChannel, 2, "pass"), "turn")
		c.do(second, match.End{Force: true})
		check("the second has ended", asks("1", tableChannel, 1, ""), hand)
		c.store.removed = map[string]bool{"1": true}
		check("the server has removed the bot", asks("", "78", 1, ""), none)
	})
}

// A hand works wherever its player is, and for nobody else.
func TestAHandWorksWhereverItsPlayerIs(t *testing.T) {
	withTable(t, time.Hour, nil, func(c *fixture) {
		hand := c.atHand(c.asPresent(c.handHere))
		button := fmt.Sprintf("hand/%d", c.id)
		p := c.currentPlayer()
		reply := c.answers(hand, c.from("", "78", p, button))
		if text := screentest.Text(*reply.Message); !strings.Contains(text, "you begin") || reply.Mirror == nil || reply.Message.Edition != "" {
			t.Errorf("want a hand that no board moves, got the edition %q and\n%s", reply.Message.Edition, text)
		}
		posts := c.countPosts()
		act := c.atHand(c.asPresent(c.handHere))
		c.playTurn()
		if text := screentest.Text(*c.answers(act, c.from("", "78", p, button)).Message); !strings.Contains(text, "turn") || c.currentPlayer() == p || c.countPosts() < posts {
			t.Errorf("after the play, want the hand that waits:\n%s", text)
		}
		const gone = "This table is gone, or you have no seat there."
		for _, x := range []struct {
			why   string
			guild string
			p     match.Player
			id    string
			want  string
		}{
			{"somebody else, where the bot isn't", "", 9, button, gone},
			{"somebody else, in another server", "7", 9, button, "There is no such table here."},
			{"a table that never was", "", p, "hand/99", gone},
			{"no table", "", p, "hand/", gone},
		} {
			if got := screentest.Text(*c.answers(hand, c.from(x.guild, "78", x.p, x.id)).Message); !strings.Contains(got, x.want) {
				t.Errorf("%s: got %q, want %q", x.why, got, x.want)
			}
		}
		// What concerns the whole table needs its channel.
		strict := c.atTable(c.handHere)
		if got := screentest.Text(*c.answers(strict, c.from("7", "78", p, button)).Message); !strings.Contains(got, "There is no such table here.") {
			t.Errorf("a control of the board in another server: got %q", got)
		}
		c.store.removed = map[string]bool{"1": true}
		if got := screentest.Text(*c.answers(hand, c.from("", "78", p, button)).Message); !strings.Contains(got, "has removed me") {
			t.Errorf("the server has removed the bot: got %q", got)
		}
		c.store.removed = nil
		c.do(c.id, match.End{Force: true})
		c.sleep(time.Second)
		if got := screentest.Text(*c.answers(hand, c.from("", "78", p, button)).Message); !strings.Contains(got, "Stopped") {
			t.Errorf("the match is over: got %q, want how it ended", got)
		}
	})
}

// Somebody who chose the daily list gets at most one direct message a day, about the turns that wait at slow
// tables, and isn't mentioned there. A restart doesn't repeat it.
func TestADailyListCollectsTheTurnsThatWait(t *testing.T) {
	const clock, day = 72 * time.Hour, 24 * time.Hour
	withTable(t, clock, nil, func(c *fixture) {
		p := c.currentPlayer()
		c.store.prefer(p, settings.NoticeAtOnce, settings.DailyList)
		c.mirrors.Touch(postKey(MentionPost, c.id))
		c.openTable("33", clock)
		c.openTable("34", time.Minute)
		send := func(why string, want int) []string {
			t.Helper()
			if err := c.sendLists(t.Context(), time.Now()); err != nil {
				t.Fatal(err)
			}
			c.sleep(time.Second)
			got := c.directMessages(p)
			if len(got) != want {
				t.Errorf("%s: got %d direct messages in all, want %d", why, len(got), want)
			}
			return got
		}
		c.sleep(30 * time.Minute)
		send("the turn waits half an hour", 0)
		c.sleep(31 * time.Minute)
		list := send("it waits an hour", 1)[0]
		if n := strings.Count(list, `"custom_id":"hand/`); !strings.Contains(list, "<#"+tableChannel+">") || strings.Contains(list, "<#34>") || n != strings.Count(list, "Your turn") {
			t.Errorf("the list has %d hands, want those of the slow tables where it is their turn: %s", n, list)
		}
		if c.countMentions(p) > 0 {
			t.Error("the player is mentioned in the channel, too")
		}
		send("at once again", 1)
		c.stop()
		c.start()
		c.sleep(day - time.Hour)
		send("before a day is over, and after a restart", 1)
		c.sleep(time.Hour)
		send("a day later, the turn still waits", 2)
		c.discord.closedDMs[discordID(p)] = true
		c.sleep(day)
		send("direct messages are closed", 2)
		if chosen, err := c.store.Preferences(t.Context(), p); err != nil || chosen.Where != settings.DMClosed {
			t.Errorf("then they have the preferences %+v, %v, want notices in the channel, and to be told why", chosen, err)
		}
	})
}
