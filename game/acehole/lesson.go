package acehole

import "deuces/game"

// Lesson teaches the count, sixes, face cards and drawing.
func Lesson() game.Lesson {
	return game.Lesson{
		Hands:   []string{"7h 6s 6h Kc 3c", "5h 8s 4c Ad 8d", "5s 9s 9c Kd 7d"},
		TopCard: "Th",
		Pile:    "2d Jc Qd 4h",
		Steps: []game.Step{
			{
				Prompt: "10♥ is on the table. Play lower ⬇️: a lower heart, or any other ten.",
				Answer: "7h",
				Wrong:  []string{"3c", "pass", "draw"},
			},
			{
				OthersPlay: []string{"5h", "5s"},
				Prompt:     "5♠ went on 5♥, because they have the same rank. A six is special: it goes on any card of its color, and switches between going down and going up.",
				Answer:     "6s",
				Wrong:      []string{"6h", "3c"},
			},
			{
				OthersPlay:  []string{"8s", "9s"},
				Prompt:      "Now you play higher ⬆️: 9♠ takes a higher spade. Face cards, J, Q and K, go on any card of their color.",
				Answer:      "Kc",
				Wrong:       []string{"3c"},
				Explanation: "After a face card any number of its suit may follow.",
			},
			{
				OthersPlay: []string{"4c", "9c"},
				Prompt:     "9♣ is on the table, and you play higher ⬆️. Neither of your cards fits, so you draw.",
				Answer:     "draw",
				Wrong:      []string{"3c", "6h"},
			},
			{
				Prompt: "2♦ doesn't fit either. You draw until something does.",
				Answer: "draw",
				Wrong:  []string{"2d"},
			},
			{
				Prompt: "J♣ is a black face card, so it fits.",
				Answer: "Jc",
				Wrong:  []string{"2d"},
			},
		},
		Closing: "The round ends when somebody has no cards left. Each card that you still hold costs points: 5, or 10 for sixes and face cards, or 20 for Aces and Jokers. Whoever plays an Ace on a card of the opposite color is the Acehole.",
	}
}
