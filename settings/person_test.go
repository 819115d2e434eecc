package settings_test

import (
	"testing"

	"deuces/settings"
)

// Every value of every preference can be chosen, is stored where it is not the
// default, and is read back.
func TestWhatSomebodyChoosesIsReadBack(t *testing.T) {
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
			if err != nil || x.Of(p) != v.Key {
				t.Fatalf("%s=%s chosen is %q (%v)", x.Key, v.Key, x.Of(p), err)
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

func TestWhatIsNoChoiceIsRefused(t *testing.T) {
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
