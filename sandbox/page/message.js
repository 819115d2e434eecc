// One message, as its reader sees it.

import { api } from "./api.js";
import { components } from "./components.js";
import { avatar, el, fill, icon, named } from "./dom.js";
import { emoji, markdown } from "./markdown.js";
import { attachments, embed } from "./media.js";
import { openModal } from "./modal.js";
import { exact, sentAt } from "./time.js";

const SUPPRESS_EMBEDS = 1 << 2;
const EPHEMERAL = 1 << 6;
const LOADING = 1 << 7;
const COMPONENTS_V2 = 1 << 15;

// GROUP is how long a run of messages by one author goes on without a new head.
const GROUP = 7 * 60 * 1000;

export const isEphemeral = (message) => Boolean(message.ephemeral || message.flags & EPHEMERAL);

export function mentionsViewer(message, viewer) {
  return message.mention_everyone || (message.mentions ?? []).some((user) => user.id === viewer);
}

// reactionFace draws a reaction's emoji: a Unicode one, or name:id.
function reactionFace(text) {
  const [name, id] = text.split(":");
  return emoji({ id, name });
}

// follows tells whether a message goes on under the head of the one before it.
export function follows(message, before) {
  if (
    !before ||
    message.interaction?.command ||
    message.reference ||
    message.author.id !== before.author.id ||
    isEphemeral(message) !== isEphemeral(before)
  )
    return false;
  return new Date(message.timestamp) - new Date(before.timestamp) < GROUP;
}

export class MessageView {
  pending = null;
  failed = null;
  // What was chosen in selects stays in them until the message changes.
  chosen = new Map();
  #late = false;

  // pane gives {scene, user, channel}; onDismiss takes an ephemeral message off the reader's list.
  constructor(pane, message, onDismiss) {
    this.pane = pane;
    this.message = message;
    this.onDismiss = onDismiss;
    this.root = el("li", { class: "message", data: { messageId: message.id } });
    // A list that is open in the reader's hand is not taken away; the newest state is drawn when it closes.
    this.root.addEventListener("toggle", (event) => event.newState === "closed" && this.#late && this.render(), true);
    this.render();
  }

  update(message) {
    const same = JSON.stringify(message) === JSON.stringify(this.message);
    this.message = message;
    if (same) return;
    this.failed = null;
    this.chosen.clear();
    this.render();
  }

  render() {
    if (this.root.querySelector(".select-list:popover-open")) {
      this.#late = true;
      return;
    }
    this.#late = false;
    const { message, pane } = this;
    const { world, viewer } = pane.scene;
    const held = this.root.contains(document.activeElement) ? document.activeElement : null;
    const author = { ...(world.user(message.author.id) ?? {}), ...message.author };
    const when = new Date(message.timestamp);

    this.root.classList.toggle("ephemeral", isEphemeral(message));
    this.root.toggleAttribute("data-pending", Boolean(this.pending)); // until then no click counts
    this.root.classList.toggle("mentioned", Boolean(mentionsViewer(message, viewer)));
    this.root.dataset.author = author.name;
    if (isEphemeral(message)) this.root.dataset.ephemeral = "";

    fill(
      this.root,
      this.#lineAbove(),
      el("div", { class: "face" }, avatar(author)),
      el(
        "div",
        { class: "message-main" },
        el(
          "div",
          { class: "message-head" },
          el("span", { class: author.bot ? "message-author bot" : "message-author" }, named(author.name)),
          author.bot ? el("span", { class: "tag" }, icon("check"), "APP") : null,
          el("time", { class: "message-time", datetime: when.toISOString(), title: exact(when) }, sentAt(when)),
        ),
        el("div", { class: "message-body" }, this.#body()),
        this.failed
          ? el(
              "div",
              { class: "failed", role: "alert", title: this.failed },
              icon("close"),
              el("span", {}, "This interaction failed"),
              el("span", { class: "failed-why" }, this.failed),
            )
          : null,
        isEphemeral(message) ? this.#onlyYou() : null,
      ),
    );
    if (held) this.#holdFocus(held);
  }

  // lineAbove tells what a message answers: another message, or a command.
  #lineAbove() {
    const { interaction, reference } = this.message;
    if (reference) {
      // The one it answers may have changed since; its newest state is on this page.
      const { author, content } = this.pane.message(reference.message) ?? reference;
      const words = content || (author ? "Click to see the message" : "Original message was deleted");
      return el(
        "div",
        { class: "used" },
        author ? [avatar(author, true), el("span", { class: "used-name" }, named(author.name))] : null,
        el(
          "button",
          { type: "button", class: "used-words", on: { click: () => this.pane.find(reference.message) } },
          words,
        ),
      );
    }
    if (!interaction?.command) return null;
    return el(
      "div",
      { class: "used" },
      avatar(interaction.user, true),
      el("span", { class: "used-name" }, named(interaction.user.name)),
      "used",
      el("span", { class: "mention", data: { command: interaction.command } }, "/", named(interaction.command)),
    );
  }

  #body() {
    const { message, pane, pending } = this;
    const { scene } = pane;
    const frame = {
      scene,
      message,
      pending,
      chosen: this.chosen,
      act: (customId, values) => this.act(customId, values),
    };
    if (message.flags & LOADING) {
      return el(
        "div",
        { class: "thinking" },
        el("span", { class: "dots" }, el("i"), el("i"), el("i")),
        el("span", {}, named(message.author.name), " is thinking…"),
      );
    }
    const edited = message.edited ? el("span", { class: "edited" }, "(edited)") : null;
    const text = message.content ? markdown(message.content, scene) : null;
    if (text && edited) text.append(" ", edited);
    const embeds = message.flags & SUPPRESS_EMBEDS ? [] : (message.embeds ?? []);
    return [
      text,
      embeds.map((data) => embed(data, message, scene)),
      message.flags & COMPONENTS_V2 ? null : attachments(message),
      components(message.components, frame),
      text ? null : edited,
      this.#reactions(),
      this.#thread(),
    ];
  }

