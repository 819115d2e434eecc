package store

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestBoardsAndMentions(t *testing.T) {
	s := openNew(t)
	id, other := create(t, s), create(t, s)
	board := Board{Channel: "c1", Message: "m1", Posted: noon()}
	newer := Board{Channel: "c1", Message: "m2", Edition: "round 2", Posted: noon().Add(time.Minute)}
	mention := Board{Channel: "c1", Message: "m3", Posted: noon()}
	for _, b := range []Board{board, newer} {
		if err := s.SaveBoard(t.Context(), id, b); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.SaveMention(t.Context(), id, mention); err != nil {
		t.Fatal(err)
	}
	is := func(why string, got Board, err error, want Board) {
		t.Helper()
		if got != want || err != nil {
			t.Errorf("%s: %v %v, want %v", why, got, err, want)
		}
	}
	got, err := s.Board(t.Context(), id)
	is("the newer board", got, err, newer)
	got, err = s.Mention(t.Context(), id)
	is("the mention", got, err, mention)
	got, err = s.Board(t.Context(), other)
	is("a table without a board", got, err, Board{})
	if err := s.SaveMention(t.Context(), id, Board{}); err != nil {
		t.Fatal(err)
	}
	got, err = s.Mention(t.Context(), id)
	is("the mention is gone", got, err, Board{})
	got, err = s.Board(t.Context(), id)
	is("and the board is not", got, err, newer)
	if err := s.SaveBoard(t.Context(), other+1, board); err == nil {
		t.Error("a board of no table is saved")
	}
}

func TestSettings(t *testing.T) {
	s := openNew(t)
	set := func(guild, key, value string) {
		t.Helper()
		if err := s.SetSetting(t.Context(), guild, key, value); err != nil {
			t.Fatal(err)
		}
	}
	set("g1", "clock", "60s")
	set("g1", "clock", "30s")
	set("g1", "mentions", "off")
	set("g1", "mentions", "")
	set("g2", "clock", "5m")
	for _, c := range []struct{ guild, key, want string }{
		{"g1", "clock", "30s"}, {"g1", "mentions", ""}, {"g2", "clock", "5m"}, {"g3", "clock", ""},
	} {
		if got, err := s.Setting(t.Context(), c.guild, c.key); got != c.want || err != nil {
			t.Errorf("%s of %s is %q (%v), want %q", c.key, c.guild, got, err, c.want)
		}
	}
	all, err := s.Settings(t.Context(), "g1")
	if diff := cmp.Diff(map[string]string{"clock": "30s"}, all); diff != "" || err != nil {
		t.Error(diff, err)
	}
}

func TestLastOptions(t *testing.T) {
	s := openNew(t)
	for _, options := range []map[string]string{{"pass": "out"}, {"pass": "stay", "score": "20"}, {}} {
		if err := s.SaveLastOptions(t.Context(), "c1", "ahole", options); err != nil {
			t.Fatal(err)
		}
		got, err := s.LastOptions(t.Context(), "c1", "ahole")
		if diff := cmp.Diff(options, got); diff != "" || err != nil {
			t.Error(diff, err)
		}
	}
	for _, c := range [][2]string{{"c2", "ahole"}, {"c1", "president"}} {
		if got, err := s.LastOptions(t.Context(), c[0], c[1]); got != nil || err != nil {
			t.Errorf("%v: %v %v", c, got, err)
		}
	}
}
