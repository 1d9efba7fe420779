const queues = new Map<string, Promise<unknown>>();

/** Runs `work` under a lock of this name, shared by all tabs. */
export async function withLock<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  if ('locks' in navigator) return navigator.locks.request(name, work);
  // Insecure origins have no Web Locks: each tab then only waits for itself.
  const turn = (queues.get(name) ?? Promise.resolve()).then(work);
  queues.set(
    name,
    turn.catch(() => undefined),
  );
  return turn;
}
