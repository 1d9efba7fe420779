import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';

import { measureAgainst } from './against.ts';
import { firstPageLine, measureFirstPage } from './lines/firstPage.ts';
import { measurePush, pushes } from './lines/push.ts';
import { measureGrowth } from './growth.ts';
import { messagingLines } from './lines/messaging.ts';
import { providerChoices } from './lines/providerChoices.ts';
import { providerSearch } from './lines/providerSearch.ts';
import { FloorLoad } from './load/floorLoad.ts';
import { HttpLoad } from './load/httpLoad.ts';
import { measureLine, problemsOf } from './measure.ts';
import { lines } from './run.ts';
import { buildWorld } from './world/world.ts';
import type { World } from './world/world.ts';

// Checks that the bench still works with the product; speed does not matter here.

const scale = {
  name: 'test',
  clients: 2,
  patients: 400,
  workQueueItems: 600,
  referrals: 200,
  providers: 6,
  conversations: 120,
  busiest: { conversations: 60, messages: 45 },
  visitsWithResults: 2,
  directoryProviders: 300,
  plannedRequests: 12,
};
const options = { rounds: 1, secondsPerRound: 0.2, connections: [4], say: () => {} };

// Its processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });

let world: World;

beforeAll(async () => {
  world = await buildWorld({
    serverUrl: inject('postgresUrl'),
    scale,
    template: 'careloop_template',
    role: 'all',
    say: () => {},
  });
});

afterAll(() => world.stop());

test.each([...lines, ...messagingLines, providerSearch, providerChoices])('asks and checks: $title', async (line) => {
  const { requests, floor } = await line.plan(world);
  const verify = await line.watch?.(world);
  // In this process, because starting separate processes would take longer than the whole test.
  const http = new HttpLoad(world.product.port, requests);
  const bare = new FloorLoad(world.databaseUrl, floor);
  const round = { connections: 4, seconds: 0.03 };
  const [report, floorReport] = [await http.run(round), await bare.run(round)];
  http.close();
  await bare.close();
  expect(await problemsOf([report], [floorReport], verify)).toEqual([]);
  expect([report.perSecond > 0, floorReport.perSecond > 0]).toEqual([true, true]);
});

test('compares two worlds', async () => {
  const [line] = messagingLines;
  if (line === undefined) throw new Error('There are no lines');
  const { problems, growth, floor } = await measureGrowth(line, world, world, { rounds: 1, secondsPerRound: 0.1 });
  expect(problems).toEqual([]);
  expect([growth, floor.small, floor.large].every((value) => value > 0)).toBe(true);
});

test('compares two commits', async () => {
  const [line] = messagingLines;
  if (line === undefined) throw new Error('There are no lines');
  const [result] = await measureAgainst({ ours: line, theirs: line }, { ours: world, theirs: world }, options);
  expect(result?.problems).toEqual([]);
  expect([result?.speedRatio ?? 0, result?.ours.serverMs ?? 0].every((value) => value > 0)).toBe(true);
});

test(`reads and uploads: ${firstPageLine.title}`, async () => {
  const { problems, measured } = await measureFirstPage(world, 12);
  expect(problems).toEqual([]);
  expect(measured).toMatch(/\d/);
});

test.each(pushes)('finds every event on the screens it must reach, and on no other: $title', async (push) => {
  const { problems, deliveries } = await measurePush(push, world, { warmUp: 2, sends: 20, perSecond: 50 });
  expect(problems).toEqual([]);
  expect(deliveries).toBeGreaterThan(20);
});

test('measures product and floor in separate processes', async () => {
  const [line] = messagingLines;
  if (line === undefined) throw new Error('There are no lines');
  const { problems, measurements } = await measureLine(line, world, options);
  expect(problems).toEqual([]);
  expect(measurements.map(({ product, floor }) => product.perSecond > 0 && floor.perSecond > 0)).toEqual([true]);
});

test('detects a wrong response', async () => {
  const [line] = lines;
  if (line === undefined) throw new Error('There are no lines');
  const { requests } = await line.plan(world);
  const misled = requests.map((request) => ({ ...request, facts: { totalItemCount: -1 } }));
  const http = new HttpLoad(world.product.port, misled);
  const report = await http.run({ connections: 4, seconds: 0.1 });
  http.close();
  expect((await problemsOf([report], [], undefined)).join()).toContain('totalItemCount is');
});
