import { readFile } from 'node:fs/promises';

import type { Line, Verify } from './lines/line.ts';
import { LoadProcess } from './load/loadProcess.ts';
import type { RoundReport } from './load/messages.ts';
import { problemsOf } from './measure.ts';
import type { MeasureOptions } from './measure.ts';
import { median, percentilesOf } from './statistics.ts';
import type { World } from './world/world.ts';

/** What one side did in a round. */
interface Side {
  perSecond: number;
  p50: number;
  /** Processor time per request in milliseconds: of the server process, and of the backends of its database. */
  serverMs: number;
  databaseMs: number;
}

export interface AgainstResult {
  title: string;
  connections: number;
  /** Medians over the rounds. */
  ours: Side;
  theirs: Side;
  /** Ours to theirs in requests per second, and theirs to ours in processor time: above 1 we are faster. */
  speedRatio: number;
  processorRatio: number;
  problems: string[];
}

interface Running {
  world: World;
  load: LoadProcess;
  reports: RoundReport[];
  verify: Verify | undefined;
}

/** Measures one line on two commits by turns, so that whatever else the machine does slows down both. */
export async function measureAgainst(
  { ours, theirs }: { ours: Line; theirs: Line },
  worlds: { ours: World; theirs: World },
  options: MeasureOptions,
): Promise<AgainstResult[]> {
  options.say(`${ours.title}: choosing requests`);
  const our = await start(ours, worlds.ours);
  const their = await start(theirs, worlds.theirs);
  const results: AgainstResult[] = [];
  try {
    for (const connections of options.connections) {
      options.say(`${ours.title}: ${connections} connections`);
      results.push({
        title: ours.title,
        connections,
        ...(await runRounds(our, their, connections, options)),
        problems: [],
      });
    }
  } finally {
    our.load.stop();
    their.load.stop();
  }
  const problems = [...(await check(our)), ...(await check(their))];
  return results.map((result, index) => (index === 0 ? { ...result, problems } : result));
}

async function start(line: Line, world: World): Promise<Running> {
  const load = new LoadProcess();
  const { requests } = await line.plan(world);
  await load.assign({ kind: 'http', port: world.product.port, requests });
  return { world, load, reports: [], verify: await line.watch?.(world) };
}

function check({ reports, verify }: Running): Promise<string[]> {
  return problemsOf(reports, [], verify);
}

async function runRounds(ours: Running, theirs: Running, connections: number, options: MeasureOptions) {
  const round = { connections, seconds: options.secondsPerRound };
  await runRound(ours, round);
  await runRound(theirs, round);
  const rounds: { ours: Side; theirs: Side }[] = [];
  for (let number = 0; number < options.rounds; number += 1) {
    // Alternates which goes first, so that neither always follows the other.
    const theirsFirst = number % 2 === 0 ? await runRound(theirs, round) : null;
    const our = await runRound(ours, round);
    rounds.push({ ours: our, theirs: theirsFirst ?? (await runRound(theirs, round)) });
  }
  const processorOf = ({ serverMs, databaseMs }: Side) => serverMs + databaseMs;
  return {
    ours: medianOf(rounds.map((one) => one.ours)),
    theirs: medianOf(rounds.map((one) => one.theirs)),
    speedRatio: median(rounds.map((one) => one.ours.perSecond / one.theirs.perSecond)),
    processorRatio: median(rounds.map((one) => processorOf(one.theirs) / processorOf(one.ours))),
  };
}

async function runRound(
  { world, load, reports }: Running,
  round: { connections: number; seconds: number },
): Promise<Side> {
  const before = await processorSeconds(world);
  const report = await load.run(round);
  const after = await processorSeconds(world);
  reports.push(report);
  const perRequest = (seconds: number) => (seconds * 1_000) / report.latencies.length;
  return {
    perSecond: report.perSecond,
    p50: percentilesOf([report.latencies]).p50,
    serverMs: perRequest(after.server - before.server),
    databaseMs: perRequest(after.database - before.database),
  };
}

async function processorSeconds({ product, client }: World): Promise<{ server: number; database: number }> {
  const { rows } = await client.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  const backends = await Promise.all(rows.map(({ pid }) => processorSecondsOf(pid)));
  const { cpuSeconds } = await product.usage();
  return { server: cpuSeconds, database: backends.reduce((sum, seconds) => sum + seconds, 0) };
}

/** Linux counts in hundredths of a second; other systems do not show it, and the database then counts as zero. */
async function processorSecondsOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [, , , , , , , , , , , user = 0, system = 0] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  return (user + system) / 100;
}

function medianOf(sides: readonly Side[]): Side {
  const of = (key: keyof Side) => median(sides.map((side) => side[key]));
  return { perSecond: of('perSecond'), p50: of('p50'), serverMs: of('serverMs'), databaseMs: of('databaseMs') };
}
