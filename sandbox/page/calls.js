// The developer's drawer: every call the bot made, newest first.

import { api } from "./api.js";
import { el, fill, iconButton } from "./dom.js";
import { exact } from "./time.js";

// KEPT is how many calls the drawer shows; the sandbox itself keeps its own number.
const KEPT = 300;

export class Calls {
  constructor({ onClose }) {
    this.last = -1;
    this.list = el("ol", { class: "calls-list", "aria-label": "Calls, newest first" });
    this.root = el(
      "aside",
      { class: "calls", "aria-label": "The bot's calls", hidden: true, data: { calls: "" } },
      el(
        "header",
        {},
        el("h2", {}, "The bot's calls"),
        iconButton("close", "Close the calls", onClose),
      ),
      this.list,
    );
    this.root.addEventListener("keydown", (event) => event.key === "Escape" && onClose());
  }

  async open() {
    this.root.hidden = false;
    const calls = await api.calls();
    fill(this.list, (calls ?? []).slice(-KEPT).reverse().map(draw));
    this.last = calls?.at(-1)?.number ?? -1;
  }

  close() {
    this.root.hidden = true;
  }

  add(call) {
    // The stream may repeat what the list was read with.
    if (this.root.hidden || call.number <= this.last) return;
    this.last = call.number;
    this.list.prepend(draw(call));
    while (this.list.childElementCount > KEPT) this.list.lastChild.remove();
  }
}

function draw(call) {
  const kind = call.status < 300 ? "good" : call.status < 500 ? "refused" : "broken";
  const ms = typeof call.ms === "number" ? `${call.ms < 10 ? call.ms.toFixed(1) : Math.round(call.ms)} ms` : "";
  const row = el(
    "li",
    { data: { callStatus: call.status } },
    el(
      "details",
      {},
      el(
        "summary",
        {},
        el("b", { class: "call-method" }, call.method),
        el("span", { class: `call-status ${kind}` }, String(call.status)),
        el("span", { class: "call-path" }, call.path),
        el("span", { class: "call-ms" }, ms),
      ),
    ),
  );
  // A body is laid out when somebody opens it: most never are.
  row.firstChild.addEventListener(
    "toggle",
    () => row.firstChild.append(facts(call), part("Sent", call.body), part("Answered", call.response)),
    { once: true },
  );
  return row;
}

function facts(call) {
  const facts = [
    exact(new Date(call.at)),
    call.query ? `?${call.query}` : null,
    call.files?.length ? `Files: ${call.files.join(", ")}` : null,
  ];
  return el("p", { class: "call-empty" }, facts.filter(Boolean).join(" · "));
}

function part(title, body) {
  if (body === null || body === undefined) return el("p", { class: "call-empty" }, `${title}: nothing`);
  return el(
    "div",
    { class: "call-body" },
    el("h3", {}, title),
    el("pre", { tabindex: "0" }, JSON.stringify(body, null, 2)),
  );
}
