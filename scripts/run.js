// Entry point of the npm scripts: installs and builds what is missing, then runs the product on its own Node 24. Plain
// JavaScript without dependencies, because it runs on the machine's Node (20 or newer).
import { ensureBrowser } from './lib/browser.js';
import { runInForeground } from './lib/foreground.js';
import { ensureInstalled } from './lib/install.js';
import { resolveFolders, resolvePaths } from './lib/project.js';
import { runTests } from './lib/tests.js';
import { ensureWebBuilt } from './lib/webBuild.js';

/**
 * The young generation of the heap stays within 16 MB: by default it grows to 128 MB on machines with much memory without making
 * responses faster. The old one is collected when it has grown by half instead of several times, which keeps a third less
 * memory under load. The bench starts the product with the same options.
 */
const memory = ['--max-semi-space-size=8', '--heap-growing-percent=50'];

/** @type {Record<string, (args: string[]) => number | Promise<number>>} */
const commands = {
  start(args) {
    ensureWebBuilt();
    return runInForeground([...memory, 'server/src/commands/start.ts', ...args]);
  },
  test: () => runTests(),
  dev: (args) => runInForeground(['scripts/dev.js', ...args]),
  import: (args) => runInForeground(['server/src/commands/import.ts', ...resolvePaths(args)]),
  codes: (args) => runInForeground(['server/src/commands/codes.ts', ...resolvePaths(args)]),
  network: (args) => runInForeground(['server/src/commands/network.ts', ...resolvePaths(args)]),
  admin: (args) => runInForeground(['server/src/commands/admin.ts', ...args]),
  backup: (args) => runInForeground(['server/src/commands/backup.ts', ...resolveFolders(args)]),
  restore: (args) => runInForeground(['server/src/commands/restore.ts', ...resolveFolders(args)]),
  screens(args) {
    ensureWebBuilt();
    process.env.CHROMIUM_PATH = ensureBrowser();
    return runInForeground(['e2e/screens/main.ts', ...args]);
  },
  bench: (args) => runInForeground(['bench/src/main.ts', ...args]),
  'db:schema': (args) => runInForeground(['server/src/platform/db/generateSchema.ts', ...args]),
};

/** @param {string[]} args */
async function main([name = '', ...args]) {
  const command = commands[name];
  if (command === undefined) throw new Error(`Usage: node scripts/run.js ${Object.keys(commands).join('|')}`);
  ensureInstalled();
  return await command(args);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
