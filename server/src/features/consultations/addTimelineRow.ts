import type { ConsultationStatus } from '@careloop/contracts/codes/consultations';
import type { ConsultationEvent } from '@careloop/contracts/consultations';
import { sql } from 'kysely';
import type { UpdateObject } from 'kysely';

import { principalOf } from '../../platform/identity/actor.ts';
import type { Actor } from '../../platform/identity/actor.ts';
import { record } from '../../platform/audit/record.ts';
import type { Db, DB } from '../../platform/db/client.ts';
import { batchedInsert } from '../../platform/db/batchedInsert.ts';
import { beforeCommit } from '../../platform/db/transaction.ts';
import { publishAll } from '../../platform/realtime/publish.ts';
import type { RealtimeMessage } from '../../platform/realtime/publish.ts';
import { publishConsultationChanged } from './shared/audience.ts';
import type { ConsultationRow } from './policy.ts';

interface TimelineRow {
  action: ConsultationEvent['action'];
  fromStatus: ConsultationStatus | null;
  toStatus: ConsultationStatus;
  comment?: string | null;
}

const timelineRows = batchedInsert('consultation_timeline', 'consultation_event', {
  consultation_id: 'bigint',
  user_id: 'bigint',
  on_behalf_of_user_id: 'bigint',
  action: 'text',
  from_status: 'text',
  to_status: 'text',
  comment: 'text',
});

/** Adds a timeline row for a change: when, by whom, on whose behalf, from and to which status, and the text. */
export async function addTimelineRow(db: Db, actor: Actor, consultationId: number, row: TimelineRow): Promise<void> {
  const kept = {
    consultation_id: consultationId,
    user_id: actor.userId,
    on_behalf_of_user_id: actor.onBehalfOfUserId,
    action: row.action,
    from_status: row.fromStatus,
    to_status: row.toStatus,
    comment: row.comment ?? null,
  };
  await beforeCommit(db, timelineRows, [kept]);
}

/**
 * Changes a consultation and increments its version; records the change in timeline and audit, and publishes the event to
 * everyone who sees it.
 * @param change.to the new status; null to keep it
 */
export async function changeConsultation(
  db: Db,
  actor: Actor,
  consultation: ConsultationRow,
  change: { action: ConsultationEvent['action']; to: ConsultationStatus | null; comment?: string | null },
  columns: UpdateObject<DB, 'consultation'>,
  messages: RealtimeMessage[],
) {
  const { consultationId, patientId, status: from } = consultation;
  const version = consultation.version + 1;
  const to = change.to ?? from;
  await db
    .updateTable('consultation')
    .set({
      ...columns,
      ...(change.to !== null && { status: to, status_changed_at: sql<Date>`now()` }),
      version,
      updated_by_user_id: actor.userId,
    })
    .where('consultation_id', '=', consultationId)
    .execute();
  await addTimelineRow(db, actor, consultationId, { ...change, fromStatus: from, toStatus: to });
  await record(db, actor, {
    action: `consultation.${change.action}`,
    patientId,
    subjectType: 'consultation',
    subjectId: consultationId,
    details: { from, to, version, for: principalOf(actor) },
  });
  await publishConsultationChanged(db, { careCoordinatorRequestId: consultationId, patientId, version });
  await publishAll(db, messages);
  return { careCoordinatorRequestId: consultationId, version };
}
