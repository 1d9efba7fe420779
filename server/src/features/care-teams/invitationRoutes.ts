import {
  acceptInvitation,
  getInvitations,
  getInviteBatch,
  processInvitations,
  processInvitationsInBulk,
} from '@careloop/contracts/care-teams/invitations';

import { authorize } from '../../core/access/authorize.ts';
import type { CareTeamChange } from '../../core/access/careTeam.ts';
import { readCount } from '../../platform/db/count.ts';
import type { App } from '../../core/app.ts';
import { AppError } from '../../platform/errors.ts';
import { route } from '../../platform/http/route.ts';
import { publishAll } from '../../platform/realtime/publish.ts';
import { careTeamEvents } from '../messages/shared/careTeamEvents.ts';
import * as invitations from './answerInvitation.ts';
import {
  pendingInviteCount,
  findAcceptedForThem,
  findBatch,
  findBatchItems,
  findInvitations,
} from './shared/queries.ts';
import { invitationPolicy } from './policy.ts';
import { startBatch } from './startBatch.ts';

export function invitationRoutes(app: App): void {
  route(app, getInvitations, async ({ input, actor, db, setAuditSubject }) => {
    const patientId = input.patientId ?? null;
    const page = await findInvitations(db, actor, patientId, input.cursor);
    setAuditSubject({ patientId });
    const acceptedForThem = input.cursor === undefined ? await findAcceptedForThem(db, actor, patientId) : [];
    return { ...page, totalItemCount: await readCount(db, pendingInviteCount(actor, patientId)), acceptedForThem };
  });

  route(app, acceptInvitation, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ subjectType: 'care_team_member', subjectId: input.careTeamMemberId });
    const invitation = await invitations.requireInvitation(db, actor, input.careTeamMemberId);
    const { patientId } = invitation;
    setAuditSubject({ patientId });
    const change = await invitations.accept(db, actor, authorize(actor, invitationPolicy, 'answer', invitation));
    await publishAll(db, await careTeamEvents(db, change));
    return { patientId };
  });

  route(app, processInvitations, async ({ input, actor, db, setAuditSubject }) => {
    const careTeamMemberIds = [...new Set(input.careTeamMemberIds)].toSorted((one, other) => one - other);
    setAuditSubject({ details: { careTeamMemberIds } });
    const decision = { isAccepting: input.isAccepting, reason: input.reason ?? null };
    const changes: CareTeamChange[] = [];
    const outcomes = [];
    for (const careTeamMemberId of careTeamMemberIds) {
      const outcome = invitations.outcomeOf(careTeamMemberId, async () => {
        const invitation = await invitations.requireInvitation(db, actor, careTeamMemberId);
        const answered = authorize(actor, invitationPolicy, 'answer', invitation);
        changes.push(...(await invitations.decide(db, actor, answered, decision)));
      });
      outcomes.push(await outcome);
    }
    await publishAll(db, await careTeamEvents(db, ...changes));
    return { outcomes };
  });

  route(app, processInvitationsInBulk, async ({ input, actor, db, setAuditSubject }) => {
    const { careTeamMemberIds, isAccepting, reason = null } = input;
    setAuditSubject({ details: { careTeamMemberIds } });
    return startBatch(db, actor, careTeamMemberIds, { isAccepting, reason });
  });

  route(app, getInviteBatch, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ subjectType: 'invite_batch', subjectId: input.inviteBatchId });
    const batch = await findBatch(db, input.inviteBatchId);
    if (batch?.userId !== actor.userId) throw new AppError('no_access');
    const items = await findBatchItems(db, input.inviteBatchId);
    const processedCount = items.filter(({ outcome }) => outcome !== null).length;
    return { isAccepting: batch.isAccepting, totalCount: items.length, processedCount, items };
  });
}
