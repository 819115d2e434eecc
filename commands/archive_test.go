package commands

import (
	"context"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen"
	"deuces/commands/screen/screentest"
	"deuces/game"
	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/match"
	"deuces/settings"
	"deuces/standing"
	"deuces/table"
	"deuces/table/tabletest"
)

// archive is a store that returns n players, matches, seasons and so on, with names and numbers
// that the test chooses.
type archive struct {
	*memory
	n      int
	name   func(i int) string // returns the name of player i, from 0; "" for a forgotten player
	amount int                // approximate value of points, rounds and ratings
	events []match.Event      // log of every match
}

// pageIndexes returns the indexes of the entries on a page.
func (a archive) pageIndexes(offset, limit int) (all []int) {
	for i := offset; i < min(offset+limit, a.n); i++ {
		all = append(all, i)
	}
	return all
}

// titleCounts returns how often a player held each title.
func (a archive) titleCounts() map[game.Title]int {
	all := map[game.Title]int{}
	for _, sys := range systems.All() {
		for _, w := range titlesOf(sys) {
			all[w.Title] = a.amount / 4
		}
	}
	return all
}

func (a archive) Leaderboard(_ context.Context, q standing.Query) (standing.Page, error) {
	page := standing.Page{Total: a.n}
	for _, i := range a.pageIndexes(q.Offset, q.Limit) {
		page.Rows = append(page.Rows, standing.Row{
			Rank: i + 1, Player: standing.Player(i + 1), Name: a.name(i), Points: a.amount - 7*i, Rounds: a.amount, Wins: a.amount / 3, Matches: a.amount / 2,
			Left: i % 3, Rating: 1000 + a.amount/10 - 9*i,
		})
	}
	return page, nil
}

func titlesOf(sys systems.System) []game.TitleWord {
	rules, err := sys.New(nil)
	if err != nil {
		return nil
	}
	return rules.Titles()
}

func (a archive) Rank(context.Context, standing.Query, standing.Player) (int, bool, error) {
	return 0, a.n > 0, nil
}

func (a archive) streak(i int) standing.Streak {
	all := slices.DeleteFunc(systems.All(), func(s systems.System) bool { return len(titlesOf(s)) == 0 })
	sys := all[i%len(all)]
	return standing.Streak{
		System: sys.Name, Title: titlesOf(sys)[0].Title, Player: standing.Player(i + 1), Name: a.name(i), Rounds: max(2, a.amount-i),
		Began: screentest.Began.AddDate(0, -i, 0), Last: screentest.Began, Running: i%2 == 0, Deposed: 7, DeposedName: a.name(i + 1), DeposedRounds: 3, By: 8, ByName: a.name(i + 2),
	}
}

func (a archive) Running(context.Context, string, string) (all []standing.Streak, err error) {
	if a.n == 0 {
		return nil, nil
	}
	for i, sys := range systems.All() {
		for j, w := range titlesOf(sys) {
			r := a.streak(i + j)
			r.System, r.Title, r.Rounds = sys.Name, w.Title, 1+(i+j)%2*a.amount
			all = append(all, r)
		}
	}
	return all, nil
}

func (a archive) Streaks(_ context.Context, q standing.StreakQuery) (all []standing.Streak, err error) {
	for _, i := range a.pageIndexes(q.Offset, q.Limit) {
		all = append(all, a.streak(i))
	}
	return all, nil
}

func (a archive) Stats(context.Context, standing.StatsQuery) (standing.Stats, error) {
	if a.n == 0 {
		return standing.Stats{}, nil
	}
	s := standing.Stats{
		Player: 1, Name: a.name(0), Rounds: a.amount, Points: -a.amount, Matches: a.amount / 2, Wins: a.amount / 5, Left: a.amount / 9,
		Titles: a.titleCounts(), Longest: a.streak(0), Rating: 1234,
	}
	for i := range min(a.n, 14) {
		s.Places = append(s.Places, a.amount/(i+1))
	}
	for i := range min(a.n, standing.PartnersMost) {
		s.With = append(s.With, standing.Partner{Player: standing.Player(i + 2), Name: a.name(i + 1), Rounds: a.amount - i, Ahead: a.amount - i - 1, Behind: 1})
	}
	for i := range min(a.n, standing.RatingPoints) {
		s.Ratings = append(s.Ratings, standing.RatingPoint{At: screentest.Began.AddDate(0, 0, i), Round: i + 1, Rating: 1000 + 13*i%97})
	}
	return s, nil
}

