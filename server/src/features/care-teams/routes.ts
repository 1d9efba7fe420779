import {
  careTeamTexts,
  getPendingInviteCount,
  leaveCareTeam,
  leaveTeam,
  listCareTeam,
  removeCareTeamMember,
} from '@careloop/contracts/care-teams';

import { principalOf } from '../../platform/identity/actor.ts';
import type { Actor } from '../../platform/identity/actor.ts';
import { allowances, authorize } from '../../core/access/authorize.ts';
import { requirePatient } from '../../core/access/patientAccess.ts';
import type { Db } from '../../platform/db/client.ts';
import { readCount } from '../../platform/db/count.ts';
import type { App } from '../../core/app.ts';
import { refused } from '../../platform/errors.ts';
import { route } from '../../platform/http/route.ts';
import type { SetAuditSubject } from '../../platform/http/route.ts';
import * as leaving from './leaveTeam.ts';
import { pendingInviteCount } from './shared/queries.ts';
import { membershipPolicy, recordProviderPolicy, teamPolicy } from './policy.ts';
import { findCareTeam, findDeclined, findTeam, lockMembership } from './queries.ts';
import { requireMember } from './requireMember.ts';
import { findRecordProviders } from './recordProviders.ts';

export function careTeamRoutes(app: App): void {
  route(app, getPendingInviteCount, async ({ actor, db }) => ({
    pendingInviteCount: await readCount(db, pendingInviteCount(actor)),
  }));

  route(app, listCareTeam, async ({ input, actor, db, setAuditSubject }) => {
    const { patientId, providersOnly } = input;
    setAuditSubject({ patientId });
    const { emergencyAccessUntil } = await requirePatient(db, actor, patientId);
    const isEmergencyOnly = emergencyAccessUntil !== null;
    const [members, declined, named, team] = await Promise.all([
      findCareTeam(db, patientId, { providersOnly }),
      findDeclined(db, patientId),
      findRecordProviders(db, actor, patientId),
      findTeam(db, actor, patientId),
    ]);
    return {
      members: members.map((member) => ({
        ...member,
        can: allowances(actor, membershipPolicy, { ...member, isEmergencyOnly }),
      })),
      declined,
      recordProviders: named.map(({ isColleague, ...provider }) => ({
        ...provider,
        can: allowances(actor, recordProviderPolicy, { ...provider, isColleague, isEmergencyOnly }),
      })),
      pcpWithoutUser: members.some(({ isPcp }) => isPcp) ? null : team.pcpWithoutUser,
      can: allowances(actor, teamPolicy, { ...team, isEmergencyOnly }),
    };
  });

  route(app, leaveCareTeam, async ({ input, actor, db, setAuditSubject }) => {
    const member = await lockOwn(db, actor, input.patientId, setAuditSubject);
    return leaving.leave(db, actor, authorize(actor, membershipPolicy, 'leave', member), input.reason);
  });

  route(app, leaveTeam, async ({ input, actor, db, setAuditSubject }) => {
    const member = await lockOwn(db, actor, input.patientId, setAuditSubject);
    return leaving.leave(db, actor, authorize(actor, membershipPolicy, 'leave', member), input.reason);
  });

  route(app, removeCareTeamMember, async ({ input, actor, db, setAuditSubject }) => {
    const member = await requireMember(db, actor, input, setAuditSubject);
    return leaving.remove(db, actor, authorize(actor, membershipPolicy, 'remove', member), input.reason);
  });
}

/** Loads and locks the membership of the user, or of the person acted for. */
async function lockOwn(db: Db, actor: Actor, patientId: number, setAuditSubject: SetAuditSubject) {
  const userId = principalOf(actor);
  setAuditSubject({ patientId, subjectType: 'user', subjectId: userId });
  const { emergencyAccessUntil } = await requirePatient(db, actor, patientId);
  const membership = await lockMembership(db, patientId, { userId });
  if (membership === undefined) throw refused(careTeamTexts.notOnTeam, 'wrong_state');
  return { ...membership, isEmergencyOnly: emergencyAccessUntil !== null };
}
