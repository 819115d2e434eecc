package screen

import (
	"fmt"
	"slices"
	"strconv"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/internal/picture"
	"deuces/internal/say"
	"deuces/match"
	"deuces/standing"
	"deuces/standing/daily"
)

// Day is what a person sees of a day.
type Day struct {
	daily.Settings
	Played   []daily.Played // by deal; those that weren't begun are missing
	Field    daily.Field    // of the deal that is shown
	Drawn    []byte         // the picture of Field, or nil
	Everyone daily.Field    // once all deals are over: of the day
	Here     daily.Field    // and of the day among the guild's people
	Streak   daily.Streak
}

func (d Day) title(g GuildSettings, more ...say.Message) say.Message {
	return title(say.New("Daily {n}", int(d.Day)), append([]say.Message{g.Title(d.System)}, more...)...)
}

// Finished reports whether the person has finished all deals.
func (d Day) Finished() bool {
	return len(d.Played) == daily.Deals && !slices.ContainsFunc(d.Played, func(p daily.Played) bool { return !p.Own })
}

// total returns the points of the deals that are over.
func (d Day) total() (points int) {
	for _, p := range d.Played {
		points += p.Points
	}
	return points
}

// Daily renders the page of a day: its deals, and when the next day begins.
func Daily(g GuildSettings, d Day, note say.Message) bot.Message {
	msg := bot.Message{Accent: blurple}
	lines := []say.Message{small(note), d.title(g)}
	if len(d.Played) == 0 {
		lines = append(lines, say.New("Three deals against three hard bots. Everyone gets the same cards, and the bots play alike for everyone. You have one try at each deal, without a clock."))
	}
	msg.Blocks = append([]bot.Block{texts(append(lines, d.results()...)...)}, d.controls()...)
	return msg
}

// results renders a line for each deal that is over, the total once all are, and the streak.
func (d Day) results() (lines []say.Message) {
	for _, p := range d.Played {
		if p.Over {
			lines = append(lines, say.New("Deal {n}: {place} **{points}**", p.Deal, medal(p.Place), say.Signed(p.Points)))
		}
	}
	if d.Finished() {
		var here say.Message
		if n := d.Here.People(); n > 0 {
			here = say.New("{place} of {n} on this server", place(d.Here.Place(d.total())), n)
		}
		lines = append(lines, heading(dotted(say.New("Total: {points}", say.Signed(d.total())), percentile(d.Everyone, d.total()))), here)
	}
	return append(lines, d.streak())
}

func (d Day) streak() say.Message {
	if d.Streak.Days == 0 {
		return say.Message{}
	}
	var mended say.Message
	if n := len(d.Streak.Mended); n > 0 {
		mended = say.New("{n:# missed day|# missed days} mended (two a month)", n)
	}
	return dotted(say.New("🔥 {n:# day|# days} in a row", d.Streak.Days), mended)
}

// percentile renders in which part of a field points are, or nothing if the field is small.
func percentile(f daily.Field, points int) say.Message {
	percent, ok := f.Percentile(points)
	if !ok {
		return say.Message{}
	}
	return say.New("top {n} %", percent)
}

// controls returns the buttons, and when the next day begins.
func (d Day) controls(more ...bot.Button) []bot.Block {
	var row bot.Row
	if button, left := d.next(); left {
		row = bot.Row{button}
	}
	if d.Finished() {
		row = append(row, bot.Button{ID: ids.Daily{Day: d.Day, Do: ids.DailyShare}.ID(), Label: say.New("Share"), Emoji: "📣", Style: bot.Blue})
	}
	row = append(row, bot.Button{ID: ids.Daily{Day: d.Day, Do: ids.DailyFair}.ID(), Label: say.New("Fair play"), Emoji: "🔏"})
	return []bot.Block{append(row, more...), bot.Text(small(say.New("The next deals come {time}.", bot.Relative(d.Day.End()))))}
}

// next returns the button that leads to the deal that comes next; false if all are over.
func (d Day) next() (bot.Button, bool) {
	at, label := 1, say.New("Play")
	for _, p := range d.Played {
		if at = p.Deal + 1; !p.Over {
			at, label = p.Deal, say.New("Continue deal {n}", p.Deal)
			break
		}
		label = say.New("Deal {n}", at)
	}
	return bot.Button{ID: ids.Daily{Day: d.Day, Deal: at}.ID(), Label: label, Emoji: "▶️", Style: bot.Green}, at <= daily.Deals
}

// DailyHand renders the hand of a daily deal.
func (s Snapshot) DailyHand(seat game.Seat, at ids.Page, note say.Message) bot.Message {
	msg := s.Hand(seat, at, note)
	where := small(dotted(say.New("Daily {n}", int(s.Daily.Day)), s.Game, say.New("deal {n} of {all}", s.Daily.Deal, daily.Deals)))
	msg.Blocks = append([]bot.Block{bot.Text(where)}, msg.Blocks...)
	return msg
}

