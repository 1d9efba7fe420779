import { WorkQueueStatus } from '@careloop/contracts/codes';
import type { WorkQueueFilters } from '@careloop/contracts/work-queues';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';
import type { QueueKind } from '../../core/work-queues/queueKinds.ts';
import { kindOf } from '../queueKinds.ts';
import { isClaimed } from './claims.ts';

const subjectId = sql.ref('w.subject_id');

/** A property of the subject of an item `w`: null if the queue has no kind, or the item has another type of subject. */
export function ofQueueSubject(
  workQueueId: number,
  partOf: (subject: QueueKind<never>['subject']) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const subject = kindOf(workQueueId)?.subject;
  if (subject === undefined) return sql`null`;
  return sql`case when w.subject_type = ${sql.lit(subject.type)} then ${partOf(subject)} end`;
}

export function inStatus(status: number): RawBuilder<boolean> {
  if (status === WorkQueueStatus.all) return sql<boolean>`true`;
  return sql<boolean>`w.status = ${status === WorkQueueStatus.open ? 'open' : 'completed'}`;
}

/** The filter conditions on items `w` of a queue. */
export function filterConditions(
  actor: Actor,
  filters: WorkQueueFilters & { workQueueId: number },
): RawBuilder<unknown>[] {
  const { workQueueId, facilityId, encounterType, healthcareProviderSpecialtyId: specialtyId, urgencyDays } = filters;
  const { waitingDays, claimedBy } = filters;
  const encounter = (condition: RawBuilder<unknown>) =>
    sql`exists (select from patient_encounter fe where fe.patient_encounter_id = w.patient_encounter_id and ${condition})`;
  const conditions = [
    facilityId && encounter(sql`fe.facility_id = ${facilityId}`),
    encounterType && encounter(sql`fe.encounter_type = ${encounterType}`),
    specialtyId && sql`${ofQueueSubject(workQueueId, (subject) => subject.specialtyId(subjectId))} = ${specialtyId}`,
    urgencyDays && sql`${ofQueueSubject(workQueueId, (subject) => subject.urgencyDays(subjectId))} = ${urgencyDays}`,
    waitingDays && sql`w.created_at <= now() - make_interval(days => ${waitingDays})`,
    claimedBy && sql`${claimerOf(actor)} = ${claimedBy}`,
    isTagged(actor, filters),
  ];
  return conditions.filter((condition) => typeof condition === 'object');
}

/** Whether the provider of an item `w` has any or all of the tags. Tags of other clients count as unknown. */
function isTagged(
  actor: Actor,
  { workQueueId, healthcareProviderTagIds = [], tagFilterType }: WorkQueueFilters & { workQueueId: number },
): RawBuilder<unknown> | undefined {
  const ids = [...new Set(healthcareProviderTagIds)];
  if (ids.length === 0) return undefined;
  const provider = ofQueueSubject(workQueueId, (subject) => subject.providerId(subjectId));
  const tagged = sql`from healthcare_provider_tagging tg join healthcare_provider_tag t using (healthcare_provider_tag_id)
    where tg.healthcare_provider_id = ${provider} and t.client_id = any(${actor.clientIds}::bigint[])
      and t.healthcare_provider_tag_id = any(${ids}::bigint[])`;
  return tagFilterType === 'All' ? sql`(select count(*) ${tagged}) = ${ids.length}` : sql`exists (select ${tagged})`;
}

/** The claim status of an item `w`, as the value of the filter. */
export function claimerOf(actor: Actor): RawBuilder<string> {
  return sql<string>`case when ${isClaimed} is not true then 'nobody'
    when w.claimed_by_user_id = ${actor.userId} then 'me' else 'others' end`;
}
