const queues = new Map<string, Promise<unknown>>();

/** Does `work` when nothing of the same name is under way, in any tab. */
export async function oneAtATime<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  if ('locks' in navigator) return navigator.locks.request(name, work);
  // On origins that are not secure, each tab is on its own.
  const turn = (queues.get(name) ?? Promise.resolve()).then(work);
  queues.set(
    name,
    turn.catch(() => undefined),
  );
  return turn;
}