// Mistake is the play that cost a player most.
type Mistake struct {
	Before         match.Match // the table before it
	Played, Better game.Action
	Reason         say.Message // why the other play is better; may be empty
}

// DailyMistake renders the play that cost the viewer most in a deal, or that there is none.
func DailyMistake(g GuildSettings, id ids.Daily, m *Mistake) bot.Message {
	msg := bot.Message{Accent: amber}
	lines := []say.Message{title(say.New("Daily {n}", int(id.Day)), say.New("deal {n} of {all}", id.Deal, daily.Deals), say.New("🔍 Costliest play"))}
	if m == nil {
		lines = append(lines, say.New("A hard bot would have played as you did, or no better."))
	} else {
		s := Snapshot{Match: m.Before, GuildSettings: g}
		seat, _ := m.Before.Seat(m.Before.Host)
		v, _ := m.Before.View(seat)
		s.Public, _ = m.Before.View(game.Watcher)
		lines = append(lines, say.New("Turn {n}: {prompt}", m.Before.Decision.Turn, s.yourTurn()), heading(say.Verbatim(Pictures{}.fan(v, "rank"))),
			say.New("You: **{play}**", doing(m.Played, faces(m.Played.Cards, m.Played.As))),
			say.New("A hard bot: **{play}**", doing(m.Better, faces(m.Better.Cards, m.Better.As))),
			say.Mark("💡 ", say.Period(say.Capital(m.Reason)), ""),
			small(say.New("It doesn't know the other hands either: it imagines hundreds of them, and this play does better on average.")))
	}
	msg.Blocks = []bot.Block{texts(lines...), bot.Row{{ID: ids.Daily{Day: id.Day, Deal: id.Deal}.ID(), Label: say.New("Back"), Emoji: "◀️"}}}
	return msg
}

// DailyOver renders a daily deal that is over: its result, what everyone made of it, and how the day goes on.
func (s Snapshot) DailyOver(seat game.Seat, d Day, note say.Message) bot.Message {
	r := s.Results[0]
	msg := bot.Message{Accent: amber}
	if r.Place(seat) == 1 {
		msg.Accent = gold
	}
	own := r.Points[seat]
	finished, counts := d.field(own)
	msg.Blocks = []bot.Block{
		texts(small(note), d.title(s.GuildSettings, say.New("deal {n} of {all}", s.Daily.Deal, daily.Deals)), heading(say.New("You came {place}: {points}", place(r.Place(seat)), say.Signed(own))),
			s.result(), small(finished)),
	}
	if d.Drawn != nil {
		msg = withPicture(msg, "field.png", d.Drawn, clipped(counts, picture.AltMax))
	}
	if len(d.Played) > 1 {
		msg.Blocks = append(msg.Blocks, bot.Divider{}, texts(d.results()...))
	}
	cost := bot.Button{ID: ids.Daily{Day: d.Day, Deal: s.Daily.Deal, Do: ids.DailyMistake}.ID(), Label: say.New("Costliest play"), Emoji: "🔍"}
	msg.Blocks = append(msg.Blocks, d.controls(cost)...)
	return msg
}

// field renders what everyone made of a deal: how many people finished it, and how many of them got how many points.
func (d Day) field(own int) (finished, counts say.Message) {
	n := d.Field.People()
	if n < 2 {
		return finished, counts
	}
	var each []say.Message
	for _, t := range d.Field.Tallies {
		each = append(each, say.New("{points}: {n}", say.Signed(t.Points), t.People))
	}
	return dotted(say.New("{n:# person|# people} finished this deal", n), percentile(d.Field, own)), dotted(each...)
}

// DailyShared renders the public line about a person's day, which doesn't tell anything about the cards.
func DailyShared(g GuildSettings, d Day, name string) bot.Message {
	medals := ""
	for _, p := range d.Played {
		medals += [...]string{"🥇", "🥈", "🥉", "4️⃣"}[min(max(p.Place, 1), 4)-1]
	}
	var streak say.Message
	if n := d.Streak.Days; n > 1 {
		streak = say.Verbatim("🔥 " + strconv.Itoa(n))
	}
	line := dotted(DisplayName(name), say.New("Daily {n}", int(d.Day)), g.Title(d.System), say.Join(" ", say.Verbatim(medals), say.Signed(d.total())), percentile(d.Everyone, d.total()), streak)
	return bot.Message{Blocks: []bot.Block{bot.Text(line)}}
}

// DailyFair is what the page about fair play shows of a day and the one before.
type DailyFair struct {
	Today   daily.Settings
	Before  daily.Settings // zero: nobody played then
	Records []Record       // of deals of the day before
}

