package mirror

import (
	"deuces/bot/rest"
	"testing"
	"time"
)

// Reachable removes replies whose tokens have expired.
func TestExpiredTokensAreNotKept(t *testing.T) {
	clicked := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	reply := rest.NewHandle("9", "tok", clicked)
	kept := addFormer("77:round-1", addFormer(reply.String(), "78"))
	for _, c := range []struct {
		reason string
		former string
		after  time.Duration
		want   string
	}{
		{"at once", kept, 0, kept},
		{"while it lives", kept, 14 * time.Minute, kept},
		{"when it is dead", kept, 15 * time.Minute, "77:round-1 78"},
		{"of an older program, whose end nobody knows", "reply/9/tok 78", 0, "78"},
		{"messages", "77:round-1 78", 24 * time.Hour, "77:round-1 78"},
		{"nothing", "", time.Hour, ""},
	} {
		if got := Reachable(c.former, clicked.Add(c.after)); got != c.want {
			t.Errorf("%s: %q becomes %q, want %q", c.reason, c.former, got, c.want)
		}
	}
	if back, is := rest.ParseHandle(reply.String()); !is || back != (rest.Handle{App: "9", Token: "tok", Expires: time.Unix(reply.Expires.Unix(), 0)}) {
		t.Errorf("it is read back as %+v", back)
	}
}
