import {
  careTeamTexts,
  getPendingInviteCount,
  leaveCareTeam,
  listCareTeam,
  removeCareTeamMember,
} from '@careloop/contracts/care-teams';

import { principalOf } from '../../access/actor.ts';
import { allowances, authorize } from '../../access/authorize.ts';
import { requirePatient } from '../../access/patientAccess.ts';
import type { App } from '../../http/app.ts';
import { refused } from '../../errors.ts';
import { route } from '../../http/route.ts';
import * as leaving from './leaving.ts';
import { membershipPolicy } from './policy.ts';
import { countPendingInvites, findCareTeam, lockMembership } from './queries.ts';

export function careTeamRoutes(app: App): void {
  route(app, getPendingInviteCount, async ({ actor, db }) => ({
    pendingInviteCount: await countPendingInvites(db, principalOf(actor)),
  }));

  route(app, listCareTeam, async ({ input, actor, db, seen }) => {
    seen({ patientId: input.patientId });
    await requirePatient(db, actor, input.patientId);
    const members = await findCareTeam(db, input.patientId, input.providersOnly);
    return { members: members.map((member) => ({ ...member, can: allowances(actor, membershipPolicy, member) })) };
  });

  route(app, leaveCareTeam, async ({ input, actor, db, seen }) => {
    const { patientId, reason } = input;
    const userId = principalOf(actor);
    seen({ patientId, subjectType: 'user', subjectId: userId });
    await requirePatient(db, actor, patientId);
    const membership = await lockMembership(db, patientId, { userId });
    if (membership === undefined) throw refused(careTeamTexts.notOnTeam, 'wrong_state');
    return leaving.leave(db, actor, authorize(actor, membershipPolicy, 'leave', membership), reason);
  });

  route(app, removeCareTeamMember, async ({ input, actor, db, seen }) => {
    const { patientId, careTeamMemberId, reason } = input;
    seen({ patientId, subjectType: 'care_team_member', subjectId: careTeamMemberId });
    await requirePatient(db, actor, patientId);
    const membership = await lockMembership(db, patientId, { careTeamMemberId });
    if (membership === undefined) throw refused(careTeamTexts.notMember, 'wrong_state');
    seen({ patientId, subjectType: 'user', subjectId: membership.userId });
    return leaving.remove(db, actor, authorize(actor, membershipPolicy, 'remove', membership), reason);
  });
}
