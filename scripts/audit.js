// Compares the packages of package-lock.json with the registry's list of known vulnerabilities (`npm audit`). Ends with 1 if
// one of them is high or critical. A registry that does not answer is reported and is no failure: mirrors often have no list.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('..', import.meta.url));
const wait = ['--fetch-retries=0', '--fetch-timeout=20000'];

/** @returns {{ high: number, critical: number, total: number } | string} counts, or why there are none */
function findVulnerabilities() {
  const { stdout, error } = spawnSync('npm', ['audit', '--json', '--package-lock-only', ...wait], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 60_000,
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
  if (error !== undefined) return error.message;
  try {
    const report = JSON.parse(stdout);
    return report.metadata?.vulnerabilities ?? report.message ?? 'the answer has no counts';
  } catch {
    return 'the answer is not JSON';
  }
}

const found = findVulnerabilities();
if (typeof found === 'string') {
  console.log(`Known vulnerabilities: not checked, because the registry does not list them (${found})`);
} else {
  console.log(`Known vulnerabilities: ${found.total}, of which ${found.critical} critical and ${found.high} high`);
  if (found.critical + found.high > 0) {
    console.log('Run `npm audit` for the packages. Time frames for updates: docs/security.md, V15.');
    process.exitCode = 1;
  }
}
