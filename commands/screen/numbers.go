package screen

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// count writes a number and its noun: "1 card", "−3 points".
func count(n int, noun string) string {
	if n != 1 && n != -1 {
		noun += "s"
	}
	return number(n) + " " + noun
}

// number writes a number with a proper minus sign, which markdown doesn't read as a list.
func number(n int) string { return strings.Replace(strconv.Itoa(n), "-", "−", 1) }

// ordinal writes a place: "1st", "2nd", "11th".
func ordinal(n int) string {
	end := "th"
	if n/10%10 != 1 {
		switch n % 10 {
		case 1:
			end = "st"
		case 2:
			end = "nd"
		case 3:
			end = "rd"
		}
	}
	return fmt.Sprintf("%d%s", n, end)
}

// signed writes points won: "+2", "0", "−1".
func signed(n int) string {
	if n > 0 {
		return "+" + number(n)
	}
	return number(n)
}

// matches counts them: "1 match", "2 matches".
func matches(n int) string {
	if n == 1 {
		return "1 match"
	}
	return number(n) + " matches"
}

// times writes how often: "once", "3 times".
func times(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return number(n) + " times"
}

// inWords writes a small number as a sentence does.
func inWords(n int) string {
	words := []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}
	if n >= 0 && n < len(words) {
		return words[n]
	}
	return number(n)
}

// day writes a date that is long past, the same for everybody.
func day(t time.Time) string { return t.UTC().Format("2 January 2006") }

// days writes from which day to which.
func days(from, to time.Time) string {
	if day(from) == day(to) {
		return day(from)
	}
	return day(from) + " to " + day(to)
}
