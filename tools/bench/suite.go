package main

import "regexp"

// figure is one number that is remembered.
type figure struct {
	name  string // in the page's runs; what compares goes by it
	title string // in tables, for people
	from  string // the benchmark that reports it, less "Benchmark" and the number of cores
	unit  string // as the benchmark names it
	per   yard
	scale float64 // from the benchmark's unit to the page's; 0: it is the page's
	as    string  // the page's unit: sec, B, or a plain count
}

// measure is a run of one test binary that gives figures.
type measure struct {
	pkg     string // its folder; "": the release binary's size
	bench   string // as go test's -bench
	time    string // as go test's -benchtime, for a figure that is kept
	quick   string // for a look; "": not measured then
	args    []string
	figures []figure
}

const ms = 1e-3 // a benchmark's millisecond

// suite is all that is measured, in the order of the page.
func suite(crowds string) []measure {
	full := []string{"-large", "-crowds", crowds}
	return []measure{
		{pkg: "game/president", bench: "^(BenchmarkPlayout|BenchmarkRound)$/^(plain|everything)$", time: "1s", quick: "100ms", figures: []figure{
			play("President/plain", "President, plain", "Playout/plain"),
			play("President/everything", "President, everything on", "Playout/everything"),
			size("President/plain", "President, plain", "Round/plain"),
			allocs("President/plain", "President, plain", "Round/plain"),
			size("President/everything", "President, everything on", "Round/everything"),
			allocs("President/everything", "President, everything on", "Round/everything"),
		}},
		{pkg: "game/bigtwo", bench: "^(BenchmarkPlayout|BenchmarkRound)$", time: "1s", quick: "100ms", figures: []figure{
			play("BigTwo", "Big Two", "Playout"),
			size("BigTwo", "Big Two", "Round"),
			allocs("BigTwo", "Big Two", "Round"),
		}},
		{pkg: "game/acehole", bench: "^BenchmarkPlayout$/^4$|^BenchmarkRound$", time: "1s", quick: "100ms", figures: []figure{
			play("Acehole", "Acehole", "Playout/4"),
			size("Acehole", "Acehole", "Round"),
			allocs("Acehole", "Acehole", "Round"),
		}},
		{pkg: "e2e", bench: "^BenchmarkClickToReply$/^1_table$", time: "1000x", quick: "100x", figures: []figure{
			{name: "Click/tables=1/p50", title: "Click to reply, 1 table, median", from: "ClickToReply/1_table", unit: "ms/play-median", per: processor, scale: ms, as: "sec"},
			{name: "Click/tables=1/p99", title: "Click to reply, 1 table, p99", from: "ClickToReply/1_table", unit: "ms/play-p99", per: processor, scale: ms, as: "sec"},
			{name: "CPU/tables=1", title: "The bot's CPU a play, 1 table", from: "ClickToReply/1_table", unit: "bot-cpu-ms/play", per: processor, scale: ms, as: "sec"},
		}},
		{pkg: "e2e", bench: "^BenchmarkClickToReply$/^100_tables", time: "3000x", quick: "300x", figures: []figure{
			{name: "Click/tables=100/p50", title: "Click to reply, 100 tables, median", from: "ClickToReply/100_tables_at_500_a_second", unit: "ms/play-median", per: processor, scale: ms, as: "sec"},
			{name: "Click/tables=100/p99", title: "Click to reply, 100 tables, p99", from: "ClickToReply/100_tables_at_500_a_second", unit: "ms/play-p99", per: processor, scale: ms, as: "sec"},
			{name: "CPU/tables=100", title: "The bot's CPU a play, 100 tables", from: "ClickToReply/100_tables_at_500_a_second", unit: "bot-cpu-ms/play", per: processor, scale: ms, as: "sec"},
		}},
		{pkg: "store", bench: "^BenchmarkSettle$", time: "5000x", args: full, figures: []figure{
			settle("rounds=0/p50", "no rounds before, median", "empty-ms-p50"),
			settle("rounds=0/p99", "no rounds before, p99", "empty-ms-p99"),
			settle("rounds=1M/p50", "a million rounds before, median", "full-ms-p50"),
			settle("rounds=1M/p99", "a million rounds before, p99", "full-ms-p99"),
		}},
		{pkg: "store", bench: "^BenchmarkStandings$/^guilds=1000$/^players=100$/^rounds=1000000$/^by=points$/^page=(first|mine)$", time: "2000x", args: full, figures: []figure{
			page("first", "the first page"),
			page("mine", "the page with a player's own line"),
		}},
		{pkg: "store", bench: "^BenchmarkRecovery$", time: "3x", quick: "1x", args: full, figures: []figure{
			{name: "Recovery/time", title: "10,000 tables read back", from: "Recovery/tables=10000", unit: "ms-p50", per: processor, scale: ms, as: "sec"},
			{name: "Recovery/memory", title: "Memory of one of them", from: "Recovery/tables=10000", unit: "B/table", as: "B"},
		}},
		{pkg: "e2e", bench: "^BenchmarkStartUp$", time: "20x", quick: "5x", figures: []figure{
			{name: "StartUp", title: "Start of the process to ready", from: "StartUp", unit: "ms/start-median", per: processor, scale: ms, as: "sec"},
		}},
		{quick: "once", figures: []figure{{name: "Binary", title: "The release binary", as: "B"}}},
	}
}

func play(name, title, from string) figure {
	return figure{name: "Play/" + name, title: "A play on the core: " + title, from: from, unit: "ns/play", per: processor, scale: 1e-9, as: "sec"}
}

func size(name, title, from string) figure {
	return figure{name: "Round/" + name + "/bytes", title: "Memory of a round: " + title, from: from, unit: "B/op", as: "B"}
}

func allocs(name, title, from string) figure {
	return figure{name: "Round/" + name + "/allocs", title: "Allocations of a round: " + title, from: from, unit: "allocs/op", as: "allocs"}
}

func settle(name, title, unit string) figure {
	return figure{
		name: "Settle/" + name, title: "A round's end stored: " + title,
		from: "Settle/guilds=1000/players=100/rounds=1000000/settle", unit: unit, per: disk, scale: ms, as: "sec",
	}
}

func page(of, title string) figure {
	return figure{
		name: "Leaderboard/" + of, title: "A leaderboard: " + title,
		from: "Standings/guilds=1000/players=100/rounds=1000000/by=points/page=" + of, unit: "ms-p50", per: processor, scale: ms, as: "sec",
	}
}

// chosen is the part of the suite whose figures' names or titles fit, and in a
// quick run the part that takes seconds.
func chosen(all []measure, only *regexp.Regexp, quick bool) (part []measure) {
	for _, m := range all {
		if quick && m.quick == "" {
			continue
		}
		var fit []figure
		for _, f := range m.figures {
			if only.MatchString(f.name) || only.MatchString(f.title) {
				fit = append(fit, f)
			}
		}
		if m.figures = fit; len(fit) > 0 {
			if quick {
				m.time = m.quick
			}
			part = append(part, m)
		}
	}
	return part
}
