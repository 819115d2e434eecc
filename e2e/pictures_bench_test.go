package e2e

import (
	"strings"
	"testing"
)

// The cost of pictures per click. People take turns at two tables of one bot, which show cards as
// pictures and as words.
//
//	go test ./e2e -run '^$' -bench PicturesAgainstWords -benchtime 3000x
//
// Times are from the interaction to the bot's answer; bytes are those of the answer.
func BenchmarkPicturesAgainstWords(b *testing.B) {
	s := newPicturedServer(b)
	tables := [2]*benchTable{s.benchTable(b, 0, "Sandbox"), s.benchTable(b, 1, "Sandbox")}
	for _, u := range tables[1].People {
		u.Prefers("cards/text")
	}
	before, err := s.Calls(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	b.ResetTimer()
	var plays [2][]float64
	for i := range b.N {
		at := i % 2
		if i/2%2 == 1 { // so that neither is always first
			at = 1 - at
		}
		p, err := tables[at].play(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		plays[at] = append(plays[at], p.reply)
	}
	b.StopTimer()
	bytes, answers := s.answered(b, len(before))
	for i, name := range []string{"pictures", "words"} {
		b.ReportMetric(quantile(plays[i], 0.5), "ms-median/"+name)
		b.ReportMetric(quantile(plays[i], 0.99), "ms-p99/"+name)
		b.ReportMetric(float64(bytes[i])/float64(max(answers[i], 1)), "bytes/"+name)
	}
	b.ReportMetric(quantile(plays[0], 0.5)/quantile(plays[1], 0.5), "median-ratio")
	b.ReportMetric(quantile(plays[0], 0.99)/quantile(plays[1], 0.99), "p99-ratio")
}

// answered returns the bytes and the number of the hands answered since a call, with and without
// pictures.
func (s *Server) answered(b *testing.B, since int) (bytes, answers [2]int) {
	b.Helper()
	calls, err := s.Calls(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range calls[since:] {
		body := strings.ReplaceAll(strings.ReplaceAll(string(c.Body), `\u003c`, "<"), `\u003e`, ">") // in the form in which the bot sent it
		if !strings.HasSuffix(c.Path, "/callback") || !strings.Contains(body, "prefer") {
			continue
		}
		i := 1
		if pictureText.MatchString(body) {
			i = 0
		}
		bytes[i] += len(body)
		answers[i]++
	}
	return bytes, answers
}
