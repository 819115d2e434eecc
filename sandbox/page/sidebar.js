// The left side: guilds, their channels with threads below them, and whom one plays as.

import { api } from "./api.js";
import { avatar, el, fill, icon, isolated, named } from "./dom.js";
import { rove, unfold } from "./popover.js";
import { isThread } from "./world.js";

export class Sidebar {
  // app gives {world, route, go(channelId), playAs(name)}.
  constructor(app) {
    this.app = app;
    this.rail = el("nav", { class: "rail", "aria-label": "Servers" });
    this.title = el("header", { class: "guild-name" });
    this.list = el("nav", { class: "channels", "aria-label": "Channels" });
    this.me = el("div", { class: "me" });
    this.root = el(
      "aside",
      { class: "sidebar", id: "sidebar" },
      this.rail,
      el("div", { class: "sidebar-main" }, this.title, this.list, this.me),
    );
    this.root.addEventListener("keydown", (event) => event.key === "Escape" && app.drawer(false));
  }

  draw() {
    const { world, channel, user } = this.app;
    const held = document.activeElement?.closest?.("[data-channel-id],[data-guild-id]")?.dataset;
    const guild = channel?.guild ?? world.guilds[0];
    fill(
      this.rail,
      world.guilds.map((each) => this.#guild(each, each.id === guild?.id)),
    );
    fill(this.title, named(guild?.name ?? "Sandbox"));
    fill(this.list, guild ? this.#tree(guild) : null);
    fill(
      this.me,
      userMenuButton(
        this.app,
        { label: `Playing as ${isolated(user?.name ?? "")}. Switch user`, current: user, onPick: (name) => this.app.playAs(name) },
        [
          avatar(user),
          el("span", { class: "me-words" }, el("b", {}, named(user?.name ?? "")), el("small", {}, "Switch user")),
          icon("swap"),
        ],
      ),
    );
    if (held?.channelId) this.list.querySelector(`[data-channel-id="${CSS.escape(held.channelId)}"]`)?.focus();
    if (held?.guildId) this.rail.querySelector(`[data-guild-id="${CSS.escape(held.guildId)}"]`)?.focus();
  }

  #guild(guild, current) {
    const first = guild.channels?.[0];
    const initials = guild.name
      .split(/\s+/)
      .map((word) => [...word][0])
      .join("")
      .slice(0, 3);
    return el(
      "button",
      {
        type: "button",
        class: "guild",
        title: guild.name,
        "aria-label": guild.name,
        "aria-current": current ? "true" : null,
        data: { guildId: guild.id },
        on: { click: () => first && this.app.go(first.id) },
      },
      initials,
    );
  }

  #tree(guild) {
    const channels = guild.channels ?? [];
    const threads = (parent) =>
      channels.filter(
        (channel) =>
          isThread(channel) &&
          channel.parent === parent.id &&
          (!channel.archived || channel.id === this.app.channel?.id),
      );
    const branch = (channel) =>
      el(
        "li",
        {},
        this.#channel(channel),
        threads(channel).length
          ? el(
              "ul",
              { class: "threads" },
              threads(channel).map((thread) => el("li", {}, this.#channel(thread))),
            )
          : null,
      );
    return el("ul", {}, channels.filter((channel) => !isThread(channel)).map(branch));
  }

  #channel(channel) {
    const current = channel.id === this.app.channel?.id;
    return el(
      "button",
      {
        type: "button",
        class: "channel",
        "aria-current": current ? "page" : null,
        "aria-label": channel.name,
        data: { channelId: channel.id, channelName: channel.name },
        on: { click: () => this.app.go(channel.id) },
      },
      icon(isThread(channel) ? "thread" : "hash"),
      el("span", { class: "channel-name" }, named(channel.name)),
      channel.archived ? el("small", {}, "archived") : null,
    );
  }
}

// userMenuButton opens a list of the users, with room to add one.
function userMenuButton(app, { label, current, onPick }, content) {
  const list = el("div", { class: "user-menu", popover: "auto", role: "menu", "aria-label": "Users" });
  const pick = (name) => {
    list.hidePopover();
    onPick(name);
  };
  const problem = el("p", { class: "box-problem", role: "alert", hidden: true });
  const input = el("input", {
    type: "text",
    placeholder: "Add user",
    "aria-label": "Name of a new user",
    maxlength: 32,
    autocomplete: "off",
    data: { addUser: "" },
  });
  const form = el("form", {}, icon("plus"), input);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const name = input.value.trim();
    if (!name) return;
    try {
      const user = await api.addUser(name);
      input.value = "";
      await app.refresh();
      pick(user.name);
    } catch (failure) {
      problem.textContent = failure.message;
      problem.hidden = false;
    }
  });
  const fillList = () =>
    fill(
      list,
      app.world.users.map((user) =>
        el(
          "button",
          {
            type: "button",
            role: "menuitemradio",
            "aria-checked": String(user.id === current?.id),
            data: { user: user.name },
            on: { click: () => pick(user.name) },
          },
          avatar(user, true),
          el("span", {}, named(user.name)),
          user.id === current?.id ? icon("check") : null,
        ),
      ),
      form,
      problem,
    );
  const button = el(
    "button",
    {
      type: "button",
      class: "user-menu-button",
      "aria-haspopup": "menu",
      "aria-expanded": "false",
      "aria-label": label,
      title: label,
    },
    content,
  );
  list.addEventListener("beforetoggle", (event) => event.newState === "open" && fillList());
  unfold(button, list, {
    opened: () => list.querySelector('[aria-checked="true"], button')?.focus(),
  });
  list.addEventListener("keydown", (event) => rove(event, [...list.querySelectorAll("button, input")]));
  return el("span", { class: "user-menu-box" }, button, list);
}
