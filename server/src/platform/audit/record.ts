import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor } from '../identity/actor.ts';
import type { Db } from '../db/client.ts';
import { fixedStatement } from '../db/fixedStatement.ts';
import type { InSql } from '../db/fixedStatement.ts';
import { beforeCommit } from '../db/transaction.ts';
import type { BatchedWrite } from '../db/transaction.ts';

export type AuditOutcome = 'ok' | 'refused' | 'denied' | 'failed';

/** A change to record. Ids, codes and counts; never clinical text. */
export interface Change {
  /** `subject.verb`: "referral.accepted" */
  action: string;
  /** `ok` by default. */
  outcome?: AuditOutcome;
  patientId?: number | null;
  subjectType?: string;
  subjectId?: number;
  details?: Record<string, unknown>;
}

/** Who made the change: an actor, or the fields of one stored by a job. */
export type Recorder = Pick<Actor, 'userId' | 'onBehalfOfUserId' | 'ip'> & { sessionId: number | null };

/** A user who requested what a job does later. */
export function recorderOf(userId: number, onBehalfOfUserId: number | null = null): Recorder {
  return { userId, onBehalfOfUserId, sessionId: null, ip: null };
}

type Nobody = Record<'userId' | 'onBehalfOfUserId' | 'sessionId', null> & Pick<Recorder, 'ip'>;

const nobody: Nobody = { userId: null, onBehalfOfUserId: null, sessionId: null, ip: null };

/** Changes of a transaction, written right before its commit. */
const changes: BatchedWrite<AuditEntry> = {
  name: 'audited',
  write: (entries) => sql`${insertOf('change', columnsOf(entries))} returning 1`,
};

/**
 * Writes a change to the audit in the same transaction, so both are committed or neither.
 */
export async function record(db: Db, actor: Recorder | Nobody, change: Change) {
  const entry: AuditEntry = {
    action: change.action,
    outcome: change.outcome ?? 'ok',
    userId: actor.userId,
    onBehalfOfUserId: actor.onBehalfOfUserId,
    sessionId: actor.sessionId,
    patientId: change.patientId ?? null,
    subjectType: change.subjectType ?? null,
    subjectId: change.subjectId ?? null,
    details: change.details === undefined ? null : JSON.stringify(change.details),
    ip: actor.ip,
  };
  await beforeCommit(db, changes, [entry]);
}

/** Writes what an import changed for a client. */
export async function recordImport(db: Db, clientId: number, details: Record<string, unknown>): Promise<void> {
  await recordImported(db, { action: 'import.completed', subjectType: 'client', subjectId: clientId, details });
}

/** Writes a change made by an import, which acts on behalf of no user. */
export async function recordImported(db: Db, change: Change): Promise<void> {
  await record(db, nobody, change);
}

/** Writes a change made by a service that calls the product, such as one that delivers text messages. */
export async function recordReceived(db: Db, ip: string, change: Change): Promise<void> {
  await record(db, { ...nobody, ip }, change);
}

/** Writes a change made by a job. */
export async function recordJob(db: Db, { details, ...change }: Change): Promise<void> {
  await record(db, nobody, { ...change, details: { by: 'job', ...details } });
}

/** Writes a change made at the command line. */
export async function recordCommand(db: Db, { details, ...change }: Change): Promise<void> {
  await record(db, nobody, { ...change, details: { by: 'command line', ...details } });
}

/** An entry about signing in or out, for which there may be no actor. */
export interface SecurityEntry {
  action: string;
  outcome: AuditOutcome;
  userId: number | null;
  sessionId?: number | null;
  details?: Record<string, unknown>;
  /** Client address; null outside a call. */
  ip: string | null;
}

/** Security entries of a transaction. Their part of the statement runs before that of the changes, by its name. */
const securityEntries: BatchedWrite<AuditEntry> = {
  name: 'audit_security',
  write: (entries) => sql`${insertOf('security', columnsOf(entries))} returning 1`,
};

/** Writes the entry with the transaction's changes, or at once if `db` is not a transaction. */
export async function recordSecurity(db: Db, entry: SecurityEntry) {
  const row: AuditEntry = {
    action: entry.action,
    outcome: entry.outcome,
    userId: entry.userId,
    onBehalfOfUserId: null,
    sessionId: entry.sessionId ?? null,
    patientId: null,
    subjectType: null,
    subjectId: null,
    details: entry.details === undefined ? null : JSON.stringify(entry.details),
    ip: entry.ip,
  };
  await beforeCommit(db, securityEntries, [row]);
}

/** The common part of audit rows. */
interface AuditEntry {
  action: string;
  outcome: AuditOutcome;
  userId: number | null;
  onBehalfOfUserId: number | null;
  sessionId: number | null;
  patientId: number | null;
  subjectType: string | null;
  subjectId: number | null;
  /** JSON. */
  details: string | null;
  ip: string | null;
  /** If it is written later than it happened. */
  occurredAt?: Date;
}

/** A read, search, denial or failure in the access audit. */
export interface AccessEntry extends AuditEntry {
  ip: string;
}

const accessInsert = fixedStatement<AuditColumns, unknown>((given) => insertOf('access', given));

/** Inserts many access entries in one statement. */
export async function insertAccessEntries(db: Db, entries: readonly AccessEntry[]): Promise<void> {
  await accessInsert(db, columnsOf(entries));
}

/** The columns of entries as arrays, so that the text of the INSERT does not depend on their number. */
function columnsOf(entries: readonly AuditEntry[]) {
  const column = <Key extends keyof AuditEntry>(key: Key) => entries.map((entry) => entry[key]);
  return {
    occurredAt: entries.map(({ occurredAt }) => occurredAt?.toISOString() ?? null),
    action: column('action'),
    outcome: column('outcome'),
    userId: column('userId'),
    onBehalfOfUserId: column('onBehalfOfUserId'),
    sessionId: column('sessionId'),
    patientId: column('patientId'),
    subjectType: column('subjectType'),
    subjectId: column('subjectId'),
    details: column('details'),
    ip: column('ip'),
  };
}

type AuditColumns = ReturnType<typeof columnsOf>;

function insertOf(
  kind: 'access' | 'change' | 'security',
  columns: { readonly [Name in keyof AuditColumns]: InSql<AuditColumns[Name]> },
): RawBuilder<unknown> {
  return sql`
    insert into audit_event (kind, occurred_at, action, outcome, user_id, on_behalf_of_user_id, session_id,
      patient_id, subject_type, subject_id, details, ip)
    select ${sql.lit(kind)}, coalesce(given.happened_at, clock_timestamp()), action, outcome, user_id, on_behalf_of_user_id,
      session_id, patient_id, subject_type, subject_id, details, ip
    from unnest(
      ${columns.occurredAt}::timestamptz[], ${columns.action}::text[], ${columns.outcome}::text[], ${columns.userId}::bigint[],
      ${columns.onBehalfOfUserId}::bigint[], ${columns.sessionId}::bigint[], ${columns.patientId}::bigint[],
      ${columns.subjectType}::text[], ${columns.subjectId}::bigint[], ${columns.details}::jsonb[], ${columns.ip}::text[])
      as given (happened_at, action, outcome, user_id, on_behalf_of_user_id, session_id,
        patient_id, subject_type, subject_id, details, ip)`;
}
