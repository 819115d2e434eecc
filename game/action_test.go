package game

import "testing"

func TestParseAction(t *testing.T) {
	for _, tt := range []struct{ in, out, why string }{
		{"3c 3d", "3c 3d", "a set"},
		{" 10h ", "Th", "spaces and 10 are forgiven"},
		{"PASS", "pass", "so is case"},
		{"draw", "draw", "shedding games"},
		{"give 3c 4d", "give 3c 4d", "an exchange decision"},
		{"give", "give", "a seat without cards gives none"},
		{"*1=9h", "*1=9h", "a Joker alone, named"},
		{"*1=9h *2=9h", "*1=9h *2", "naming one of several names the set"},
		{"*1 *2=9h", "*1=9h *2", "whichever it was"},
		{"5c *", "5c *", "whichever Joker is held"},
		{"8c=8h", "8c=8h", "a game may let a card be named: an eight that asks for hearts"},
	} {
		a, err := ParseAction(tt.in)
		if err != nil || a.String() != tt.out {
			t.Errorf("ParseAction(%q) = %v, %v; want %q: %s", tt.in, a, err, tt.out, tt.why)
		}
	}
	for _, tt := range []struct{ in, why string }{
		{"", "nothing"},
		{"pass 3c", "nothing follows a pass"},
		{"3c=9h *1", "beside a Joker it is that which stands for another"},
		{"*1=*2", "and not for each other"},
		{"*1=9h *2=9d", "nor for two things at once"},
		{"give *1=9h", "a card given is what it is"},
		{"3c 3", "half a card"},
	} {
		if a, err := ParseAction(tt.in); err == nil {
			t.Errorf("ParseAction(%q) = %v, want an error: %s", tt.in, a, tt.why)
		}
	}
}

func FuzzParseAction(f *testing.F) {
	for _, s := range []string{"3c 3d", "*1=9h *2", "give 3c", "pass", "*=2s 2d"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		a, err := ParseAction(s)
		if err != nil {
			return
		}
		b, err := ParseAction(a.String())
		if err != nil || b.String() != a.String() {
			t.Errorf("%q reads as %q, which reads as %q, %v", s, a, b, err)
		}
	})
}
