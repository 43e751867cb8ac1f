// boardgame.io's own server for the game, on the loopback:  node server.js PORT [FOLDER]
// Matches are kept in memory or, with a folder, in flat files.

const { Server, FlatFile, Origins } = require("boardgame.io/server");
const { ChipTrickRoot } = require("./game.js");

const [port, folder] = process.argv.slice(2);
const server = Server({
  games: [ChipTrickRoot],
  origins: [Origins.LOCALHOST],
  ...(folder ? { db: new FlatFile({ dir: folder }) } : {}),
});
server.run({ port: { port: Number(port), host: "127.0.0.1" } });
