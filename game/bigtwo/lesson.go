package bigtwo

import (
	"deuces/game"
	"deuces/internal/say"
)

// Lesson teaches the opening card, plays of five cards, suits, and the value of a 2.
func Lesson() game.Lesson {
	return game.Lesson{
		Hands: []string{
			"3d 4h 5s 6c 7d 3c 9h 9s 2s", "4d 5d 6h 7h 8c 8d 8h Kd", "Jd Qc 4c 5c 6d 7c Tc Th", "9d 9c Ks Qh Jc Td 4s 6s",
		},
		Steps: []game.Step{
			{
				Prompt: "Whoever holds 3♦ leads, with a play that includes it: one card, a pair, three of a kind, or five cards as in poker. You have a straight: five ranks in a row.",
				Answer: "3d 4h 5s 6c 7d",
				Wrong:  []string{"9h 9s", "3d 4h"},
			},
			{
				OthersPlay: []string{"4d 5d 6h 7h 8c", "pass", "pass"},
				Prompt:     "A higher straight is on the table. It takes five cards to beat five, and you have four.",
				Answer:     "pass",
				Wrong:      []string{"2s"},
			},
			{
				OthersPlay: []string{"8d 8h", "pass", "9d 9c"},
				Prompt:     "A pair of nines is on the table, and you have one, too. If ranks are equal, the highest suit decides: ♠ before ♥, ♣ and ♦.",
				Answer:     "9h 9s",
				Wrong:      []string{"3c 2s"},
			},
			{
				OthersPlay: []string{"pass", "pass", "pass"},
				Prompt:     "You lead. 2♠ is the highest card there is, so nobody can beat it.",
				Answer:     "2s",
				Wrong:      []string{"3c"},
				Why: map[string]say.Text{
					"3c": "Somebody could beat it, and you would have to get the lead back.",
				},
			},
			{
				OthersPlay:  []string{"pass", "pass", "pass"},
				Prompt:      "You lead again, with your last card.",
				Answer:      "3c",
				Wrong:       []string{"pass"},
				Explanation: "You are out of cards, and first!",
			},
		},
		Closing: "The others lose points for every card that they still hold, and more if they hold many. Flushes, full houses, four of a kind and straight flushes beat straights. Hong Kong, Taiwan, Pusoy Dos and Capsa are among the house rules of a table.",
	}
}