func (a archive) Matches(_ context.Context, q standing.MatchQuery) (standing.MatchPage, error) {
	page := standing.MatchPage{Total: a.n}
	for _, i := range a.pageIndexes(q.Offset, q.Limit) {
		m := standing.Summary{Match: int64(i + 1), System: systems.All()[i%5].Name, Ended: screentest.Began, Rounds: a.amount, Computers: i%2 == 1}
		for j := range min(a.n, 14) {
			m.Players = append(m.Players, standing.Part{Player: standing.Player(j + 1), Name: a.name(j), Rounds: 1, Points: a.amount - j, Winner: j == 0})
		}
		if m.Computers {
			m.Players[len(m.Players)-1].Player = -1
		}
		page.Matches = append(page.Matches, m)
	}
	return page, nil
}

func (a archive) Seasons(context.Context, string) (all []standing.SeasonInfo, err error) {
	for i := range a.n {
		s := standing.SeasonInfo{Number: i + 1, Plan: standing.Monthly, Began: screentest.Began.AddDate(0, i-a.n, 0), Due: standing.Monthly.Due(screentest.Began.AddDate(0, i-a.n, 0))}
		if i < a.n-1 {
			s.Ended = s.Due
		}
		all = append(all, s)
	}
	return all, nil
}

func (a archive) HallOfFame(ctx context.Context, guild string, season int) (standing.HallOfFame, error) {
	all, err := a.Seasons(ctx, guild)
	f := standing.HallOfFame{Season: all[season-1], Players: a.n, Rounds: a.amount}
	addHonour := func(h standing.Honour) {
		h.Value = a.amount
		for i := range min(a.n, standing.WinnersMost) {
			h.Winners = append(h.Winners, standing.Partner{Player: standing.Player(i + 1), Name: a.name(i), Rounds: a.amount})
			if i == 0 && season%2 == 1 {
				break
			}
		}
		f.Honours = append(f.Honours, h)
	}
	addHonour(standing.Honour{Order: standing.ByWins})
	for _, sys := range systems.All() {
		addHonour(standing.Honour{System: sys.Name, Order: standing.ByPoints})
		addHonour(standing.Honour{System: sys.Name, Order: standing.ByRating})
		if titles := titlesOf(sys); len(titles) > 0 {
			addHonour(standing.Honour{System: sys.Name, Title: titles[0].Title})
		}
	}
	return f, err
}

func (a archive) Presets(context.Context, string) (all []settings.Preset, err error) {
	for i := range min(a.n, settings.MaxPresets) {
		p := settings.Preset{Name: bot.Clip(string(rune('A'+i))+" "+a.name(i), settings.MaxName), System: systems.All()[i%5].Name, Locked: i%2 == 1}
		if i%2 == 1 {
			p.Channels = slices.Repeat([]string{"1234567890123456789"}, 1)
		}
		all = append(all, p)
	}
	return all, nil
}

func (a archive) Export(context.Context, string, time.Time) (standing.Export, bool, error) {
	d := standing.Export{Note: standing.ExportNote, Discord: "1234567890123456789", Name: a.name(0), Player: 17}
	for i := range min(a.n, 12) {
		s := standing.ExportServer{Guild: string(rune('1' + i)), Standings: []standing.ExportStanding{{Points: a.amount, Wins: a.amount / 3, Rating: 1234}}, Streaks: make([]standing.ExportStreak, i)}
		s.Rounds = make([]standing.ExportRound, a.amount)
		d.Servers = append(d.Servers, s)
	}
	return d, a.n > 0, nil
}

func (a archive) Find(context.Context, string) (standing.Player, bool, error) { return 1, a.n > 0, nil }

