package store

import (
	"testing"
	"time"

	"deuces/match"
)

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
