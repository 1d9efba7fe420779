import type { archiveDocument as archiveCall } from '@careloop/contracts/charts/archive';
import type { InputOf } from '@careloop/contracts/endpoint';
import { sql } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';
import type { Authorized } from '../../core/access/authorize.ts';
import { publishPatientChanged } from '../../core/access/careTeam.ts';
import { record } from '../../platform/audit/record.ts';
import type { Db } from '../../platform/db/client.ts';
import type { ChartRules } from './policy.ts';

type Chart = Authorized<ChartRules, 'archiveDocuments'>;

/** Takes a document off the chart. The reason of the first archiving stays. */
export async function archiveDocument(
  db: Db,
  actor: Actor,
  chart: Chart,
  { patientDocumentId, reason }: InputOf<typeof archiveCall>,
): Promise<void> {
  const archived = await sql`update patient_document
    set is_archived = true, archived_at = now(), archived_by_user_id = ${actor.userId}, archive_reason = ${reason}
    where patient_document_id = ${patientDocumentId} and not is_archived`.execute(db);
  if (archived.numAffectedRows === 0n) return;
  await announce(db, actor, chart, { action: 'document.archived', patientDocumentId });
}

/** Puts a document that a user archived back on the chart. */
export async function restoreDocument(
  db: Db,
  actor: Actor,
  chart: Chart,
  { patientDocumentId }: { patientDocumentId: number },
): Promise<void> {
  const restored = await sql`update patient_document
    set is_archived = false, archived_at = null, archived_by_user_id = null, archive_reason = null
    where patient_document_id = ${patientDocumentId} and archived_at is not null`.execute(db);
  if (restored.numAffectedRows === 0n) return;
  await announce(db, actor, chart, { action: 'document.restored', patientDocumentId });
}

async function announce(
  db: Db,
  actor: Actor,
  { patientId }: Chart,
  { action, patientDocumentId }: { action: string; patientDocumentId: number },
): Promise<void> {
  await record(db, actor, { action, patientId, subjectType: 'patient_document', subjectId: patientDocumentId });
  await publishPatientChanged(db, patientId);
}