// DailyFairPlay renders the commitments of a day's deals, and opens those of the day before.
func DailyFairPlay(g GuildSettings, p DailyFair) bot.Message {
	deals := func(d daily.Settings, opened bool) (lines []say.Message) {
		for number := 1; number <= daily.Deals; number++ {
			seed := d.Day.Seed(d.Secret, number)
			lines = append(lines, say.New("Deal {n}: {commitment}", number, code(seed.Commitment(int64(d.Day), 1))))
			if opened {
				lines = append(lines, say.New("Seed: {seed}", code(seed.String())))
			}
		}
		return lines
	}
	lines := []say.Message{
		title(say.New("Daily {n}", int(p.Today.Day)), say.New("Fair play")),
		say.New("All deals of a day follow from a secret number, which was drawn before anyone saw a card. These are their commitments. Tomorrow you can check here that nobody changed them."),
	}
	msg := bot.Message{Accent: gold, Blocks: []bot.Block{texts(append(lines, deals(p.Today, false)...)...)}}
	if p.Before.Day > 0 {
		head := heading(dotted(say.New("Daily {n}", int(p.Before.Day)), g.Title(p.Before.System)))
		msg.Blocks = append(msg.Blocks, bot.Divider{}, texts(append([]say.Message{head}, deals(p.Before, true)...)...))
	}
	for _, r := range p.Records {
		name := fmt.Sprintf("daily-%d-deal-%d.txt", p.Before.Day, r.Round)
		msg.Files, msg.Blocks = append(msg.Files, bot.File{Name: name, Data: []byte(r.Text)}), append(msg.Blocks, bot.Download(name))
	}
	if len(p.Records) > 0 {
		msg.Blocks = append(msg.Blocks, bot.Text(small(say.New("Each file holds one deal. `deuces replay FILE` plays it again, and `deuces verify FILE` checks its cards."))))
	}
	msg.Blocks = append(msg.Blocks, bot.Row{{ID: ids.Daily{Day: p.Today.Day}.ID(), Label: say.New("Back"), Emoji: "◀️"}})
	return msg
}

// DailyBoard is what a guild's boards of the daily deals show.
type DailyBoard struct {
	Today   []daily.Total
	Week    []daily.Medals
	Streaks []NamedStreak
}

// NamedStreak is the streak of a person.
type NamedStreak struct {
	Name   string
	Player standing.Player
	daily.Streak
}

// mostDaily is how many people each board of the daily deals lists.
const mostDaily = 5

// DailyBoards renders a guild's boards of the daily deals.
func DailyBoards(g GuildSettings, b DailyBoard) bot.Message {
	section := func(head say.Message, lines []say.Message) bot.Text {
		if len(lines) == 0 {
			lines = []say.Message{say.New("Nobody yet.")}
		}
		return texts(append([]say.Message{heading(head)}, lines[:min(len(lines), mostDaily)]...)...)
	}
	var week, streaks []say.Message
	for _, m := range b.Week {
		medals := say.Message{}
		for i, n := range m.Count {
			if n > 0 {
				medals = say.Join(" ", medals, say.Join(" ", medal(i+1), say.Verbatim(strconv.Itoa(n))))
			}
		}
		week = append(week, dotted(DisplayName(m.Name), medals, say.New("{n:# day|# days}", m.Days)))
	}
	slices.SortFunc(b.Streaks, func(x, y NamedStreak) int {
		if n := y.Longest - x.Longest; n != 0 {
			return n
		}
		return int(x.Player - y.Player)
	})
	for _, s := range b.Streaks {
		var now say.Message
		if s.Days > 1 {
			now = say.New("🔥 {n} now", s.Days)
		}
		streaks = append(streaks, dotted(DisplayName(s.Name), say.New("{n:# day|# days} in a row", s.Longest), now))
	}
	return bot.Message{Accent: gold, Blocks: []bot.Block{
		bot.Text(say.Mark("## 📅 ", say.New("Daily deals"), "")),
		section(say.New("Today"), g.dailyPlaces(b.Today)), section(say.New("This week"), week), section(say.New("Longest streaks"), streaks),
		bot.Text(small(say.New("`/daily` has three deals a day, the same for everyone. A place on a day's board brings a medal for the week."))),
	}}
}

// DailyBest renders the post about the best three of a day that is over.
func DailyBest(g GuildSettings, day daily.Day, totals []daily.Total) bot.Message {
	lines := g.dailyPlaces(totals)
	head := title(say.New("Daily {n}", int(day)), g.Title(totals[0].System))
	return bot.Message{Accent: gold, Blocks: []bot.Block{texts(append([]say.Message{head}, lines[:min(len(lines), 3)]...)...), bot.Text(small(say.New("`/daily` has new deals.")))}}
}

// dailyPlaces renders a line for each total of a day, the best first.
func (g GuildSettings) dailyPlaces(totals []daily.Total) (lines []say.Message) {
	if len(totals) == 0 {
		return nil
	}
	field := daily.FieldOf(totals, g.Penalty(totals[0].System))
	byPlace := func(a, b daily.Total) int { return field.Place(a.Points) - field.Place(b.Points) }
	for _, t := range slices.SortedStableFunc(slices.Values(totals), byPlace) {
		lines = append(lines, dotted(say.Join(" ", medal(field.Place(t.Points)), DisplayName(t.Name)), bold(say.Signed(t.Points))))
	}
	return lines
}
