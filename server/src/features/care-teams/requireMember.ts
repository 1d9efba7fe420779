import { careTeamTexts } from '@careloop/contracts/care-teams';
import { membershipTexts } from '@careloop/contracts/care-teams/members';

import type { Actor } from '../../platform/identity/actor.ts';
import { requirePatient } from '../../core/access/patientAccess.ts';
import type { Db } from '../../platform/db/client.ts';
import { refused, requireVersion } from '../../platform/errors.ts';
import type { SetAuditSubject } from '../../platform/http/route.ts';
import { findMemberState, lockMembership } from './queries.ts';

interface OfMember {
  patientId: number;
  careTeamMemberId: number;
  version?: number | undefined;
}

/**
 * Loads and locks a membership of a patient the actor may see.
 * @throws AppError `unauthorized_patient`, `wrong_state` if there is no such member, `stale_version`
 */
export async function requireMember(db: Db, actor: Actor, input: OfMember, setAuditSubject: SetAuditSubject) {
  const { patientId, careTeamMemberId } = input;
  setAuditSubject({ patientId, subjectType: 'care_team_member', subjectId: careTeamMemberId });
  const { emergencyAccessUntil } = await requirePatient(db, actor, patientId);
  const member = await lockMembership(db, patientId, { careTeamMemberId });
  if (member === undefined) throw refused(careTeamTexts.notMember, 'wrong_state');
  setAuditSubject({ patientId, subjectType: 'user', subjectId: member.userId });
  await requireVersion(input.version, member.version, membershipTexts.changed, () => findMemberState(db, member));
  return { ...member, isEmergencyOnly: emergencyAccessUntil !== null };
}
