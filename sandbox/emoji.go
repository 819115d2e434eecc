package sandbox

// emoji is one of the application's emojis.
type emoji struct {
	ID snowflake `json:"id"`
}

// hasEmoji says whether the application has the emoji.
func (w *world) hasEmoji(id snowflake) bool {
	for _, e := range w.emojis {
		if e.ID == id {
			return true
		}
	}
	return false
}
