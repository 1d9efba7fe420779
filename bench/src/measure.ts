import type { Line, Plan, Verify } from './lines/line.ts';
import { LoadProcess } from './load/loadProcess.ts';
import type { RoundReport } from './load/messages.ts';
import { median, percentilesOf } from './statistics.ts';
import type { Percentiles } from './statistics.ts';
import type { World } from './world/world.ts';

export interface MeasureOptions {
  /** Seconds per round, for product and floor each, one after the other. */
  rounds: number;
  secondsPerRound: number;
  connections: readonly number[];
  say: (text: string) => void;
}

interface Measured {
  perSecond: number;
  percentiles: Percentiles;
}

export interface LineMeasurement {
  connections: number;
  product: Measured;
  floor: Measured;
  /** Ratio of product to floor in requests per second: the median over the rounds. */
  ratio: number;
  /** Processor time of the server process per request, in milliseconds. */
  cpuMsPerRequest: number;
}

export interface LineResult {
  line: Line;
  measurements: LineMeasurement[];
  problems: string[];
}

/** Measures one line on one world, alternating between product and floor. */
export async function measureLine(line: Line, world: World, options: MeasureOptions): Promise<LineResult> {
  options.say(`${line.title}: choosing requests`);
  const pair = await startPair(await line.plan(world), world);
  const verify = await line.watch?.(world);
  const measurements: LineMeasurement[] = [];
  const reports: RoundReport[] = [];
  const floorReports: RoundReport[] = [];
  try {
    for (const connections of options.connections) {
      options.say(`${line.title}: ${connections} connections`);
      const rounds = await runRounds(pair, world, connections, options);
      reports.push(...rounds.flatMap(({ product, warmUp }) => [product, ...warmUp.product]));
      floorReports.push(...rounds.flatMap(({ floor, warmUp }) => [floor, ...warmUp.floor]));
      measurements.push(summarise(connections, rounds));
    }
  } finally {
    stopPair(pair);
  }
  return { line, measurements, problems: await problemsOf(reports, floorReports, verify) };
}

/** Errors in the responses and in the rows they created. */
export async function problemsOf(
  reports: readonly RoundReport[],
  floorReports: readonly RoundReport[],
  verify: Verify | undefined,
): Promise<string[]> {
  const problems = [...new Set(reports.flatMap(({ errors }) => errors))];
  const byFloor = floorReports.reduce((sum, { created }) => sum + created.length, 0);
  const acknowledged = { byProduct: reports.flatMap(({ created }) => created), byFloor };
  if (verify !== undefined) problems.push(...(await verify(acknowledged)));
  return problems;
}

/** The load on the product, and on the bare database. */
export interface LoadPair {
  http: LoadProcess;
  floor: LoadProcess;
}

export function stopPair({ http, floor }: LoadPair): void {
  http.stop();
  floor.stop();
}

export async function startPair({ requests, floor }: Plan, world: World): Promise<LoadPair> {
  const pair = { http: new LoadProcess(), floor: new LoadProcess() };
  await pair.http.assign({ kind: 'http', port: world.product.port, requests });
  await pair.floor.assign({ kind: 'floor', databaseUrl: world.databaseUrl, statements: floor });
  return pair;
}

interface RoundPair {
  product: RoundReport;
  floor: RoundReport;
  cpuSeconds: number;
  warmUp: { product: RoundReport[]; floor: RoundReport[] };
}

async function runRounds(
  pair: LoadPair,
  world: World,
  connections: number,
  options: MeasureOptions,
): Promise<RoundPair[]> {
  const round = { connections, seconds: options.secondsPerRound };
  const warmUp = { product: [await pair.http.run(round)], floor: [await pair.floor.run(round)] };
  const rounds: RoundPair[] = [];
  for (let number = 0; number < options.rounds; number += 1) {
    // Alternates which goes first, so that neither always follows the other.
    const floorFirst = number % 2 === 0 ? await pair.floor.run(round) : null;
    const before = await world.product.usage();
    const product = await pair.http.run(round);
    const after = await world.product.usage();
    const floor = floorFirst ?? (await pair.floor.run(round));
    const isFirst = number === 0;
    rounds.push({
      product,
      floor,
      cpuSeconds: after.cpuSeconds - before.cpuSeconds,
      warmUp: isFirst ? warmUp : { product: [], floor: [] },
    });
  }
  return rounds;
}

function summarise(connections: number, rounds: readonly RoundPair[]): LineMeasurement {
  const measured = (reports: readonly RoundReport[]): Measured => ({
    perSecond: median(reports.map(({ perSecond }) => perSecond)),
    percentiles: percentilesOf(reports.map(({ latencies }) => latencies)),
  });
  return {
    connections,
    product: measured(rounds.map(({ product }) => product)),
    floor: measured(rounds.map(({ floor }) => floor)),
    ratio: median(rounds.map(({ product, floor }) => product.perSecond / floor.perSecond)),
    cpuMsPerRequest: median(rounds.map(({ cpuSeconds, product }) => (cpuSeconds * 1_000) / product.latencies.length)),
  };
}
