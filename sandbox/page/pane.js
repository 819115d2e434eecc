// A pane: one user in one channel, with the messages this user sees and a command box.

import { api, Stream } from "./api.js";
import { CommandBox } from "./command-box.js";
import { avatar, el, fill, icon, named, newer } from "./dom.js";
import { openModal } from "./modal.js";
import { follows, isEphemeral, mentionsViewer, MessageView } from "./message.js";
import { dots } from "./select.js";
import { tryGame } from "./try.js";
import { hashed, isThread, leaves } from "./world.js";

// KEPT is how many messages a pane shows, the newest ones.
const KEPT = 200;

export class Pane {
  channel = null;
  views = [];
  #dismissed = new Set();
  #stream = null;
  #turn = 0;
  // While the channel is being read, what the stream tells waits here: the answer may be older.
  #reading = 0;
  #waiting = [];

  // app gives {world, go(channel), refresh(), onCall(call), onMention(pane), onState(pane, connected), fourHands()}.
  constructor(app, user) {
    this.app = app;
    this.user = user;
    this.scene = { world: app.world, viewer: user.id, go: app.go, use: (name) => this.box.start(name) };
    this.list = el("ol");
    this.messages = el("div", { class: "messages", role: "log", tabindex: "0" }, this.list);
    this.jump = el(
      "button",
      { type: "button", class: "jump", hidden: true, on: { click: () => this.#toEnd() } },
      "New messages",
      icon("down"),
    );
    this.running = el("div", { class: "running-list" });
    this.box = new CommandBox(this, (name, options) => this.run(name, options));
    this.head = el("header", { class: "pane-head" }, avatar(user, true), el("span", {}, named(user.name)));
    this.offline = el("div", { class: "banner", role: "status", hidden: true });
    this.root = el(
      "section",
      { class: "pane", data: { user: user.name, userId: user.id } },
      this.head,
      this.offline,
      el("div", { class: "messages-frame" }, this.messages, this.jump),
      this.box.root,
    );
    this.messages.addEventListener("scroll", () => {
      this.stuck = this.#atEnd();
      if (this.stuck) this.jump.hidden = true;
    });
    this.stuck = true;
    // Pictures that load and windows that are resized change heights; a reader at the end stays there.
    this.sizes = new ResizeObserver(() => this.stuck && this.#toEnd());
    for (const node of [this.messages, this.list]) this.sizes.observe(node);
  }

  // listen follows the user's events; calls are the bot's, for the developer's drawer.
  listen(calls) {
    if (this.#stream && this.calls === calls) return;
    this.#stream?.close();
    this.calls = calls;
    // By name, which still means the same user in a sandbox that was started again.
    this.#stream = new Stream(this.user.name, {
      calls,
      onEvent: (type, data) => this.#hear(type, data),
      onState: (connected) => this.app.onState(this, connected),
    });
  }

  close() {
    this.#stream?.close();
    this.sizes.disconnect();
    this.root.remove();
  }

  // show turns to a channel and reads it anew; reading the same one again keeps the reader's place.
  async show(channel) {
    const turn = ++this.#turn;
    const moved = this.channel?.id !== channel.id;
    this.channel = channel;
    this.root.dataset.channel = channel.name;
    this.root.setAttribute("aria-label", `${this.user.name} in ${hashed(channel)}`);
    this.messages.setAttribute("aria-label", `Messages in ${hashed(channel)}`);
    if (moved) {
      this.views = [];
      this.running.replaceChildren();
      this.box.reset();
      this.stuck = true;
      this.list.replaceChildren();
      this.messages.setAttribute("aria-busy", "true");
      this.beginning = this.#beginning();
    }
    this.box.retitle();
    this.#reading++;
    try {
      const list = await api.messages(this.user.id, channel.id);
      if (turn !== this.#turn) return;
      this.tell("");
      this.#put(list ?? []);
      this.#calm();
    } catch (failure) {
      // Without an answer the stream is down too, and its return reads the channel again.
      if (turn === this.#turn && failure.status) this.tell(failure.message);
    } finally {
      this.#reading--;
      if (!this.#reading) for (const [type, data] of this.#waiting.splice(0)) this.#hear(type, data);
    }
  }

  // put makes the pane show this list, of which it keeps what it has.
  #put(list) {
    const known = new Map(this.views.map((view) => [view.message.id, view]));
    const seen = list.filter((message) => !this.#dismissed.has(message.id));
    this.views = seen.slice(-KEPT).map((message) => {
      const view = known.get(message.id) ?? this.#view(message);
      view.update(message);
      return view;
    });
    this.#arrange();
  }

  // follow tells that the stream stands and the channel was read since: nothing is missing now.
  follow(live) {
    this.live = live;
    this.#calm();
  }

  #calm() {
    if (this.live) this.messages.removeAttribute("aria-busy");
  }

  // tell shows a line over the messages: what stands between this user and the channel.
  tell(words) {
    this.offline.textContent = words;
    this.offline.hidden = !words;
  }

  redraw() {
    if (!this.channel) return;
    for (const view of this.views) view.render();
    this.beginning = this.#beginning();
    this.#arrange();
    this.box.refresh();
  }

  message(id) {
    return this.views.find((view) => view.message.id === id)?.message;
  }

  // find brings a message into view, if it is still there.
  find(id) {
    this.views.find((view) => view.message.id === id)?.root.scrollIntoView({ behavior: "smooth", block: "center" });
  }

  #view(message) {
    return new MessageView(this, message, (id) => this.#dismiss(id));
  }

  #hear(type, data) {
    if (this.#reading && (type === "message" || type === "delete")) {
      this.#waiting.push([type, data]);
      return;
    }
    switch (type) {
      case "message":
        if (data.channel === this.channel?.id) this.#receive(data);
        break;
      case "delete":
        this.#drop(data.id);
        break;
      case "world":
        this.app.refresh();
        break;
      case "interaction":
        if (data.channel === this.channel?.id) openModal(this, data.interaction, data);
        break;
      case "call":
        this.app.onCall(data);
    }
  }

  #receive(message) {
    if (this.#dismissed.has(message.id)) return;
    const known = this.views.find((view) => view.message.id === message.id);
    if (known) {
      known.update(message);
    } else {
      const at = this.views.findLastIndex((view) => !newer(view.message.id, message.id)) + 1;
      this.views.splice(at, 0, this.#view(message));
      // A new private reply answers this user, who is shown it wherever they read.
      if (isEphemeral(message)) this.stuck = true;
      if (mentionsViewer(message, this.user.id)) this.app.onMention(this);
      this.views = this.views.slice(-KEPT);
      if (!this.stuck) this.jump.hidden = false;
    }
    this.#arrange();
  }

  #drop(id) {
    this.views = this.views.filter((view) => view.message.id !== id);
    this.#arrange();
  }

  #dismiss(id) {
    this.#dismissed.add(id);
    this.#drop(id);
    this.box.free.focus({ preventScroll: true });
  }

  // arrange brings the list in line with the messages.
  #arrange() {
    const rows = [this.views.length < KEPT ? this.beginning : el("li", { class: "earlier" }, "Older messages are not shown.")];
    let before = null;
    for (const view of this.views) {
      view.root.classList.toggle("compact", follows(view.message, before));
      rows.push(view.root);
      before = view.message;
    }
    rows.push(el("li", { class: "running", hidden: !this.running.childElementCount }, this.running));
    settle(this.list, rows);
    if (this.stuck) this.#toEnd();
  }

  #beginning() {
    const { channel, scene } = this;
    const all = leaves(scene.world.commands);
    const tables = channel.guild.bot && !channel.users;
    const first = (tables && all.find((leaf) => leaf.name === "play")) || all[0];
    const link = (kind, words, click) => el("button", { type: "button", class: kind, on: { click } }, words);
    return el(
      "li",
      { class: "beginning" },
      el("h2", {}, isThread(channel) || channel.users ? named(channel.name) : ["Welcome to #", named(channel.name), "!"]),
      el(
        "div",
        { class: "hint" },
        first?.name === "play" ? link("button success", "Try a game", (event) => this.#try(event.currentTarget, first)) : null,
        first
          ? el("p", {}, "Type ", link("mention", ["/", named(first.name)], () => scene.use(first.name)), tables ? " to open a table." : ", or / for all that the bot does here.")
          : el("p", {}, tables ? "No bot has registered commands yet." : "No bot has commands here."),
        tables && el("p", {}, "Or ", link("link-button", "play all four hands yourself", this.app.fourHands), "."),
      ),
    );
  }

  async #try(button, play) {
    button.disabled = true;
    await tryGame(this, play, (...command) => this.run(...command));
    button.disabled = false;
  }

