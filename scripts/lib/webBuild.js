import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { commandFile, productNode, root } from './project.js';

const web = path.join(root, 'web');
const dist = path.join(web, 'dist');
const stampFile = path.join(dist, '.stamp');

/** Builds the web app unless web/dist was built from the current files. */
export function ensureWebBuilt() {
  const stamp = hashOfSources();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  console.log('Building the web app ...');
  const startedAt = Date.now();
  const result = buildWeb({ stdio: ['ignore', 'ignore', 'inherit'] });
  if (result.status !== 0) throw new Error('The web app could not be built; the cause is above');
  console.log(`Built in ${Math.round((Date.now() - startedAt) / 1000)} s`);
}

/**
 * Builds into a temporary folder and then moves the result into place, so that a failed build keeps the old one.
 * @param {import('node:child_process').SpawnSyncOptions} options
 */
export function buildWeb(options) {
  const stamp = hashOfSources();
  const unfinished = path.join(root, '.cache', `web-${process.pid}`);
  const result = spawnSync(
    productNode,
    [commandFile('vite'), 'build', '--outDir', unfinished, '--emptyOutDir', '--logLevel', 'error'],
    { ...options, cwd: web, env: { ...process.env, NODE_ENV: 'production' } },
  );
  if (result.status === 0) {
    writeFileSync(path.join(unfinished, '.stamp'), stamp);
    rmSync(dist, { recursive: true, force: true });
    renameSync(unfinished, dist);
  }
  rmSync(unfinished, { recursive: true, force: true });
  return result;
}

/** Digest of all inputs of the build: the app, the contracts and the locked packages. */
function hashOfSources() {
  const hash = createHash('sha256');
  const files = [
    ...filesBelow(web),
    ...filesBelow(path.join(root, 'contracts', 'src')),
    path.join(root, 'package-lock.json'),
  ];
  for (const file of files) hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

/**
 * @param {string} directory
 * @returns {string[]}
 */
function filesBelow(directory) {
  return readdirSync(directory, { withFileTypes: true })
    .filter(({ name }) => !/^(dist|node_modules|\..*)$|\.test\.tsx?$/.test(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const file = path.join(directory, entry.name);
      return entry.isDirectory() ? filesBelow(file) : [file];
    });
}
