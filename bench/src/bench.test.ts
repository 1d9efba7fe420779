import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { measurePush } from './lines/push.ts';
import { measureLine } from './measure.ts';
import { lines } from './run.ts';
import { buildWorld } from './world/world.ts';
import type { World } from './world/world.ts';

// Whether the bench still fits the product. How fast anything is does not matter here.

const scale = {
  name: 'test',
  clients: 2,
  patients: 400,
  workQueueItems: 3_000,
  referrals: 200,
  providers: 6,
  conversations: 120,
  busiest: { conversations: 60, messages: 45 },
};
const options = { rounds: 1, secondsPerRound: 0.2, connections: [4], say: () => {} };

let world: World;

beforeAll(async () => {
  world = await buildWorld({
    serverUrl: inject('postgresUrl'),
    scale,
    nodeArguments: [],
    role: 'web',
    say: () => {},
  });
});

afterAll(() => world.stop());

test.each(lines)('asks and checks: $title', async (line) => {
  const { problems, measurements } = await measureLine(line, world, options);
  expect(problems).toEqual([]);
  expect(measurements.map(({ product, floor }) => product.perSecond > 0 && floor.perSecond > 0)).toEqual([true]);
});

test('finds every event on the screens it must reach, and on no other', async () => {
  const { problems, deliveries } = await measurePush(world, { warmUp: 2, sends: 20, perSecond: 50 });
  expect(problems).toEqual([]);
  expect(deliveries).toBeGreaterThan(20);
});

test('notices a wrong answer', async () => {
  const [line] = lines;
  if (line === undefined) throw new Error('There are no lines');
  const misled = {
    ...line,
    async plan(planned: World) {
      const plan = await line.plan(planned);
      return { ...plan, requests: plan.requests.map((request) => ({ ...request, facts: { totalItemCount: -1 } })) };
    },
  };
  const { problems } = await measureLine(misled, world, options);
  expect(problems.join()).toContain('totalItemCount is');
});
