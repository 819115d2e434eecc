package main

import (
	"regexp"
	"strings"
)

// figure is one number that is remembered.
type figure struct {
	name  string // in the page's runs; what compares goes by it
	title string // in tables, for people
	from  string // the benchmark that reports it, less "Benchmark" and the number of cores
	unit  string // as the benchmark names it
	per   yard
}

// base is the page's unit, and how much of it one of the benchmark's is.
func (f figure) base() (string, float64) {
	switch {
	case strings.HasPrefix(f.unit, "ns/"):
		return "sec", 1e-9
	case strings.Contains(f.unit, "B/"):
		return "B", 1
	case strings.Contains(f.unit, "ms"):
		return "sec", 1e-3
	}
	return f.unit, 1
}

// yard says what a figure is divided by before it is compared: the time that a
// fixed piece of work took the machine just before.
type yard int

const (
	whole     yard = iota // nothing: a size or a count, alike on any machine
	processor             // a play in BenchmarkYardstick
	worked                // the processor's own time for it: less what other processes took
	disk                  // four kilobytes written, and waited for
)

// measure is a run of one test binary that gives figures.
type measure struct {
	pkg     string // its folder; release: the binary's size instead
	bench   string // as go test's -bench
	time    string // as go test's -benchtime, for a figure that is kept
	quick   string // for a look; "": not measured then
	args    []string
	figures []figure
}

const (
	release = "release"
	crowd   = "guilds=1000/players=100/rounds=1000000"
)

// yardsticks are the first figures of each page.
var yardsticks = []figure{
	{"Yardstick/processor", "Yardstick: a play", "Yardstick", "ns/play", processor},
	{"Yardstick/worked", "Yardstick: the processor's time for a play", "Yardstick", "ns/play", worked},
	{"Yardstick/disk", "Yardstick: a write to the disk", "", "ms/write", disk},
}

// suite is all that is measured, in the order of the page.
func suite(crowds string) []measure {
	large := []string{"-large", "-crowds", crowds}
	points := "Standings/" + crowd + "/by=points/page="
	board := "^Benchmark" + strings.ReplaceAll(points, "/", "$/^") + "(first|mine)$"
	return []measure{
		{"game/president", "^(BenchmarkPlayout|BenchmarkRound)$/^(plain|everything)$", "1s", "100ms", nil, []figure{
			{"Play/President/plain", "A play on the core: President, plain", "Playout/plain", "ns/play", processor},
			{"Play/President/everything", "A play on the core: President, everything on", "Playout/everything", "ns/play", processor},
			{"Round/President/plain/bytes", "Memory of a round: President, plain", "Round/plain", "B/op", whole},
			{"Round/President/plain/allocs", "Allocations of a round: President, plain", "Round/plain", "allocs/op", whole},
			{"Round/President/everything/bytes", "Memory of a round: President, everything on", "Round/everything", "B/op", whole},
			{"Round/President/everything/allocs", "Allocations of a round: President, everything on", "Round/everything", "allocs/op", whole},
		}},
		{"game/bigtwo", "^(BenchmarkPlayout|BenchmarkRound)$", "1s", "100ms", nil, []figure{
			{"Play/BigTwo", "A play on the core: Big Two", "Playout", "ns/play", processor},
			{"Round/BigTwo/bytes", "Memory of a round: Big Two", "Round", "B/op", whole},
			{"Round/BigTwo/allocs", "Allocations of a round: Big Two", "Round", "allocs/op", whole},
		}},
		{"game/acehole", "^BenchmarkPlayout$/^4$|^BenchmarkRound$", "1s", "100ms", nil, []figure{
			{"Play/Acehole", "A play on the core: Acehole", "Playout/4", "ns/play", processor},
			{"Round/Acehole/bytes", "Memory of a round: Acehole", "Round", "B/op", whole},
			{"Round/Acehole/allocs", "Allocations of a round: Acehole", "Round", "allocs/op", whole},
		}},
		{"e2e", "^BenchmarkClickToReply$/^1_table$", "1000x", "1000x", nil, []figure{
			{"Click/tables=1/p50", "Click to reply, 1 table, median", "ClickToReply/1_table", "ms/play-median", processor},
			{"Click/tables=1/p99", "Click to reply, 1 table, p99", "ClickToReply/1_table", "ms/play-p99", processor},
			{"CPU/tables=1", "The bot's CPU a play, 1 table", "ClickToReply/1_table", "bot-cpu-ms/play", worked},
		}},
		{"e2e", "^BenchmarkClickToReply$/^100_tables", "3000x", "", nil, []figure{
			{"Click/tables=100/p50", "Click to reply, 100 tables, median", "ClickToReply/100_tables_at_500_a_second", "ms/play-median", processor},
			{"Click/tables=100/p99", "Click to reply, 100 tables, p99", "ClickToReply/100_tables_at_500_a_second", "ms/play-p99", processor},
			{"CPU/tables=100", "The bot's CPU a play, 100 tables", "ClickToReply/100_tables_at_500_a_second", "bot-cpu-ms/play", worked},
		}},
		{"store", "^BenchmarkSettle$", "2000x", "", large, []figure{
			{"Settle/rounds=0/p50", "A round's end stored: no rounds before, median", "Settle/" + crowd + "/settle", "empty-ms-p50", disk},
			{"Settle/rounds=0/p99", "A round's end stored: no rounds before, p99", "Settle/" + crowd + "/settle", "empty-ms-p99", disk},
			{"Settle/rounds=1M/p50", "A round's end stored: a million before, median", "Settle/" + crowd + "/settle", "full-ms-p50", disk},
			{"Settle/rounds=1M/p99", "A round's end stored: a million before, p99", "Settle/" + crowd + "/settle", "full-ms-p99", disk},
		}},
		{"store", board, "1000x", "", large, []figure{
			{"Leaderboard/first", "A leaderboard: the first page", points + "first", "ms-p50", processor},
			{"Leaderboard/mine", "A leaderboard: the page with a player's own line", points + "mine", "ms-p50", processor},
		}},
		{"store", "^BenchmarkRecovery$", "3x", "", large, []figure{
			{"Recovery/time", "10,000 tables read back", "Recovery/tables=10000", "ms-p50", processor},
			{"Recovery/memory", "Memory of one of them", "Recovery/tables=10000", "B/table", whole},
		}},
		{"e2e", "^BenchmarkStartUp$", "20x", "5x", nil, []figure{
			{"StartUp", "Start of the process to ready", "StartUp", "ms/start-median", processor},
		}},
		{release, "", "", "once", nil, []figure{{"Binary", "The release binary", "", "B/binary", whole}}},
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
		if m.figures = fit; quick {
			m.time = m.quick
		}
		if len(fit) > 0 {
			part = append(part, m)
		}
	}
	return part
}

// listed are the figures of these measures, the yardsticks before them.
func listed(measures []measure) []figure {
	all := yardsticks
	for _, m := range measures {
		all = append(all[:len(all):len(all)], m.figures...)
	}
	return all
}