func (a archive) People(_ context.Context, _ string, players ...standing.Player) (map[standing.Player]standing.Person, error) {
	who := map[standing.Player]standing.Person{}
	for _, p := range players {
		if name := a.name(int(p) - 1); p > 0 && name != "" {
			who[p] = standing.Person{ID: "1", Name: name}
		}
	}
	return who, nil
}

func (a archive) Events(context.Context, match.ID) iter.Seq2[match.Event, error] {
	return func(yield func(match.Event, error) bool) {
		for _, e := range a.events {
			if !yield(e, nil) {
				return
			}
		}
	}
}

func (archive) Player(context.Context, string, string) (standing.Player, error) { return 1, nil }

func (archive) Nickname(context.Context, string, standing.Player, string) error { return nil }

func (archive) OpenBy(context.Context, standing.Player) ([]string, error) { return nil, nil }

// playMatch plays a match with this number of people and rounds, which its host ends, and returns
// the log.
func playMatch(t *testing.T, sys systems.System, people, rounds int) (events []match.Event) {
	t.Helper()
	m := match.New(1, systems.New)
	do := func(c match.Command, now time.Time) {
		t.Helper()
		more, err := m.Decide(c, now)
		if err != nil {
			t.Fatalf("%#v: %v", c, err)
		}
		for _, e := range more {
			if m, err = m.Apply(e); err != nil {
				t.Fatal(err)
			}
		}
		events = append(events, more...)
	}
	open := match.Opening{Guild: "1", Channel: "2", System: sys.Name, Version: sys.Version, Host: 1, Settings: match.DefaultSettings()}
	for p := match.Player(2); int(p) <= people; p++ {
		open.Others = append(open.Others, p)
	}
	do(open, screentest.Began)
	do(match.Start{Player: 1}, screentest.Began)
	r := gametest.NewRand(4)
	for m.Phase != match.Over {
		now := m.At.Add(time.Second)
		seat, due := m.Turn()
		switch {
		case !due && len(m.Results) == rounds:
			do(match.End{Player: 1}, now)
		case !due:
			do(match.Deal{Chance: r.Chance(m.Rules, people)}, m.Deadline())
		default:
			legal := m.State.Legal()
			do(match.Act{Player: m.Players()[seat], Decision: m.Decision, Action: legal[r.Intn(len(legal))]}, now)
		}
	}
	return events
}

// commandsOn returns Commands whose store is the archive.
func commandsOn(a archive, change func(*settings.Guild)) *Commands {
	a.memory = newMemory()
	if change != nil {
		change(&a.guild)
	}
	c := New(Config{Store: a, Systems: systems.All()})
	c.tables = table.NewRegistry(table.Config{Log: &tabletest.Log{}, Rules: systems.New})
	return c
}

// onlyWithBots has no round among people.
type onlyWithBots struct{ archive }

func (a onlyWithBots) Leaderboard(ctx context.Context, q standing.Query) (standing.Page, error) {
	if q.Rounds != standing.AllRounds {
		return standing.Page{}, nil
	}
	return a.archive.Leaderboard(ctx, q)
}

// A leaderboard begins with the rounds with bots where there are no others, and its button shows that.
func TestALeaderboardWithoutBotsCanBeEmpty(t *testing.T) {
	c := commandsOn(archive{n: 3, name: func(int) string { return "Ann" }, amount: 100}, nil)
	c.Store = onlyWithBots{c.Store.(archive)}
	r := guildRequest{bot.Request{Guild: "1", Channel: "2", User: bot.User{ID: "1"}}, &screen.GuildSettings{Catalogue: c.catalogue}}
	reply, err := c.leaderboard(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	text := screentest.Text(*reply.Message)
	if !strings.Contains(text, "With bots") || !strings.Contains(text, "3 players") {
		t.Errorf("got\n%s\nwant the rounds with bots", text)
	}
	without, err := c.leaders(t.Context(), r, ids.Leaders{})
	if err != nil {
		t.Fatal(err)
	}
	if text := screentest.Text(without); !strings.Contains(text, "No finished rounds yet.") {
		t.Errorf("got\n%s\nwant no rounds", text)
	}
}
