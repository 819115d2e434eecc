package store

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"deuces/game"
	"deuces/match"
	"deuces/settings"
)

func TestTheMessagesOfATableAreFoundAgain(t *testing.T) {
	s := openNew(t)
	id, other := create(t, s), create(t, s)
	board := Post{Channel: "c1", Message: "m1", Posted: noon()}
	newer := Post{Channel: "c1", Message: "m2", Edition: "round 2", Posted: noon().Add(time.Minute)}
	mention := Post{Channel: "c1", Message: "m3", Posted: noon()}
	for _, b := range []Post{board, newer} {
		must(t, s.SavePost(t.Context(), id, BoardPost, b))
	}
	must(t, s.SavePost(t.Context(), id, MentionPost, mention))
	is := func(why string, got Post, err error, want Post) {
		t.Helper()
		if got != want || err != nil {
			t.Errorf("%s: %v %v, want %v", why, got, err, want)
		}
	}
	got, err := s.Post(t.Context(), id, BoardPost)
	is("the newer board", got, err, newer)
	got, err = s.Post(t.Context(), id, MentionPost)
	is("the mention", got, err, mention)
	got, err = s.Post(t.Context(), other, BoardPost)
	is("a table without a board", got, err, Post{})
	direct := Post{Message: "m4", Former: "post//1.1", Edition: "1.1", Posted: noon()}
	must(t, s.SavePost(t.Context(), id, "direct/7", direct))
	all, err := s.Posts(t.Context(), id)
	if diff := cmp.Diff(map[PostKind]Post{BoardPost: newer, MentionPost: mention, "direct/7": direct}, all); diff != "" || err != nil {
		t.Errorf("all of them: %v\n%s", err, diff)
	}
	if none, err := s.Posts(t.Context(), other); len(none) > 0 || err != nil {
		t.Errorf("of a table without any: %v %v", none, err)
	}
	must(t, s.SavePost(t.Context(), id, MentionPost, Post{}))
	got, err = s.Post(t.Context(), id, MentionPost)
	is("the mention is gone", got, err, Post{})
	got, err = s.Post(t.Context(), id, BoardPost)
	is("and the board is not", got, err, newer)
	if err := s.SavePost(t.Context(), other+1, BoardPost, board); err == nil {
		t.Error("a board of no table is saved")
	}
}

func TestSettingsReadBack(t *testing.T) {
	s := openNew(t)
	change := func(guild string, change func(*settings.Guild)) error {
		_, err := s.ChangeSettings(t.Context(), guild, noon(), func(g settings.Guild) (settings.Guild, error) {
			change(&g)
			return g, nil
		})
		return err
	}
	is := func(guild string, want settings.Guild) {
		t.Helper()
		if got, err := s.GuildSettings(t.Context(), guild); err != nil || cmp.Diff(want, got) != "" {
			t.Error(cmp.Diff(want, got), err)
		}
	}
	is("g1", settings.Default())
	want := settings.Default()
	want.Clock, want.Channels = time.Minute, []string{"7", "8"}
	must(t, change("g1", func(g *settings.Guild) { *g = want }))
	is("g1", want)
	is("g2", settings.Default())
	want.Clock, want.Mentions = 0, false
	must(t, change("g1", func(g *settings.Guild) { g.Clock, g.Mentions = 0, false }))
	is("g1", want)
	var refused *game.Illegal
	if err := change("g1", func(g *settings.Guild) { g.Keep = 0 }); !errors.As(err, &refused) {
		t.Errorf("what can't be is set: %v", err)
	}
	_, err := s.ChangeSettings(t.Context(), "g1", noon(), func(g settings.Guild) (settings.Guild, error) { return g, errFault })
	if !errors.Is(err, errFault) {
		t.Error(err)
	}
	is("g1", want)
}

func TestPresetsBelongToAGuild(t *testing.T) {
	s := openNew(t)
	ours := settings.Preset{Name: "Ours", System: "toy", Options: map[string]string{"cards": "5"}, Channels: []string{"7"}, Locked: true}
	plain := settings.Preset{Name: "a plain one", System: "toy", Options: map[string]string{}, Channels: []string{}}
	for _, p := range []settings.Preset{{Name: "OURS", System: "president"}, ours, plain} {
		must(t, s.SavePreset(t.Context(), "g1", p))
	}
	is := func(guild string, want ...settings.Preset) {
		t.Helper()
		got, err := s.Presets(t.Context(), guild)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Error(diff, err)
		}
	}
	is("g1", plain, ours)
	is("g2")
	for i := len([]string{"ours", "plain"}); i < settings.MaxPresets; i++ {
		must(t, s.SavePreset(t.Context(), "g1", settings.Preset{Name: fmt.Sprint("z", i), System: "toy"}))
	}
	var refused *game.Illegal
	if err := s.SavePreset(t.Context(), "g1", settings.Preset{Name: "one too many", System: "toy"}); !errors.As(err, &refused) {
		t.Errorf("one too many: %v", err)
	}
	if err := s.SavePreset(t.Context(), "g1", settings.Preset{Name: " ", System: "toy"}); !errors.As(err, &refused) {
		t.Errorf("without a name: %v", err)
	}
	if err := s.SavePreset(t.Context(), "g1", ours); err != nil {
		t.Errorf("one that is there, in a full list: %v", err)
	}
	must(t, s.DropPreset(t.Context(), "g1", "oUrs"), s.DropPreset(t.Context(), "g1", "never was"))
	if got, err := s.Presets(t.Context(), "g1"); len(got) != settings.MaxPresets-1 || err != nil {
		t.Error(got, err)
	}
}

func TestAChannelRemembersItsLastOptions(t *testing.T) {
	s := openNew(t)
	for _, options := range []map[string]string{{"pass": "out"}, {"pass": "stay", "score": "20"}, {}} {
		must(t, s.SaveLastOptions(t.Context(), "g1", "c1", "ahole", options))
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

func TestCleanPosts(t *testing.T) {
	s := openNew(t)
	id, other := create(t, s), create(t, s)
	at := Post{Channel: "c", Message: "2", Posted: noon()}
	dirty, cleaned := at, at
	dirty.Former, cleaned.Former = "1 reply/9/tok/5", "1"
	for _, err := range []error{
		s.SavePost(t.Context(), id, BoardPost, dirty),
		s.SavePost(t.Context(), other, BoardPost, at),
		s.CleanPosts(t.Context(), func(former string) string { return strings.TrimSuffix(former, " reply/9/tok/5") }),
	} {
		must(t, err)
	}
	for id, want := range map[match.ID]Post{id: cleaned, other: at} {
		if got, err := s.Post(t.Context(), id, BoardPost); got != want || err != nil {
			t.Errorf("table %d: %+v, %v; want %+v", id, got, err, want)
		}
	}
}
