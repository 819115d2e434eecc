// The left side: guilds, their channels with threads below them, and whom one plays as.

import { api } from "./api.js";
import { avatar, el, fill, icon, named } from "./dom.js";
import { place, rove } from "./popover.js";
import { isThread, reads, signOf } from "./world.js";

export class Sidebar {
  // app gives {world, channel, user, go(channelId), playAs(name), run(command, target), refresh(), drawer(open)}.
  constructor(app) {
    this.app = app;
    this.list = el("nav", { class: "channels", "aria-label": "Channels" });
    this.users = el("nav", { class: "users", "aria-label": "Play as" });
    this.problem = el("p", { class: "box-problem", role: "alert", hidden: true });
    const input = el("input", {
      type: "text",
      placeholder: "Add user",
      "aria-label": "Name of a new user",
      maxlength: 32,
      autocomplete: "off",
      data: { addUser: "" },
    });
    const form = el("form", {}, icon("plus"), input);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (input.value.trim()) this.#add(input);
    });
    this.root = el("aside", { class: "sidebar", id: "sidebar" }, this.list, this.users, this.problem, form);
    this.root.addEventListener("keydown", (event) => event.key === "Escape" && app.drawer(false));
  }

  draw() {
    const { world, user } = this.app;
    const held = document.activeElement?.closest?.("[data-channel-id]")?.dataset.channelId;
    fill(
      this.list,
      world.guilds.map((guild) => [
        el(
          "h2",
          { data: { guildId: guild.id } },
          named(guild.name),
          guild.locale && guild.bot ? this.#language(guild, { guild: guild.name }) : guild.bot ? null : el("small", {}, "without the bot"),
        ),
        this.#tree(guild),
        this.#events(guild),
      ]),
    );
    fill(
      this.users,
      world.users.map((each) =>
        el(
          "button",
          {
            type: "button",
            "aria-current": each.id === user?.id ? "true" : null,
            data: { user: each.name },
            on: { click: () => this.app.playAs(each.name), contextmenu: (event) => this.#apps(event, each) },
          },
          avatar(each, true),
          named(each.name),
        ),
      ),
      user?.locale ? this.#language(user, { user: user.name }) : null,
    );
    if (held) this.list.querySelector(`[data-channel-id="${CSS.escape(held)}"]`)?.focus();
  }

  // language lets one choose the language of a guild or of a user's client.
  #language(whose, of) {
    const choice = el(
      "select",
      { class: "language", "aria-label": `Language of ${whose.name}` },
      this.app.world.locales.map((locale) => el("option", { value: locale, selected: locale === whose.locale ? "" : null }, locale)),
    );
    choice.addEventListener("change", () => api.setLocale({ ...of, locale: choice.value }));
    return choice;
  }

  // apps opens the context menu of a user, which has the bot's commands for it.
  #apps(event, user) {
    const commands = this.app.world.commands.filter((command) => command.type === 2);
    if (!commands.length) return;
    event.preventDefault();
    const anchor = event.currentTarget;
    const items = commands.map((command) =>
      el(
        "li",
        {
          role: "menuitem",
          tabindex: "-1",
          on: { click: () => (list.hidePopover(), this.app.run(command.name, user.name)) },
        },
        named(command.name),
      ),
    );
    const list = el("ul", { class: "select-list", popover: "auto", role: "menu", "aria-label": user.name }, items);
    list.addEventListener("toggle", (toggled) => toggled.newState === "closed" && list.remove());
    list.addEventListener("keydown", (pressed) => {
      if (pressed.key === "Enter" || pressed.key === " ") pressed.target.click();
      else rove(pressed, items);
    });
    this.root.append(list);
    list.showPopover();
    place(list, anchor);
    items[0].focus();
  }

  async #add(input) {
    try {
      const user = await api.addUser(input.value.trim());
      input.value = "";
      this.problem.hidden = true;
      await this.app.refresh();
      this.app.playAs(user.name);
    } catch (failure) {
      this.problem.textContent = failure.message;
      this.problem.hidden = false;
    }
  }

  #tree(guild) {
    const channels = guild.channels ?? [];
    const shown = (channel) => !channel.archived || channel.id === this.app.channel?.id;
    const row = (channel) => {
      const threads = channels.filter((each) => isThread(each) && each.parent === channel.id && shown(each));
      return el(
        "li",
        {},
        this.#channel(channel),
        threads.length ? el("ul", { class: "threads" }, threads.map((thread) => el("li", {}, this.#channel(thread)))) : null,
      );
    };
    return el("ul", {}, channels.filter((channel) => !isThread(channel) && reads(this.app.user, channel)).map(row));
  }

  // events lists a guild's events, which can be moved and deleted as by a moderator.
  #events(guild) {
    if (!guild.events?.length) return null;
    const local = (time) => new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
    const move = async (event, input) => {
      try {
        await api.moveEvent(event.id, new Date(input.value));
      } catch {
        this.draw(); // with the time as it is
      }
    };
    const row = (event) =>
      el(
        "li",
        { class: "event", data: { eventId: event.id } },
        el("span", { class: "channel-name", title: event.description ?? "" }, named(event.name)),
        el("input", {
          type: "datetime-local",
          value: local(Date.parse(event.scheduled_start_time)),
          "aria-label": `Start of ${event.name}`,
          on: { change: (changed) => move(event, changed.target) },
        }),
        el("button", { type: "button", "aria-label": `Delete the event ${event.name}`, on: { click: () => api.dropEvent(event.id) } }, "✕"),
      );
    return el("ul", { class: "server-events", "aria-label": "Events" }, guild.events.map(row));
  }

  #channel(channel) {
    return el(
      "button",
      {
        type: "button",
        class: "channel",
        "aria-current": channel.id === this.app.channel?.id ? "page" : null,
        data: { channelId: channel.id, channelName: channel.name },
        on: { click: () => this.app.go(channel.id) },
      },
      icon(signOf(channel)),
      el("span", { class: "channel-name" }, named(channel.name)),
      channel.archived ? el("small", {}, "archived") : null,
    );
  }
}
