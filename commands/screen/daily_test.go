package screen

import (
	"testing"

	"deuces/bot"
	"deuces/commands/screen/screentest"
	"deuces/game/deal"
	"deuces/internal/say"
	"deuces/settings"
	"deuces/standing/daily"
)

// The pages of a day have the golden texts.
func TestDailyGolden(t *testing.T) {
	var b goldenTexts
	g := NewCatalogue(allGames(), nil).In(settings.Default())
	today := daily.Settings{Day: 331, System: "bigtwo", Version: 1, Secret: deal.Seed{1}}
	played := func(points ...int) (all []daily.Played) {
		for i, p := range points {
			all = append(all, daily.Played{Table: int64(i + 1), Over: true, Day: 331, Deal: i + 1, Player: 1, Points: p, Place: i + 1, Own: true})
		}
		return all
	}
	begun := append(played(12), daily.Played{Table: 2, Day: 331, Deal: 2, Player: 1})
	late := played(12, 3, -4)
	late[2].Own = false
	field := map[int]int{}
	for i := range 40 {
		field[20-i] = 1 + i%3
	}
	done := Day{Settings: today, Played: played(12, 3, -4), Everyone: daily.NewField(field, false), Here: daily.NewField(map[int]int{11: 2, 15: 1, -3: 4}, false),
		Streak: daily.Streak{Days: 9, Longest: 12, Mended: []daily.Day{320, 321}}}
	b.add(t, "nothing played", Daily(g, Day{Settings: today}, say.Message{}))
	b.add(t, "a click on yesterday's page", Daily(g, Day{Settings: today, Streak: daily.Streak{Days: 1}}, say.New("Daily {n} is over. These are today's deals.", 330)))
	b.add(t, "the second deal begun", Daily(g, Day{Settings: today, Played: begun}, say.Message{}))
	b.add(t, "all finished", Daily(g, done, say.Message{}))
	b.add(t, "all over, but not by the person", Daily(g, Day{Settings: today, Played: late}, say.Message{}))
	b.add(t, "shared", DailyShared(g, done, "Ann *the* first"))
	b.add(t, "fair play on the first day", DailyFairPlay(g, DailyFair{Today: today}))
	b.add(t, "fair play", DailyFairPlay(g, DailyFair{Today: today, Before: daily.Settings{Day: 330, System: "acehole", Secret: deal.Seed{2}}, Records: []Record{{Round: 2, Text: "record"}}}))
	total := func(day daily.Day, system, name string, points int) daily.Total {
		return daily.Total{Day: day, System: system, Player: 1, Name: name, Points: points}
	}
	b.add(t, "no boards yet", DailyBoards(g, DailyBoard{}))
	b.add(t, "boards", DailyBoards(g, DailyBoard{
		Today:   []daily.Total{total(331, "acehole", "Ann", 31), total(331, "acehole", "Bob", 12), total(331, "acehole", "Cy", 12)},
		Week:    []daily.Medals{{Name: "Ann", Days: 3, Count: [3]int{2, 0, 1}}, {Name: "Bob", Days: 1}},
		Streaks: []NamedStreak{{Name: "Bob", Player: 2, Streak: daily.Streak{Days: 1, Longest: 3}}, {Name: "Ann", Player: 1, Streak: daily.Streak{Days: 9, Longest: 9}}},
	}))
	b.add(t, "the best of a day", DailyBest(g, 331, []daily.Total{total(331, "bigtwo", "Ann", -3), total(331, "bigtwo", "Bob", 12), total(331, "bigtwo", "Cy", 7), total(331, "bigtwo", "", 1)}))
	for _, d := range []Day{{Field: daily.NewField(field, false)}, {Field: daily.NewField(map[int]int{0: 3, 17: 20, 40: 1}, true)}} {
		finished, counts := d.field(17)
		b.add(t, "what everyone made of a deal", bot.Message{Blocks: []bot.Block{bot.Text(finished), bot.Text(counts)}})
	}
	screentest.Golden(t, "daily", b.String())
}
