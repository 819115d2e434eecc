package wire

// The gateway's opcodes.
const (
	opDispatch       = 0
	OpHeartbeat      = 1
	OpIdentify       = 2
	OpPresence       = 3
	OpVoice          = 4
	OpResume         = 6
	OpReconnect      = 7
	OpMembers        = 8
	OpInvalidSession = 9
	OpHello          = 10
	opHeartbeatAck   = 11
)
