import type { Line, Verify } from './lines/line.ts';
import type { RoundReport } from './load/messages.ts';
import type { LoadProcess } from './load/loadProcess.ts';
import { problemsOf, startPair, stopPair } from './measure.ts';
import type { LoadPair } from './measure.ts';
import type { Options } from './options.ts';
import { median, percentilesOf } from './statistics.ts';
import type { World } from './world/world.ts';

export interface GrowthResult {
  title: string;
  /** Median over the rounds of each round's p50 with one connection, in milliseconds. */
  small: number;
  large: number;
  growth: number;
  /** The same for a bare `pg` loop on both worlds. */
  floor: { small: number; large: number };
  problems: string[];
}

interface Side {
  pair: LoadPair;
  verify: Verify | undefined;
  reports: { product: RoundReport[]; floor: RoundReport[] };
}

/** Measures a line and its floor on two worlds in turn, with one connection each. */
export async function measureGrowth(
  line: Line,
  small: World,
  large: World,
  options: Pick<Options, 'rounds' | 'secondsPerRound'>,
): Promise<GrowthResult> {
  const sides = { small: await startSide(line, small), large: await startSide(line, large) };
  try {
    await runRound(sides, options);
    const rounds: Round[] = [];
    for (let number = 0; number < options.rounds; number += 1) rounds.push(await runRound(sides, options));
    const medianOf = (value: (round: Round) => number) => median(rounds.map(value));
    return {
      title: line.title,
      small: medianOf(({ product }) => product.small),
      large: medianOf(({ product }) => product.large),
      growth: medianOf(({ product }) => product.large / product.small),
      floor: { small: medianOf(({ floor }) => floor.small), large: medianOf(({ floor }) => floor.large) },
      problems: [...(await verifySide(sides.small)), ...(await verifySide(sides.large))],
    };
  } finally {
    stopPair(sides.small.pair);
    stopPair(sides.large.pair);
  }
}

interface Round {
  product: { small: number; large: number };
  floor: { small: number; large: number };
}

async function runRound(
  sides: { small: Side; large: Side },
  { secondsPerRound: seconds }: Pick<Options, 'secondsPerRound'>,
) {
  const p50Of = async (load: LoadProcess, reports: RoundReport[]) => {
    const report = await load.run({ connections: 1, seconds });
    reports.push(report);
    return percentilesOf([report.latencies]).p50;
  };
  const productOf = ({ pair, reports }: Side) => p50Of(pair.http, reports.product);
  const floorOf = ({ pair, reports }: Side) => p50Of(pair.floor, reports.floor);
  return {
    product: { small: await productOf(sides.small), large: await productOf(sides.large) },
    floor: { small: await floorOf(sides.small), large: await floorOf(sides.large) },
  } satisfies Round;
}

async function startSide(line: Line, world: World): Promise<Side> {
  const pair = await startPair(await line.plan(world), world);
  return { pair, verify: await line.watch?.(world), reports: { product: [], floor: [] } };
}

function verifySide({ reports, verify }: Side): Promise<string[]> {
  return problemsOf(reports.product, reports.floor, verify);
}
