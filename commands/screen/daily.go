package screen

import (
	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/internal/say"
	"deuces/standing/daily"
)

// Day is what a person sees of a day.
type Day struct {
	daily.Settings
	Played []daily.Played // by deal; those that weren't begun are missing
}

func (d Day) title(g GuildSettings, more ...say.Message) say.Message {
	return title(say.New("Daily {n}", int(d.Day)), append([]say.Message{g.Title(d.System)}, more...)...)
}

// Daily renders the page of a day: its deals, and when the next day begins.
func Daily(g GuildSettings, d Day, note say.Message) bot.Message {
	msg := bot.Message{Accent: blurple}
	lines := []say.Message{small(note), d.title(g)}
	if len(d.Played) == 0 {
		lines = append(lines, say.New("Three deals against three hard bots. Everyone gets the same cards, and the bots play alike for everyone. You have one try at each deal, without a clock."))
	}
	msg.Blocks = []bot.Block{texts(append(lines, d.results()...)...)}
	if button, more := d.next(); more {
		msg.Blocks = append(msg.Blocks, bot.Row{button})
	}
	msg.Blocks = append(msg.Blocks, d.until())
	return msg
}

func (d Day) until() bot.Text {
	return bot.Text(small(say.New("The next deals come {time}.", bot.Relative(d.Day.End()))))
}

// results renders a line for each deal that is over, and the total once all are.
func (d Day) results() (lines []say.Message) {
	total, over := 0, 0
	for _, p := range d.Played {
		if p.Over {
			over++
			total += p.Points
			lines = append(lines, say.New("Deal {n}: {place} **{points}**", p.Deal, medal(p.Place), say.Signed(p.Points)))
		}
	}
	if over == daily.Deals {
		lines = append(lines, heading(say.New("Total: {points}", say.Signed(total))))
	}
	return lines
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

// DailyOver renders a daily deal that is over: its result, and how the day goes on.
func (s Snapshot) DailyOver(seat game.Seat, d Day, note say.Message) bot.Message {
	r := s.Results[0]
	msg := bot.Message{Accent: amber}
	if r.Place(seat) == 1 {
		msg.Accent = gold
	}
	msg.Blocks = []bot.Block{
		texts(small(note), d.title(s.GuildSettings, say.New("deal {n} of {all}", s.Daily.Deal, daily.Deals)), heading(say.New("You came {place}: {points}", place(r.Place(seat)), say.Signed(r.Points[seat]))), s.result()),
	}
	if len(d.Played) > 1 {
		msg.Blocks = append(msg.Blocks, bot.Divider{}, texts(d.results()...))
	}
	if button, more := d.next(); more {
		msg.Blocks = append(msg.Blocks, bot.Row{button})
	} else {
		msg.Blocks = append(msg.Blocks, d.until())
	}
	return msg
}