  // reactions are the emojis under the message; a click adds one's own, or takes it back.
  #reactions() {
    const { message, pane } = this;
    const { viewer, world } = pane.scene;
    const all = message.reactions ?? [];
    if (!all.length) return null;
    return el(
      "div",
      { class: "reactions" },
      all.map(({ emoji: name, users }) => {
        const mine = users.includes(viewer);
        const who = users.map((id) => world.user(id)?.name ?? id).join(", ");
        return el(
          "button",
          {
            type: "button",
            class: "reaction",
            "aria-pressed": String(mine),
            "aria-label": `${name}, ${users.length}: ${who}`,
            title: who,
            data: { reaction: name },
            on: { click: () => this.#react(name, mine) },
          },
          reactionFace(name),
          el("span", {}, String(users.length)),
        );
      }),
    );
  }

  async #react(name, remove) {
    try {
      await api.react({ user: this.pane.scene.viewer, message: this.message.id, emoji: name, remove });
    } catch (failure) {
      this.failed = failure.message;
      this.render();
    }
  }

  #thread() {
    const { go, world } = this.pane.scene;
    const thread = this.message.thread && world.channel(this.message.thread);
    return thread
      ? el(
          "button",
          { type: "button", class: "thread-card", data: { thread: thread.id }, on: { click: () => go(thread.id) } },
          icon("thread"),
          el("b", {}, named(thread.name)),
          "See thread ›",
        )
      : null;
  }

  #onlyYou() {
    const dismiss = el(
      "button",
      {
        type: "button",
        class: "link-button",
        data: { dismiss: this.message.id },
        on: { click: () => this.onDismiss(this.message.id) },
      },
      "Dismiss message",
    );
    return el("div", { class: "only-you" }, icon("eye"), el("span", {}, "Only you can see this"), " • ", dismiss);
  }

  // A keyboard player stays on the same button when the message changes under it,
  // or on the message where that button is gone.
  #holdFocus(held) {
    const again =
      held.dataset.customId &&
      this.root.querySelector(`[data-custom-id="${CSS.escape(held.dataset.customId)}"]:not(:disabled)`);
    const target = again || this.root.querySelector("button[data-custom-id]:not(:disabled)");
    target?.focus({ preventScroll: true });
  }

  // act clicks a button or sends a select's values, shows how that went, and gives the bot's answer.
  async act(customId, values = []) {
    if (this.pending) return;
    const { pane, message } = this;
    this.pending = customId;
    this.failed = null;
    if (values.length) this.chosen.set(customId, values);
    this.render();
    try {
      const answer = await api.click({
        user: pane.user.id,
        channel: pane.channel.id,
        message: message.id,
        custom_id: customId,
        values,
      });
      if (answer?.response?.type === 9) openModal(pane, answer.interaction, answer.response.data);
      return answer;
    } catch (failure) {
      this.failed = failure.message;
    } finally {
      this.pending = null;
      this.render();
    }
  }
}
