// A bot on oceanic.js. Each line that it prints is JSON, and says how something went.
import { Client, InteractionTypes } from "oceanic.js";

const [url, token] = process.argv.slice(2);
const say = (what) => console.log(JSON.stringify(what));

const client = new Client({
  auth: `Bot ${token}`,
  rest: { baseURL: `${url}/api/v10` },
  gateway: { intents: ["GUILDS", "GUILD_MEMBERS", "GUILD_MESSAGES", "GUILD_MESSAGE_REACTIONS", "MESSAGE_CONTENT", "DIRECT_MESSAGES"], maxShards: 2 },
  collectionLimits: { messages: 100 },
});

const modal = {
  title: "A form",
  customID: "form",
  components: [
    { type: 18, label: "Name", component: { type: 4, customID: "name", style: 1 } },
    { type: 18, label: "Who", component: { type: 5, customID: "who" } },
  ],
};

const commands = {
  async members(i) {
    const all = await i.guild.fetchMembers();
    const found = await i.guild.searchMembers({ query: "bo", limit: 5 });
    await i.createMessage({ content: "fetched" });
    say({ members: { all: all.map((m) => m.displayName).sort(), found: found.map((m) => m.displayName), cached: i.guild.members.size } });
  },
  async reactions(i) {
    await i.createMessage({ content: "react to this" });
    const message = await i.getOriginal();
    const came = new Promise((done) => client.on("messageReactionAdd", (m, reactor, reaction) => reactor.id === i.user.id && done(reaction.emoji.name)));
    await message.createReaction("♠️");
    const name = await came;
    const users = await message.getReactions("♠️");
    await message.deleteReaction("♠️");
    say({ reactions: { name, users: users.map((u) => u.globalName ?? u.username) } });
  },
  async dm(i) {
    const channel = await i.user.createDM();
    const sent = await channel.createMessage({ content: "psst" });
    await i.createMessage({ content: "sent", flags: 64 });
    say({ dm: { channel: channel.id, content: sent.content } });
  },
  modal: (i) => i.createModal(modal),
};

client.on("interactionCreate", async (i) => {
  try {
    if (i.type === InteractionTypes.APPLICATION_COMMAND) await commands[i.data.name](i);
    else if (i.type === InteractionTypes.MODAL_SUBMIT) {
      say({ form: { name: i.data.components.getTextInput?.("name"), resolved: i.data.resolved?.users?.map((u) => u.globalName) } });
      await i.createMessage({ content: "thanks" });
    }
  } catch (error) {
    say({ failed: String(error.stack ?? error) });
  }
});
client.on("error", (error) => say({ failed: String(error) }));
client.on("shardResume", (id) => say({ resumed: id }));

client.once("ready", async () => {
  await client.application.bulkEditGlobalCommands(Object.keys(commands).map((name) => ({ type: 1, name, description: name })));
  const information = await client.rest.oauth.getCurrentAuthorizationInformation().catch((error) => ({ scopes: [String(error)] }));
  say({ ready: { id: client.user.id, shards: client.shards.size, scopes: information.scopes } });
});
await client.connect();
process.stdin.resume().on("end", () => {
  client.disconnect(false);
  process.exit(0);
});
