// A bot on discord.js that asks for what our own bot doesn't: members, reactions, direct messages, moderation, shards. Each line that it
// prints is JSON, and says how one of them went.
import { Client, Events, GatewayIntentBits, ModalBuilder, Partials, PermissionFlagsBits } from "discord.js";

const [url, token] = process.argv.slice(2);
const say = (what) => console.log(JSON.stringify(what));

const client = new Client({
  intents: [
    GatewayIntentBits.Guilds, GatewayIntentBits.GuildMembers, GatewayIntentBits.GuildPresences, GatewayIntentBits.GuildMessages,
    GatewayIntentBits.GuildMessageReactions, GatewayIntentBits.GuildModeration, GatewayIntentBits.DirectMessages, GatewayIntentBits.MessageContent,
  ],
  partials: [Partials.Channel],
  shards: [0, 1],
  shardCount: 2,
  rest: { api: `${url}/api` },
});

// code is Discord's error code of what a call threw, or 0.
const code = async (call) => {
  try {
    await call();
    return 0;
  } catch (error) {
    return error.code ?? String(error);
  }
};

const every = {
  title: "Everything",
  custom_id: "everything",
  components: [
    { type: 10, content: "Fill this in." },
    { type: 18, label: "File", component: { type: 19, custom_id: "file", max_values: 2, file_types: ["image", ".txt"] } },
    { type: 18, label: "One", component: { type: 21, custom_id: "one", options: [{ label: "A", value: "a" }, { label: "B", value: "b" }] } },
    { type: 18, label: "Some", component: { type: 22, custom_id: "some", required: false, options: [{ label: "C", value: "c" }, { label: "D", value: "d" }] } },
    { type: 18, label: "Who", component: { type: 5, custom_id: "who" } },
  ],
};

const more = {
  title: "More",
  custom_id: "more",
  components: [
    { type: 18, label: "Yes", component: { type: 23, custom_id: "yes" } },
    { type: 18, label: "Text", description: "A few words", component: { type: 4, custom_id: "text", style: 1 } },
    { type: 18, label: "Suit", component: { type: 3, custom_id: "suit", options: [{ label: "Clubs", value: "c" }] } },
    { type: 18, label: "Role", component: { type: 6, custom_id: "role" } },
    { type: 18, label: "Where", component: { type: 8, custom_id: "where" } },
  ],
};

