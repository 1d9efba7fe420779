import { severity, siteDocumentType } from '@careloop/contracts/codes';
import type { InputOf } from '@careloop/contracts/endpoint';
import { siteTexts } from '@careloop/contracts/site-info';
import type { saveSiteAlert, saveSiteDocument } from '@careloop/contracts/site-info';
import { sql } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';
import type { Authorized } from '../../core/access/authorize.ts';
import { record } from '../../platform/audit/record.ts';
import type { Db } from '../../platform/db/client.ts';
import { writes } from '../../platform/db/writes.ts';
import { onConstraint } from '../../platform/db/errors.ts';
import { AppError, invalidInput, requireVersion } from '../../platform/errors.ts';
import type { AlertToSave } from './policy.ts';

type DocumentInput = InputOf<typeof saveSiteDocument>;

const documentColumnsOf = writes<DocumentInput, 'site_document', 'siteDocumentId' | 'rowVersion'>()({
  documentType: (code) => ({ document_type: siteDocumentType.nameOf(code) ?? 'release_note' }),
  version: 'version_name',
  releaseDate: 'release_date',
  documentText: 'document_text',
});

/**
 * Adds or changes a site document.
 * @throws AppError `not_found`, `stale_version`, or `invalid_input` if the version already exists
 */
export async function saveDocument(db: Db, actor: Actor, input: DocumentInput) {
  const values = {
    ...documentColumnsOf(input),
    updated_by_user_id: actor.userId,
    updated_at: sql<Date>`now()`,
  };
  const saved =
    input.siteDocumentId === undefined
      ? await insertDocument(db, values)
      : await updateDocument(db, { ...input, siteDocumentId: input.siteDocumentId }, values);
  await record(db, actor, {
    action: input.siteDocumentId === undefined ? 'site_document.created' : 'site_document.changed',
    subjectType: 'site_document',
    subjectId: saved.siteDocumentId,
    details: { documentType: input.documentType, version: input.version, releaseDate: input.releaseDate },
  });
  return saved;
}

type DocumentValues = ReturnType<typeof documentColumnsOf> & { updated_by_user_id: number };

function insertDocument(db: Db, values: DocumentValues) {
  const insert = db
    .insertInto('site_document')
    .values(values)
    .returning(['site_document_id as siteDocumentId', 'version as rowVersion']);
  return onConstraint(insert.executeTakeFirstOrThrow(), takenVersion);
}

async function updateDocument(db: Db, input: DocumentInput & { siteDocumentId: number }, values: DocumentValues) {
  const current = await db
    .selectFrom('site_document as d')
    .leftJoin('user_account as u', 'u.user_id', 'd.updated_by_user_id')
    .select([
      'd.version',
      'd.updated_at',
      'd.updated_by_user_id',
      sql<string | null>`u.first_name || ' ' || u.last_name`.as('changedBy'),
    ])
    .where('d.site_document_id', '=', input.siteDocumentId)
    .forUpdate('d')
    .executeTakeFirst();
  if (current === undefined) throw new AppError('not_found', { message: siteTexts.documentMissing });
  await requireSeen(input.rowVersion, current);
  const update = db
    .updateTable('site_document')
    .set({ ...values, version: current.version + 1 })
    .where('site_document_id', '=', input.siteDocumentId)
    .returning(['site_document_id as siteDocumentId', 'version as rowVersion']);
  return onConstraint(update.executeTakeFirstOrThrow(), takenVersion);
}

const takenVersion = { site_document_version_once: () => invalidInput({ version: siteTexts.versionTaken }) };

interface Versioned {
  version: number;
  changedBy: string | null;
  updated_by_user_id: number | null;
  updated_at: Date | null;
}

async function requireSeen(seen: number | undefined, current: Versioned): Promise<void> {
  const { version, changedBy, updated_by_user_id: changedByUserId, updated_at: changedAt } = current;
  const change = { changedByUserId, changedBy, changedAt, what: 'changed' };
  await requireVersion(seen, version, siteTexts.changed, () => change);
}

type AlertInput = InputOf<typeof saveSiteAlert>;

const alertColumnsOf = writes<AlertInput, 'site_alert', 'rowVersion' | 'clientIds'>()({
  enabled: 'is_enabled',
  severity: (code) => ({ severity: severity.nameOf(code) ?? 'low' }),
  header: 'header',
  message: 'message',
  isForAllClients: 'is_for_all_clients',
});

/** The alert, locked before a change, with who sees it now. */
export async function lockAlert(db: Db) {
  const current = await db
    .selectFrom('site_alert as a')
    .leftJoin('user_account as u', 'u.user_id', 'a.updated_by_user_id')
    .selectAll('a')
    .select(sql<string | null>`u.first_name || ' ' || u.last_name`.as('changedBy'))
    .select(sql<number[]>`array(select client_id from site_alert_client)`.as('clientIds'))
    .forUpdate('a')
    .executeTakeFirstOrThrow();
  const audience = { isForAllClients: current.is_for_all_clients, clientIds: current.clientIds };
  return { ...current, shownTo: current.is_enabled ? audience : null };
}
type LockedAlert = Awaited<ReturnType<typeof lockAlert>>;

/**
 * Sets the alert. If its content changes, or it is turned on, it becomes a new alert, which is also shown to users who
 * dismissed the last one.
 * @throws AppError `stale_version`, or `invalid_input` if a client does not exist
 */
export async function saveAlert(
  db: Db,
  actor: Actor,
  current: Authorized<AlertToSave & LockedAlert, 'save'>,
  input: AlertInput,
): Promise<{ rowVersion: number }> {
  await requireSeen(input.rowVersion, current);
  const values = alertColumnsOf(input);
  const isNew =
    current.header !== values.header ||
    current.message !== values.message ||
    current.severity !== values.severity ||
    (input.enabled && !current.is_enabled);
  const alertId = current.alert_id + (isNew ? 1 : 0);
  await db
    .updateTable('site_alert')
    .set({
      alert_id: alertId,
      ...values,
      updated_by_user_id: actor.userId,
      updated_at: sql<Date>`now()`,
      version: current.version + 1,
    })
    .execute();
  await setAlertClients(db, input.isForAllClients ? [] : [...new Set(input.clientIds)]);
  await record(db, actor, {
    action: 'site_alert.saved',
    subjectType: 'site_alert',
    subjectId: alertId,
    details: {
      enabled: input.enabled,
      severity: input.severity,
      clientIds: input.isForAllClients ? null : input.clientIds,
    },
  });
  return { rowVersion: current.version + 1 };
}

async function setAlertClients(db: Db, clientIds: number[]): Promise<void> {
  await db.deleteFrom('site_alert_client').execute();
  if (clientIds.length === 0) return;
  const { numAffectedRows } = await sql`insert into site_alert_client (client_id)
    select client_id from client where client_id = any(${clientIds}::bigint[])`.execute(db);
  if (Number(numAffectedRows) !== clientIds.length) throw invalidInput({ clientIds: siteTexts.clientUnknown });
}
