package settings

// Mention says when the player to move is mentioned, which notifies them. The
// operator chooses when; a guild whose Mentions are off has none.
type Mention string

// When players are mentioned: at most once a turn.
const (
	MentionTurn    Mention = "turn"    // as their turn begins
	MentionWarning Mention = "warning" // when their time runs out; not those who act in time
	MentionOff     Mention = "off"     // never
)

// MentionTimes lists them.
func MentionTimes() []Mention { return []Mention{MentionTurn, MentionWarning, MentionOff} }
