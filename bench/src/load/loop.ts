export interface RoundOptions {
  connections: number;
  seconds: number;
}

export interface Round {
  /** Latency of each iteration, in milliseconds. */
  latencies: Float64Array;
  perSecond: number;
}

/** Runs iterations back to back on each connection until the time is over. */
export async function runRound(
  { connections, seconds }: RoundOptions,
  work: (connection: number, number: number) => Promise<void>,
): Promise<Round> {
  const latencies: number[] = [];
  let number = 0;
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1_000;
  const runConnection = async (connection: number) => {
    for (let now = performance.now(); now < endsAt;) {
      number += 1;
      await work(connection, number);
      const doneAt = performance.now();
      latencies.push(doneAt - now);
      now = doneAt;
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, connection) => runConnection(connection)));
  const elapsed = (performance.now() - startedAt) / 1_000;
  return { latencies: Float64Array.from(latencies), perSecond: latencies.length / elapsed };
}
