package picture

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"deuces/game/card"
)

// a match of so many players and rounds.
func match(players, rounds int) Match {
	m := Match{Headline: "Player 1 wins!", Line: fmt.Sprintf("President · %d rounds", rounds), Unit: "points",
		Deciding: Play{"The last play, by Player 1", []card.Card{card.New(card.Two, card.Spades), card.New(card.Two, card.Hearts), card.Joker3}}}
	names := []string{"Ada", "Βασιλική", "Дмитрий", "נועם כהן", "محمد علي", "さくら花子", "김민준", "🦊🔥", "𝓕𝓪𝓷𝓬𝔂 😀", strings.Repeat("W", 32), "王小明", "Zoë Ångström", "Ödön ♠", "a"}
	for i := range players {
		p := Player{Name: names[i%len(names)], Place: i + 1, Titles: "2× President"}
		for r := range rounds {
			n := (i*7919+r*104729)%13 - 3 - i/2
			p.Rounds = append(p.Rounds, n)
			p.Total += n
		}
		m.Players = append(m.Players, p)
	}
	return m
}

func TestLook(t *testing.T) {
	for _, n := range [][2]int{{4, 7}, {14, 50}, {5, 1}} {
		p, err := match(n[0], n[1]).Draw()
		if err != nil {
			t.Fatal(err)
		}
		t.Log(len(p.PNG), len(p.Alt), p.Alt)
		if dir := os.Getenv("DEUCES_OUT"); dir != "" {
			os.WriteFile(filepath.Join(dir, fmt.Sprintf("match-%d.png", n[0])), p.PNG, 0o644)
		}
	}
}

func BenchmarkMatch(b *testing.B) {
	m := match(14, 50)
	for b.Loop() {
		if _, err := m.Draw(); err != nil {
			b.Fatal(err)
		}
	}
}
