import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

import { ensureBrowser } from './browser.js';
import { commandFile, productNode, root } from './project.js';
import { makeTemporaryFolder } from './temporaryFolder.js';
import { buildWeb } from './webBuild.js';

/**
 * @typedef {{ passed: number, failed: number, failures?: string[], flaky?: string[] }} Count failures: name and reason
 *   of each failed test; flaky: of each test that passed only when retried
 */

const reports = path.join(root, '.cache', 'reports');
/** Compile cache shared by all processes, because the tests start the product a hundred times. */
const compiled = path.join(root, '.cache', 'compiled');
const none = { passed: 0, failed: 0 };
const oneFailure = { passed: 0, failed: 1 };

/** @type {[string, () => Count | Promise<Count>][]} */
const steps = [
  ['Types, lint and format', checks],
  ['Unit and API tests', unitTests],
  ['Web build', () => fromStatus(buildWeb({ stdio: 'inherit' }).status)],
  ['Browser journeys', journeys],
];

/**
 * Runs every step, even after failures, and ends with the line `N passed, N failed`, which counts tests and failed
 * other steps.
 * @returns {Promise<number>} the exit code
 */
export async function runTests() {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const temporary = makeTemporaryFolder();
  // Read by Node, PostgreSQL, Playwright and Chromium.
  process.env.TMPDIR = temporary;
  const total = { ...none };
  /** @type {string[]} */
  const failures = [];
  /** @type {string[]} */
  const flaky = [];
  for (const [name, run] of steps) {
    console.log(`\n=== ${name}`);
    const startedAt = Date.now();
    const count = await attempt(run);
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    console.log(`=== ${name}: ${count.failed === 0 ? 'ok' : 'FAILED'}, ${seconds} s`);
    total.passed += count.passed;
    total.failed += count.failed;
    flaky.push(...(count.flaky ?? []));
    if (count.failed > 0) failures.push(...(count.failures ?? [name]));
  }
  rmSync(temporary, { recursive: true, force: true });
  // Repeated at the end, where readers of a long log look first.
  for (const test of flaky) console.log(`\nFLAKY ${test}`);
  for (const failure of failures) console.log(`\nFAILED ${failure}`);
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;
}

/** @param {() => Count | Promise<Count>} run */
async function attempt(run) {
  try {
    return await run();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return oneFailure;
  }
}

/**
 * Checks that run no code of the product. The linter, which takes half of the time, runs beside the others.
 * @returns {Promise<Count>}
 */
async function checks() {
  const tsc = commandFile('typescript', 'tsc');
  const lint = failureOf('Lint', commandFile('oxlint'), ['--type-aware', '--quiet']);
  const failures = [
    ...(await failureOf('Types', tsc, ['--noEmit', '-p', 'tsconfig.json'])),
    ...(await failureOf('Types of the web app', tsc, ['--noEmit', '-p', 'web/tsconfig.json'])),
    ...(await failureOf('Generated schema', 'server/src/platform/db/generateSchema.ts', ['--check'])),
    ...(await failureOf('Format', commandFile('oxfmt'), ['--check'])),
    ...(await failureOf('Unused code', commandFile('knip'), ['--reporter', 'compact'])),
    ...(await lint),
  ];
  return { passed: 0, failed: failures.length, failures };
}

/**
 * The name of a check if it fails. Prints its output once it has ended.
 * @param {string} name
 * @param {string} file script to run with Node 24
 * @param {string[]} args
 * @returns {Promise<string[]>}
 */
async function failureOf(name, file, args) {
  return await new Promise((resolve) => {
    execFile(productNode, [file, ...args], { ...options(), maxBuffer: Infinity }, (error, stdout, stderr) => {
      process.stdout.write(stdout + stderr);
      resolve(error === null ? [] : [name]);
    });
  });
}

/**
 * @param {string} file script to run with Node 24
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
function run(file, args, env = {}) {
  return spawnSync(productNode, [file, ...args], { ...options(env), stdio: 'inherit' }).status;
}

/** @param {NodeJS.ProcessEnv} [env] */
const options = (env = {}) => ({ cwd: root, env: { ...process.env, NODE_COMPILE_CACHE: compiled, ...env } });

/** @param {number | null} status */
function fromStatus(status) {
  return status === 0 ? none : oneFailure;
}

/** @returns {Count} */
function unitTests() {
  const file = path.join(reports, 'vitest.json');
  const status = run(commandFile('vitest'), [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  const report = readReport(file);
  // A file that failed to load has no tests to count, and an unhandled rejection belongs to no test.
  const unloaded = report.testResults.filter(
    (suite) => suite.status === 'failed' && suite.assertionResults.length === 0,
  );
  return atLeastOneFailure(status, {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    failures: report.testResults.flatMap(failuresOfFile),
  });
}

/** @param {{ name: string, status: string, message: string, assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }} suite */
function failuresOfFile({ name, status, message, assertionResults }) {
  const file = path.relative(root, name);
  if (status === 'failed' && assertionResults.length === 0) return [`${file}: ${firstLines(message)}`];
  return assertionResults
    .filter((test) => test.status === 'failed')
    .map((test) => `${file} > ${test.fullName}: ${firstLines(test.failureMessages.join('\n'))}`);
}

/** @param {string} text */
function firstLines(text) {
  return text.split('\n').slice(0, 12).join('\n  ');
}

/** @returns {Count} */
function journeys() {
  const file = path.join(reports, 'playwright.json');
  const status = run(
    commandFile('@playwright/test', 'playwright'),
    ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'],
    { CHROMIUM_PATH: ensureBrowser(), PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  );
  const { stats, errors, suites } = readReport(file);
  return atLeastOneFailure(status, {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    failures: [
      ...suites.flatMap((suite) => describeSpecs(suite, (spec) => !spec.ok)),
      ...errors.map((error) => firstLines(error.message ?? '')),
    ],
    flaky: suites.flatMap((suite) =>
      describeSpecs(suite, ({ tests }) => tests.some((test) => test.status === 'flaky')),
    ),
  });
}

/**
 * @typedef {{ ok: boolean, title: string, tests: { status: string, results: { error?: { message?: string } }[] }[] }} Spec
 * @param {{ file: string, suites?: object[], specs: Spec[] }} suite
 * @param {(spec: Spec) => boolean} isWanted
 * @returns {string[]}
 */
function describeSpecs({ file, suites = [], specs }, isWanted) {
  return [
    ...specs.filter(isWanted).map((spec) => {
      const messages = spec.tests.flatMap((test) => test.results.map((result) => result.error?.message ?? ''));
      return `${file} > ${spec.title}: ${firstLines(messages.join('\n'))}`;
    }),
    ...suites.flatMap((suite) => describeSpecs(suite, isWanted)),
  ];
}

/**
 * @param {string} file
 */
function readReport(file) {
  if (!existsSync(file)) throw new Error(`No test ran: ${path.basename(file, '.json')} ended without a report`);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/**
 * @param {number | null} status
 * @param {Count} count
 * @returns {Count}
 */
function atLeastOneFailure(status, count) {
  return status === 0 || count.failed > 0 ? count : { ...count, failed: 1 };
}
