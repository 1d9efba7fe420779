import { sql } from 'kysely';

import { patientAudience } from '../../core/access/patientAudience.ts';
import type { Db } from '../../platform/db/client.ts';
import { publishAll } from '../../platform/realtime/publish.ts';
import type { RealtimeMessage } from '../../platform/realtime/publish.ts';
import { clientRoom } from '../../platform/realtime/rooms.ts';
import { publishConsultationChanged } from '../consultations/shared/audience.ts';
import { careTeamEvents } from '../messages/shared/careTeamEvents.ts';
import { conversationsRenumbered } from '../messages/shared/renumbered.ts';
import { publishReferralChanged } from '../referrals/shared/audience.ts';
import type { Merge } from './moveRows.ts';
import type { LockedPair } from './queries/pairs.ts';

/** Publishes a decision about a pair to everyone who may see one of the patients. */
export async function publishDecision(db: Db, pair: LockedPair): Promise<void> {
  const { patientId, otherPatientId } = pair;
  for (const id of [patientId, otherPatientId]) {
    await patientAudience.publish(db, id, 'PatientChangedEvent', { patientId: id });
  }
  await publishAll(db, [duplicatesChanged(pair)]);
}

function duplicatesChanged({ clientId, patientDuplicateId }: LockedPair): RealtimeMessage {
  return { rooms: [clientRoom(clientId)], event: 'DuplicatesChangedEvent', payload: { patientDuplicateId } };
}

/**
 * Publishes a merge, or its undoing, to everyone who may see either record now or a request that was moved, to both care teams, and to
 * members of conversations whose messages were renumbered. Takes the locks of unread.ts, so it must be called last.
 */
export async function publishMerge(
  db: Db,
  pair: LockedPair,
  merge: Merge,
  conversationIds: readonly number[],
): Promise<void> {
  const patientIds = [merge.survivingPatientId, merge.mergedPatientId];
  const audience = await Promise.all(patientIds.map((patientId) => patientAudience.findRooms(db, patientId)));
  const rooms = [...new Set(audience.flat())];
  await publishMovedRequests(db, merge);
  await publishAll(db, [
    ...patientIds.map((patientId): RealtimeMessage => ({ rooms, event: 'PatientMergedEvent', payload: { patientId } })),
    duplicatesChanged(pair),
    ...(await conversationsRenumbered(db, conversationIds)),
    ...(await careTeamEvents(db, await movedMembers(db, merge))),
  ]);
}

/** Users whose membership was moved to the survivor, or back. */
async function movedMembers(db: Db, { patientMergeId, survivingPatientId }: Merge) {
  const { rows } = await sql<{ user_id: number }>`
    select distinct m.user_id from patient_merge_row w join care_team_member m on m.care_team_member_id = w.row_id
    where w.patient_merge_id = ${patientMergeId} and w.table_name = 'care_team_member' and w.change in ('moved', 'changed')
    order by 1`.execute(db);
  return { patientId: survivingPatientId, userIds: rows.map((row) => row.user_id) };
}

/** Publishes the referrals and consultations that now have another patient: their receivers may not be able to see either. */
async function publishMovedRequests(db: Db, { patientMergeId }: Merge): Promise<void> {
  const moved = db
    .selectFrom('patient_merge_row as w')
    .where('w.patient_merge_id', '=', patientMergeId)
    .where('w.change', '=', 'moved');
  const [referrals, consultations] = await Promise.all([
    moved
      .where('w.table_name', '=', 'referral')
      .innerJoin('referral as r', 'r.referral_id', 'w.row_id')
      .select(['r.referral_id as referralId', 'r.patient_id as patientId', 'r.version'])
      .execute(),
    moved
      .where('w.table_name', '=', 'consultation')
      .innerJoin('consultation as cr', 'cr.consultation_id', 'w.row_id')
      .select(['cr.consultation_id as careCoordinatorRequestId', 'cr.patient_id as patientId', 'cr.version'])
      .execute(),
  ]);
  for (const referral of referrals) await publishReferralChanged(db, referral);
  for (const consultation of consultations) await publishConsultationChanged(db, consultation);
}
