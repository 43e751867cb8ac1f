// The load that both servers get: matches of three clients, each with a connection of its own, that play at random.
//
//   node load.js --side ours|peer --url http://127.0.0.1:8012[,…] --matches 200 --warmup 10 --seconds 20 --pace 0 --pids 17,18
//
// A client moves as soon as it is its turn; with --pace it thinks first, so that all matches together make about so
// many moves a second. A move takes from sending it until the mover's own connection hears of it. Play begins when all
// matches are open; a finished one is replaced by a new one, and of the first ones each already after a random part of a
// game, so that they don't all end together. With several addresses, the clients of a match sit at different ones. With
// --press 1 the servers are sent SIGUSR1 where the measured time begins and ends. One line of JSON at the end.

const fs = require("node:fs");
const http = require("node:http");
const crypto = require("node:crypto");
const { parseArgs } = require("node:util");
const WebSocket = require("ws");
const { io } = require("socket.io-client");
const { legalMoves } = require("./game.js");

const GAME = "chip-trick-root";
const PLAYERS = 3;
const LENGTH = 132; // moves of a game, on average
const AT_ONCE = 8; // matches that are being opened at the same time before play begins
const SPARES = 50; // the most tables that are ready before they are needed, so that as many matches as wanted are always in play
const STUCK = 30_000; // milliseconds without a move after which a match is given up, and said
const TICKS = 100; // of /proc, a second

const HELD = 3; // seconds in which nothing happens once all matches are open: what they cost in memory is read then

const options = { side: "ours", url: "", matches: "200", warmup: "10", seconds: "20", pace: "0", pids: "", press: "" };
const types = Object.fromEntries(Object.entries(options).map(([name, value]) => [name, { type: "string", default: value }]));
const wish = parseArgs({ options: types }).values;
const urls = wish.url.split(",");
const pids = wish.pids.split(",").filter(Boolean);
const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });

const count = { moves: 0, opened: 0, finished: 0, refused: 0, stuck: 0 };
let latencies = [];

// --- what both sides' clients do --------------------------------------------------------------------

const pick = (choices) => choices[Math.floor(Math.random() * choices.length)];

class Match {
  constructor() {
    this.clients = [];
    this.over = false;
    this.ready = 0;
    this.begun = false;
    this.moved = 0; // when something happened last
    this.left = Infinity; // moves until it is given up
  }

  /** The first state has reached a client; when all have theirs, the match can begin. */
  synced() {
    this.ready += 1;
    if (this.ready < PLAYERS) return;
    count.opened += 1;
    spares.push(this);
    whenOpen();
    beginSpares();
  }

  begin() {
    this.begun = true;
    this.moved = performance.now();
    inPlay.add(this);
    for (const client of this.clients) client.act();
  }

  get playing() {
    return this.begun && !this.over;
  }

  finish() {
    if (this.over) return;
    count.finished += 1;
    this.replace();
  }

  replace() {
    this.over = true;
    for (const client of this.clients) client.close();
    inPlay.delete(this);
    beginSpares();
    open();
  }
}

class Client {
  constructor(match) {
    this.match = match;
    this.sent = 0; // when the move left that is not answered yet
    this.turn = null; // what is needed to move now
  }

  /** A new state: it may be my turn, and may answer my move. */
  heard(turn, answers) {
    const now = performance.now();
    if (this.sent && answers) {
      count.moves += 1;
      latencies.push(now - this.sent);
      this.sent = 0;
      if ((this.match.left -= 1) < 0) this.match.finish();
    }
    this.match.moved = now;
    this.turn = turn;
    if (this.match.playing) this.act();
  }

  act() {
    if (!this.turn) return;
    const turn = this.turn;
    this.turn = null;
    const go = () => {
      if (this.match.over) return;
      this.sent = performance.now();
      this.move(turn);
    };
    if (Number(wish.pace)) setTimeout(go, -Math.log(1 - Math.random()) * ((1000 * wish.matches) / wish.pace));
    else go();
  }
}

function post(url, body, headers = {}) {
  return new Promise((resolve, reject) => {
    const sent = JSON.stringify(body);
    const about = { method: "POST", agent, headers: { "content-type": "application/json", "content-length": Buffer.byteLength(sent), ...headers } };
    const request = http.request(url, about, (answer) => {
      const parts = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("end", () => {
        const text = Buffer.concat(parts).toString();
        if (answer.statusCode >= 300) reject(new Error(`${url}: ${answer.statusCode} ${text}`));
        else resolve({ said: JSON.parse(text), cookies: answer.headers["set-cookie"] ?? [] });
      });
    });
    request.on("error", (problem) => {
      // An idle connection that the server closed while we took it up again: nothing was asked yet.
      if (request.reusedSocket && problem.code === "ECONNRESET") post(url, body, headers).then(resolve, reject);
      else reject(problem);
    });
    request.end(sent);
  });
}

