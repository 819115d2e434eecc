package commands

import (
	"context"
	"fmt"
	"strconv"

	"deuces/bot"
	"deuces/game"
	"deuces/table"
)

var kickSpec = bot.Command{
	Name:        "kick",
	Description: "Removes a player from this channel's table: the host at once, others by a vote",
	Options: []bot.Option{
		{Name: "player", Description: "Whom to remove", Kind: bot.Someone, Required: true},
		{Name: "undo", Description: "Lets someone who was removed join again (host only)", Kind: bot.Boolean},
	},
}

// kick answers /kick.
func (c *Commands) kick(ctx context.Context, r bot.Request) (bot.Reply, error) {
	m, err := c.here(r)
	if err != nil {
		return bot.Reply{}, err
	}
	p, err := c.player(ctx, r)
	if err != nil {
		return bot.Reply{}, err
	}
	user := r.Users[r.Options["player"]]
	name := called(user.Name)
	whom, err := c.among(ctx, append(append(m.Players(), m.Coming()...), m.Barred()...), user.ID)
	if err != nil {
		return bot.Reply{}, err
	}
	force := r.Can.Has(bot.ManageMessages)
	if undo, _ := r.Bool("undo"); undo {
		_, err := c.tables.Do(ctx, m.ID(), table.Pardon{Player: p, Kicked: whom, Force: force})
		return bot.Sayf("%s may join again.", name), err
	}
	after, err := c.tables.Do(ctx, m.ID(), table.Kick{Player: p, Against: whom, Force: force})
	if err != nil {
		return bot.Reply{}, err
	}
	if vote, open := after.Vote(); open && vote.Against == whom {
		return bot.Sayf("You have voted for it. The others at the table decide whether %s goes.", name), nil
	}
	return bot.Sayf("%s is off the table. `/kick` with `undo` lets them join again.", name), nil
}

// among is the player among these who is somebody on Discord; 0: none of them.
func (c *Commands) among(ctx context.Context, players []table.Player, discord string) (table.Player, error) {
	people, err := c.Store.People(ctx, players...)
	if err != nil {
		return 0, fmt.Errorf("who is meant: %w", err)
	}
	for p, person := range people {
		if person.ID == discord && discord != "" {
			return p, nil
		}
	}
	return 0, nil
}

// vote answers the buttons of a vote: its message shows the count.
func (c *Commands) vote(ctx context.Context, r bot.Request) (bot.Reply, error) {
	m, err := c.visited(ctx, r)
	if err != nil {
		return bot.Reply{}, err
	}
	p, err := c.player(ctx, r)
	if err != nil {
		return bot.Reply{}, err
	}
	number, err := strconv.Atoi(r.Arg(1))
	if answer := r.Arg(2); err != nil || answer != "yes" && answer != "no" {
		return bot.Reply{}, table.ErrStale
	}
	_, err = c.tables.Do(ctx, m.ID(), table.Ballot{Player: p, Number: number, For: r.Arg(2) == "yes"})
	return bot.Reply{}, err
}

// poll is the message of the vote that is open; empty where there is none.
func (s scene) poll() bot.Message {
	v, open := s.Vote()
	if !open {
		return bot.Message{}
	}
	electors := s.Electors()
	voted := map[table.Player]string{}
	for _, p := range v.Yes {
		voted[p] = "for it"
	}
	for _, p := range v.No {
		voted[p] = "against"
	}
	lines := ""
	for _, p := range electors {
		how := voted[p]
		if how == "" {
			how = "not yet"
		}
		lines += "\n" + s.player(p) + " · " + how
	}
	text := fmt.Sprintf("### 🗳️ %s asks to remove %s from the table\n%d of %s must be for it; the vote ends %s.%s",
		s.player(v.By), s.player(v.Against), len(electors)/2+1, count(len(electors), "player"), bot.Relative(v.Until), lines)
	id := s.id("vote") + "/" + strconv.Itoa(v.Number)
	return bot.Message{
		Accent: grey,
		Blocks: []bot.Block{bot.Text(text), bot.Row{
			{ID: id + "/yes", Label: "Remove", Style: bot.Red},
			{ID: id + "/no", Label: "Keep"},
		}},
		Edition: strconv.Itoa(v.Number),
	}
}