const commands = {
  async members(i) {
    const all = await i.guild.members.fetch({ withPresences: true });
    const one = await i.guild.members.fetch({ user: i.user.id, force: true });
    const named = await i.guild.members.fetch({ query: "an", limit: 5 });
    const found = await i.guild.members.search({ query: "an", limit: 5 });
    const listed = await i.guild.members.list({ limit: 1000 });
    say({
      members: {
        all: all.map((m) => m.displayName).sort(), one: one.displayName, named: named.map((m) => m.displayName), found: found.map((m) => m.displayName),
        listed: listed.size, online: all.filter((m) => m.presence?.status === "online").size,
      },
    });
    await i.reply("fetched");
  },
  async collect(i) {
    const message = (await i.reply({ content: "react to this", withResponse: true })).resource.message;
    const waits = message.awaitReactions({ filter: (r, u) => u.id === i.user.id, max: 2, time: 60_000 });
    await message.react("🔥");
    const got = await waits;
    const again = await message.fetch(true);
    const users = await again.reactions.cache.get("🔥").users.fetch();
    const counts = again.reactions.cache.map((r) => `${r.emoji.name} ${r.count} ${r.me}`);
    await message.reactions.removeAll();
    say({ collected: { got: got.map((r) => r.emoji.name), counts, users: users.map((u) => u.globalName ?? u.username) } });
  },
  async dm(i) {
    const waits = new Promise((done) => client.on(Events.MessageCreate, (m) => m.channel.isDMBased() && !m.author.bot && done(m)));
    const sent = await i.user.send("psst");
    await i.reply("sent");
    const answer = await waits;
    await answer.react("👍");
    const edited = await sent.edit("psst, edited");
    const kept = await sent.channel.messages.fetch({ limit: 10 });
    say({ dm: { answer: answer.content, edited: edited.content, kept: kept.map((m) => m.content).reverse(), guild: answer.guildId } });
  },
  async closed(i) {
    const channel = await i.user.createDM();
    say({ closed: { opened: channel.isDMBased(), code: await code(() => channel.send("psst")) } });
    await i.reply("no luck");
  },
  everything: (i) => i.showModal(every),
  more: (i) => i.showModal(new ModalBuilder(more)),
  async moderate(i) {
    const { guild } = i;
    await i.reply("moderating");
    const bob = await guild.members.fetch({ user: (await guild.members.search({ query: "bob" })).first().id });
    const cy = (await guild.members.search({ query: "cy" })).first();
    const bans = [];
    client.on(Events.GuildBanAdd, (ban) => bans.push(`+${ban.user.username}`));
    client.on(Events.GuildBanRemove, (ban) => bans.push(`-${ban.user.username}`));
    await bob.setNickname("Bobby");
    await bob.timeout(60_000, "loud");
    const role = await guild.roles.create({ name: "Quiet", colors: { primaryColor: 0x123456 }, hoist: true, permissions: [] });
    await bob.roles.add(role);
    await role.edit({ name: "Quieter", mentionable: true });
    const fetched = await guild.roles.fetch(role.id, { force: true });
    const again = await guild.members.fetch({ user: bob.id, force: true });
    const out = { nick: again.displayName, timed: again.isCommunicationDisabled(), roles: again.roles.cache.map((r) => r.name).sort(), role: [fetched.name, fetched.hoist, fetched.mentionable, fetched.hexColor] };
    await role.delete();
    await cy.kick("enough");
    await guild.members.ban(bob.id, { reason: "too loud", deleteMessageSeconds: 60 });
    const kept = await guild.bans.fetch();
    out.banned = kept.map((ban) => `${ban.user.username}: ${ban.reason}`);
    await guild.members.unban(bob.id);
    out.left = (await guild.members.list({ limit: 1000 })).map((m) => m.displayName).sort();
    out.bans = bans;
    const category = await guild.channels.create({ name: "Tables", type: 4 });
    const table = await guild.channels.create({ name: "table-1", parent: category, topic: "cards", rateLimitPerUser: 5 });
    await table.edit({ rateLimitPerUser: 10, nsfw: true, defaultAutoArchiveDuration: 60 });
    const read = await guild.channels.fetch(table.id, { force: true });
    out.channel = [read.parent.name, read.topic, read.rateLimitPerUser, read.nsfw, read.defaultAutoArchiveDuration];
    const first = await table.send("one");
    const rest = [await table.send("two"), await table.send("three")];
    await first.pin();
    const pins = await table.messages.fetchPins();
    out.pins = pins.items.map((pin) => pin.message.content);
    await first.unpin();
    await table.bulkDelete(rest);
    out.messages = (await table.messages.fetch({ limit: 10 })).filter((m) => !m.system).map((m) => m.content);
    const thread = await table.threads.create({ name: "private", type: 12, invitable: false });
    await thread.setArchived(true);
    out.threads = (await table.threads.fetchArchived({ type: "private", fetchAll: true })).threads.map((t) => t.name);
    const counted = await guild.fetch();
    out.count = counted.approximateMemberCount;
    await guild.edit({ name: "Sandpit", description: "cards", verificationLevel: 1 });
    out.guild = [guild.name, guild.description, guild.verificationLevel];
    out.permissions = guild.members.me.permissions.has(PermissionFlagsBits.BanMembers);
    await client.user.setUsername("Guest");
    await client.application.edit({ description: "A guest" });
    out.self = [client.user.username, (await client.application.fetch()).description];
    out.leftOut = await guild.fetchAuditLogs().then(() => "served", (error) => `${error.status} ${error.code} ${error.message}`);
    say({ moderated: out });
  },
};

// read says what a modal's submission holds, as discord.js reads it.
const read = (i) => {
  const f = i.fields;
  const has = (id) => f.fields.has(id);
  return {
    file: has("file") ? [...f.getUploadedFiles("file").values()].map((a) => [a.name, a.size, a.contentType]) : undefined,
    one: has("one") ? f.getRadioGroup?.("one") ?? f.getField("one").value : undefined,
    some: has("some") ? f.getCheckboxGroup?.("some") ?? f.getField("some").values : undefined,
    who: has("who") ? f.getSelectedUsers("who").map((u) => u.globalName) : undefined,
    yes: has("yes") ? f.getCheckbox?.("yes") ?? f.getField("yes").value : undefined,
    text: has("text") ? f.getTextInputValue("text") : undefined,
    suit: has("suit") ? f.getStringSelectValues("suit") : undefined,
    role: has("role") ? f.getSelectedRoles("role").map((r) => r.name) : undefined,
    where: has("where") ? f.getSelectedChannels("where").map((c) => c.name) : undefined,
  };
};

client.on(Events.InteractionCreate, async (i) => {
  try {
    if (i.isChatInputCommand()) await commands[i.commandName](i);
    else if (i.isModalSubmit()) {
      say({ [i.customId]: read(i) });
      await i.reply("thanks");
    }
  } catch (error) {
    say({ failed: `${i.commandName ?? i.customId}: ${error.stack ?? error}` });
  }
});
client.on(Events.ShardResume, (id, replayed) => say({ resumed: { shard: id, replayed } }));
client.on(Events.Error, (error) => say({ failed: String(error) }));

const up = new Promise((done) => client.once(Events.ClientReady, done));
await client.login(token);
await up;
const members = client.guilds.cache.first().members.cache.size;
await client.application.commands.set(Object.keys(commands).map((name) => ({ name, description: name })));
say({ ready: { id: client.user.id, shards: client.ws.shards.size, members } });
process.stdin.resume().on("end", () => client.destroy().then(() => process.exit(0)));
