// 12 Chip Trick, root's original, for boardgame.io. Clauses: src/ludotheque/games/chip_trick/rulebook-root.md

const { INVALID_MOVE } = require("boardgame.io/core");

const PLAYERS = 3; // R1
const ROUNDS = 3; // R3
const RED = [4, 5, 6, 7, 8, 9]; // R2
const BLACK = [1, 2, 3, 10, 11, 12];
const HALVED_FROM = 21; // R19, A1

const isRed = (chip) => chip >= 4 && chip <= 9;
const next = (player) => (player + 1) % PLAYERS; // A7, A15

/** Red chips as long as there are any (R11, R12). */
function takeable(lying) {
  const reds = lying.filter(isRed);
  return reds.length ? reds : lying;
}

/** What the player to move may do, from what this player is shown. */
function legalMoves(G, playerID) {
  return G.step === "play" ? G.hands[playerID] : takeable(G.lying);
}

/** Two red and two black chips each, the colours shuffled apart (R5, R6, R21, A2). */
function dealt(G, random) {
  if (G.deals) return G.deals[G.round]; // a game that is played again
  const red = random.Shuffle(RED);
  const black = random.Shuffle(BLACK);
  return [0, 1, 2].map((player) => [...red.slice(2 * player, 2 * player + 2), ...black.slice(2 * player, 2 * player + 2)]);
}

function beginRound(G, random) {
  G.hands = dealt(G, random);
  G.displays = [[], [], []];
  beginTrick(G, G.starter);
}

function beginTrick(G, leader) {
  G.step = "play";
  G.leader = leader;
  G.turn = leader;
  G.trick = [null, null, null];
  G.winner = null;
}

/** A chip of the hand goes to the middle (R7, R8); when all have played, the highest wins (R9). */
function play({ G, playerID }, chip) {
  if (G.step !== "play") return INVALID_MOVE;
  const hand = G.hands[playerID];
  const at = hand.indexOf(chip);
  if (at < 0) return INVALID_MOVE;
  hand.splice(at, 1);
  G.trick[playerID] = chip;
  G.turn = next(G.turn);
  if (G.turn === G.leader) {
    G.step = "take";
    G.winner = G.trick.indexOf(Math.max(...G.trick));
    G.turn = G.winner;
    G.lying = [...G.trick];
  }
}

/** The winner takes first, to the display; the others into the hand (R10, R13, R14). */
function take({ G, playerID, random }, chip) {
  if (G.step !== "take" || !takeable(G.lying).includes(chip)) return INVALID_MOVE;
  G.lying.splice(G.lying.indexOf(chip), 1);
  (G.turn === G.winner ? G.displays : G.hands)[playerID].push(chip);
  G.turn = next(G.turn);
  if (G.lying.length === 0) endTrick(G, random);
}

/** The winner leads the next trick; without a chip to lead the round is over (R15, R16, A8, A9). */
function endTrick(G, random) {
  if (G.hands[G.winner].length) {
    beginTrick(G, G.winner);
    return;
  }
  G.displays.forEach((display, player) => {
    const sum = [...display, ...G.hands[player]].reduce((a, b) => a + b); // R17, R18
    G.last[player] = sum >= HALVED_FROM ? Math.floor(sum / 2) : sum;
    G.scores[player] += G.last[player];
  });
  G.round += 1;
  G.starter = next(G.starter); // R20
  if (G.round < ROUNDS) beginRound(G, random);
}

/** The highest total, then the better last round among those tied (R22, R23, R24, A13). */
function winners(G) {
  const best = Math.max(...G.scores);
  const tied = [0, 1, 2].filter((player) => G.scores[player] === best);
  const last = Math.max(...tied.map((player) => G.last[player]));
  return tied.filter((player) => G.last[player] === last);
}

const ChipTrickRoot = {
  name: "chip-trick-root",
  minPlayers: PLAYERS,
  maxPlayers: PLAYERS,
  disableUndo: true, // nothing is taken back here, so no copies of older states are kept

  setup: ({ random }, setupData) => {
    const G = { round: 0, scores: [0, 0, 0], last: [0, 0, 0], lying: [] };
    if (setupData) G.deals = setupData.deals;
    G.starter = setupData ? setupData.starter : random.Die(PLAYERS) - 1; // R4, A14
    beginRound(G, random);
    return G;
  },

  /** The values of a hand are its owner's, the colours everyone's (A3, A4). */
  playerView: ({ G, playerID }) => {
    const { deals, ...shown } = G;
    shown.hands = G.hands.map((hand, player) =>
      String(player) === playerID ? hand : { red: hand.filter(isRed).length, black: hand.filter((chip) => !isRed(chip)).length },
    );
    return shown;
  },

  moves: {
    play: { move: play, client: false },
    take: { move: take, client: false },
  },

  turn: {
    minMoves: 1,
    maxMoves: 1,
    order: { first: ({ G }) => G.turn, next: ({ G }) => G.turn },
  },

  endIf: ({ G }) => (G.round === ROUNDS ? { scores: [...G.scores], winners: winners(G) } : undefined),
};

module.exports = { ChipTrickRoot, legalMoves };
