package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// part is a part of what a play costs: samples with one of these in their stack.
type part struct {
	name  string
	marks []string
}

// parts are all of them. A sample counts for the first part that fits: a commit is
// a commit, whoever waits for it.
func parts() []part {
	return []part{
		{"collect", []string{"runtime.gcBgMarkWorker", "runtime.gcAssistAlloc", "runtime.bgsweep", "runtime.bgscavenge"}},
		{"commit", []string{"deuces/store."}},
		{"decode", []string{"bwmarrin/discordgo.", "gorilla/websocket.", "deuces/bot.decode", "deuces/bot.readJSON"}},
		{"send", []string{"deuces/bot.(*client).", "deuces/bot.Message.wire", "deuces/bot.wired.", "net/http.(*persistConn)", "net/http.(*Transport)"}},
		{"render", []string{"deuces/commands/screen.", "deuces/commands.(*Commands).snapshot", "deuces/bot.Message.Check", "deuces/bot.(*Mirrors).render", "deuces/say."}},
		{"decide", []string{"deuces/table.", "deuces/game"}},
		{"answer", []string{"deuces/commands", "deuces/bot."}},
		{"schedule", []string{"runtime.mcall", "runtime.mstart", "runtime.goexit0", "runtime.sysmon"}},
		{"other", []string{""}},
	}
}

// sharesOf is which share of a profile's time goes to each part.
func sharesOf(ctx context.Context, profile string) (map[string]float64, error) {
	out, err := exec.CommandContext(ctx, "go", "tool", "pprof", "-traces", profile).Output()
	if err != nil {
		return nil, fmt.Errorf("read the profile: %w", err)
	}
	return shares(out)
}

// shares sums what `pprof -traces` prints: stacks between lines of dashes, the
// innermost function first and before it the time.
func shares(traces []byte) (map[string]float64, error) {
	spent := map[string]time.Duration{}
	var all, took time.Duration
	var stack []string
	end := func() {
		if len(stack) > 0 {
			spent[partOf(stack)] += took
			all += took
		}
		stack = nil
	}
	begun := false
	in := bufio.NewScanner(bytes.NewReader(traces))
	for in.Scan() {
		line := strings.TrimSpace(in.Text())
		if strings.HasPrefix(line, "-----------+") {
			end()
			begun = true
			continue
		}
		if !begun || line == "" {
			continue
		}
		if stack == nil {
			value, function, _ := strings.Cut(line, " ")
			var err error
			if took, err = time.ParseDuration(value); err != nil {
				return nil, fmt.Errorf("read the profile: %w", err)
			}
			line = strings.TrimSpace(function)
		}
		stack = append(stack, line)
	}
	end()
	found := map[string]float64{}
	for name, t := range spent {
		found[name] = float64(t) / float64(all)
	}
	return found, in.Err()
}

func partOf(stack []string) string {
	for _, p := range parts() {
		for _, f := range stack {
			for _, mark := range p.marks {
				if strings.Contains(f, mark) {
					return p.name
				}
			}
		}
	}
	return ""
}
