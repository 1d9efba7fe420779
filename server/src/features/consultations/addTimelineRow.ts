import type { ConsultationStatus } from '@careloop/contracts/codes/consultations';
import type { ConsultationEvent } from '@careloop/contracts/consultations';
import { sql } from 'kysely';
import type { UpdateObject } from 'kysely';

import { principalOf } from '../../platform/identity/actor.ts';
import type { Actor } from '../../platform/identity/actor.ts';
import { record } from '../../platform/audit/record.ts';
import type { Db, DB } from '../../platform/db/client.ts';
import { column } from '../../platform/db/column.ts';
import { beforeCommit } from '../../platform/db/transaction.ts';
import type { BatchedWrite } from '../../platform/db/transaction.ts';
import { publishAll } from '../../platform/realtime/publish.ts';
import type { RealtimeMessage } from '../../platform/realtime/publish.ts';
import { publishConsultationChanged } from './audience.ts';
import type { ConsultationRow } from './policy.ts';

interface TimelineRow {
  action: ConsultationEvent['action'];
  fromStatus: ConsultationStatus | null;
  toStatus: ConsultationStatus;
  comment?: string | null;
}

/** Written right before the commit: nothing in the same transaction reads them. */
const timelineRows: BatchedWrite<
  Required<TimelineRow> & { consultationId: number; userId: number; onBehalfOfUserId: number | null }
> = {
  name: 'consultation_timeline',
  write: (rows) => sql`
    insert into consultation_event (consultation_id, user_id, on_behalf_of_user_id, action, from_status, to_status, comment)
    select * from unnest(
      ${column(rows, 'consultationId')}::bigint[], ${column(rows, 'userId')}::bigint[], ${column(rows, 'onBehalfOfUserId')}::bigint[],
      ${column(rows, 'action')}::text[], ${column(rows, 'fromStatus')}::text[], ${column(rows, 'toStatus')}::text[],
      ${column(rows, 'comment')}::text[])
    returning 1`,
};

/** Adds a timeline row for a change: when, by whom, on whose behalf, from and to which status, and the text. */
export async function addTimelineRow(db: Db, actor: Actor, consultationId: number, row: TimelineRow): Promise<void> {
  const { userId, onBehalfOfUserId } = actor;
  const { action, fromStatus, toStatus, comment = null } = row;
  const kept = { consultationId, userId, onBehalfOfUserId, action, fromStatus, toStatus, comment };
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
