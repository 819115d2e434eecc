package tienlen

import (
	"deuces/game"
	"deuces/internal/say"
)

// Lesson teaches the opening card, sequences, a chop, and that a pass is final.
func Lesson() game.Lesson {
	return game.Lesson{
		Hands: []string{
			"3s 4c 5d 7c 7d 8s 8h 9c 9d Kh 6s", "6c 7s 8d Th Jd Kc 4s", "9s Ts Jh Qc 5s 5c 4d", "Js Qs Kd 2c 3c 3d 4h",
		},
		Steps: []game.Step{
			{
				Prompt: "The lowest card opens the match: you hold 3♠, so you lead, with a play that includes it. You have a sequence: three or more ranks in a row, in any suits.",
				Answer: "3s 4c 5d",
				Wrong:  []string{"7c 7d", "3s", "3s 5d"},
				Why: map[string]say.Text{
					"3s": "You may, but the sequence gets rid of three cards.",
				},
			},
			{
				OthersPlay: []string{"6c 7s 8d", "9s Ts Jh", "Js Qs Kd"},
				Prompt:     "K♦ is the highest card of this sequence. To beat it you need three in a row that end higher, and you have none.",
				Answer:     "pass",
				Wrong:      []string{"7c 8s 9c", "Kh"},
			},
			{
				OthersPlay:  []string{"pass", "pass", "2c"},
				Prompt:      "A new trick, and a 2 leads: the highest rank there is. But three pairs in a row beat a single 2. That is a chop.",
				Answer:      "7c 7d 8s 8h 9c 9d",
				Wrong:       []string{"Kh", "7c 7d"},
				Explanation: "Chopped! Whoever played the 2 pays you for it, a black 2 one point and a red one two.",
			},
			{
				OthersPlay: []string{"pass", "pass", "pass"},
				Prompt:     "You lead with two cards left. One of them may win the trick.",
				Answer:     "Kh",
				Wrong:      []string{"6s", "pass"},
				Why: map[string]say.Text{
					"6s": "Somebody could beat it, and you would have to get the lead back.",
				},
			},
			{
				OthersPlay:  []string{"pass", "pass", "pass"},
				Prompt:      "You lead again, with your last card.",
				Answer:      "6s",
				Wrong:       []string{"pass"},
				Explanation: "You are out of cards, and first!",
			},
		},
		Closing: "The others play on for the other places. Four of a kind and longer pair sequences chop, too, and some hands win as soon as they are dealt, such as four 2s or six pairs.",
	}
}
