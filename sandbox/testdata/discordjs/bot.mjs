// A bot on discord.js that does, command by command, what bots do. Each line that it prints is JSON, and says how one of them went.
import {
  ActionRowBuilder, ApplicationCommandOptionType, AttachmentBuilder, ButtonBuilder, ButtonStyle, Client, ContainerBuilder, Events,
  GatewayIntentBits, MediaGalleryBuilder, MessageFlags, ModalBuilder, Partials, TextDisplayBuilder,
} from "discord.js";

const [url, token] = process.argv.slice(2);
const say = (what) => console.log(JSON.stringify(what));
const PNG = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

const client = new Client({
  intents: [
    GatewayIntentBits.Guilds, GatewayIntentBits.GuildMembers, GatewayIntentBits.GuildPresences, GatewayIntentBits.GuildMessages,
    GatewayIntentBits.GuildMessageReactions, GatewayIntentBits.DirectMessages, GatewayIntentBits.MessageContent,
  ],
  partials: [Partials.Channel],
  shards: [0, 1],
  shardCount: 2,
  rest: { api: `${url}/api` },
});

const button = (id, label = id) => new ButtonBuilder().setCustomId(id).setLabel(label).setStyle(ButtonStyle.Primary);
const row = (...buttons) => new ActionRowBuilder().addComponents(...buttons);

// code is Discord's error code of what a call threw, or 0.
const code = async (call) => {
  try {
    await call();
    return 0;
  } catch (error) {
    return error.code ?? String(error);
  }
};

const form = {
  title: "A form",
  custom_id: "form",
  components: [
    { type: 10, content: "Fill this in." },
    { type: 18, label: "Text", description: "A few words", component: { type: 4, custom_id: "text", style: 1 } },
    { type: 18, label: "Suit", component: { type: 3, custom_id: "suit", options: [{ label: "Clubs", value: "c" }] } },
    { type: 18, label: "Who", component: { type: 5, custom_id: "who" } },
    { type: 18, label: "Where", component: { type: 8, custom_id: "where" } },
  ],
};

const commands = {
  reply: (i) => i.reply({ content: `hello ${i.user.globalName}`, components: [row(button("again"))] }),
  async defer(i) {
    await i.deferReply({ flags: MessageFlags.Ephemeral });
    await i.editReply("thought about it");
  },
  async follow(i) {
    await i.reply("first");
    const second = await i.followUp({ content: "second", flags: MessageFlags.Ephemeral });
    await i.webhook.editMessage(second, "second, edited");
  },
  pick: (i) => i.reply(`picked ${i.options.getString("card")}`),
  async gallery(i) {
    await i.reply({
      flags: MessageFlags.IsComponentsV2,
      files: [new AttachmentBuilder(PNG, { name: "hand.png" })],
      components: [
        new ContainerBuilder().addTextDisplayComponents(new TextDisplayBuilder().setContent("Your hand")),
        new MediaGalleryBuilder().addItems({ media: { url: "attachment://hand.png" }, description: "a hand" }),
      ],
    });
  },
  async thread(i) {
    await i.reply("opening a thread");
    const thread = await i.channel.threads.create({ name: "a table", autoArchiveDuration: 60 });
    await thread.send("in the thread");
    await thread.setArchived(true);
    say({ thread: thread.id });
  },
  async emoji(i) {
    const emoji = await client.application.emojis.create({ attachment: PNG, name: "ace" });
    const all = await client.application.emojis.fetch();
    await i.reply({ content: `${emoji}`, components: [row(button("emoji", "Ace").setEmoji(emoji.id))] });
    await emoji.delete();
    say({ emoji: { id: emoji.id, listed: all.has(emoji.id), left: (await client.application.emojis.fetch()).size } });
  },
  async members(i) {
    const all = await i.guild.members.fetch();
    const one = await i.guild.members.fetch({ user: i.user.id, force: true });
    const named = await i.guild.members.fetch({ query: "an", limit: 5 });
    const found = await i.guild.members.search({ query: "an", limit: 5 });
    const listed = await i.guild.members.list({ limit: 1000 });
    say({
      members: {
        all: all.map((m) => m.displayName).sort(), one: one.displayName, named: named.map((m) => m.displayName), found: found.map((m) => m.displayName),
        listed: listed.size,
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
  form: (i) => i.showModal(new ModalBuilder(form)),
  async guild(i) {
    const { guild } = i;
    await i.reply("looking around");
    const out = {};
    await guild.fetch();
    const lists = [guild.emojis, guild.stickers, guild.invites, guild.scheduledEvents];
    out.empty = (await Promise.all(lists.map((list) => list.fetch()))).map((all) => all.size);
    out.integrations = (await guild.fetchIntegrations()).size;
    const dealer = (await guild.roles.fetch()).find((role) => role.name === "Dealer");
    const bob = (await guild.members.search({ query: "bob" })).first();
    await bob.roles.add(dealer);
    out.roles = (await guild.members.fetch({ user: bob.id, force: true })).roles.cache.map((r) => r.name).sort();
    await bob.roles.remove(dealer);
    const sent = [await i.channel.send("one"), await i.channel.send("two"), await i.channel.send("three")];
    await i.channel.bulkDelete(sent.slice(1));
    out.messages = (await i.channel.messages.fetch({ limit: 1 })).map((m) => m.content);
    const thread = await sent[0].startThread({ name: "a table" });
    await thread.members.add(bob);
    await thread.leave();
    await thread.join();
    await thread.setArchived(true);
    client.user.setPresence({ activities: [{ name: "cards" }], status: "idle" });
    out.leftOut = await guild.bans.fetch().then(() => "served", (error) => `${error.status} ${error.code} ${error.message}`);
    say({ guild: out });
  },
};

// read says what a modal's submission holds, as discord.js reads it.
const read = ({ fields }) => ({
  text: fields.getTextInputValue("text"),
  suit: fields.getStringSelectValues("suit"),
  who: fields.getSelectedUsers("who").map((u) => u.globalName),
  where: fields.getSelectedChannels("where").map((c) => c.name),
});

client.on(Events.InteractionCreate, async (i) => {
  try {
    if (i.isChatInputCommand()) await commands[i.commandName](i);
    else if (i.isAutocomplete()) await i.respond(["ace", "king"].filter((c) => c.startsWith(i.options.getFocused())).map((c) => ({ name: c, value: c })));
    else if (i.isButton()) await i.update({ content: `clicked ${i.customId}`, components: [] });
    else if (i.isModalSubmit()) {
      say({ [i.customId]: read(i) });
      await i.reply("thanks");
    }
  } catch (error) {
    say({ failed: `${i.commandName ?? i.customId}: ${error.stack ?? error}` });
  }
});
client.on(Events.ShardResume, (id) => say({ resumed: id }));
client.on(Events.ShardReady, (id) => say({ shardReady: id }));
client.on(Events.Error, (error) => say({ failed: String(error) }));

const up = new Promise((done) => client.once(Events.ClientReady, done));
await client.login(token);
await up;
const members = client.guilds.cache.first().members.cache.size;
const options = { pick: [{ type: ApplicationCommandOptionType.String, name: "card", description: "a card", required: true, autocomplete: true }] };
await client.application.commands.set(Object.keys(commands).map((name) => ({ name, description: name, options: options[name] })));
say({ ready: { id: client.user.id, shards: client.ws.shards.size, members } });
process.stdin.resume().on("end", () => client.destroy().then(() => process.exit(0)));
