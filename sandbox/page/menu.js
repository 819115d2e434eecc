// The list over a command box: commands, options, choices. The box keeps the
// keyboard's focus; the list only says which item is meant (aria-activedescendant).

import { el, fill } from "./dom.js";

let count = 0;

export class Menu {
  items = [];
  index = -1;

  constructor() {
    this.id = `menu-${++count}`;
    this.title = el("div", { class: "menu-title" });
    this.list = el("ul", { id: this.id, role: "listbox", "aria-label": "Suggestions" });
    this.root = el("div", { class: "menu", hidden: true }, this.title, this.list);
    // Focus stays in the box while the mouse picks.
    this.root.addEventListener("mousedown", (event) => event.preventDefault());
  }

  get open() {
    return !this.root.hidden;
  }

  // show lists items {content, value, pick()}; index -1 marks none until an arrow does.
  show(title, items, index = 0) {
    this.items = items;
    fill(this.title, title);
    fill(
      this.list,
      items.map((item, at) =>
        el(
          "li",
          {
            id: `${this.id}-${at}`,
            role: "option",
            data: { value: item.value },
            on: { click: () => item.pick(), mousemove: () => this.mark(at) },
          },
          item.content,
        ),
      ),
    );
    this.root.hidden = !title && !items.length;
    this.mark(items.length ? index : -1);
  }

  hide() {
    this.items = [];
    this.index = -1;
    this.root.hidden = true;
    this.input?.removeAttribute("aria-activedescendant");
    this.input?.setAttribute("aria-expanded", "false");
  }

  // serve tells the menu which input it speaks for.
  serve(input) {
    this.input = input;
  }

  move(step) {
    if (!this.items.length) return;
    const from = this.index < 0 && step < 0 ? 0 : this.index;
    this.mark((from + step + this.items.length) % this.items.length);
    this.list.children[this.index].scrollIntoView({ block: "nearest" });
  }

  mark(index) {
    this.index = index;
    [...this.list.children].forEach((row, at) => row.setAttribute("aria-selected", String(at === index)));
    this.input?.setAttribute("aria-expanded", String(this.open));
    if (index >= 0) this.input?.setAttribute("aria-activedescendant", `${this.id}-${index}`);
    else this.input?.removeAttribute("aria-activedescendant");
  }

  current() {
    return this.items[this.index] ?? null;
  }
}

// row is what the menu shows of a command or an option: its name, what it is for, and the options it takes.
export function row(name, description, options = []) {
  const taken = options.map((option) =>
    el("span", { class: option.required ? "menu-option required" : "menu-option" }, option.name),
  );
  return el("span", { class: "menu-words" }, el("span", {}, el("b", {}, name), taken), el("small", {}, description));
}
