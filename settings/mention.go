package settings

// Mention says when a player is notified that it is their turn. The operator sets the default for
// players who haven't chosen. If a guild's Mentions are off, nobody is mentioned in a channel.
type Mention string

// The times, at most one per turn.
const (
	MentionTurn    Mention = "turn"    // when the turn begins
	MentionSoon    Mention = "soon"    // a little later, unless the player has just clicked something; at once in a match's first turn
	MentionWarning Mention = "warning" // when time runs short, unless the player acts before
	MentionOff     Mention = "off"     // never
)

// MentionTimes lists all values.
func MentionTimes() []Mention { return []Mention{MentionSoon, MentionTurn, MentionWarning, MentionOff} }

// Told returns when a player is notified of their turn in a guild, and whether by direct message.
// program is the operator's default.
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
