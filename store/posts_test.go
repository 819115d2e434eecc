package store

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp/cmpopts"

	"deuces/game/gametest"
	"deuces/match"
	"deuces/settings"
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
		result(s.Post(t.Context(), id, kind)).is(t, why, want)
	}
	is("the newer board", id, BoardPost, newer)
	is("the mention", id, MentionPost, mention)
	is("a table without a board", other, BoardPost, Post{})
	direct := Post{Message: "m4", Former: "post//1.1", Edition: "1.1", Posted: noon()}
	must(t, s.SavePost(t.Context(), id, "direct/7", direct))
	result(s.Posts(t.Context(), id)).is(t, "all of them", map[PostKind]Post{BoardPost: newer, MentionPost: mention, "direct/7": direct})
	result(s.Posts(t.Context(), other)).is(t, "of a table without any", map[PostKind]Post{})
	must(t, s.SavePost(t.Context(), id, MentionPost, Post{}))
	is("the mention is gone", id, MentionPost, Post{})
	is("and the board is not", id, BoardPost, newer)
	errorSays(t, "a board of no table", s.SavePost(t.Context(), other+1, BoardPost, board), "")
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
		result(s.Post(t.Context(), id, BoardPost)).is(t, fmt.Sprint("table ", id), want)
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
	for _, name := range []string{"one too many", " "} {
		isRefused(t, name, s.SavePreset(t.Context(), "g1", settings.Preset{Name: name, System: "toy"}))
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
		result(s.LastOptions(t.Context(), c[0], c[1])).is(t, fmt.Sprint(c), nil)
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
		result(s.Index(t.Context())).is(t, "the index", want)
	}
	rest := func(tables map[match.ID]*table.Sleep) { must(t, s.SetAsleep(t.Context(), tables)) }
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
	result(s.Alive(t.Context())).is(t, "a new database", time.Time{})
	must(t, s.SaveAlive(t.Context(), noon()), s.SaveAlive(t.Context(), noon().Add(5*time.Second)))
	r, err := Read(t.Context(), path)
	must(t, err)
	defer r.Close()
	result(r.Alive(t.Context())).is(t, "as another reads it", noon().Add(5*time.Second))
}

func TestAGivenUpTableIsNotLive(t *testing.T) {
	s := openNew(t)
	lost, kept := create(t, s), create(t, s)
	must(t, s.GiveUp(t.Context(), lost, noon()))
	result(live(t.Context(), s)).is(t, "live", []match.ID{kept})
	result(s.Channel(t.Context(), lost)).is(t, "the channel of the lost one", "c1")
	isError(t, "the channel of no table", errOf(s.Channel(t.Context(), 99)), match.ErrNoTable)
	for _, id := range []match.ID{lost, kept} {
		must(t, s.SavePost(t.Context(), id, MentionPost, Post{Message: "m", Posted: noon()}))
	}
	result(s.Untold(t.Context(), nil)).is(t, "with messages still", []match.ID{lost})
	must(t, s.SavePost(t.Context(), lost, MentionPost, Post{}))
	result(s.Untold(t.Context(), nil)).is(t, "with no message any more", nil)
}

func TestAGuildIsGreetedOnce(t *testing.T) {
	s := openNew(t)
	now, old := noon(), noon().Add(-time.Hour)
	// The row without a guild: guilds joined before it, when there were no greetings, count as greeted.
	must(t, s.exec(t.Context(), ofGuild(""), `INSERT INTO greeted (guild, at) VALUES ('', ?), ('g1', 1)`, noon().Add(-time.Minute).UnixMilli()))
	for _, c := range []struct {
		why, guild string
		joined     time.Time
		want       bool
	}{
		{"it was greeted", "g1", now, false},
		{"the bot was there before, though nothing is known of it", "quiet", old, false},
		{"it joined afterwards", "new", now, true},
		{"it was greeted just now", "new", now, false},
		{"another", "other", now, true},
	} {
		result(s.Greet(t.Context(), c.guild, c.joined, now)).is(t, c.why, c.want)
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
		result(s.SaveEmojis(t.Context(), step.shown, step.unused, at(step.hour))).is(t, step.why, step.want)
		result(s.Emojis(t.Context())).is(t, step.why+": read back", step.shown, cmpopts.EquateEmpty())
	}
}
