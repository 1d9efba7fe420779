import type { Actor } from '../../platform/identity/actor.ts';
import type { Authorized } from '../../core/access/authorize.ts';
import { removeFromCareTeam } from '../../core/access/careTeam.ts';
import { findPatientAccess } from '../../core/access/patientAccess.ts';
import type { Db } from '../../platform/db/client.ts';
import { publishAll } from '../../platform/realtime/publish.ts';
import { careTeamEvents } from '../messages/shared/careTeamEvents.ts';
import type { Membership } from './queries.ts';

/** Removes a member from the care team at their own request; they lose access to the patient's page and conversations. */
export function leave(db: Db, actor: Actor, membership: Authorized<Membership, 'leave'>, reason: string) {
  return end(db, actor, membership, reason, 'care_team.left');
}

/** Removes another user from the care team, or cancels an invitation. */
export function remove(db: Db, actor: Actor, membership: Authorized<Membership, 'remove'>, reason: string) {
  return end(db, actor, membership, reason, 'care_team.removed');
}

async function end(
  db: Db,
  actor: Actor,
  membership: Membership,
  reason: string,
  action: 'care_team.left' | 'care_team.removed',
) {
  const change = await removeFromCareTeam(db, actor, membership, reason, action);
  const { canAccessPatient } = await findPatientAccess(db, actor, membership.patientId);
  await publishAll(db, await careTeamEvents(db, change));
  return { canAccessPatient };
}