// visited is named for a click that shows its player to be at the table: whoever
// was away has their seat back, and a paused match goes on.
func (c *Commands) visited(ctx context.Context, r bot.Request) (table.Match, error) {
	m, err := c.named(ctx, r)
	if err != nil {
		return m, err
	}
	return c.greet(ctx, r, m)
}

// visitedHere is here for a command that shows the same.
func (c *Commands) visitedHere(ctx context.Context, r bot.Request) (table.Match, error) {
	m, err := c.here(r)
	if err != nil {
		return m, err
	}
	return c.greet(ctx, r, m)
}

// greet lets a table know that one of its players is there, where it waits for that.
func (c *Commands) greet(ctx context.Context, r bot.Request, m table.Match) (table.Match, error) {
	waits := m.Paused()
	for seat := range m.Players() {
		waits = waits || m.Away(game.Seat(seat))
	}
	if !waits || m.Phase() == table.Over {
		return m, nil
	}
	p, err := c.player(ctx, r)
	if err != nil {
		return m, err
	}
	seat, seated := m.Seat(p)
	if !seated || m.Vacant(seat) || !m.Paused() && !m.Away(seat) {
		return m, nil
	}
	return c.tables.Do(ctx, m.ID(), table.Here{Player: p})
}

// lately tells what people at the table did lately.
func (s scene) lately() []string {
	var lines []string
	for _, n := range s.Notes() {
		if line := s.noted(n); line != "" {
			lines = append(lines, "-# "+line)
		}
	}
	if coming := s.Coming(); len(coming) > 0 {
		names := make([]string, len(coming))
		for i, p := range coming {
			names[i] = s.player(p)
		}
		verb := " sits down"
		if len(names) > 1 {
			verb = " sit down"
		}
		lines = append(lines, "-# 🪑 "+list(names)+verb+" with the next round.")
	}
	return lines
}

func (s scene) noted(n table.Body) string {
	switch n := n.(type) {
	case table.Left:
		left := "🚪 " + s.player(n.Player) + " left."
		if seat, seated := s.Seat(n.Player); seated && s.Vacant(seat) {
			left += " A stand-in plays on, and `/join` takes the seat."
		}
		return left
	case table.Returned:
		return "👋 " + s.player(n.Player) + " is back."
	case table.Took:
		return "🪑 " + s.player(n.Player) + " takes over a seat, with its cards. Their points begin at 0."
	case table.Away:
		return "💤 " + s.player(n.Player) + " let the time run out twice: a stand-in plays until they click anything here."
	case table.Kicked:
		if n.By == 0 {
			return "🗳️ " + s.player(n.Player) + " was voted off the table."
		}
		return "🚫 " + s.player(n.By) + " removed " + s.player(n.Player) + " from the table."
	case table.VoteOver:
		if seat, seated := s.Seat(n.Against); seated && !s.Vacant(seat) {
			return "🗳️ The vote is over: " + s.player(n.Against) + " stays."
		}
	}
	return ""
}

// player is somebody at the table, or who was, as a text shows them.
func (s scene) player(p table.Player) string {
	return called(s.who[p].Name)
}

// mentioned are the players that a scene names, besides those who sit at the table.
func mentioned(m table.Match) []table.Player {
	players := append(m.Coming(), m.Host())
	if v, open := m.Vote(); open {
		players = append(players, v.By, v.Against)
	}
	for _, n := range m.Notes() {
		switch n := n.(type) {
		case table.Left:
			players = append(players, n.Player)
		case table.Returned:
			players = append(players, n.Player)
		case table.Took:
			players = append(players, n.Player)
		case table.Away:
			players = append(players, n.Player)
		case table.Kicked:
			players = append(players, n.Player)
			if n.By != 0 {
				players = append(players, n.By)
			}
		}
	}
	if ended, over := m.Ended(); over && ended.By != 0 {
		players = append(players, ended.By)
	}
	return players
}