  // run sends a command and gives the bot's answer; until it is there, a line says that it is under way.
  // run sends a command; target is the user on whose context menu it was.
  async run(command, options, target) {
    const words = el("span", {}, "Sending command…");
    const line = el(
      "div",
      { class: "running-line", data: { running: command } },
      el(
        "div",
        { class: "used" },
        avatar(this.user, true),
        el("span", { class: "used-name" }, named(this.user.name)),
        "used",
        el("span", { class: "mention" }, target ? "" : "/", named(command)),
      ),
      el("div", { class: "thinking" }, dots(), words),
    );
    this.running.append(line);
    this.stuck = true;
    this.#arrange();
    try {
      const answer = await api.command({ user: this.user.id, channel: this.channel.id, command, options, target });
      line.remove();
      if (answer?.response?.type === 9) openModal(this, answer.interaction, answer.response.data);
      return answer;
    } catch (failure) {
      const away = el(
        "button",
        { type: "button", class: "link-button", on: { click: () => (line.remove(), this.#arrange()) } },
        "Dismiss message",
      );
      const sentence = failure.status === 504 ? "The application did not respond" : failure.message;
      fill(
        line,
        line.firstChild,
        el("div", { class: "failed", role: "alert", title: failure.message }, icon("close"), sentence),
        el("div", { class: "only-you" }, icon("eye"), "Only you can see this • ", away),
      );
    } finally {
      this.#arrange();
    }
  }

  #atEnd() {
    return this.messages.scrollHeight - this.messages.scrollTop - this.messages.clientHeight < 40;
  }

  #toEnd() {
    this.messages.scrollTop = this.messages.scrollHeight;
    this.stuck = true;
    this.jump.hidden = true;
  }
}

// settle makes rows the children of a list and moves only what is out of place,
// so that focus and open menus in the others stay.
function settle(list, rows) {
  const wanted = new Set(rows);
  for (const child of [...list.children]) if (!wanted.has(child)) child.remove();
  rows.forEach((row, at) => {
    if (list.children[at] !== row) list.insertBefore(row, list.children[at] ?? null);
  });
}
