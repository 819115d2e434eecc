// What Discord's developer portal is for: the switches of the bot's privileged intents.

import { api } from "./api.js";
import { el, icon } from "./dom.js";

const INTENTS = [
  ["members", "Server members", "who joins and leaves, and lists of all members"],
  ["presences", "Presences", "who is online"],
  ["content", "Message content", "what people write, also where they don't mention the bot"],
];

// openPortal shows the switches as they are, and switches at once.
export async function openPortal() {
  const problem = el("p", { class: "modal-problem", role: "alert" });
  const now = await api.application();
  const boxes = INTENTS.map(([name, label, why]) => {
    const box = el("input", { type: "checkbox", id: `intent-${name}`, data: { intent: name } });
    box.checked = now.intents.includes(name);
    box.addEventListener("change", change);
    return { name, box, row: el("label", { class: "choice", for: box.id }, box, el("span", {}, el("b", {}, label), el("small", {}, why))) };
  });
  async function change() {
    problem.textContent = "";
    try {
      await api.setIntents(boxes.filter(({ box }) => box.checked).map(({ name }) => name));
    } catch (failure) {
      problem.textContent = failure.message;
    }
  }
  const dialog = el(
    "dialog",
    { class: "modal", "aria-label": "Privileged intents", data: { portal: "" } },
    el(
      "header",
      {},
      el("h2", {}, "Privileged intents"),
      el("button", { type: "button", class: "icon-button", "aria-label": "Close", on: { click: () => dialog.close() } }, icon("close")),
    ),
    el(
      "div",
      { class: "modal-body" },
      boxes.map(({ row }) => row),
      el("p", { class: "modal-note" }, "A bot that asks for an intent that is off is closed with 4014. Sessions that already run keep theirs."),
    ),
    problem,
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
