import { createHash } from 'node:crypto';

import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { generate, generatedTables } from './generate/generate.ts';
import { createPopulation } from './generate/population.ts';
import { scales } from './scales.ts';
import { connect, dropDatabase, makeDatabase } from './world/connect.ts';

const tiny = {
  name: 'tiny',
  clients: 2,
  patients: 300,
  workQueueItems: 900,
  referrals: 150,
  providers: 8,
  conversations: 120,
  busiest: { conversations: 60, messages: 45 },
  visitsWithResults: 2,
};
const now = new Date('2026-06-01T00:00:00Z');

const serverUrl = inject('postgresUrl');
/** Copied from the migrated database of the test run. */
const openCopy = async (name: string) => connect(await makeDatabase(serverUrl, name, 'careloop_template'));

let client: Client;

beforeAll(async () => {
  client = await openCopy('bench_generated');
  await generate(client, tiny, { now });
});

afterAll(async () => {
  await client.end();
  await dropDatabase(serverUrl, 'bench_generated');
});

async function countOf(query: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`select count(*) as count from ${query}`);
  return rows[0]?.count ?? -1;
}

/** Digest of the first rows of every table. */
function digestOfRows(at: Date): string {
  const population = createPopulation(tiny, at);
  const digest = createHash('sha256');
  for (const { name, rows } of generatedTables)
    for (const row of rows(population)) digest.update(name + JSON.stringify(row));
  return digest.digest('hex');
}

test('creates the number of rows given by the scale', async () => {
  expect(await countOf('patient')).toBe(tiny.patients);
  expect(await countOf('work_queue_encounter')).toBe(tiny.workQueueItems);
  expect(await countOf('referral')).toBe(tiny.referrals);
  expect(await countOf(`user_account where user_type = 'provider'`)).toBe(tiny.providers);
});

test('creates the same rows every time', () => {
  expect(digestOfRows(now)).toBe(digestOfRows(now));
});

describe('the generated database', () => {
  test('refers only to existing rows', async () => {
    const { rows } = await client.query<{ name: string; child: string; parent: string; pairs: [string, string][] }>(
      `select conname as name, conrelid::regclass::text as child, confrelid::regclass::text as parent,
         (select json_agg(json_build_array(own.attname, other.attname)) from unnest(conkey, confkey) as k(own, other)
          join pg_attribute own on own.attrelid = conrelid and own.attnum = k.own
          join pg_attribute other on other.attrelid = confrelid and other.attnum = k.other) as pairs
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
    );
    expect(rows.length).toBeGreaterThan(50);
    for (const { name, child, parent, pairs } of rows) {
      const isParent = pairs.map(([own, other]) => `c."${own}" = p."${other}"`).join(' and ');
      const isGiven = pairs.map(([own]) => `c."${own}" is not null`).join(' and ');
      const orphans = await countOf(
        `${child} c where ${isGiven} and not exists (select from ${parent} p where ${isParent})`,
      );
      expect({ name, orphans }).toEqual({ name, orphans: 0 });
    }
  });

  test('has all indexes of the migrations, and all are valid', async () => {
    const other = await openCopy('bench_fresh');
    const query = `select indexdef from pg_indexes where schemaname = 'public' order by 1`;
    expect((await client.query(query)).rows).toEqual((await other.query(query)).rows);
    expect(await countOf('pg_index where not indisvalid')).toBe(0);
    await other.end();
    await dropDatabase(serverUrl, 'bench_fresh');
  });

  test("copies the patient's search keys as the database generates them", async () => {
    expect(
      await countOf(`care_team_member m join patient p using (patient_id)
        where m.patient_last_first <> p.last_first or m.patient_first_last <> p.first_last`),
    ).toBe(0);
  });

  test('keeps patients, their providers and their work items within one client', async () => {
    expect(
      await countOf(`care_team_member m join patient p using (patient_id)
        where not exists (select from user_client c where c.user_id = m.user_id and c.client_id = p.client_id)`),
    ).toBe(0);
    expect(
      await countOf(`work_queue_encounter w join patient p using (patient_id)
        where w.owner_client_id <> p.client_id or w.owner_user_id is not null
          and not exists (select from user_client c where c.user_id = w.owner_user_id and c.client_id = p.client_id)`),
    ).toBe(0);
  });

  test('numbers the messages of a conversation without gaps and delivers each to every member', async () => {
    expect(await countOf('conversation')).toBe(tiny.conversations + tiny.busiest.conversations);
    expect(
      await countOf(`conversation c where c.last_sequence <> (select count(*) from message m
        where m.conversation_id = c.conversation_id) or c.last_sequence <> (select max(sequence) from message m
        where m.conversation_id = c.conversation_id and m.date_sent <= c.last_message_at)`),
    ).toBe(0);
    expect(
      await countOf(`conversation_member m join conversation c using (conversation_id)
        where m.last_message_at <> c.last_message_at or not m.user_id = any(c.member_ids)
          or c.last_sequence <> (select count(*) from user_message o where o.conversation_id = m.conversation_id and o.user_id = m.user_id)
          or m.sent_count <> (select count(*) from message g where g.conversation_id = m.conversation_id and g.from_user_id = m.user_id)`),
    ).toBe(0);
  });

  test('lets the product add more rows', async () => {
    const { rows } = await client.query<{ patient_id: number }>(
      `insert into patient (client_id, mrn, first_name, last_name) values (1, 'NEXT', 'Ada', 'Okafor') returning patient_id`,
    );
    expect(rows[0]?.patient_id).toBe(tiny.patients + 1);
  });
});

test.each([scales.S, scales.L, scales.XL])('gives a provider the work of one person at $name', (scale) => {
  expect(scale.workQueueItems / scale.providers).toBeGreaterThan(400);
  expect(scale.workQueueItems / scale.providers).toBeLessThan(425);
});
