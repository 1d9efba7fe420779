import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { endpointsOf } from '../../src/core/feature.ts';
import { features } from '../../src/features/index.ts';
import { withClient } from '../../src/platform/db/connection.ts';
import { createTestDatabase } from '../database.ts';
import { startTestAppOn } from '../harness.ts';
import type { TestApp } from '../harness.ts';
import { listenToPublished } from '../published.ts';
import { budgetedCalls } from './calls.ts';
import type { BudgetedCall } from './calls.ts';
import { budgets } from './limits.ts';
import type { Budget } from './limits.ts';
import { Meter } from './meter.ts';
import { buildPlace, fillWithFixedData } from './place.ts';
import type { Place } from './place.ts';
import { unbudgetedReads } from './unbudgetedReads.ts';

// Whoever makes a call dearer sees it here, whatever the speed of the machine. The budgets are in limits.ts.

let meter: Meter;
let app: TestApp;
let place: Place;
let published: Awaited<ReturnType<typeof listenToPublished>>;

beforeAll(async () => {
  const database = await createTestDatabase();
  await fillWithFixedData(database.url);
  meter = await Meter.prepare(database.url);
  meter.start();
  // On one connection, because the first use of a statement on each reads the catalog.
  app = await startTestAppOn(database, {}, 1);
  place = await buildPlace(app);
  published = await listenToPublished(app);
}, 240_000);
afterAll(async () => {
  meter.stop();
  await published.stop();
  await app.stop();
});

/** Statements are prepared on their second use, long ones on their fifth. */
const warmUps = 6;
const counted = ['statements', 'blocks', 'rows', 'wal', 'bytes', 'published', 'jobs'] as const;

async function countJobs(): Promise<number> {
  const { rows } = await withClient({ url: app.databaseUrl, applicationName: 'careloop-budgets' }, (client) =>
    client.query<{ count: number }>('select count(*)::int as count from pgboss.job'),
  );
  return rows[0]?.count ?? Number.NaN;
}

interface Found extends Budget {
  unnamed: string[];
}

async function measureOnce({ run }: BudgetedCall): Promise<Found> {
  let found: Found | undefined;
  place.metered = async (work) => {
    let answer: unknown;
    await published.take();
    const jobs = await countJobs();
    const { cost, plans, unnamed } = await meter.measure(async () => {
      answer = await work();
    });
    const whole = [...new Set(plans.flatMap(({ wholeTables }) => wholeTables))].toSorted();
    const bytes = Buffer.byteLength(JSON.stringify(answer) ?? '');
    found = {
      ...cost,
      bytes,
      published: (await published.take()).length,
      jobs: (await countJobs()) - jobs,
      whole,
      unnamed,
    };
    return answer;
  };
  await run(place);
  place.metered = (work) => work();
  if (found === undefined) throw new Error('The call was not made');
  return found;
}

/**
 * The cheapest of some runs: a page of an index that is split once in a while does not count, nor a statement that another part of
 * the server sends in between, for the first time and therefore without a name.
 */
async function measure(call: BudgetedCall, repeats = 3): Promise<Found> {
  for (let time = 0; time < warmUps; time += 1) await call.run(place);
  const runs: Found[] = [];
  for (let time = 0; time < repeats; time += 1) runs.push(await measureOnce(call));
  const least = Object.fromEntries(counted.map((key) => [key, Math.min(...runs.map((one) => one[key]))]));
  const { whole = [], unnamed = [] } = runs.at(-1) ?? {};
  const unnamedEachTime = unnamed.filter((text) => runs.every((one) => one.unnamed.includes(text)));
  return { ...(least as unknown as Budget), whole, unnamed: unnamedEachTime };
}

/**
 * Bytes of log and blocks of a write that are not the call's: PostgreSQL tidies pages while it reads them, and splits those of an
 * index, sooner or later. A row takes more of the log, an additional lookup of many rows more blocks.
 */
const noise: Partial<Record<(typeof counted)[number], number>> = { wal: 200, blocks: 10 };

