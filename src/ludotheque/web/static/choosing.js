// How touching things becomes a move. Every thing says which moves it is part of; what is touched narrows them down.
// Things also know moves that are not possible now: whoever tries one is told why.

/** The moves that everything touched so far is part of. */
function left(moves, touched) {
  return touched.reduce((some, thing) => some.filter((move) => thing.moves.includes(move)), moves);
}

/** The same among those that are not possible. */
function leftOfTries(touched) {
  const every = (thing) => [...thing.moves, ...thing.tries];
  return touched.slice(1).reduce((some, thing) => some.filter((move) => every(thing).includes(move)), touched.length ? every(touched[0]) : []);
}

/** After one more touch: what counts as touched then. The same thing again lets go of it; one that doesn't fit begins anew. */
export function touch(touched, thing) {
  if (touched.some((other) => other.name === thing.name)) return touched.filter((other) => other.name !== thing.name);
  const more = [...touched, thing];
  return leftOfTries(more).length ? more : [thing];
}

/** The one move that is meant, if it is clear; where nothing possible is, the one that is tried. */
export function meant(moves, touched) {
  const possible = left(moves, touched);
  if (!touched.length || possible.length > 1) return null;
  const tried = leftOfTries(touched);
  return possible[0] ?? (tried.length === 1 ? tried[0] : null);
}

/** The moves that no further touch could single out: they are offered as they are. */
export function offered(moves, touched, things) {
  const possible = left(moves, touched);
  if (!touched.length) return possible.filter((move) => !things.some((thing) => thing.moves.includes(move)));
  const rest = things.filter((thing) => !touched.some((other) => other.name === thing.name));
  const narrows = (thing) => {
    const fewer = possible.filter((move) => thing.moves.includes(move)).length;
    return fewer > 0 && fewer < possible.length;
  };
  const offers = possible.filter((move) => !rest.some((thing) => thing.moves.includes(move) && narrows(thing)));
  const fitting = offers.filter((move) => move.split(" ").length - 1 === touched.length); // names as many things as are touched
  return fitting.length ? fitting : offers;
}

/** Whether touching it now leads to a move. */
export function helps(moves, touched, thing) {
  const possible = left(moves, touched);
  return thing.moves.some((move) => possible.includes(move)) || (touched.length > 0 && thing.moves.length > 0);
}
