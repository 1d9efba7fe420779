import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import { root } from './project.js';

const usualPlaces = [
  // Without a window it needs a seventh less processor time for the same journeys.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Finds a Chromium for the browser journeys. If there is none, installs it when run as root on a system with apt.
 * @returns {string} its path
 * @throws {Error} one line that says what to do
 */
export function ensureBrowser() {
  const found = findBrowser();
  if (found !== undefined) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) installWithApt();
  const installed = findBrowser();
  if (installed !== undefined) return installed;
  throw new Error(
    'No Chromium was found: install one, name it by CHROMIUM_PATH, or run `npx playwright install chromium`',
  );
}

function findBrowser() {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && named !== '') {
    if (existsSync(named)) return named;
    throw new Error(`CHROMIUM_PATH names ${named}, which does not exist`);
  }
  return [...usualPlaces, playwrightBrowser()].find((place) => place !== undefined && existsSync(place));
}

function playwrightBrowser() {
  try {
    const require = createRequire(path.join(root, 'package.json'));
    return require('playwright-core').chromium.executablePath();
  } catch {
    return undefined;
  }
}

/** Not every release has the headless shell as a package of its own. */
const packages = ['chromium-headless-shell', 'chromium'];

function installWithApt() {
  console.log('Installing Chromium (apt-get) ...');
  aptGet('update');
  const causes = packages.map((name) =>
    findBrowser() ? '' : aptGet('install', '-y', '--no-install-recommends', name),
  );
  if (findBrowser() === undefined) throw new Error(`Chromium could not be installed: ${causes.at(-1)}`);
}

/**
 * @param {...string} args
 * @returns {string} why it failed, if it did
 */
function aptGet(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const result = spawnSync('apt-get', ['-q', ...args], { env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (result.status === 0) return '';
  const cause = `${result.stderr}\n${result.stdout}`.split('\n').find((line) => line.startsWith('E: '));
  return cause ?? result.error?.message ?? `apt-get ended with ${result.status}`;
}
