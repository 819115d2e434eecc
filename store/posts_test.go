package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp/cmpopts"

	"deuces/game"
	"deuces/game/gametest"
	"deuces/match"
	"deuces/settings"
	"deuces/store/engine"
	"deuces/table"
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

// Index lists a table as asleep until events are appended to its log.
func TestIndexListsSleepingTables(t *testing.T) {
	t.Parallel()
	s := openAt(t, place(t))
	var tables []*sitting
	for i := range 3 {
		tables = append(tables, sit(t, s, gametest.NewRand(uint64(i)), "g1", ann, bob))
	}
	first, second, third := tables[0], tables[1], tables[2]
	index := func(want ...table.Listed) {
		t.Helper()
		got, err := s.Index(t.Context())
		equal(t, "the index", want, got, err)
	}
	rest := func(tables map[match.ID]*table.Sleep) {
		t.Helper()
		must(t, s.SetAsleep(t.Context(), tables))
	}
	listed := func(g *sitting, s *table.Sleep) table.Listed {
		return table.Listed{ID: g.id, Guild: g.match.Guild, Channel: g.match.Channel, Asleep: s}
	}
	index(listed(first, nil), listed(second, nil), listed(third, nil))

	due := &table.Sleep{Seq: first.match.Seq, Until: noon().Add(1234 * time.Millisecond), Players: []match.Player{ann, bob}}
	never := &table.Sleep{Seq: second.match.Seq}
	rest(map[match.ID]*table.Sleep{first.id: due, second.id: never, third.id: nil})
	index(listed(first, due), listed(second, never), listed(third, nil))

	rest(map[match.ID]*table.Sleep{second.id: nil, third.id: {Seq: third.match.Seq - 1}})
	first.do(first.next())
	index(listed(first, nil), listed(second, nil), listed(third, nil))

	again := &table.Sleep{Seq: first.match.Seq, Players: []match.Player{bob}}
	rest(map[match.ID]*table.Sleep{first.id: again})
	index(listed(first, again), listed(second, nil), listed(third, nil))
}

func TestAHeartbeatIsReadBackByTheNextProcess(t *testing.T) {
	path := place(t)
	s := openAt(t, path)
	if at, err := s.Alive(t.Context()); err != nil || !at.IsZero() {
		t.Errorf("a new database: %v, %v", at, err)
	}
	for _, at := range []time.Time{noon(), noon().Add(5 * time.Second)} {
		must(t, s.SaveAlive(t.Context(), at))
	}
	r, err := Read(t.Context(), path)
	must(t, err)
	defer r.Close()
	if at, err := r.Alive(t.Context()); err != nil || !at.Equal(noon().Add(5*time.Second)) {
		t.Errorf("as another reads it: %v, %v", at, err)
	}
}

func TestAGivenUpTableIsNotLive(t *testing.T) {
	s := openNew(t)
	lost, kept := create(t, s), create(t, s)
	must(t, s.GiveUp(t.Context(), lost, noon()))
	if live, err := live(t.Context(), s); err != nil || len(live) != 1 || live[0] != kept {
		t.Errorf("live: %v, %v", live, err)
	}
	if channel, err := s.Channel(t.Context(), lost); err != nil || channel != "c1" {
		t.Errorf("the channel of the lost one: %q, %v", channel, err)
	}
	isError(t, "the channel of no table", errOf(s.Channel(t.Context(), 99)), match.ErrNoTable)
	for _, id := range []match.ID{lost, kept} {
		must(t, s.SavePost(t.Context(), id, MentionPost, Post{Message: "m", Posted: noon()}))
	}
	if untold, err := s.Untold(t.Context(), nil); err != nil || len(untold) != 1 || untold[0] != lost {
		t.Errorf("with messages still: %v, %v", untold, err)
	}
	must(t, s.SavePost(t.Context(), lost, MentionPost, Post{}))
	if untold, err := s.Untold(t.Context(), nil); err != nil || len(untold) != 0 {
		t.Errorf("with no message any more: %v, %v", untold, err)
	}
}

func TestAGuildIsGreetedOnce(t *testing.T) {
	path := place(t)
	s := openAt(t, path)
	greet := func(s *Store, guild string, want bool) {
		t.Helper()
		now := time.Now()
		if first, err := s.Greet(t.Context(), guild, now.Add(-time.Minute), now); err != nil || first != want {
			t.Errorf("guild %s is greeted: %v, %v; want %v", guild, first, err, want)
		}
	}
	greet(s, "g1", true)
	greet(s, "g1", false)
	greet(s, "g2", true)
	must(t, s.Close())
	s = openAt(t, path)
	greet(s, "g1", false)
}

// Guilds that the bot joined before its database had greetings count as greeted: a row without
// a guild has that time.
func TestGuildsJoinedBeforeGreetingsExistedCountAsGreeted(t *testing.T) {
	s := openNew(t)
	err := s.writer.write(t.Context(), engine.Claim{}, func(ctx context.Context, tx *tx) error {
		return tx.Exec(ctx, `INSERT INTO greeted (guild, at) VALUES ('', ?), ('g1', 1)`, time.Now().UnixMilli())
	})
	must(t, err)
	now := time.Now()
	for _, tt := range []struct {
		guild  string
		joined time.Time
		want   bool
		why    string
	}{
		{"g1", now.Add(time.Hour), false, "it was greeted"},
		{"quiet", now.Add(-time.Hour), false, "the bot was there before, though nothing is known of it"},
		{"new", now.Add(time.Hour), true, "it joined afterwards"},
	} {
		if first, err := s.Greet(t.Context(), tt.guild, tt.joined, now); err != nil || first != tt.want {
			t.Errorf("%s: %v, %v; want %v: %s", tt.guild, first, err, tt.want, tt.why)
		}
	}
}

// An emoji counts as unused since the first of consecutive calls that say so. Emojis in use are
// read back.
func TestAnEmojiIsUnusedSinceTheFirstCallThatSaysSo(t *testing.T) {
	s := openNew(t)
	at := func(hour int) time.Time { return time.Date(2026, 3, 1, hour, 0, 0, 0, time.UTC) }
	type ids = map[string]string
	for _, step := range []struct {
		hour          int
		shown, unused ids
		want          map[string]time.Time
		why           string
	}{
		{1, ids{"a": "6"}, ids{"b": "7", "c": "8"}, map[string]time.Time{"7": at(1), "8": at(1)}, "the first time"},
		{2, ids{"a": "6"}, ids{"b": "7", "c": "8", "d": "9"}, map[string]time.Time{"7": at(1), "8": at(1), "9": at(2)}, "one more"},
		{3, ids{"a": "6", "b": "7"}, ids{"c": "8"}, map[string]time.Time{"8": at(1)}, "one is used again, one is gone"},
		{4, ids{"a": "6"}, ids{"b": "7", "c": "8"}, map[string]time.Time{"7": at(4), "8": at(1)}, "the time begins anew after a use"},
		{5, ids{"a": "6", "b": "7", "c": "8"}, nil, map[string]time.Time{}, "all are used"},
		{6, nil, nil, map[string]time.Time{}, "all are gone"},
		{7, nil, ids{"c": "8"}, map[string]time.Time{"8": at(7)}, "and nothing is remembered"},
	} {
		got, err := s.SaveEmojis(t.Context(), step.shown, step.unused, at(step.hour))
		equal(t, step.why, step.want, got, err)
		shown, err := s.Emojis(t.Context())
		equal(t, step.why+": read back", step.shown, shown, err, cmpopts.EquateEmpty())
	}
}
