package e2e

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"deuces/match"
	"deuces/store"
)

// What is played in a channel is opened from there alone: nobody learns of a channel that
// they can't see, whatever ids they write on buttons of their own.
func TestAnIdOfAnotherChannelOpensNothing(t *testing.T) {
	t.Parallel()
	c := newCrowded(t)
	ann, bob := c.users[0], c.users[1]
	general := c.group.house.group(2, "general", "Gus", "Hal", "Ivy", "Jon")
	guild, channel := c.place("general")
	var hidden match.ID
	c.group.house.between(func(ctx context.Context, db *store.Store) {
		hidden = past{system: "president", users: general.users, rounds: 1, began: time.Now().AddDate(0, 0, -1), seed: 4}.write(ctx, t, db, guild, channel)
	})
	lobby := general.lobby("president", nil)

	c.show(bob, "history", nil, "page 1 of 2 · 8 matches")
	if list := c.show(bob, "history", map[string]any{"player": general.users[0].ID}, "No finished matches in this channel yet"); strings.Contains(list.Text(), "Gus") {
		t.Errorf("Bob reads of another channel:\n%s", list.Text())
	}
	c.show(ann, "history", nil, "page 1 of 2 · 9 matches") // the owner sees everything
	general.show(bob, "history", nil, "page 1 of 1 · 1 match")

	past := []string{fmt.Sprintf("past/%d", hidden), fmt.Sprintf("save/%d/1", hidden), fmt.Sprintf("watch/%d/1/0", hidden), fmt.Sprintf("watch/%d/1/5", hidden)}
	live := []string{"join/", "leave/", "start/", "resume/", "hand/", "rematch/"}
	for i, verb := range live {
		live[i] = verb + general.table
	}
	live = append(live, "rules/"+general.table+"/0", "options/"+general.table+"/0", "computer/"+general.table+"/fill", "vote/"+general.table+"/1/yes",
		"act/"+general.table+"/1.1/3c", "rematch/"+fmt.Sprint(hidden), "rules/"+fmt.Sprint(hidden)+"/0")
	for want, all := range map[string][]string{"This match can't be opened": past, "That table is gone": live} {
		for _, id := range all {
			reply, err := bob.Click(t.Context(), c.forge(id).ID, id)
			if err != nil {
				t.Errorf("%s is not answered: %v", id, err)
				continue
			}
			if text := reply.Message().Text(); !strings.Contains(text, want) {
				t.Errorf("%s is answered from another channel:\n%s", id, text)
			}
		}
	}
	now := general.awaitText(general.users[0], "(host)")
	if now.ID != lobby.ID || strings.Contains(now.Text(), "Bob") {
		t.Errorf("the lobby was\n%s\nand is\n%s", lobby.Text(), now.Text())
	}
	reply, err := bob.Click(t.Context(), lobby.ID, "join/"+general.table)
	if err != nil {
		t.Fatal(reply, err)
	}
	general.awaitText(bob, "Bob")
}
