import { execFile } from 'node:child_process';
import path from 'node:path';

import { describe, expect, test } from 'vitest';

import { encounter, patient, transaction } from '../../test/fhirFiles.ts';
import { importBench } from '../../test/imports.ts';

const bench = importBench();

interface Ended {
  code: number;
  output: string;
  errors: string;
}

/** Runs the command like an operator, on the test's database. */
async function run(args: string[], env: Record<string, string> = {}): Promise<Ended> {
  const environment = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    DATABASE_URL: bench.databaseUrl,
    DATA_DIR: path.join(bench.files.path, 'data'),
    ...env,
  };
  return await new Promise((resolve) => {
    const file = path.join(import.meta.dirname, 'import.ts');
    execFile(process.execPath, [file, ...args], { env: environment }, (error, output, errors) => {
      resolve({ code: error === null ? 0 : Number(error.code), output, errors });
    });
  });
}

// Each test starts the command several times, which takes a slow or busy computer longer than the default 30 s.
describe('the import command', { timeout: 120_000 }, () => {
  test('imports and prints a summary, also when nothing is left to do', async () => {
    const file = await bench.files.write(transaction(patient('cli'), encounter('cli-e', 'urn:uuid:cli')));
    const first = await run([file]);
    expect(first).toMatchObject({ code: 0, errors: expect.stringContaining('Importing 100% (2 of 2)') as string });
    expect(first.output).toContain('Importing for First client');
    expect(first.output).toMatch(/^patients +1 +0 +0 +0$/m);
    expect(first.output).toContain('2 created, 0 updated, 0 unchanged, 0 rejected.');
    const second = await run([file]);
    expect(second.code).toBe(0);
    expect(second.output).toContain('0 created, 0 updated, 2 unchanged, 0 rejected. Nothing was changed.');
  });

  test('reports every rejected record with its file and reason, and exits with 1', async () => {
    const file = await bench.files.write(
      transaction(
        patient('cli-bad'),
        encounter('cli-bad-1', 'urn:uuid:cli-bad', { period: undefined }),
        encounter('cli-bad-2', 'urn:uuid:cli-bad', { period: undefined }),
      ),
    );
    const broken = await bench.files.write('{');
    const ended = await run([file, broken, path.join(bench.files.path, 'absent')]);
    expect(ended.code).toBe(1);
    expect(ended.output).toContain(
      [
        'Rejected:',
        `  ${path.join(bench.files.path, 'absent')}`,
        '    does not exist',
        `  ${broken}`,
        '    is not JSON: it ends too early',
        `  ${file}`,
        '    2 × Encounter: states no date, and no encounter with its number is known',
        '      cli-bad-1, cli-bad-2',
      ].join('\n'),
    );
  });

  test('imports for the given client', async () => {
    const file = await bench.files.write(patient('cli-client'));
    expect((await run([file, '--client', 'second client'])).output).toContain('Importing for Second client');
    const unknown = await run([file, '--client', 'Nobody']);
    expect(unknown).toMatchObject({
      code: 2,
      errors: 'There is no client named Nobody; there are: First client, Second client.\n',
    });
  });

  test('prints its usage, and what is wrong with the arguments', async () => {
    expect(await run([])).toMatchObject({
      code: 2,
      output: expect.stringContaining('npm run import -- PATH...') as string,
    });
    expect((await run(['--frobnicate'])).errors).toContain("Unknown option '--frobnicate'");
    expect((await run(['x', '--source', 'a\nb'])).errors).toContain('--source: letters, digits');
    expect((await run(['x'], { DATABASE_URL: 'mysql://x' })).errors).toContain(
      'DATABASE_URL must be a postgres:// address',
    );
  });

  test('does not create a client', async () => {
    const ended = await run(['x'], { DATABASE_URL: '', DATA_DIR: path.join(bench.files.path, 'fresh') });
    expect(ended).toMatchObject({ code: 2, output: '' });
    expect(ended.errors).toContain('There is no client yet');
  });
});
