import { auditPageSize } from '@careloop/contracts/administration/audit';
import type { AuditEntry, AuditFilters } from '@careloop/contracts/administration/audit';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { isUnsealed } from '../../../platform/audit/chain.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import type { Db } from '../../../platform/db/client.ts';
import { writeCursor } from '../../../platform/db/cursor.ts';
import type { Cursor } from '../../../platform/db/cursor.ts';
import { shape } from '../../../platform/db/shape.ts';

/** Maximum rows of the filters' index range that are read for one page; rows of other clients are skipped. */
const mostSearched = 5_000;
/** The same for a file. */
const mostSearchedForFile = 100_000;

type Person = NonNullable<AuditEntry['who']>;
type Patient = NonNullable<AuditEntry['patient']>;

const person = shape<Person, { u: 'user_account' }>({
  userId: 'u.user_id',
  fullName: sql`u.last_name || ', ' || u.first_name`,
});
const forPerson = shape<Person, { f: 'user_account' }>({
  userId: 'f.user_id',
  fullName: sql`f.last_name || ', ' || f.first_name`,
});
const patient = shape<Patient, { p: 'patient' }>({
  patientId: 'p.patient_id',
  fullName: sql`upper(p.last_name) || ', ' || p.first_name`,
});

/** With microseconds, so that a page continues exactly where the last one ended. */
const exactly = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

type FoundEntry = Omit<AuditEntry, 'what'> & { action: string };

const entry = shape<FoundEntry, { u?: 'user_account'; f?: 'user_account'; p?: 'patient'; e: 'audit_event' }>({
  auditEventId: 'e.audit_event_id',
  at: exactly('e.occurred_at'),
  kind: 'e.kind',
  action: 'e.action',
  outcome: 'e.outcome',
  who: person.nestedIfFound('u.user_id'),
  forWhom: forPerson.nestedIfFound('f.user_id'),
  patient: patient.nestedIfFound('p.patient_id'),
  patientCount: sql<number>`case jsonb_typeof(e.details -> 'patientIds') when 'array'
    then jsonb_array_length(e.details -> 'patientIds') else 0 end + (e.patient_id is not null)::int`,
  ip: 'e.ip',
});

/** Whether the user with this alias belongs to one of the reader's clients. */
const isColleague = ({ clientIds }: Actor, alias: 'u' | 'f') => sql<boolean>`(
  ${sql.ref(`${alias}.origin_client_id`)} = any(${clientIds}::bigint[])
  or exists (select from user_client c where c.user_id = ${sql.ref(`${alias}.user_id`)}
    and c.client_id = any(${clientIds}::bigint[])))`;

/**
 * Rows the reader may see: those about patients of their clients, whoever acted, and those of colleagues without a patient.
 * A row about another client's patient belongs to that client; one with neither user nor patient to nobody.
 */
const isReadable = (actor: Actor, shown: RawBuilder<unknown>) => sql<boolean>`case when ${shown} is null
  then ${isColleague(actor, 'u')} else p.client_id = any(${actor.clientIds}::bigint[]) end`;

/** Conditions on the time of the rows of `alias`. */
function timesOf({ from, until, timeZone }: AuditFilters, after: Cursor | null, alias: 'e' | 's') {
  const at = sql.ref(`${alias}.occurred_at`);
  const conditions = [sql`true`];
  if (from !== undefined) conditions.push(sql`${at} >= ${from}::date::timestamp at time zone ${timeZone}`);
  if (until !== undefined) conditions.push(sql`${at} < (${until}::date + 1)::timestamp at time zone ${timeZone}`);
  if (after !== null)
    conditions.push(sql`(${at}, ${sql.ref(`${alias}.audit_event_id`)}) < (${after.key}::timestamptz, ${after.id})`);
  return sql.join(conditions, sql` and `);
}

/** Conditions on who acted and how. */
function actsOf({ userId, forUserId, kind, outcome }: AuditFilters): RawBuilder<unknown> {
  const conditions = [sql`true`];
  if (userId !== undefined) conditions.push(sql`e.user_id = ${userId}`);
  if (forUserId !== undefined) conditions.push(sql`e.on_behalf_of_user_id = ${forUserId}`);
  // Literals, so that the planner can use a partial index.
  if (kind !== undefined) conditions.push(sql`e.kind = ${sql.lit(kind)}`);
  if (outcome !== undefined) conditions.push(sql`e.outcome = ${sql.lit(outcome)}`);
  return sql.join(conditions, sql` and `);
}

const newestFirst = (alias: 'e' | 's' | 'k') =>
  sql`order by ${sql.ref(`${alias}.occurred_at`)} desc, ${sql.ref(`${alias}.audit_event_id`)} desc`;

interface Search {
  filters: AuditFilters;
  after: Cursor | null;
  /** Rows wanted, and rows read to find them. */
  wanted: number;
  searched: number;
}

/**
 * The rows that are read, latest first. Those of a patient are three index ranges: rows about the patient, rows that showed the
 * patient among others, and the rows of the last second or so, which that index still lacks: `offset 0` keeps the planner from reading all
 * rows in the order of the page instead. A row may be in two of them.
 */
