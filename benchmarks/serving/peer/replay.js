// Plays games of ours again on boardgame.io: the same deals and moves must allow the same moves and end the same.
//
//   node replay.js < games.jsonl      (serving/games.py writes them)
//
// In every position each player's view is taken as the server filters it; in some games every move that is not allowed is
// tried as well and has to be refused.

const readline = require("node:readline");
const assert = require("node:assert");
const { InitializeGame, CreateGameReducer, ProcessGameConfig } = require("boardgame.io/internal");
const { ChipTrickRoot, legalMoves } = require("./game.js");

const CHIPS = Array.from({ length: 12 }, (_, index) => index + 1);
const game = ProcessGameConfig(ChipTrickRoot);
const reducer = CreateGameReducer({ game });
console.error = () => {}; // boardgame.io says every refused move

const action = (type, chip, playerID) => ({ type: "MAKE_MOVE", payload: { type, args: [chip], playerID } });
const view = (state, playerID) => game.playerView({ G: state.G, ctx: state.ctx, playerID });
const ascending = (chips) => [...chips].sort((a, b) => a - b);

function play({ starter, deals, steps, scores, winners, thorough }) {
  let state = InitializeGame({ game, numPlayers: 3, setupData: { starter, deals } });
  for (const { actor, moves, move, hands } of steps) {
    const player = String(actor);
    assert.strictEqual(state.ctx.currentPlayer, player);
    const seen = view(state, player);
    assert.deepStrictEqual(ascending(legalMoves(seen, player)).map((chip) => `${seen.step} ${chip}`), moves);
    checkSecrets(state, hands);
    if (thorough) refuseOthers(state, moves);
    const [type, chip] = move.split(" ");
    state = reducer(state, action(type, Number(chip), player));
  }
  assert.deepStrictEqual(state.ctx.gameover, { scores, winners });
}

/** Everyone is shown the own hand, and of the others no more than the colours. */
function checkSecrets(state, hands) {
  for (const player of ["0", "1", "2", null]) {
    view(state, player).hands.forEach((shown, owner) => {
      if (String(owner) === player) assert.deepStrictEqual(ascending(shown), hands[owner].chips);
      else assert.deepStrictEqual(shown, { red: hands[owner].red, black: hands[owner].black });
    });
    assert.ok(!("deals" in view(state, player)));
  }
}

function refuseOthers(state, moves) {
  for (const type of ["play", "take"]) {
    for (const chip of CHIPS.filter((chip) => !moves.includes(`${type} ${chip}`))) {
      const { G, ctx } = reducer(state, action(type, chip, state.ctx.currentPlayer));
      assert.strictEqual(G, state.G);
      assert.strictEqual(ctx, state.ctx);
    }
  }
}

let games = 0;
let steps = 0;
readline
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const record = JSON.parse(line);
    play(record);
    games += 1;
    steps += record.steps.length;
  })
  .on("close", () => console.log(`${games} games, ${steps} moves: both sides play the same game`));