const idle = []; // connections between two matches

// --- ours -------------------------------------------------------------------------------------------

async function openOurs(match) {
  const first = count.opened;
  const api = `${urls[first % urls.length]}/api/v1/matches`;
  const { said } = await post(api, { game: GAME, players: PLAYERS, house: { seconds_away: 3600 } });
  for (let seat = 0; seat < PLAYERS; seat += 1) {
    const nonce = crypto.randomBytes(16).toString("hex");
    const sat = await post(`${api}/${said.match}/sit`, { at: seat, name: `Player ${seat}`, nonce });
    const url = `${urls[(first + seat) % urls.length]}/api/v1/matches/${said.match}/socket`;
    const cookie = sat.cookies.map((cookie) => cookie.split(";")[0]).join("; ");
    match.clients.push(new OurClient(match, url, cookie, { do: "look", match: said.match, ticket: sat.said.ticket }));
  }
  for (const client of match.clients) client.connect();
}

class OurClient extends Client {
  constructor(match, url, cookie, look) {
    super(match);
    Object.assign(this, { url, cookie, look, there: false, number: 0 });
  }

  /** Players keep their connection for the next match, on both sides; between several servers they don't. */
  connect() {
    const options = { headers: { cookie: this.cookie }, perMessageDeflate: false, skipUTF8Validation: true };
    const kept = urls.length === 1 && idle.pop();
    this.socket = kept || new WebSocket(this.url.replace("http", "ws"), options);
    this.socket.on("message", (data) => this.frame(JSON.parse(data)));
    this.socket.on("error", (problem) => fail(problem));
    if (kept) kept.send(JSON.stringify(this.look));
  }

  frame(said) {
    this.there ||= said.t === "table" && said.match === this.look.match;
    if (!this.there) return; // what was still on its way from the last table
    if (said.t === "no") {
      count.refused += 1;
      console.error(JSON.stringify(said));
      return;
    }
    this.heard(said.moves ? said : null, said.id === this.id);
    if (said.t === "table") this.match.synced();
    if (said.stage === "over") this.match.finish();
  }

  move(said) {
    this.number += 1;
    this.id = `${said.seq}.${this.number}`;
    this.socket.send(JSON.stringify({ do: "move", move: pick(said.moves), expected: said.seq, id: this.id }));
  }

  close() {
    if (urls.length > 1) return this.socket.close();
    this.socket.removeAllListeners();
    idle.push(this.socket);
  }
}

// --- boardgame.io -----------------------------------------------------------------------------------

async function openPeers(match) {
  const lobby = `${urls[0]}/games/${GAME}`;
  const { said } = await post(`${lobby}/create`, { numPlayers: PLAYERS });
  for (let player = 0; player < PLAYERS; player += 1) {
    const joined = await post(`${lobby}/${said.matchID}/join`, { playerID: String(player), playerName: `Player ${player}` });
    match.clients.push(new PeerClient(match, said.matchID, String(player), joined.said.playerCredentials));
  }
  for (const client of match.clients) client.connect();
}

class PeerClient extends Client {
  constructor(match, matchID, playerID, credentials) {
    super(match);
    Object.assign(this, { matchID, playerID, credentials, stateID: -1 });
  }

  /**
   * The events that boardgame.io's own client sends and hears. Players keep their connection for the next match, as that
   * client can: with new ones, under full load, they waited so long that about 44 of 200 matches were in play.
   */
  connect() {
    this.socket = idle.pop() ?? io(`${urls[0]}/${GAME}`, { transports: ["websocket"], forceNew: true, reconnection: false });
    const sync = () => this.socket.emit("sync", this.matchID, this.playerID, this.credentials, PLAYERS);
    this.socket.on("sync", (matchID, { state }) => {
      if (matchID !== this.matchID) return;
      this.state(state);
      this.match.synced();
    });
    this.socket.on("update", (matchID, state) => matchID === this.matchID && this.state(state));
    this.socket.on("connect_error", (problem) => fail(problem));
    if (this.socket.connected) sync();
    else this.socket.on("connect", sync);
  }

  state(state) {
    if (state._stateID <= this.stateID) return;
    this.stateID = state._stateID;
    const over = state.ctx.gameover !== undefined;
    this.heard(!over && state.ctx.currentPlayer === this.playerID ? state : null, true);
    if (over) this.match.finish();
  }

