package bot

import (
	"testing"
	"time"
)

// A page is turned in place on a message of one's own, and on one that stands there
// for others for the one who turns it alone.
func TestAPageIsTurnedInPlaceByItsOwnerAlone(t *testing.T) {
	for _, c := range []struct {
		raw     string
		private bool
		why     string
	}{
		{`"flags":32832,"interaction_metadata":{"user":{"id":"7"}}`, false, "a private message is the user's own"},
		{`"flags":32768,"interaction_metadata":{"user":{"id":"7"}}`, false, "the answer to the user's own command"},
		{`"flags":32768,"interaction_metadata":{"user":{"id":"8"}}`, true, "the answer to somebody else's"},
		{`"flags":32768`, true, "no answer, or it isn't known to whom"},
	} {
		i, err := decode([]byte(`{"id":"1","application_id":"2","token":"t","type":3,"guild_id":"3","channel_id":"4",
			"member":{"user":{"id":"7","username":"ann"}},"message":{"id":"5",`+c.raw+`},"data":{"custom_id":"x"}}`), time.Now())
		if err != nil {
			t.Fatal(err)
		}
		if r := i.Turn(Message{}); r.Private != c.private || r.Update == c.private {
			t.Errorf("%s: %+v", c.why, r)
		}
	}
}
