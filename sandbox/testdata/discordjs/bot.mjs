// A bot on discord.js that does, command by command, what a bot does. Each line it prints is JSON; the test reads them.
import {
  ActionRowBuilder, ApplicationCommandOptionType, AttachmentBuilder, ButtonBuilder, ButtonStyle, Client, ContainerBuilder, Events,
  GatewayIntentBits, MediaGalleryBuilder, MessageFlags, ModalBuilder, TextDisplayBuilder, TextInputBuilder, TextInputStyle,
} from "discord.js";

const [url] = process.argv.slice(2);
const say = (what) => console.log(JSON.stringify(what));
const PNG = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

const client = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api: `${url}/api` } });

const button = (id, label = id) => new ButtonBuilder().setCustomId(id).setLabel(label).setStyle(ButtonStyle.Primary);
const row = (...buttons) => new ActionRowBuilder().addComponents(...buttons);
const raw = (id, more = {}) => ({ type: 2, style: 1, label: "x", custom_id: id, ...more });

// code is Discord's error code of what a call threw, or 0.
const code = async (call) => {
  try {
    await call();
    return 0;
  } catch (error) {
    return error.code ?? String(error);
  }
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
  modal: (i) =>
    i.showModal(
      new ModalBuilder().setCustomId("form").setTitle("A form").addComponents(row(new TextInputBuilder().setCustomId("name").setLabel("Name").setStyle(TextInputStyle.Short))),
    ),
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
    const emojis = client.application.emojis;
    const code = (promise) => promise.then(() => 0, (error) => error.code);
    const other = await emojis.create({ attachment: PNG, name: "two" });
    await other.delete();
    say({
      emoji: emoji.id,
      listed: all.has(emoji.id),
      left: (await emojis.fetch()).size,
      taken: await code(emojis.create({ attachment: PNG, name: "ace" })),
      short: await code(emojis.create({ attachment: PNG, name: "a" })),
      noPicture: await code(emojis.create({ attachment: Buffer.from("no picture"), name: "none" })),
      heavy: await code(emojis.create({ attachment: Buffer.concat([PNG, Buffer.alloc(256 << 10)]), name: "heavy" })),
      gone: await code(emojis.delete(other.id)),
    });
  },
  async errors(i) {
    const { rest } = client;
    const callback = `/interactions/${i.id}/${i.token}/callback`;
    const respond = (type, data) => code(() => rest.post(callback, { body: { type, data }, auth: false }));
    const found = {
      sixButtons: await respond(4, { components: [{ type: 1, components: [1, 2, 3, 4, 5, 6].map((n) => raw(`b${n}`)) }] }),
      fortyOne: await respond(4, { flags: 32768, components: Array.from({ length: 41 }, () => ({ type: 10, content: "x" })) }),
      doubled: await respond(4, { components: [{ type: 1, components: [raw("a"), raw("a")] }] }),
      contentBesideV2: await respond(4, { content: "x", flags: 32768, components: [{ type: 10, content: "x" }] }),
      updateOfACommand: await respond(7, { content: "x" }),
    };
    await i.reply({ content: "mine", flags: MessageFlags.Ephemeral });
    const mine = await i.fetchReply();
    found.secondAck = await respond(4, { content: "again" });
    found.ephemeralByChannel = await code(() => rest.patch(`/channels/${i.channelId}/messages/${mine.id}`, { body: { content: "x" } }));
    say({ errors: found });
  },
  async expire(i) {
    await i.reply("soon gone");
    const gone = () => code(() => i.editReply("too late"));
    let now = await gone();
    while (now === 0) {
      await new Promise((wait) => setTimeout(wait, 400));
      now = await gone();
    }
    say({ expired: now });
  },
};

client.on(Events.InteractionCreate, async (i) => {
  try {
    if (i.isChatInputCommand()) await commands[i.commandName](i);
    else if (i.isAutocomplete()) await i.respond(["ace", "king"].filter((c) => c.startsWith(i.options.getFocused())).map((c) => ({ name: c, value: c })));
    else if (i.isModalSubmit()) await i.reply(`you are ${i.fields.getTextInputValue("name")}`);
    else if (i.isButton()) await i.update({ content: `clicked ${i.customId}`, components: [] });
  } catch (error) {
    say({ failed: String(error) });
  }
});
client.on(Events.ShardReconnecting, () => say({ reconnecting: true }));
client.on(Events.ShardResume, (_, replayed) => say({ resumed: replayed }));
client.on(Events.ShardReady, () => say({ shardReady: true }));
client.on(Events.Error, (error) => say({ failed: String(error) }));

client.once(Events.ClientReady, async () => {
  const options = { pick: [{ type: ApplicationCommandOptionType.String, name: "card", description: "a card", required: true, autocomplete: true }] };
  await client.application.commands.set(Object.keys(commands).map((name) => ({ name, description: name, options: options[name] })));
  say({ ready: client.user.username, guilds: client.guilds.cache.size });
});
process.stdin.on("end", () => client.destroy().then(() => process.exit(0))).resume();
await client.login("sandbox");
