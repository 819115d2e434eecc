package president

import (
	"deuces/game"
	"deuces/internal/say"
)

// Each lesson is a short round that shows what is special about its system.

// AHoleLesson teaches sets, passing, and twos that need one card fewer.
func AHoleLesson() game.Lesson {
	return game.Lesson{
		Hands: []string{"3c 3d 7h 7c 9c 9s 2d", "4h 4s 8d 8c 5s Kc", "5d 6d Td Ts Qc 6s", "6h Jc Jd 8s Ah"},
		Steps: []game.Step{
			{
				Prompt: "You lead. Play one card, or several of the same rank; suits don't matter. Start low: low cards are the hardest to get rid of.",
				Answer: "3c 3d", Wrong: []string{"pass", "3c 7h"},
			},
			{
				OthersPlay: []string{"4h 4s", "pass", "pass"},
				Prompt:     "A pair of fours is on the table. Beat it with a higher pair, or pass.",
				Answer:     "9c 9s", Wrong: []string{"7h"},
			},
			{
				OthersPlay: []string{"pass", "pass", "pass"},
				Prompt:     "Everyone passed: you won the trick, and you lead again. Keep the 2 for later: it is the highest rank.",
				Answer:     "7h 7c", Wrong: []string{"pass"},
			},
			{
				OthersPlay: []string{"8d 8c", "Td Ts", "Jc Jd"},
				Prompt:     "Two Jacks are on the table. A 2 is so strong that it needs one card fewer: one 2 beats this pair.",
				Answer:     "2d", Wrong: []string{"pass"},
				Why:         map[string]say.Text{"pass": "You could, but your last card would win you the round."},
				Explanation: "You are out of cards, and first!",
			},
		},
		Closing: "The order in which players go out decides who is President and who comes last.",
	}
}

// PresidentLesson teaches who leads first, when to pass, and the value of a 2.
func PresidentLesson() game.Lesson {
	return game.Lesson{
		Hands: []string{"3c 3h 3s Qh Ac 2s", "6c 6d 6h 4d 5s", "9d 8s Td 7c 5c", "Kd 8c Jc 9h Ts"},
		Steps: []game.Step{
			{
				Prompt: "You hold Q♥, so you lead the first round. Start with what is low and many.",
				Answer: "3c 3h 3s", Wrong: []string{"pass", "3c Qh"},
			},
			{
				OthersPlay: []string{"6c 6d 6h", "pass", "pass"},
				Prompt:     "Three sixes are on the table. It takes three cards of a higher rank to beat them, and you have none.",
				Answer:     "pass", Wrong: []string{"Ac"},
			},
			{
				OthersPlay: []string{"4d", "9d", "Kd"},
				Prompt:     "Now single cards are played, and a King is on top. Ranks go from 3, the lowest, up to Ace and then 2, the highest.",
				Answer:     "Ac", Wrong: []string{"Qh"},
			},
			{
				OthersPlay: []string{"pass", "pass", "pass"},
				Prompt:     "You lead. Nothing beats a 2, so whoever plays it leads again.",
				Answer:     "2s", Wrong: []string{"Qh"},
				Why: map[string]say.Text{"Qh": "Somebody could beat it, and you would have to get the lead back."},
			},
			{
				OthersPlay: []string{"pass", "pass", "pass"},
				Prompt:     "You lead again, with your last card.",
				Answer:     "Qh", Wrong: []string{"pass"},
				Explanation: "You are out of cards, and first!",
			},
		},
		Closing: "After a round the best players get the losers' highest cards, and give low ones back.",
	}
}

// DaifugoLesson teaches locks, the 8 and the revolution.
func DaifugoLesson() game.Lesson {
	return game.Lesson{
		Hands: []string{"3d 8d 4c 4d 4h 4s 3c 6h", "5d 9c Jc Ks", "7d Tc Qh As", "9s Td Kh 2c"},
		Steps: []game.Step{
			{
				Prompt: "You hold 3♦, so you lead the first round. Ranks go from 3, the lowest, up to Ace and then 2.",
				Answer: "3d", Wrong: []string{"pass", "3d 4d"},
			},
			{
				OthersPlay: []string{"5d", "7d", "pass"},
				Prompt:     "3♦ and 5♦ have the same suit, so the trick is locked: until it ends, only ♦ can be played. You hold 8♦, and an 8 ends the trick at once.",
				Answer:     "8d", Wrong: []string{"6h"},
			},
			{
				Prompt: "You lead. Four of a kind is a revolution: from now on low cards beat high ones.",
				Answer: "4c 4d 4h 4s", Wrong: []string{"pass", "3c 6h"},
			},
			{
				OthersPlay: []string{"pass", "pass", "pass"},
				Prompt:     "You lead again. While the ranks are reversed, nothing beats your 3 but a Joker, and you come last if you finish with a 3. Play it now.",
				Answer:     "3c", Wrong: []string{"6h"},
				Why: map[string]say.Text{"6h": "Then your last card would be a 3, and you would come last."},
			},
			{
				OthersPlay: []string{"pass", "pass", "pass"},
				Prompt:     "You lead again, with your last card.",
				Answer:     "6h", Wrong: []string{"pass"},
				Explanation: "You are out of cards, and first!",
			},
		},
		Closing: "Jacks reverse the ranks until the trick ends, and three or more cards of one suit in a row are a play. Whoever came first falls to last place if somebody else is first in the next round.",
	}
}

// AssholeLesson teaches the opening card, ranked suits and wild Jokers.
func AssholeLesson() game.Lesson {
	return game.Lesson{
		Hands: []string{"3c 3h 8d 8s *1 Ks 4d", "5c 5d 9c Jh", "8c 8h Td Qc", "6h 7c 9s Jd"},
		Steps: []game.Step{
			{
				Prompt: "Whoever holds 3♣ leads, with a play that includes it. A pair gets rid of two cards.",
				Answer: "3c 3h", Wrong: []string{"8d 8s", "pass"},
			},
			{
				OthersPlay: []string{"5c 5d", "8c 8h", "pass"},
				Prompt:     "A pair of eights is on the table, and you have one, too. Here suits count: ♠ is the highest, then ♥, ♦ and ♣.",
				Answer:     "8d 8s", Wrong: []string{"Ks"},
			},
			{
				OthersPlay: []string{"pass", "pass"},
				Prompt:     "You lead. A Joker is wild: it joins any card, as if it had the same rank. With it, your King is a pair.",
				Answer:     "Ks *1", Wrong: []string{"4d Ks"},
			},
			{
				OthersPlay: []string{"pass", "pass", "pass"},
				Prompt:     "You lead again, with your last card.",
				Answer:     "4d", Wrong: []string{"pass"},
				Explanation: "You are out of cards, and first!",
			},
		},
		Closing: "You can't finish with a pair, so keep an eye on your last two cards.",
	}
}
