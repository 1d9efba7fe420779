import { measureGrowth } from './growth.ts';
import type { GrowthResult } from './growth.ts';
import { growthGroups } from './growthGroups.ts';
import { readOptions, usage } from './options.ts';
import type { Options } from './options.ts';
import { renderGrowth, renderRun } from './report.ts';
import { runLines } from './run.ts';
import { startDatabaseServer } from './world/databaseServer.ts';
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