  move({ G, _stateID }) {
    const payload = { type: G.step, args: [pick(legalMoves(G, this.playerID))], playerID: this.playerID, credentials: this.credentials };
    this.socket.emit("update", { type: "MAKE_MOVE", payload }, _stateID, this.matchID, this.playerID);
  }

  close() {
    this.socket.removeAllListeners();
    idle.push(this.socket);
  }
}

// --- the run ----------------------------------------------------------------------------------------

const wanted = Number(wish.matches);
const inPlay = new Set();
const spares = [];
let whenOpen = () => {};
let playing = false;

function beginSpares() {
  while (playing && inPlay.size < wanted && spares.length) spares.shift().begin();
}

function open() {
  return (wish.side === "ours" ? openOurs : openPeers)(new Match()).catch(fail);
}

/** The first tables, a few at a time. */
async function openFirst(number) {
  const allOpen = new Promise((done) => (whenOpen = () => count.opened >= number && done()));
  let asked = 0;
  const some = async () => {
    while ((asked += 1) <= number) await open();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, some));
  await allOpen;
}

function fail(problem) {
  console.error(problem);
  process.exit(1);
}

function giveUpStuck() {
  const now = performance.now();
  for (const match of inPlay) {
    if (!Number(wish.pace) && now - match.moved > STUCK) {
      count.stuck += 1;
      match.replace();
    }
  }
}

const sleep = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));
const total = (numbers) => numbers.reduce((a, b) => a + b, 0);

/** The processor seconds that the server has used, those of them in the system's calls, and the memory it has. */
function server() {
  const stats = pids.map((pid) => fs.readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1].split(" "));
  const [user, system] = [11, 12].map((field) => total(stats.map((fields) => Number(fields[field]))) / TICKS);
  const memory = pids.map((pid) => Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, "latin1"))[1]));
  return { cpu: user + system, system, rss: 1024 * total(memory) };
}

/** The processor seconds that the whole machine has worked. */
function machine() {
  const [user, nice, system, _idle, _iowait, irq, softirq] = fs.readFileSync("/proc/stat", "latin1").split("\n")[0].split(/ +/).slice(1).map(Number);
  return (user + nice + system + irq + softirq) / TICKS;
}

/** Starts and stops the stopwatch in a server that has one. */
function press() {
  if (wish.press) for (const pid of pids) process.kill(Number(pid), "SIGUSR1");
}

const share = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))];

async function run() {
  const empty = server();
  const tables = wanted + Math.min(SPARES, Math.ceil(wanted / 4));
  const began = performance.now();
  await openFirst(tables);
  const openedIn = (performance.now() - began) / 1000;
  setInterval(giveUpStuck, 1000);
  await sleep(HELD);
  const open = server();
  for (const match of spares.slice(0, wanted)) match.left = Math.random() * LENGTH;
  playing = true;
  beginSpares();
  await sleep(Number(wish.warmup));
  const before = { ...count };
  press();
  latencies = [];
  const server0 = server();
  const machine0 = machine();
  const own0 = process.cpuUsage();
  const start = performance.now();
  const counted = [];
  const counting = setInterval(() => counted.push(inPlay.size), 100);
  await sleep(Number(wish.seconds));
  const seconds = (performance.now() - start) / 1000;
  press();
  clearInterval(counting);
  const own = process.cpuUsage(own0);
  const server1 = server();
  const machine1 = machine();
  const during = Object.fromEntries(Object.entries(count).map(([name, number]) => [name, number - before[name]]));
  const sorted = Float64Array.from(latencies).sort();
  const spent = server1.cpu - server0.cpu;
  const load = (own.user + own.system) / 1e6;
  console.log(
    JSON.stringify({
      seconds,
      ...during,
      in_play: total(counted) / counted.length, // on average; fewer than wanted where opening can't keep up
      tables, // open before play began
      moves_per_second: during.moves / seconds,
      p50_ms: share(sorted, 0.5),
      p99_ms: share(sorted, 0.99),
      max_ms: sorted[sorted.length - 1],
      server_us_per_move: (1e6 * spent) / during.moves,
      server_system_us_per_move: (1e6 * (server1.system - server0.system)) / during.moves, // of these, in system calls
      server_cores: spent / seconds,
      load_cores: load / seconds,
      other_cores: (machine1 - machine0 - spent - load) / seconds, // who else was busy: a database, or strangers
      rss_empty: empty.rss,
      rss_open: open.rss, // all matches open, nothing played yet
      rss_played: server1.rss,
      opened_in_seconds: openedIn,
    }),
  );
  process.exit(0);
}

run().catch(fail);