function rangeOf({ filters, after, searched }: Search) {
  const { patientId } = filters;
  const isInTime = timesOf(filters, after, 'e');
  if (patientId === undefined)
    return sql`(select * from audit_event e where ${isInTime} and ${actsOf(filters)} ${newestFirst('e')}
      limit ${searched}) as k`;
  return sql`(select * from (
      (select e.occurred_at, e.audit_event_id from audit_event e
        where e.patient_id = ${patientId} and ${isInTime} ${newestFirst('e')} limit ${searched})
      union
      (select s.occurred_at, s.audit_event_id from audit_patient s
        where s.patient_id = ${patientId} and ${timesOf(filters, after, 's')} ${newestFirst('s')} limit ${searched})
      union
      (select e.occurred_at, e.audit_event_id from (
          select e.occurred_at, e.audit_event_id, e.details from audit_event e where ${isUnsealed} offset 0) as e
        where e.details -> 'patientIds' @> to_jsonb(${patientId}::bigint) and ${isInTime}
        ${newestFirst('e')} limit ${searched})
    ) as k ${newestFirst('k')} limit ${searched}) as k`;
}

/** The whole rows of the range: of a patient, those that also match the other filters. */
function entriesOf(asked: Search): RawBuilder<unknown> {
  const range = rangeOf(asked);
  if (asked.filters.patientId === undefined) return sql`(select * from ${range}) as e`;
  return sql`(select e.* from ${range}
    join audit_event e on e.occurred_at = k.occurred_at and e.audit_event_id = k.audit_event_id
    where ${actsOf(asked.filters)} ${newestFirst('k')}) as e`;
}

/** The wanted rows; if the range ends before they are found, also where it does. */
async function search(db: Db, actor: Actor, asked: Search) {
  // Usually nearly every row of the range is wanted, so a page takes a few of them.
  const few = Math.min(asked.wanted * 4, asked.searched);
  const found = await searchIn(db, actor, { ...asked, searched: few });
  if (found.length === asked.wanted) return { rows: found, stoppedAt: null };
  const rows = few === asked.searched ? found : await searchIn(db, actor, asked);
  if (rows.length === asked.wanted) return { rows, stoppedAt: null };
  const { rows: ends } = await sql<Cursor>`
    select ${exactly('k.occurred_at')} as key, k.audit_event_id as id from ${rangeOf(asked)} ${newestFirst('k')}
    limit 1 offset ${asked.searched - 1}`.execute(db);
  return { rows, stoppedAt: ends[0] ?? null };
}

async function searchIn(db: Db, actor: Actor, asked: Search): Promise<FoundEntry[]> {
  // All rows of a patient's range showed this patient.
  const { patientId } = asked.filters;
  const shown = patientId === undefined ? sql`e.patient_id` : sql`${patientId}::bigint`;
  const { rows } = await entry.from`${entriesOf(asked)}
    left join user_account u on u.user_id = e.user_id
    left join user_account f on f.user_id = e.on_behalf_of_user_id
    left join patient p on p.patient_id = ${shown}
    where ${isReadable(actor, shown)} ${newestFirst('e')} limit ${asked.wanted}`.execute(db);
  return rows;
}

/** One page, latest first. */
export async function findEntries(db: Db, actor: Actor, filters: AuditFilters, after: Cursor | null) {
  const asked = { filters, after, wanted: auditPageSize + 1, searched: mostSearched };
  const { rows, stoppedAt } = await search(db, actor, asked);
  const items = rows.slice(0, auditPageSize);
  const last = items.at(-1);
  const isFull = rows.length > auditPageSize && last !== undefined;
  const end = isFull ? { key: last.at, id: last.auditEventId } : stoppedAt;
  return { rows: items, nextCursor: end === null ? null : writeCursor(end), searchedUntil: end?.key ?? null };
}

/** The rows of a file; undefined if there are more than `most`, or the search limit was reached. */
export async function findAllEntries(db: Db, actor: Actor, filters: AuditFilters, most: number) {
  const asked = { filters, after: null, wanted: most + 1, searched: mostSearchedForFile };
  const { rows, stoppedAt } = await search(db, actor, asked);
  return rows.length > most || stoppedAt !== null ? undefined : rows;
}

/** The people named in the filters; null for those the reader may not know. */
export async function findNamed(db: Db, actor: Actor, { userId, forUserId, patientId }: AuditFilters) {
  const findPerson = async (wanted: number | undefined) => {
    if (wanted === undefined) return null;
    const found = person.from`user_account u where u.user_id = ${wanted} and ${isColleague(actor, 'u')}`;
    return (await found.execute(db)).rows[0] ?? null;
  };
  const findPatient = async () => {
    if (patientId === undefined) return null;
    const found = patient.from`patient p
      where p.patient_id = ${patientId} and p.client_id = any(${actor.clientIds}::bigint[])`;
    return (await found.execute(db)).rows[0] ?? null;
  };
  const [who, forWhom, named] = await Promise.all([findPerson(userId), findPerson(forUserId), findPatient()]);
  return { who, forWhom, patient: named };
}

export function entryOf({ action, ...row }: FoundEntry, textOf: (action: string) => string): AuditEntry {
  return { ...row, what: textOf(action) };
}
