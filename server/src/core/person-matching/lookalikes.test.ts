import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createTestDatabase } from '../../../test/database.ts';
import { Meter } from '../../../test/budgets/meter.ts';
import { createDatabase } from '../../platform/db/client.ts';
import { withClient } from '../../platform/db/connection.ts';
import { silentLog } from '../../platform/db/log.ts';
import { findLookalikes } from './lookalikes.ts';

import type { Client } from 'pg';
import type { TestDatabase } from '../../../test/database.ts';
import type { Database } from '../../platform/db/client.ts';

/** A quarter of them have one first name. */
const patients = 5_000;

let database: TestDatabase;
let db: Database;
let meter: Meter;
let clientId: number;
beforeAll(async () => {
  database = await createTestDatabase();
  clientId = await withClient({ url: database.url, applicationName: 'test' }, fill);
  meter = await Meter.prepare(database.url);
  meter.start();
  db = createDatabase({ url: database.url, maxConnections: 1, applicationName: 'test', log: silentLog });
}, 120_000);
afterAll(async () => {
  meter.stop();
  await db.destroy();
  await database.drop();
});

/** @returns the client */
async function fill(client: Client): Promise<number> {
  const { rows } = await client.query<{ client_id: string }>(`
    with organization as (insert into client_organization (name) values ('Test') returning client_organization_id)
    insert into client (client_organization_id, display_name) select client_organization_id, 'Test' from organization
    returning client_id`);
  const id = Number(rows[0]?.client_id);
  await client.query(
    `insert into patient (client_id, mrn, first_name, last_name, date_of_birth, gender)
    select $1, 'M' || n, case when n % 4 = 0 then 'John' else 'Name' || chr(97 + n % 26) || chr(97 + n / 26 % 26) end,
      chr(97 + n % 26) || 'orin' || chr(97 + n / 26 % 26) || chr(97 + n / 676 % 26) || 'sen',
      date '1931-01-01' + n * 5, 'male'
    from generate_series(1, $2::int) as n`,
    [id, patients],
  );
  await client.query('vacuum analyze patient');
  return id;
}

interface Facts {
  first: string;
  last: string;
  born: string | null;
  phone?: string;
}

let added = 0;
async function add({ first, last, born, phone }: Facts): Promise<number> {
  added += 1;
  const { rows } = await sql<{ id: number }>`
    insert into patient (client_id, mrn, first_name, last_name, date_of_birth, gender, cell_phone)
    values (${clientId}, ${`A${added}`}, ${first}, ${last}, ${born}::date, 'female', ${phone ?? null})
    returning patient_id as id`.execute(db);
  return rows[0]?.id ?? 0;
}

test('a few rows are read by index, whatever the number of patients', async () => {
  const { rows } = await sql<{ id: number }>`
    select patient_id as id from patient where mrn in ('M4', 'M4000', 'M4001')`.execute(db);
  // The sixth use is the plan for any value.
  for (let use = 0; use < 6; use += 1) await findLookalikes(db, [rows[use % rows.length]?.id ?? 0]);
  for (const { id } of rows) {
    const { plans, cost } = await meter.measure(async () => {
      await findLookalikes(db, [id]);
    });
    expect(plans.flatMap(({ wholeTables }) => wholeTables)).toEqual([]);
    expect(cost.statements).toBe(1);
    expect(cost.rows).toBeLessThan(300);
  }
});

const grace: Facts = { first: 'Grace', last: 'Whitfield', born: '1961-03-14' };

test.each<[string, Facts, Facts]>([
  ['a slip in the first letter of the last name', grace, { ...grace, last: 'Vhitfield', born: '1961-03-15' }],
  ['a slip in the last letter of the last name', grace, { ...grace, last: 'Whitfiels', born: '1961-03-24' }],
  ['a slip inside the last name', grace, { ...grace, last: 'Whitfeild', born: '1916-03-14' }],
  ['another short form', { ...grace, first: 'William' }, { ...grace, first: 'Bill', born: '1971-03-14' }],
  ['a slip in the first name', grace, { ...grace, first: 'Grcae', born: '1961-03-24' }],
  ['an initial', grace, { ...grace, first: 'G', born: '1961-02-14' }],
  ['swapped names', grace, { first: 'Whitfield', last: 'Grace', born: '1961-03-15' }],
  ['a second last name', { ...grace, last: 'Lopez' }, { ...grace, last: 'Garcia Lopez', born: '1960-03-14' }],
  ['a last name in two words', { ...grace, last: 'De La Cruz' }, { ...grace, last: 'Delacruz', born: '1961-03-13' }],
  ['a name in one piece', grace, { first: '', last: 'Grace Whitfield', born: '1961-03-13' }],
  ['no birth date', grace, { ...grace, born: null }],
  ['exchanged month and day', { ...grace, born: '1961-03-09' }, { ...grace, born: '1961-09-03' }],
  ['slips in both names', grace, { ...grace, first: 'Grcae', last: 'Vhitfield' }],
  [
    'another last name and the same phone',
    { ...grace, phone: '2175550142' },
    { ...grace, last: 'Okafor', phone: '2175550142' },
  ],
])('a patient is found with %s', async (_what, one, other) => {
  const ids = [await add(one), await add(other)];
  try {
    const [patientId, otherPatientId] = ids;
    for (const id of ids) {
      const found = await findLookalikes(db, [id]);
      expect(found.map(({ weight: _weight, ...pair }) => pair)).toEqual([{ patientId, otherPatientId }]);
    }
  } finally {
    await sql`delete from patient where patient_id = any(${ids}::bigint[])`.execute(db);
  }
});

test('the key of the whole name is one of the keys of the patient', async () => {
  const { rows } = await sql<{ missing: number }>`select count(*)::int as missing from patient
    where not match_keys @> array[patient_name_match_key(client_id, last_name, first_name)]`.execute(db);
  expect(rows).toEqual([{ missing: 0 }]);
});

// The last test: its records would be in the way of the others.
test('thousands of records for persons unknown are not all compared', async () => {
  await sql`insert into patient (client_id, mrn, first_name, last_name, date_of_birth, gender)
    select ${clientId}, 'U' || n, 'Unknown', 'Unknown', case when n % 2 = 0 then date '1900-01-01' end, 'male'
    from generate_series(1, 3000) as n`.execute(db);
  const { rows } = await sql<{
    id: number;
  }>`select patient_id as id from patient where mrn in ('U2999', 'U3000')`.execute(db);
  for (const { id } of rows) {
    const { cost } = await meter.measure(async () => {
      await findLookalikes(db, [id]);
    });
    expect(cost.rows).toBeLessThan(2000);
  }
});
