import { sql } from 'kysely';

import type { Db } from '../../platform/db/client.ts';

/** Columns of a patient about to be written that decide whom it may look like. */
export interface PatientToLock {
  first_name?: unknown;
  last_name?: unknown;
  date_of_birth?: unknown;
  home_phone?: unknown;
  cell_phone?: unknown;
  office_phone?: unknown;
  alternate_phone?: unknown;
  address1?: unknown;
  zipcode?: unknown;
  ssn?: unknown;
}

/** Locks of one transaction; more would fill the lock table of the database. */
const mostLocks = 500;

/**
 * Waits for transactions that write the same people of a client: records with a common key, and patients who may look alike. Of
 * two of them the second sees what the first has written. All others go on. A transaction about very many people has the
 * client's imports for itself. Held until the transaction ends.
 */
export async function lockPeople(
  db: Db,
  clientId: number,
  keys: readonly string[],
  patients: readonly PatientToLock[],
): Promise<void> {
  const isBulk = keys.length + patients.length * 20 > mostLocks;
  const client = sql`hashtext('people of a client'), ${clientId}::int`;
  if (isBulk) {
    await sql`select pg_advisory_xact_lock(${client})`.execute(db);
    return;
  }
  // The client first, then in one order, so that two transactions do not wait for each other.
  await sql`
    with given as (select * from json_populate_recordset(null::patient, ${JSON.stringify(patients)}::json))
    select pg_advisory_xact_lock_shared(${client})
    union all select pg_advisory_xact_lock(lock) from (
      select distinct hashtextextended(key, ${clientId}::bigint) as lock from (
        select unnest(${[...new Set(keys)]}::text[]) as key
        union all
        select 'alike ' || unnest(patient_match_keys(${clientId}::bigint, p.last_name, p.first_name, p.date_of_birth,
          phone_keys(p.home_phone, p.cell_phone, p.office_phone, p.alternate_phone), p.address1, p.zipcode, p.ssn))
        from given p
        union all
        select 'born ' || p.date_of_birth from given p where p.date_of_birth is not null) as keys
      order by 1) as locks`.execute(db);
}

/** The same for records of the directory, which all clients share; two units wait only if both write one record. */
export async function lockDirectory(db: Db, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const directory = sql`hashtext('directory records'), 0`;
  if (keys.length > mostLocks) {
    await sql`select pg_advisory_xact_lock(${directory})`.execute(db);
    return;
  }
  await sql`select pg_advisory_xact_lock_shared(${directory})`.execute(db);
  await sql`
    select pg_advisory_xact_lock(lock) from (
      select distinct hashtextextended(key, -1) as lock from unnest(${[...new Set(keys)]}::text[]) as key order by 1) as locks`.execute(
    db,
  );
}

/** Imports of the provider registry take turns. */
export async function lockRegistry(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('provider registry'), 0)`.execute(db);
}
