import { sql } from 'kysely';

import { sightOf } from '../../platform/identity/actor.ts';
import type { Actor } from '../../platform/identity/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import { sightOfUser } from '../../core/access/patientAccess.ts';
import type { Database, Db } from '../../platform/db/client.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { WorkerDeps } from '../../core/worker.ts';
import { publish, publishAll } from '../../platform/realtime/publish.ts';
import { selfRoom } from '../../platform/realtime/rooms.ts';
import { careTeamEvents } from '../messages/shared/careTeamEvents.ts';
import { decide, outcomeOf, requireInvitation } from './answerInvitation.ts';
import { findBatch, findBatchItems } from './shared/queries.ts';
import type { InviteBatch } from './shared/queries.ts';
import { invitationPolicy } from './policy.ts';

/** Processes the unanswered invitations of a batch, each in a separate transaction; progress is published after each. */
export async function processBatch(deps: WorkerDeps, { inviteBatchId }: { inviteBatchId: number }): Promise<void> {
  const batch = await findBatch(deps.db, inviteBatchId);
  if (batch === undefined) return;
  const waiting = (await findBatchItems(deps.db, inviteBatchId)).filter(({ outcome }) => outcome === null);
  for (const { careTeamMemberId } of waiting) await processItem(deps.db, batch, careTeamMemberId);
}

function processItem(db: Database, batch: InviteBatch, careTeamMemberId: number) {
  return inTransaction(db, async (own) => {
    if (!(await lockItem(own, batch, careTeamMemberId))) return;
    // Loaded again for each invitation: a proxy whose right was revoked stops answering.
    const actor = await findActorOf(own, batch);
    const { wasProcessed, message } = await outcomeOf(careTeamMemberId, async () => {
      const invitation = await requireInvitation(own, actor, careTeamMemberId);
      const changes = await decide(own, actor, authorize(actor, invitationPolicy, 'answer', invitation), batch);
      await publishAll(own, await careTeamEvents(own, ...changes));
    });
    await sql`update invite_batch_item set outcome = ${wasProcessed ? 'done' : 'refused'}, message = ${message}
      where invite_batch_id = ${batch.inviteBatchId} and care_team_member_id = ${careTeamMemberId}`.execute(own);
    const { inviteBatchId } = batch;
    await publish(own, [selfRoom(batch.userId)], 'InviteBatchChangedEvent', { inviteBatchId });
  });
}

/** Whether the item is still unprocessed; another run of the job may have been first. */
async function lockItem(db: Db, { inviteBatchId }: InviteBatch, careTeamMemberId: number): Promise<boolean> {
  const { rows } = await sql`select from invite_batch_item
    where invite_batch_id = ${inviteBatchId} and care_team_member_id = ${careTeamMemberId} and outcome is null
    for update`.execute(db);
  return rows.length === 1;
}

/** The user who requested the batch, as an actor who can only answer invitations. */
async function findActorOf(db: Db, batch: InviteBatch): Promise<Actor> {
  const { userId, onBehalfOfUserId, sessionId, ip } = batch;
  const { persons } = sightOfUser(sql`u.user_id`);
  const { rows } = await sql<{ persons: number[] }>`select ${persons} as persons from user_account u
    where u.user_id = ${userId} and u.is_active`.execute(db);
  const all = rows[0]?.persons ?? [];
  const userIds = onBehalfOfUserId === null ? all : all.filter((id) => id === onBehalfOfUserId);
  return {
    ...sightOf([], onBehalfOfUserId ?? userId, userIds),
    userId,
    onBehalfOfUserId,
    sessionId: sessionId ?? 0,
    ip,
    username: '',
    fullName: '',
    permissions: new Set(),
    features: new Set(),
    expiresAt: new Date(0),
  };
}
