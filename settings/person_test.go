package settings_test

import (
	"maps"
	"testing"

	"deuces/settings"
)

// Every value of every preference can be chosen, is stored if it isn't the default, and is read
// back.
func TestPreferencesReadBack(t *testing.T) {
	if form := settings.DefaultPerson().Form(); len(form) > 0 {
		t.Errorf("who has chosen nothing is stored as %v", form)
	}
	keys := map[string]bool{}
	for _, x := range settings.Preferences() {
		if keys[x.Key] {
			t.Errorf("there are two preferences %q", x.Key)
		}
		keys[x.Key] = true
		if n := len(x.Values); n < 2 || n > 5 {
			t.Errorf("%s has %d values: a row of buttons holds two to five", x.Key, n)
		}
		for i, v := range x.Values {
			p, err := settings.DefaultPerson().With(x.Key, v.Key)
			if err != nil || x.Shows(p) != v.Key {
				t.Fatalf("%s=%s chosen is %q (%v)", x.Key, v.Key, x.Shows(p), err)
			}
			form := p.Form()
			if want := min(i, 1); len(form) != want {
				t.Errorf("%s=%s is stored as %v", x.Key, v.Key, form)
			}
			if again, err := settings.ParsePerson(form); err != nil || again != p {
				t.Errorf("%s=%s is read back as %+v (%v)", x.Key, v.Key, again, err)
			}
		}
	}
}

// The stored form never changes.
func TestFormOfAPerson(t *testing.T) {
	form := map[string]string{"cards": "words", "colors": "two", "autopass": "hand", "notice": "late", "where": "dm", "hints": "turn"}
	want := settings.Person{
		Cards: settings.InWords, Colors: settings.TwoColors, AutoPass: settings.PassByHand, Notice: settings.NoticeLate, Where: settings.ByDM, Hints: settings.HintsEachTurn,
	}
	if got, err := settings.ParsePerson(form); err != nil || got != want {
		t.Errorf("%v is read as %+v, %v", form, got, err)
	}
	if got := want.Form(); !maps.Equal(got, form) {
		t.Errorf("%+v is stored as %v", want, got)
	}
}

func TestUnknownPreferencesAreRefused(t *testing.T) {
	for why, form := range map[string]map[string]string{
		"no such preference": {"hats": "yes"},
		"no such value":      {"cards": "marble"},
		"no value":           {"cards": ""},
	} {
		if p, err := settings.ParsePerson(form); err == nil {
			t.Errorf("%s: %v is read as %+v", why, form, p)
		}
		for key, value := range form {
			if p, err := settings.DefaultPerson().With(key, value); err == nil || p != settings.DefaultPerson() {
				t.Errorf("%s: %s=%s makes %+v (%v)", why, key, value, p, err)
			}
		}
	}
}

// When and where players are told: their own choice overrides the operator's default, and a
// guild without mentions has none in its channels.
func TestWhenPlayersAreNotified(t *testing.T) {
	silent := settings.Default()
	silent.Mentions = false
	for _, tt := range []struct {
		why      string
		g        settings.Guild
		program  settings.Mention
		notice   settings.Notice
		where    settings.Where
		want     settings.Mention
		directly bool
	}{
		{"nothing is chosen", settings.Default(), settings.MentionWarning, settings.NoticeServer, settings.InChannel, settings.MentionWarning, false},
		{"only the place is chosen", settings.Default(), settings.MentionTurn, settings.NoticeServer, settings.ByDM, settings.MentionTurn, true},
		{"never", settings.Default(), settings.MentionTurn, settings.NoticeNever, settings.InChannel, settings.MentionOff, false},
		{"late, although the operator's default is at once", settings.Default(), settings.MentionTurn, settings.NoticeLate, settings.InChannel, settings.MentionWarning, false},
		{"at once, although the operator's default is never", settings.Default(), settings.MentionOff, settings.NoticeAtOnce, settings.InChannel, settings.MentionTurn, false},
		{"direct messages are closed", settings.Default(), settings.MentionOff, settings.NoticeAtOnce, settings.DMClosed, settings.MentionTurn, false},
		{"no mentions in this server", silent, settings.MentionTurn, settings.NoticeServer, settings.InChannel, settings.MentionOff, false},
		{"none, regardless of the preference", silent, settings.MentionTurn, settings.NoticeAtOnce, settings.InChannel, settings.MentionOff, false},
		{"none in the channel; a direct message is nobody else's business", silent, settings.MentionTurn, settings.NoticeLate, settings.ByDM, settings.MentionWarning, true},
		{"none, if the server decides", silent, settings.MentionTurn, settings.NoticeServer, settings.ByDM, settings.MentionOff, true},
		{"none, and direct messages are closed", silent, settings.MentionTurn, settings.NoticeAtOnce, settings.DMClosed, settings.MentionOff, false},
	} {
		p := settings.DefaultPerson()
		p.Notice, p.Where = tt.notice, tt.where
		if when, directly := p.Told(tt.g, tt.program); when != tt.want || directly != tt.directly {
			t.Errorf("%s: %s, directly %v", tt.why, when, directly)
		}
	}
}

// DMClosed is stored like a choice but can't be chosen.
func TestDMClosedIsStoredButCannotBeChosen(t *testing.T) {
	closed := settings.DefaultPerson()
	closed.Where = settings.DMClosed
	form := closed.Form()
	if again, err := settings.ParsePerson(form); err != nil || again != closed || len(form) != 1 {
		t.Errorf("stored as %v it is read as %+v (%v)", form, again, err)
	}
	if p, err := settings.DefaultPerson().With("where", string(settings.DMClosed)); err == nil {
		t.Errorf("it can be chosen: %+v", p)
	}
	if p, err := closed.With("where", string(settings.ByDM)); err != nil || p.Where != settings.ByDM {
		t.Errorf("whoever opens them again can't choose them again: %+v (%v)", p, err)
	}
}
