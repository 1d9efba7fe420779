import { measureAgainst } from './against.ts';
import type { AgainstResult } from './against.ts';
import { measureGrowth } from './growth.ts';
import type { GrowthResult } from './growth.ts';
import { growthGroups } from './growthGroups.ts';
import { readOptions, usage } from './options.ts';
import type { Options } from './options.ts';
import { renderAgainst, renderGrowth, renderRun } from './report.ts';
import { lines as ourLines, runLines } from './run.ts';
import { startDatabaseServer } from './world/databaseServer.ts';
import { openOtherCommit } from './world/otherCommit.ts';
import { buildWorld } from './world/world.ts';
import type { World, WorldOptions } from './world/world.ts';

/** Progress goes to standard error, the table to standard output. */
const say = (text: string) => console.error(text);

async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    console.log(usage);
    return 0;
  }
  const options = readOptions(args);
  const server = await startDatabaseServer();
  try {
    const common = { ...options, serverUrl: server.url, say };
    if (options.against !== '') return await showAgainst(common, options);
    return await (options.isGrowth ? showGrowth(common, options) : showTable(common, options));
  } finally {
    await server.stop();
  }
}

async function showTable(common: Omit<WorldOptions, 'scale'>, options: Options): Promise<number> {
  return withWorld({ ...common, scale: options.scale }, async (world) => {
    const result = await runLines(world, options, say);
    console.log(`\nScale ${options.scale.name}\n\n${renderRun(result)}`);
    return report(result.problems);
  });
}

async function showGrowth(common: Omit<WorldOptions, 'scale'>, options: Options): Promise<number> {
  const results: GrowthResult[] = [];
  for (const { small, large, lines } of growthGroups) {
    const wanted = lines.filter(({ title }) => title.includes(options.only));
    if (wanted.length === 0) continue;
    await withWorld({ ...common, scale: small }, (smallWorld) =>
      withWorld({ ...common, scale: large }, async (largeWorld) => {
        for (const line of wanted) {
          say(line.title);
          const result = await measureGrowth(line, smallWorld, largeWorld, options);
          results.push(result);
          // Printed immediately, because a run of half an hour may be interrupted.
          say(
            `  ${result.small.toFixed(2)} ms, ${result.large.toFixed(2)} ms at XL: ${result.growth.toFixed(2)} times`,
          );
        }
      }),
    );
  }
  console.log(`\n${renderGrowth(results)}`);
  return report(results.flatMap(({ problems }) => problems));
}

async function showAgainst(common: Omit<WorldOptions, 'scale'>, options: Options): Promise<number> {
  const other = await openOtherCommit(options.against, say);
  const { scale } = options;
  // Databases are named after the scale, and both are on one server.
  const theirScale = { ...scale, name: `${scale.name}_of_${other.name}` };
  const results: AgainstResult[] = [];
  try {
    const theirs = await other.buildWorld({ ...common, nodeArguments: [], scale: theirScale });
    try {
      await withWorld({ ...common, scale }, async (ours) => {
        for (const line of ourLines.filter(({ title }) => title.includes(options.only))) {
          const theirLine = other.lines.find(({ title }) => title === line.title);
          if (theirLine === undefined) say(`${line.title}: not in ${other.name}`);
          else
            results.push(
              ...(await measureAgainst(
                { ours: line, theirs: theirLine },
                { ours, theirs },
                { ...options, connections: [1, 16], say },
              )),
            );
        }
      });
    } finally {
      await theirs.stop();
    }
  } finally {
    await other.remove();
  }
  console.log(`\nScale ${scale.name}, against ${other.name}\n\n${renderAgainst(results)}`);
  return report(results.flatMap(({ problems }) => problems));
}

async function withWorld<T>(options: WorldOptions, work: (world: World) => Promise<T>): Promise<T> {
  const world = await buildWorld(options);
  try {
    return await work(world);
  } finally {
    await world.stop();
  }
}

/** Fails on wrong responses only; speed must be judged by people who know the machine. */
function report(problems: readonly string[]): number {
  if (problems.length === 0) console.log('Every response was correct.');
  else console.log(`\nWRONG:\n${problems.join('\n')}`);
  return problems.length === 0 ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