/** What exceeds the budget, and the row as it would have to be. */
function excessOf(name: string, found: Found): string[] {
  const limit = budgets[name];
  const over = counted.filter(
    (key) => limit === undefined || found[key] > limit[key] + (limit.wal > 0 ? (noise[key] ?? 0) : 0),
  );
  const whole = found.whole.filter((table) => limit?.whole.includes(table) !== true);
  const unnamed = found.unnamed.map((text) => `is planned anew each time: ${text}`);
  if (over.length === 0 && whole.length === 0) return unnamed;
  const roomy = counted.map((key) =>
    ['statements', 'published', 'jobs'].includes(key) ? found[key] : Math.ceil((found[key] * 1.1) / 5) * 5,
  );
  return [
    ...over.map((key) => `${key}: ${found[key]}, budget ${limit?.[key] ?? 'none'}`),
    ...whole.map((table) => `reads ${table} whole`),
    ...unnamed,
    `'${name}': budget([${roomy.join(', ')}]${found.whole.map((table) => `, '${table}'`).join('')}),`,
  ];
}

test.each(budgetedCalls)('$name is within its budget', async (call) => {
  const excess = excessOf(call.name, await measure(call));
  // A call that became dearer stays so; one that met the server's own work does not.
  expect(excess.length === 0 ? [] : excessOf(call.name, await measure(call, 8))).toEqual([]);
});

test('each budget is that of a call', () => {
  expect(Object.keys(budgets)).toEqual(budgetedCalls.map(({ name }) => name));
});

test('each read has a budget, or is listed as one that screens make rarely', () => {
  const measured = new Set(budgetedCalls.map(({ endpoint }) => endpoint));
  const reads = [...endpointsOf(features)].filter(([, { method }]) => method === 'GET');
  const rare = reads.filter(([, endpoint]) => !measured.has(endpoint)).map(([name]) => name);
  expect(rare.toSorted()).toEqual([...unbudgetedReads].toSorted());
});

describe('a dearer call is noticed', () => {
  const callOf = (name: string) => {
    const call = budgetedCalls.find((one) => one.name === name);
    if (call === undefined) throw new Error(`There is no call ${name}`);
    return call;
  };

  test('by an additional statement', async () => {
    const call = callOf('read a patient');
    const run = async (at: Place) =>
      await call.run({
        ...at,
        metered: (work) =>
          at.metered(async () => {
            const answer = await work();
            await app.db.selectFrom('client').select('client_id').limit(1).execute();
            return answer;
          }),
      });
    expect(excessOf(call.name, await measure({ ...call, run }))).toContainEqual(expect.stringMatching(/^statements: /));
  });

  test('by an additional join', async () => {
    const call = callOf('read a patient');
    meter.rewrite = (text) =>
      text.replace(
        /from patient p\s+cross join lateral/,
        'from patient p cross join lateral (select count(*) from patient_encounter e join facility f using (facility_id) where e.patient_id = p.patient_id) as more cross join lateral',
      );
    const found = await measure(call);
    meter.rewrite = (text) => text;
    expect(excessOf(call.name, found)).toContainEqual(expect.stringMatching(/^(?:blocks|rows): /));
  });

  test('by a statement that is planned anew each time', async () => {
    const call = callOf('read a patient');
    meter.rewrite = (text) => `${text} `;
    const found = await measure(call);
    meter.rewrite = (text) => text;
    expect(excessOf(call.name, found)).toContainEqual(expect.stringMatching(/^is planned anew/));
  });

  test('by a missing index', async () => {
    const call = callOf('open a conversation');
    const within = async (statement: string) =>
      await withClient({ url: app.databaseUrl, applicationName: 'careloop-budgets' }, (client) =>
        client.query(statement),
      );
    await within('alter table user_message drop constraint user_message_once cascade');
    expect(excessOf(call.name, await measure(call))).toContainEqual(expect.stringMatching(/whole|^blocks: /));
  });
});
