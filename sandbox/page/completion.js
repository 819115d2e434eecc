// What the menu over a command box offers while one types: commands, options, values.

import { api } from "./api.js";
import { avatar, el, named } from "./dom.js";
import { row } from "./menu.js";
import { matching, offers } from "./options.js";
import { leaves } from "./world.js";

// PAUSE is how long typing rests before the bot is asked for completions.
const PAUSE = 120;

// Completion has no state of its own but the question it asked last.
export class Completion {
  #asked = 0;
  #timer = 0;

  // box is the CommandBox that is completed, menu the list it shows.
  constructor(box, menu) {
    this.box = box;
    this.menu = menu;
  }

  suggest() {
    const slot = this.box.slot;
    this.menu.serve(slot?.input ?? this.box.free);
    clearTimeout(this.#timer);
    this.#asked++;
    if (slot) this.#suggestValues(slot);
    else if (document.activeElement !== this.box.free) this.menu.hide();
    else if (this.box.command) this.#suggestOptions();
    else if (this.box.free.value.startsWith("/")) this.#suggestCommands();
    else this.menu.hide();
  }

  #suggestCommands() {
    const wanted = this.box.free.value.slice(1).trim();
    const { commands, bot } = this.box.pane.scene.world;
    const found = matching(
      leaves(commands).map((leaf) => ({ label: leaf.name, leaf })),
      wanted,
    );
    let title = wanted ? `Commands matching /${wanted}` : [named(bot?.name ?? "Bot"), "'s commands"];
    if (!found.length) title = wanted ? `No command matches /${wanted}` : "No bot has registered any commands";
    this.menu.show(
      title,
      found.map(({ leaf }) => ({
        value: leaf.name,
        pick: () => this.box.choose(leaf),
        content: [avatar(bot, true), row("/" + leaf.name, leaf.description, leaf.options)],
      })),
    );
  }

  #suggestOptions() {
    const items = matching(
      this.box.unused().map((option) => ({ label: option.name, option })),
      this.box.free.value,
    );
    if (!items.length) return this.menu.hide();
    // Nothing is marked while nothing was typed, so that Enter sends.
    this.menu.show(
      "Optional",
      items.map(({ option }) => ({
        value: option.name,
        pick: () => {
          this.box.free.value = "";
          this.box.addSlot(option).input.focus();
        },
        content: row(option.name, option.description),
      })),
      this.box.free.value.trim() ? 0 : -1,
    );
  }

  #suggestValues(slot) {
    const { option, input } = slot;
    const title = `${option.name} — ${option.description ?? ""}`;
    if (option.autocomplete) {
      this.menu.show(title, [], -1);
      this.#timer = setTimeout(() => this.#ask(slot, title), PAUSE);
      return;
    }
    const listed = offers(option, this.box.pane.scene.world);
    if (!listed) return this.menu.show(title, [], -1);
    // An option that has its value shows all its offers again, to change it.
    this.#offer(slot, title, slot.picked ? listed : matching(listed, input.value));
  }

  #offer(slot, title, items) {
    this.menu.show(
      title,
      items.map((item) => ({
        value: item.value,
        content: [item.user ? avatar(item.user, true) : null, el("span", { class: "menu-words" }, named(item.label))],
        pick: () => this.box.pick(slot, item),
      })),
      slot.picked ? items.findIndex((item) => item.value === slot.picked.value) : 0,
    );
  }

  // ask fetches the bot's completions; an answer that comes after more typing is dropped.
  async #ask(slot, title) {
    const turn = this.#asked;
    let items = [];
    let failed = false;
    try {
      const answer = await api.autocomplete({
        ...this.#address(),
        options: { ...this.box.values().options, [slot.option.name]: slot.input.value },
        focused: slot.option.name,
      });
      items = (answer?.response?.data?.choices ?? []).map(({ name, value }) => ({ label: name, value }));
    } catch {
      failed = true;
    }
    if (turn !== this.#asked || document.activeElement !== slot.input) return;
    this.#offer(slot, failed ? "Loading options failed" : title, items);
  }

  #address() {
    return { user: this.box.pane.user.id, channel: this.box.pane.channel.id, command: this.box.command.name };
  }
}
