import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createTestDatabase } from '../../../test/database.ts';
import type { TestDatabase } from '../../../test/database.ts';
import { createDatabase } from './client.ts';
import type { Database } from './client.ts';
import { silentLog } from './log.ts';
import { iso, jsonRows, shape } from './shape.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabase({ url: database.url, maxConnections: 1, applicationName: 'test', log: silentLog });
  await sql`insert into healthcare_organization (name, phone) values ('North', '555'), ('South', null)`.execute(db);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

interface Organization {
  name: string;
  phone: string | null;
  isNorth: boolean;
}
const organization = shape<Organization, { o: 'healthcare_organization' }>({
  name: 'o.name',
  phone: 'o.phone',
  isNorth: sql<boolean>`o.name = ${'North'}`,
});
const north = { name: 'North', phone: '555', isNorth: true };
const south = { name: 'South', phone: null, isNorth: false };

async function valueOf<Value>(value: RawBuilder<Value>): Promise<Value | undefined> {
  const { rows } = await sql<{ value: Value }>`select ${value} as value`.execute(db);
  return rows[0]?.value;
}

describe('a shape', () => {
  test('selects rows', async () => {
    const { rows } = await organization.from`healthcare_organization o where o.name >= ${'A'} order by o.name`.execute(
      db,
    );
    expect(rows).toEqual([north, south]);
  });

  test('always gives the same SQL text, so that the statement is prepared once', () => {
    const textOf = (letter: string) =>
      organization.from`healthcare_organization o where o.name >= ${letter}`.compile(db).sql;
    expect(textOf('A')).toBe(
      'select o.name as "name", o.phone as "phone", o.name = $1 as "isNorth" from healthcare_organization o where o.name >= $2',
    );
    expect(textOf('B')).toBe(textOf('A'));
  });

  test('gives the same values as JSON', async () => {
    const found = sql<Organization>`(select ${organization.json} from healthcare_organization o where o.phone is not null)`;
    expect(await valueOf(found)).toEqual(north);
    const all = { from: sql`healthcare_organization o`, orderBy: sql`o.name desc` };
    expect(await valueOf(organization.jsonArray(all))).toEqual([south, north]);
    expect(await valueOf(organization.jsonArray({ ...all, from: sql`healthcare_organization o where false` }))).toEqual(
      [],
    );
    const rows = organization.from`healthcare_organization o`;
    expect(await valueOf(jsonRows(rows, sql`item.name`))).toEqual([north, south]);
    expect(await valueOf(jsonRows(organization.from`healthcare_organization o where false`))).toEqual([]);
  });

  test('is null if a left join found no row', async () => {
    const pair = shape<{ here: string; there: Organization | null }, { here: 'healthcare_organization' }>({
      here: 'here.name',
      there: organization.jsonIfFound('o.healthcare_organization_id'),
    });
    const { rows } =
      await pair.from`healthcare_organization here left join healthcare_organization o on o.name > here.name order by here.name`.execute(
        db,
      );
    expect(rows).toEqual([
      { here: 'North', there: south },
      { here: 'South', there: null },
    ]);
  });

  test('selects a nested row as columns, which the driver puts together', async () => {
    interface Neighbor {
      name: string;
      next: Organization | null;
    }
    const neighbor = shape<Neighbor, { here: 'healthcare_organization' }>({
      name: 'here.name',
      next: organization.nestedIfFound('o.healthcare_organization_id'),
    });
    const listed = shape<{ own: Neighbor; always: Organization; place: number }, { here: 'healthcare_organization' }>({
      own: neighbor.nested,
      place: sql`row_number() over (order by here.name)::int`,
      always: organization.nested,
    });
    const tables = sql`healthcare_organization here left join healthcare_organization o on o.name > here.name`;
    const { rows } = await listed.from`${tables} order by here.name`.execute(db);
    const none = { name: null, phone: null, isNorth: null };
    expect(rows).toEqual([
      { own: { name: 'North', next: south }, always: south, place: 1 },
      { own: { name: 'South', next: null }, always: none, place: 2 },
    ]);
    const json = sql<Neighbor[]>`(select json_agg(${neighbor.json} order by here.name) from ${tables})`;
    expect(await valueOf(json)).toEqual(rows.map(({ own }) => own));
  });

  test('writes a timestamp in the format of the contracts', async () => {
    const moment = shape<{ at: string }, { m: { at: Date } }>({ at: iso('m.at') });
    const { rows } = await moment.from`(select timestamptz '2026-01-31 10:30+01' as at) as m`.execute(db);
    expect(rows).toEqual([{ at: '2026-01-31T09:30:00.000000Z' }]);
  });

  // oxlint-disable-next-line vitest/expect-expect -- the type check fails if an expected error does not occur
  test('does not compile unless each key has a column of its type', () => {
    type Tables = { o: 'healthcare_organization'; u?: 'user_account'; e: 'patient_encounter' };
    const rest = { phone: sql<string | null>`null`, isNorth: sql<boolean>`true` };
    // @ts-expect-error The key `name` is missing.
    shape<Organization, Tables>({ ...rest });
    // @ts-expect-error There is no key `city`.
    shape<Organization, Tables>({ ...rest, name: 'o.name', city: 'o.city' });
    // @ts-expect-error There is no such column.
    shape<Organization, Tables>({ ...rest, name: 'o.label' });
    // @ts-expect-error There is no such alias.
    shape<Organization, Tables>({ ...rest, name: 'p.last_name' });
    // @ts-expect-error It is a number.
    shape<Organization, Tables>({ ...rest, name: 'o.healthcare_organization_id' });
    // @ts-expect-error It may be null.
    shape<Organization, Tables>({ ...rest, name: 'o.phone' });
    // @ts-expect-error It may be null because of the left join.
    shape<Organization, Tables>({ ...rest, name: 'u.last_name' });
    // @ts-expect-error It is a Date unless converted by `iso`.
    shape<Organization, Tables>({ ...rest, name: 'e.encounter_date' });
    // @ts-expect-error The timestamp may be null.
    shape<Organization, Tables>({ ...rest, name: iso('e.discharge_date') });
    // @ts-expect-error The nested row has another type.
    shape<Organization, Tables>({ ...rest, name: organization.nested });
    // @ts-expect-error There may be none.
    shape<{ next: Organization }, Tables>({ next: organization.nestedIfFound('o.name') });
    // @ts-expect-error The expression has another type.
    shape<Organization, Tables>({ ...rest, name: sql<number>`1` });
    shape<Organization, Tables>({ ...rest, name: iso('e.encounter_date') });
    shape<{ kind: 'hospital' | null }, Tables>({ kind: 'u.user_type' });
  });
});
