package store

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

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
	must(t,
		s.SavePost(t.Context(), id, BoardPost, board),
		s.SavePost(t.Context(), id, BoardPost, newer),
		s.SavePost(t.Context(), id, MentionPost, mention),
	)
	is := func(why string, id match.ID, kind PostKind, want Post) {
		t.Helper()
		got, err := s.Post(t.Context(), id, kind)
		equal(t, why, want, got, err)
	}
	is("the newer board", id, BoardPost, newer)
	is("the mention", id, MentionPost, mention)
	is("a table without a board", other, BoardPost, Post{})
	direct := Post{Message: "m4", Former: "post//1.1", Edition: "1.1", Posted: noon()}
	must(t, s.SavePost(t.Context(), id, "direct/7", direct))
	all, err := s.Posts(t.Context(), id)
	equal(t, "all of them", map[PostKind]Post{BoardPost: newer, MentionPost: mention, "direct/7": direct}, all, err)
	none, err := s.Posts(t.Context(), other)
	equal(t, "of a table without any", map[PostKind]Post{}, none, err)
	must(t, s.SavePost(t.Context(), id, MentionPost, Post{}))
	is("the mention is gone", id, MentionPost, Post{})
	is("and the board is not", id, BoardPost, newer)
	if err := s.SavePost(t.Context(), other+1, BoardPost, board); err == nil {
		t.Error("a board of no table is saved")
	}
}

func TestCleanPosts(t *testing.T) {
	s := openNew(t)
	id, other := create(t, s), create(t, s)
	at := Post{Channel: "c", Message: "2", Posted: noon()}
	dirty, cleaned := at, at
	dirty.Former, cleaned.Former = "1 reply/9/tok/5", "1"
	must(t,
		s.SavePost(t.Context(), id, BoardPost, dirty),
		s.SavePost(t.Context(), other, BoardPost, at),
		s.CleanPosts(t.Context(), func(former string) string { return strings.TrimSuffix(former, " reply/9/tok/5") }),
	)
	for id, want := range map[match.ID]Post{id: cleaned, other: at} {
		got, err := s.Post(t.Context(), id, BoardPost)
		equal(t, fmt.Sprint("table ", id), want, got, err)
	}
}

func TestPresetsBelongToAGuild(t *testing.T) {
	s := openNew(t)
	ours := settings.Preset{Name: "Ours", System: "toy", Options: map[string]string{"cards": "5"}, Channels: []string{"7"}, Locked: true}
	plain := settings.Preset{Name: "a plain one", System: "toy", Options: map[string]string{}, Channels: []string{}}
	for _, p := range []settings.Preset{{Name: "OURS", System: "president"}, ours, plain} {
		must(t, s.SavePreset(t.Context(), "g1", p))
	}
	for guild, want := range map[string][]settings.Preset{"g1": {plain, ours}, "g2": nil} {
		got, err := s.Presets(t.Context(), guild)
		equal(t, guild, want, got, err)
	}
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
	isError(t, "one that is there, in a full list", s.SavePreset(t.Context(), "g1", ours), nil)
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
		equal(t, "options", options, got, err)
	}
	for _, c := range [][2]string{{"c2", "ahole"}, {"c1", "president"}} {
		if got, err := s.LastOptions(t.Context(), c[0], c[1]); got != nil || err != nil {
			t.Errorf("%v: %v %v", c, got, err)
		}
	}
}
