// Try a game: from an empty channel to one's own hand at a table with bots, by the command and the buttons that Deuces has for it.

import { api } from "./api.js";

// STEPS are the beginnings of the buttons' labels, the one closest to the hand first.
const STEPS = ["My hand", "Play now", "Start"];

// tryGame plays the first game that the command play offers. It clicks each step once and ends when a private reply opens: the hand, or
// a refusal that the player reads. pane gives {user, channel, views}; run sends a command and gives the bot's answer.
export async function tryGame(pane, play, run) {
  const channel = pane.channel;
  const old = new Set(pane.views);
  const game = await firstGame(pane, play.options.find((option) => option.name === "game"));
  let answer = await run(play.name, game ? { game } : {});
  for (const left = new Set(STEPS); answer && !answer.response?.data?.ephemeral; ) {
    const step = await nextStep(pane, channel, old, left);
    if (!step) return;
    left.delete(step.label);
    answer = await step.view.act(step.id);
  }
}

async function firstGame(pane, option) {
  if (!option?.autocomplete) return option?.choices?.[0]?.value;
  const question = { user: pane.user.id, channel: pane.channel.id, command: "play", options: { game: "" }, focused: "game" };
  const answer = await api.autocomplete(question).catch(() => null);
  return answer?.response?.data?.choices?.[0]?.value;
}

// nextStep waits until a new message has the button of a step that is left.
async function nextStep(pane, channel, old, left) {
  for (const end = Date.now() + 10_000; pane.channel === channel && Date.now() < end; ) {
    for (const label of left) {
      for (const view of pane.views) {
        const id = old.has(view) ? null : buttonOf(view.message.components, label);
        if (id) return { label, view, id };
      }
    }
    await new Promise((done) => setTimeout(done, 50));
  }
  return null;
}

// buttonOf finds the custom id of an enabled button.
function buttonOf(components, label) {
  for (const each of components ?? []) {
    if (each.label?.startsWith(label) && !each.disabled) return each.custom_id;
    const inner = buttonOf(each.components, label);
    if (inner) return inner;
  }
  return null;
}
