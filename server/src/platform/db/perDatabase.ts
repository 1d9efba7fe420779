import type { Db } from './client.ts';

/** State kept per database, so that two applications in one process do not share it. */
export function perDatabase<State>(create: (db: Db) => State): (db: Db) => State {
  const states = new WeakMap<Db, State>();
  return (db) => {
    const known = states.get(db);
    if (known !== undefined) return known;
    const created = create(db);
    states.set(db, created);
    return created;
  };
}
