// The slash-command box. Without a command it is one line of text; with one it
// is a row of chips, an input for each option, and a free input at the end that
// names further options. Keys: Tab or Enter takes what the menu marks, Enter
// sends when nothing is marked, Backspace in an empty input goes back a chip.

import { Completion } from "./completion.js";
import { el, fill, icon, isolated } from "./dom.js";
import { Menu } from "./menu.js";
import { read, spelled } from "./options.js";
import { hashed, leaves } from "./world.js";

export class CommandBox {
  command = null;
  slots = [];

  // pane gives {scene:{world}, user, channel}; onRun gets (command name, options).
  constructor(pane, onRun) {
    this.pane = pane;
    this.onRun = onRun;
    this.menu = new Menu();
    this.completion = new Completion(this, this.menu);
    this.free = this.#input({ class: "free", enterkeyhint: "send", data: { commandInput: pane.user.name } });
    this.chips = el("span", { class: "chips" });
    this.problem = el("p", { class: "box-problem", role: "alert", hidden: true });
    this.opener = el(
      "button",
      {
        type: "button",
        class: "icon-button slash",
        "aria-label": "Show commands",
        title: "Show commands",
        on: { click: () => this.start("") },
      },
      icon("slash"),
    );
    const send = el(
      "button",
      { type: "submit", class: "icon-button send", "aria-label": "Send command" },
      icon("send"),
    );
    this.line = el("div", { class: "box-line" }, this.opener, this.chips, this.free, send);
    this.root = el("form", { class: "box", autocomplete: "off" }, this.menu.root, this.problem, this.line);
    this.root.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send();
    });
    this.root.addEventListener("focusout", (event) => this.root.contains(event.relatedTarget) || this.menu.hide());
    this.line.addEventListener("mousedown", (event) => {
      if (event.target !== this.line && event.target !== this.chips) return;
      event.preventDefault();
      this.free.focus();
    });
    this.retitle();
  }

  retitle() {
    const channel = this.pane.channel;
    this.free.placeholder = this.command ? "" : `Type / for commands in ${hashed(channel, isolated(channel?.name ?? ""))}`;
    this.free.setAttribute(
      "aria-label",
      this.command ? "Options" : `Command to send to ${hashed(channel)} as ${this.pane.user.name}`,
    );
  }

  // start puts a command, or the beginning of one, into the box.
  start(text) {
    this.reset();
    const leaf = leaves(this.pane.scene.world.commands).find((leaf) => leaf.name === text);
    if (leaf) this.choose(leaf);
    else {
      this.free.value = "/" + text;
      this.free.focus();
      this.completion.suggest();
    }
  }

  // refresh shows what the bot has registered since.
  refresh() {
    if (document.activeElement === this.free && !this.command) this.#spelled();
    if (this.root.contains(document.activeElement)) this.completion.suggest();
  }

  reset() {
    this.command = null;
    this.slots = [];
    this.chips.replaceChildren();
    this.free.value = "";
    this.#complain("");
    this.menu.hide();
    this.root.classList.remove("filled");
    this.retitle();
  }

  #input(attributes) {
    const input = el("input", {
      type: "text",
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      "aria-controls": this.menu.id,
      autocapitalize: "off",
      autocorrect: "off",
      spellcheck: "false",
      autocomplete: "off",
      ...attributes,
    });
    input.addEventListener("input", () => this.#typed(input));
    input.addEventListener("focus", () => this.completion.suggest());
    input.addEventListener("keydown", (event) => this.#key(event, input));
    return input;
  }

  get slot() {
    return this.slots.find((slot) => slot.input === document.activeElement) ?? null;
  }

  choose(leaf) {
    this.command = leaf;
    this.slots = [];
    this.free.value = "";
    this.root.classList.add("filled");
    fill(this.chips, el("span", { class: "command-chip", data: { command: leaf.name } }, "/" + leaf.name));
    for (const option of leaf.options) if (option.required) this.addSlot(option);
    this.retitle();
    this.#complain("");
    this.#advance();
  }

  addSlot(option, text = "") {
    const input = this.#input({
      size: 1,
      "aria-label": `${option.name}: ${option.description ?? ""}`,
      enterkeyhint: "next",
      data: { option: option.name },
    });
    const slot = { option, input, picked: null };
    slot.chip = el(
      "label",
      { class: "option-chip", data: { optionChip: option.name } },
      el("span", {}, option.name),
      input,
    );
    input.value = text;
    this.slots.push(slot);
    this.chips.append(slot.chip);
    this.#fit(slot);
    return slot;
  }

  #removeSlot(slot) {
    this.slots = this.slots.filter((other) => other !== slot);
    slot.chip.remove();
  }

  #fit(slot) {
    slot.input.size = Math.max(1, slot.input.value.length);
  }

  // advance goes to the first option that still needs a value, or to the end.
  #advance() {
    const next = this.slots.find((slot) => slot.input.value === "");
    (next?.input ?? this.free).focus();
    this.completion.suggest();
  }

  #typed(input) {
    this.#complain("");
    const slot = this.slots.find((slot) => slot.input === input);
    if (slot) {
      slot.picked = null;
      this.#split(slot);
      this.#fit(slot);
    } else if (this.command) {
      this.#named();
    } else {
      this.#spelled();
    }
    this.completion.suggest();
  }

  // spelled takes a command that was typed or pasted out: "/play game:ahole".
  #spelled() {
    const found = spelled(this.free.value, leaves(this.pane.scene.world.commands));
    if (!found) return;
    this.choose(found.leaf);
    for (const [option, value] of found.values) {
      const slot = this.slots.find((slot) => slot.option === option) ?? this.addSlot(option);
      slot.input.value = value;
      this.#fit(slot);
    }
    if (found.loose) {
      const first = this.slots[0]?.input ?? this.free;
      first.value = found.loose;
      first.focus();
    } else if (found.values.length) {
      this.#advance();
    }
  }

  // named takes an option that was typed out in the free input: "seats:".
  #named() {
    const [, name, value] = /^\s*([^\s:]+):(.*)$/.exec(this.free.value) ?? [];
    const option = this.unused().find((option) => option.name === name);
    if (!option) return;
    this.free.value = "";
    this.addSlot(option, value.trim()).input.focus();
  }

  // split takes the options that were typed out within another's input: "game:Big Two seats:".
  #split(slot) {
    const [, own, name, value] = /^(|.*\s)([^\s:]+):(.*)$/.exec(slot.input.value) ?? [];
    if (name === slot.option.name && own.trim() === "") {
      slot.input.value = value.trimStart();
      return;
    }
    const option = this.command.options.find((option) => option.name === name && option !== slot.option);
    if (!option) return;
    slot.input.value = own.trim();
    const next = this.slots.find((each) => each.option === option) ?? this.addSlot(option);
    next.input.value = value.trimStart();
    this.#fit(next);
    next.input.focus();
  }

  unused() {
    return (this.command?.options ?? []).filter((option) => !this.slots.some((slot) => slot.option === option));
  }

  pick(slot, item) {
    slot.input.value = item.label;
    slot.picked = item;
    this.#fit(slot);
    this.#complain("");
    this.#advance();
  }

  // values reads every option; problem is the first that cannot be sent.
  values() {
    const options = {};
    let problem = null;
    for (const slot of this.slots) {
      const text = slot.input.value;
      const value =
        text.trim() === "" && !slot.picked
          ? { problem: "This option is required. Specify a value." }
          : read(slot.option, text, slot.picked, this.pane.scene.world);
      if ("value" in value) options[slot.option.name] = value.value;
      else problem ??= { slot, words: value.problem };
    }
    return { options, problem };
  }

  #key(event, input) {
    if (event.isComposing) return;
    const slot = this.slots.find((slot) => slot.input === input) ?? null;
    const marked = this.menu.open ? this.menu.current() : null;
    switch (event.key) {
      case "ArrowDown":
      case "ArrowUp":
        if (!this.menu.open) this.completion.suggest();
        this.menu.move(event.key === "ArrowDown" ? 1 : -1);
        break;
      case "Tab":
        if (event.shiftKey || !this.menu.open || !this.menu.items.length) return;
        (marked ?? this.menu.items[0]).pick();
        break;
      case "Enter":
        if (marked && !(slot?.picked && slot.picked.value === marked.value)) marked.pick();
        else this.#send();
        break;
      case "Escape":
        if (this.menu.open) this.menu.hide();
        else if (this.command || this.free.value) this.reset();
        else return;
        break;
      case "Backspace":
        if (input.value !== "" || !this.command) return;
        this.#back(slot);
        break;
      default:
        return;
    }
    event.preventDefault();
  }

  // back removes an empty optional chip, or steps to what stands before.
  #back(slot) {
    const at = slot ? this.slots.indexOf(slot) : this.slots.length;
    const before = this.slots[at - 1];
    if (slot && !slot.option.required) this.#removeSlot(slot);
    if (before) before.input.focus();
    else if (slot) this.free.focus();
    else {
      const name = this.command.name;
      this.reset();
      this.free.value = "/" + name;
      this.completion.suggest();
    }
  }

  #send() {
    if (!this.command) {
      const spelled = leaves(this.pane.scene.world.commands).find(
        (leaf) => `/${leaf.name}` === this.free.value.trim().toLowerCase(),
      );
      if (spelled) return this.choose(spelled);
      if (this.free.value.trim()) this.#complain("Nobody reads plain messages here. Type / for the bot's commands.");
      return;
    }
    const { options, problem } = this.values();
    for (const slot of this.slots) slot.chip.classList.toggle("wrong", problem?.slot === slot);
    if (problem) {
      problem.slot.input.focus();
      this.#complain(`${problem.slot.option.name}: ${problem.words}`);
      return;
    }
    if (this.free.value.trim())
      return this.#complain(
        this.command.options?.length
          ? `“${this.free.value.trim()}” belongs to no option. Choose one of the command's options first.`
          : `/${this.command.name} takes no options.`,
      );
    const name = this.command.name;
    this.reset();
    this.free.focus();
    this.onRun(name, options);
  }

  #complain(words) {
    this.problem.textContent = words;
    this.problem.hidden = !words;
    if (!words) for (const slot of this.slots) slot.chip.classList.remove("wrong");
  }
}
