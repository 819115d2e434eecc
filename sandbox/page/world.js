// What everybody shares: users, guilds, channels, the bot and its commands.

import { api } from "./api.js";

const THREADS = new Set([10, 11, 12]);
const DM = 1;
const GROUP = 3;

// Direct messages and group DMs are shown as a server of their own, with a channel for each person or group.
const DIRECT = "direct";

export class World {
  users = [];
  guilds = [];
  bot = null;
  commands = [];
  #commandsOf = null;
  #told = "";

  // load reads the world anew. Commands are part of it: they change when a bot registers.
  async load() {
    const world = await api.world();
    this.users = world.users ?? [];
    this.guilds = world.guilds ?? [];
    const direct = (world.direct ?? []).map((each) => ({ id: each.id, name: `@${this.user(each.user)?.name ?? each.user}`, type: DM, users: [each.user] }));
    const groups = (world.groups ?? []).map((each) => ({ ...each, type: GROUP }));
    if (direct.length + groups.length)
      this.guilds = [...this.guilds, { id: DIRECT, name: "Direct messages", bot: true, channels: [...direct, ...groups], roles: [], members: [] }];
    this.bot = world.bot ?? null;
    this.locales = world.locales ?? [];
    this.#commandsOf = null;
  }

  // enter reads the commands that a user can choose in a channel. It is true when
  // anything is other than it was last told: names, channels, commands.
  async enter(user, channel) {
    const place = `${user.id} ${channel.id}`;
    if (this.#commandsOf !== place) {
      this.#commandsOf = place;
      const commands = (await api.commands(user.id, channel.id)) ?? [];
      if (this.#commandsOf === place) this.commands = commands;
    }
    const now = JSON.stringify([this.users, this.guilds, this.commands]);
    const changed = now !== this.#told;
    this.#told = now;
    return changed;
  }

  // user finds somebody by id or name; the bot is somebody too.
  user(key) {
    if (this.bot && (this.bot.id === key || this.bot.name === key)) return { ...this.bot, bot: true };
    return this.users.find((user) => user.id === key) ?? this.users.find((user) => user.name === key);
  }

  channels() {
    return this.guilds.flatMap((guild) => (guild.channels ?? []).map((channel) => ({ ...channel, guild })));
  }

  // channel finds one by id, by name, or by "guild/name" where guilds share a name.
  channel(key) {
    const all = this.channels();
    return (
      all.find((channel) => channel.id === key) ??
      all.find((channel) => channel.name === key) ??
      all.find((channel) => `${channel.guild.name}/${channel.name}` === key)
    );
  }

  // nameOf is the shortest that finds the channel again, also after a restart gave it another id.
  nameOf(channel) {
    const full = `${channel.guild.name}/${channel.name}`;
    return [channel.name, full].find((key) => this.channel(key)?.id === channel.id) ?? channel.id;
  }

  // beside is where a user reads who turns up in a channel: their own direct messages in place of somebody else's.
  beside(user, channel) {
    const all = this.channels();
    return reads(user, channel) ? channel : (all.find((each) => each.type === channel.type && reads(user, each)) ?? all[0]);
  }

  firstChannel() {
    return this.channels()[0];
  }

  role(id) {
    for (const guild of this.guilds) {
      const role = guild.roles?.find((role) => role.id === id);
      if (role) return role;
    }
    return null;
  }
}

// hashed is how a channel is called: #cards, @Bob for the direct messages with somebody, or a group's name.
export const hashed = (channel, name = channel?.name ?? "") => (channel?.users ? name : `#${name}`);

// reads tells whether a user is in a direct message or a group DM; other channels are everybody's.
export const reads = (user, channel) => !channel.users || channel.users.includes(user?.id);

// signOf names the icon of a channel.
export const signOf = (channel) => (isThread(channel) ? "thread" : channel.users ? "person" : "hash");

export const isThread = (channel) => THREADS.has(channel.type);

// leaves are the commands that can be sent: a command with sub-commands stands
// for each of them, under its full name ("settings clock").
export function leaves(commands) {
  const found = [];
  const walk = (node, path, top) => {
    const subs = (node.options ?? []).filter((option) => option.type === 1 || option.type === 2);
    if (subs.length) {
      for (const sub of subs) walk(sub, [...path, sub.name], top);
    } else {
      found.push({
        name: path.join(" "),
        top: top.name,
        id: top.id,
        description: node.description ?? "",
        options: node.options ?? [],
      });
    }
  };
  for (const command of commands) {
    // Types 2 and 3 live in context menus, not behind a slash.
    if ((command.type ?? 1) === 1) walk(command, [command.name], command);
  }
  return found.sort((a, b) => a.name.localeCompare(b.name));
}
