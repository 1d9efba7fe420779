import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { createRenderer } from './renderer.ts';
import type { DocumentRenderer } from './renderer.ts';

let folder: string;
let program: URL;
/** Waits as long as the page says, and answers how many calls it had; page 7 takes all of a processor. */
const slowProgram = `let calls = 0;
process.on('message', ({ id, input: { page } }) => {
  process.send({ id, hasStarted: true });
  calls += 1;
  if (page === 7) for (;;);
  if (page === 8) process.exit(3);
  setTimeout(() => process.send({ id, isOpen: false, output: calls }), page);
});`;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'careloop-sharing-'));
  const file = path.join(folder, 'program.mjs');
  await writeFile(file, slowProgram);
  program = pathToFileURL(file);
});
afterAll(() => rm(folder, { recursive: true }));

async function withRenderer(
  processes: number,
  work: (renderer: DocumentRenderer) => Promise<void>,
  processorMs = 300,
): Promise<void> {
  const renderer = createRenderer({ processes, processorMs, program });
  try {
    await work(renderer);
  } finally {
    await renderer.close();
  }
}

const document = (key: string) => ({ key, path: program.pathname, kind: 'pdf' as const });
const page = (ms: number) => ({ page: ms, width: 100 });

test('equal calls are one, which lasts as long as somebody waits for it', async () => {
  await withRenderer(1, async (renderer) => {
    const gone = new AbortController();
    const first = renderer.ask('page', document('a'), page(200), { asker: 'one', signal: gone.signal });
    const left = first.catch((error: unknown) => error);
    const others = ['one', 'two', 'three'].map((asker) => renderer.ask('page', document('a'), page(200), { asker }));
    const last = renderer.ask('page', document('b'), page(1), { asker: 'four' });
    gone.abort();
    expect(await left).toMatchObject({ problem: 'busy' });
    expect(await Promise.all([...others, last])).toEqual([1, 1, 1, 2]);
  });
});

/** Starts calls that take all of a processor until they fail, and returns who asked for those that have ended. */
function askForLong(renderer: DocumentRenderer, askers: readonly string[]): string[] {
  const ended: string[] = [];
  for (const [index, asker] of askers.entries()) {
    renderer.ask('page', document(`long ${asker} ${index}`), page(7), { asker }).catch(() => ended.push(asker));
  }
  return ended;
}

test('long calls of one or several askers leave a process for the short ones of others', async () => {
  await withRenderer(
    2,
    async (renderer) => {
      const ended = askForLong(renderer, ['one', 'one', 'one', 'one', 'two', 'two', 'two', 'two']);
      await renderer.ask('page', document('short'), page(20), { asker: 'three' });
      expect(ended).toEqual([]);
    },
    10_000,
  );
});

test('a call is long by its processor time: an asker whose calls only waited for theirs is served at once', async () => {
  await withRenderer(
    2,
    async (renderer) => {
      await renderer.ask('page', document('slow'), page(1_500), { asker: 'three' });
      const ended = askForLong(renderer, ['one', 'two']);
      await renderer.ask('page', document('short'), page(20), { asker: 'three' });
      expect(ended).toEqual([]);
    },
    10_000,
  );
});

test('many short calls of one asker come after the first ones of others', async () => {
  await withRenderer(1, async (renderer) => {
    const order: string[] = [];
    const ask = (asker: string, index: number) =>
      renderer.ask('page', document(`${asker} ${index}`), page(20), { asker }).then(() => order.push(asker));
    const all = Array.from({ length: 20 }, (_, index) => ask('one', index));
    await ask('two', 0);
    expect(order.length).toBeLessThan(4);
    await Promise.all(all);
  });
});

test('what took too long or crashed is not tried again; after three pages, nothing of the document is', async () => {
  await withRenderer(1, async (renderer) => {
    const ask = (key: string, ms: number, width = 100) => renderer.ask('page', document(key), { page: ms, width });
    await expect(ask('bad', 7)).rejects.toMatchObject({ problem: 'too_slow' });
    const begun = Date.now();
    await expect(ask('bad', 7, 200)).rejects.toMatchObject({ problem: 'too_slow', message: 'too_slow as before' });
    expect(Date.now() - begun).toBeLessThan(100);
    expect(await ask('bad', 1)).toBe(1);
    await expect(ask('bad', 8)).rejects.toMatchObject({ problem: 'crashed' });
    await expect(renderer.ask('words', document('bad'), { page: 8 })).rejects.toMatchObject({ problem: 'crashed' });
    await expect(ask('bad', 2)).rejects.toMatchObject({ message: 'crashed as before' });
    expect(await ask('new bytes', 2)).toBe(1);
  });
});

test('an asker has a limited number of waiting calls', async () => {
  await withRenderer(1, async (renderer) => {
    const all = Array.from({ length: 102 }, (_, index) =>
      renderer.ask('page', document(String(index)), page(1), { asker: 'one' }).then(
        () => 'done',
        (error: { problem: string }) => error.problem,
      ),
    );
    const other = renderer.ask('page', document('other'), page(1), { asker: 'two' });
    const outcomes = await Promise.all(all);
    expect(outcomes.filter((outcome) => outcome === 'busy')).toHaveLength(1);
    await other;
  });
});
