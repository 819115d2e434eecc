package settings

// Mention says when the player to move is told of their turn. The operator chooses when
// for those who haven't chosen for themselves; in a guild whose Mentions are off nobody
// is mentioned in a channel.
type Mention string

// When players are told: at most once a turn.
const (
	MentionTurn    Mention = "turn"    // as their turn begins
	MentionWarning Mention = "warning" // when their time runs out; not those who act in time
	MentionOff     Mention = "off"     // never
)

// MentionTimes lists them.
func MentionTimes() []Mention { return []Mention{MentionTurn, MentionWarning, MentionOff} }

// Told says when somebody is told of their turn in a guild, and whether by a direct
// message; program is what holds for those who haven't chosen.
func (p Person) Told(g Guild, program Mention) (when Mention, directly bool) {
	directly = p.Where == ByDM
	switch {
	case !g.Mentions && (!directly || p.Notice == NoticeServer):
		return MentionOff, directly
	case p.Notice == NoticeNever:
		return MentionOff, directly
	case p.Notice == NoticeLate:
		return MentionWarning, directly
	case p.Notice == NoticeAtOnce:
		return MentionTurn, directly
	}
	return program, directly
}
