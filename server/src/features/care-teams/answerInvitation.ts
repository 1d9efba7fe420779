import { invitationTexts } from '@careloop/contracts/care-teams/invitations';
import { sql } from 'kysely';

import { inNameOf } from '../../platform/identity/actor.ts';
import type { Actor } from '../../platform/identity/actor.ts';
import type { Authorized } from '../../core/access/authorize.ts';
import { recordMembers, membershipEvents } from '../../core/access/careTeam.ts';
import type { CareTeamChange } from '../../core/access/careTeam.ts';
import type { Db } from '../../platform/db/client.ts';
import { AppError } from '../../platform/errors.ts';
import { publish, publishAll } from '../../platform/realtime/publish.ts';
import { userRoom } from '../../platform/realtime/rooms.ts';
import { lockInvitation } from './queries.ts';
import type { Membership } from './queries.ts';

/**
 * Accepts an invitation on behalf of the invited user, who gets access to the patient.
 * @returns the change, which the caller publishes (`careTeamEvents`) after the last invitation is locked
 */
export function accept(db: Db, actor: Actor, invitation: Authorized<Membership, 'answer'>): Promise<CareTeamChange> {
  return answer(db, actor, invitation, 'accepted', null);
}

async function decline(db: Db, actor: Actor, invitation: Authorized<Membership, 'answer'>, reason: string) {
  const { careTeamMemberId, patientId, invitedByUserId } = invitation;
  const change = await answer(db, actor, invitation, 'declined', reason);
  await publishAll(db, await membershipEvents(db, change));
  if (invitedByUserId === null) return;
  const payload = { careTeamMemberId, patientId, userId: invitedByUserId };
  await publish(db, [userRoom(invitedByUserId)], 'InvitationDeclinedEvent', payload);
}

async function answer(
  db: Db,
  actor: Actor,
  { careTeamMemberId, patientId, userId }: Membership,
  status: 'accepted' | 'declined',
  reason: string | null,
): Promise<CareTeamChange> {
  await sql`update care_team_member set status = ${status}, reason = ${reason}, status_changed_at = now(),
    version = version + 1 where care_team_member_id = ${careTeamMemberId}`.execute(db);
  const action = status === 'accepted' ? 'care_team.joined' : 'care_team.declined';
  return recordMembers(db, inNameOf(actor, userId), patientId, [{ user_id: userId }], action);
}

/**
 * Loads and locks an invitation of the actor, or of someone they act for.
 * @throws AppError `no_access` if it does not exist or belongs to another user
 */
export async function requireInvitation(db: Db, actor: Actor, careTeamMemberId: number): Promise<Membership> {
  const invitation = await lockInvitation(db, careTeamMemberId);
  if (invitation !== undefined && actor.userIds.includes(invitation.userId)) return invitation;
  const message = invitationTexts.nobodys;
  throw new AppError('no_access', { message, validationErrors: { '': message } });
}

export interface Decision {
  isAccepting: boolean;
  reason: string | null;
}

/** @returns the change of an accepted invitation, which the caller publishes like that of `accept` */
export async function decide(
  db: Db,
  actor: Actor,
  invitation: Authorized<Membership, 'answer'>,
  decision: Decision,
): Promise<CareTeamChange[]> {
  if (decision.isAccepting) return [await accept(db, actor, invitation)];
  await decline(db, actor, invitation, decision.reason ?? '');
  return [];
}

/** The outcome of one answer in a batch: a refusal is an outcome too, and does not stop the others. */
export async function outcomeOf(careTeamMemberId: number, work: () => Promise<void>) {
  try {
    await work();
    return { careTeamMemberId, wasProcessed: true, message: null };
  } catch (error) {
    if (!(error instanceof AppError) || !['no_access', 'wrong_state'].includes(error.code)) throw error;
    return { careTeamMemberId, wasProcessed: false, message: error.message };
  }
}
