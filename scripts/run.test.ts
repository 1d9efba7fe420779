import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const scripts = import.meta.dirname;
/** A port without a listener. */
const noRegistry = 'http://127.0.0.1:9/';

let clone: string;
beforeEach(async () => {
  clone = await mkdtemp(path.join(tmpdir(), 'careloop-clone-'));
  await cp(path.join(scripts, 'run.js'), path.join(clone, 'scripts', 'run.js'));
  await cp(path.join(scripts, 'lib'), path.join(clone, 'scripts', 'lib'), { recursive: true });
});
afterEach(() => rm(clone, { recursive: true }));

async function writeProject(lock: string): Promise<void> {
  const project = { name: 'clone', version: '1.0.0', type: 'module', dependencies: { node: '24.0.0' } };
  await writeFile(path.join(clone, 'package.json'), JSON.stringify(project));
  await writeFile(path.join(clone, 'package-lock.json'), lock);
}

function run(...args: string[]): Promise<{ code: number; output: string; errors: string }> {
  const env = { ...process.env, npm_config_registry: noRegistry, npm_config_fetch_retries: '0' };
  return new Promise((resolve) => {
    execFile(process.execPath, ['scripts/run.js', ...args], { cwd: clone, env }, (error, output, errors) => {
      resolve({ code: Number(error?.code ?? 0), output, errors });
    });
  });
}

describe('the npm scripts in a fresh clone', () => {
  test('say in one line why the installation failed', async () => {
    const node = { version: '24.0.0', resolved: `${noRegistry}node-24.0.0.tgz`, integrity: 'sha512-AAAA' };
    const packages = { '': { name: 'clone', dependencies: { node: '24.0.0' } }, 'node_modules/node': node };
    await writeProject(JSON.stringify({ name: 'clone', version: '1.0.0', lockfileVersion: 3, packages }));
    const { code, errors } = await run('start');
    expect(code).toBe(1);
    expect(errors).toMatch(/^The packages could not be installed: .*ECONNREFUSED.*\n$/);
  });

  test('list the known commands for an unknown one', async () => {
    await writeProject('{}');
    const { code, errors } = await run('fly');
    expect(code).toBe(1);
    expect(errors).toMatch(/^Usage: node scripts\/run\.js start\|test\|dev\|.*\n$/);
  });
});
