import { createHash } from 'node:crypto';

import { sql } from 'kysely';

import type { Database, Db } from '../db/client.ts';
import { inTransaction } from '../db/transaction.ts';

// Chaining audit rows at insert would serialize all writers. So rows are inserted without a link, and committed rows are
// sealed moments later: each digest includes the previous one, so a changed or missing row breaks the chain at its position,
// and a row added later has no link.

/** Maximum rows sealed in one transaction. */
const batchSize = 5_000;
/** Advisory lock key (arbitrary), so that one process seals at a time. */
const sealLock = 7_305_114_905;
const emptyDigest = Buffer.alloc(32);

/** All transactions below it have ended. Offset by `transactions_before`, because a restore continues in another cluster. */
const horizon = sql`(pg_snapshot_xmin(pg_current_snapshot())::text::bigint
  + (select transactions_before from audit_origin))::text::xid8`;

/** Every column of a row as one text with a stable format. */
const rowText = sql<string>`jsonb_build_array(e.audit_event_id, extract(epoch from e.occurred_at)::text, e.kind, e.action,
  e.outcome, e.user_id, e.on_behalf_of_user_id, e.session_id, e.patient_id, e.subject_type, e.subject_id, e.details, e.ip,
  e.tx_id::text)::text`;

interface AuditRow {
  audit_event_id: number;
  occurred_at: Date;
  occurred_text: string;
  tx_id: string;
  text: string;
}

/**
 * Seals the audit rows of finished transactions, in transaction order. Rows of running transactions, and of those that began
 * after the oldest running one, are left for the next round, so that none is skipped.
 * @returns how many rows were sealed
 */
export async function sealAudit(db: Database): Promise<number> {
  return inTransaction(db, async (transaction) => {
    const { rows: locks } = await sql<{ locked: boolean }>`
      select pg_try_advisory_xact_lock(${sealLock}) as locked`.execute(transaction);
    if (!locks[0]?.locked) return 0;
    const last = await findLastLink(transaction);
    const rows = await findUnsealed(transaction, last?.tx_id ?? '0');
    if (rows.length === 0) return 0;
    await insertLinks(transaction, rows, last?.sequence ?? 0, last?.digest ?? emptyDigest);
    await indexShownPatients(transaction, last?.tx_id ?? '0', rows.at(-1)?.tx_id ?? '0');
    return rows.length;
  });
}

async function findLastLink(db: Db) {
  const { rows } = await sql<{ sequence: number; digest: Buffer; tx_id: string }>`
    select sequence, digest, tx_id::text as tx_id from audit_chain order by sequence desc limit 1`.execute(db);
  return rows[0];
}

/** Rows of whole transactions only: the batch is extended to the end of its last transaction. */
async function findUnsealed(db: Db, afterTransaction: string): Promise<AuditRow[]> {
  const { rows } = await sql<AuditRow>`
    select e.audit_event_id, e.occurred_at, e.occurred_at::text as occurred_text, e.tx_id::text as tx_id, ${rowText} as text
    from audit_event e
    where e.tx_id > ${afterTransaction}::xid8 and e.tx_id < ${horizon}
      and e.tx_id <= coalesce((select tx_id from audit_event
        where tx_id > ${afterTransaction}::xid8 order by tx_id, audit_event_id offset ${batchSize} limit 1), '9223372036854775807'::xid8)
    order by e.tx_id, e.audit_event_id`.execute(db);
  return rows;
}

async function insertLinks(db: Db, rows: AuditRow[], sequence: number, digest: Buffer): Promise<void> {
  let previous = digest;
  const digests = rows.map((row) => (previous = linkDigest(previous, row.text)));
  await sql`
    insert into audit_chain (sequence, audit_event_id, occurred_at, tx_id, digest)
    select ${sequence} + number, audit_event_id, occurred_at, tx_id::xid8, decode(digest, 'hex')
    from unnest(${rows.map((row) => row.audit_event_id)}::bigint[], ${rows.map((row) => row.occurred_text)}::timestamptz[],
      ${rows.map((row) => row.tx_id)}::text[], ${digests.map((one) => one.toString('hex'))}::text[])
      with ordinality as r(audit_event_id, occurred_at, tx_id, digest, number)`.execute(db);
}

/** Adds the sealed rows to the index of the patients they showed. Those not sealed yet are found by `isUnsealed`. */
async function indexShownPatients(db: Db, afterTransaction: string, lastTransaction: string): Promise<void> {
  await sql`select index_shown_patients(${afterTransaction}::xid8, ${lastTransaction}::xid8)`.execute(db);
}

/**
 * SQL condition: the audit row `e` is not sealed yet, so that the index of shown patients lacks it. The upper end, which holds for
 * every visible row, makes it a range: of an open one, the planner expects a third of the table.
 */
export const isUnsealed = sql<boolean>`(e.tx_id > coalesce((select tx_id from audit_chain order by sequence desc limit 1), '0')
  and e.tx_id <= pg_snapshot_xmax(pg_current_snapshot()))`;

function linkDigest(previous: Buffer, text: string): Buffer {
  return createHash('sha256').update(previous).update(text).digest();
}

/** Result of the verification: intact, or the first problem. */
export type AuditVerdict =
  | { isIntact: true; sealed: number }
  | { isIntact: false; sequence: number; auditEventId: number; problem: 'altered' | 'missing' | 'added' };

/** Recomputes the whole chain and names the first row that differs from what was sealed. */
export async function verifyAudit(db: Db): Promise<AuditVerdict> {
  let previous: Buffer = emptyDigest;
  let sequence = 0;
  for (;;) {
    const links = await findLinks(db, sequence);
    if (links.length === 0) return (await findAdded(db, sequence)) ?? { isIntact: true, sealed: sequence };
    for (const link of links) {
      const isNext = link.sequence === sequence + 1;
      const digest = isNext && link.text !== null ? linkDigest(previous, link.text) : null;
      if (digest === null || !digest.equals(link.digest)) {
        const problem = link.text === null || !isNext ? 'missing' : 'altered';
        return { isIntact: false, sequence: link.sequence, auditEventId: link.audit_event_id, problem };
      }
      previous = digest;
      sequence = link.sequence;
    }
  }
}

/** Finds a row without a link that belongs to an already sealed transaction. */
async function findAdded(db: Db, sequence: number): Promise<AuditVerdict | undefined> {
  const { rows } = await sql<{ audit_event_id: number }>`
    select e.audit_event_id from audit_event e
    where e.tx_id <= (select max(tx_id) from audit_chain)
      and not exists (select from audit_chain c where c.audit_event_id = e.audit_event_id and c.occurred_at = e.occurred_at)
    order by e.audit_event_id limit 1`.execute(db);
  const added = rows[0];
  return added && { isIntact: false, sequence, auditEventId: added.audit_event_id, problem: 'added' };
}

async function findLinks(db: Db, after: number) {
  const { rows } = await sql<{ sequence: number; audit_event_id: number; digest: Buffer; text: string | null }>`
    select c.sequence, c.audit_event_id, c.digest, case when e.audit_event_id is not null then ${rowText} end as text
    from audit_chain c
    left join audit_event e on e.audit_event_id = c.audit_event_id and e.occurred_at = c.occurred_at
    where c.sequence > ${after} order by c.sequence limit ${batchSize}`.execute(db);
  return rows;
}
