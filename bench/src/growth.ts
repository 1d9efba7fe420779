import { LoadProcess } from './load/loadProcess.ts';
import type { Line } from './lines/line.ts';
import type { Options } from './options.ts';
import { median, percentilesOf } from './statistics.ts';
import type { World } from './world/world.ts';

/** How much slower a list may be at XL than at S (design: quality, speed). */
export const mostGrowth = 1.5;

export interface GrowthResult {
  title: string;
  /** Medians of the rounds' own p50 at one connection, in milliseconds. */
  small: number;
  large: number;
  growth: number;
  problems: string[];
}

/** Measures a list on two worlds by turns, one connection each. */
export async function measureGrowth(line: Line, small: World, large: World, options: Options): Promise<GrowthResult> {
  const [smallLoad, largeLoad] = [await startLoad(line, small), await startLoad(line, large)];
  const round = { connections: 1, seconds: options.secondsPerRound };
  const problems = new Set<string>();
  const p50Of = async (load: LoadProcess) => {
    const { latencies, errors } = await load.run(round);
    for (const error of errors) problems.add(error);
    return percentilesOf([latencies]).p50;
  };
  try {
    await p50Of(smallLoad);
    await p50Of(largeLoad);
    const pairs: { small: number; large: number }[] = [];
    for (let number = 0; number < options.rounds; number += 1) {
      pairs.push({ small: await p50Of(smallLoad), large: await p50Of(largeLoad) });
    }
    return {
      title: line.title,
      small: median(pairs.map((pair) => pair.small)),
      large: median(pairs.map((pair) => pair.large)),
      growth: median(pairs.map((pair) => pair.large / pair.small)),
      problems: [...problems],
    };
  } finally {
    smallLoad.stop();
    largeLoad.stop();
  }
}

async function startLoad(line: Line, world: World): Promise<LoadProcess> {
  const load = new LoadProcess();
  const { requests } = await line.plan(world);
  await load.assign({ kind: 'http', port: world.product.port, requests });
  return load;
}
