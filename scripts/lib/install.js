import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { productNode, root } from './project.js';

const stampFile = path.join(root, 'node_modules', '.careloop-install');
const lockFile = path.join(root, 'package-lock.json');
/** npm's own list of the packages it installed into node_modules. */
const installedFile = path.join(root, 'node_modules', '.package-lock.json');

/**
 * Installs the packages of package-lock.json unless they are already installed.
 * @throws {Error} one line that says why they could not be installed
 */
export function ensureInstalled() {
  const stamp = createHash('sha256').update(readFileSync(lockFile)).digest('hex');
  if (!existsSync(productNode) || (readText(stampFile) !== stamp && !hasEverything())) {
    install();
  }
  if (readText(stampFile) !== stamp) writeFileSync(stampFile, stamp);
}

function install() {
  console.log('Installing packages (npm ci) ...');
  const startedAt = Date.now();
  const [command, args] = npmCommand(['ci', '--loglevel=error', '--include=dev', '--no-progress']);
  const result = spawnSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (result.status !== 0) throw new Error(`The packages could not be installed: ${causeOf(result)}`);
  if (!existsSync(productNode)) {
    throw new Error(
      'The packages were installed without their install scripts, so Node 24 is missing: remove node_modules and run ' +
        '`npm ci --ignore-scripts=false`',
    );
  }
  console.log(`Installed in ${Math.round((Date.now() - startedAt) / 1000)} s`);
}

/**
 * The command of the npm that started this script, or else of the npm on the PATH.
 * @param {string[]} args
 * @returns {[string, string[]]}
 */
function npmCommand(args) {
  const npm = process.env.npm_execpath;
  if (npm !== undefined && /\.c?js$/.test(npm)) return [process.execPath, [npm, ...args]];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', args];
}

/**
 * Returns the cause that npm printed: its first lines that are neither a code nor a path.
 * @param {import('node:child_process').SpawnSyncReturns<string>} result
 * @returns {string}
 */
function causeOf(result) {
  if (result.error !== undefined) return result.error.message;
  const lines = `${result.stderr}\n${result.stdout}`
    .split('\n')
    .filter((line) => /^npm (error|ERR!)/.test(line))
    .map((line) => line.replace(/^npm (error|ERR!)\s*/, '').trim())
    .filter((line) => line !== '' && !/^(code|errno|syscall|path|command|A complete log)\b/.test(line));
  return lines[0] ?? `npm ended with ${result.status ?? result.signal}`;
}

/** Whether all packages of the lock file are installed already. Missing optional packages belong to other platforms. */
function hasEverything() {
  const installed = packagesOf(installedFile);
  return Object.entries(packagesOf(lockFile)).every(
    ([place, wanted]) =>
      !place.includes('node_modules/') ||
      wanted.optional === true ||
      (installed[place]?.version === wanted.version && installed[place]?.link === wanted.link),
  );
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, link?: boolean, optional?: boolean }>}
 */
function packagesOf(file) {
  const text = readText(file);
  return text === undefined ? {} : (JSON.parse(text).packages ?? {});
}

/** @param {string} file */
function readText(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
