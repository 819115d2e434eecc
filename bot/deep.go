package bot

import "runtime"

// deepen makes a new goroutine's stack as large as an interaction or a rendering
// needs it, at once, while there is next to nothing on it to copy. By itself it
// would double four times with ever more frames on it: a fifteenth of the bot's
// processor time.
//
//go:noinline
func deepen() {
	var room [16 << 10]byte
	runtime.KeepAlive(&room)
}
