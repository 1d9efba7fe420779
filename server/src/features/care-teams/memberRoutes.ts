import {
  inviteToCareTeam,
  isOnCareTeam,
  joinCareTeam,
  listCareTeamMembers,
  setMemberInactive,
  setMemberRelationshipType,
  updatePatientPcp,
} from '@careloop/contracts/care-teams/members';
import { sql } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';
import { allowances, authorize } from '../../core/access/authorize.ts';
import { requirePatient } from '../../core/access/patientAccess.ts';
import type { Db } from '../../platform/db/client.ts';
import type { App } from '../../core/app.ts';
import { route } from '../../platform/http/route.ts';
import * as members from './changeMember.ts';
import { membershipPolicy, teamPolicy } from './policy.ts';
import { findCareTeam, findMembershipOf, findTeam } from './queries.ts';
import { requireMember } from './requireMember.ts';

export function memberRoutes(app: App): void {
  teamRoutes(app);
  changeRoutes(app);
  readRoutes(app);
}

function teamRoutes(app: App): void {
  route(app, inviteToCareTeam, async ({ input, actor, db, setAuditSubject }) => {
    const { patientId } = input;
    setAuditSubject({ patientId });
    const team = await requireTeam(db, actor, patientId);
    return members.invite(db, actor, authorize(actor, teamPolicy, 'invite', team), input);
  });

  route(app, joinCareTeam, async ({ input, actor, db, setAuditSubject }) => {
    const { patientId } = input;
    setAuditSubject({ patientId });
    const team = await requireTeam(db, actor, patientId);
    return members.join(db, actor, authorize(actor, teamPolicy, 'join', team));
  });
}

function changeRoutes(app: App): void {
  route(app, setMemberInactive, async ({ input, actor, db, setAuditSubject }) => {
    // A member who is set active again may become the primary care provider.
    if (!input.isInactive) await holdPcp(db, input.patientId);
    const member = await requireMember(db, actor, input, setAuditSubject);
    return input.isInactive
      ? members.setInactive(db, actor, authorize(actor, membershipPolicy, 'setInactive', member))
      : members.setActive(db, actor, authorize(actor, membershipPolicy, 'setActive', member));
  });

  route(app, setMemberRelationshipType, async ({ input, actor, db, setAuditSubject }) => {
    const member = await requireMember(db, actor, input, setAuditSubject);
    const allowed = authorize(actor, membershipPolicy, 'setRelationshipType', member);
    return members.setRelationshipType(db, actor, allowed, input.relationshipType);
  });

  route(app, updatePatientPcp, async ({ input, actor, db, setAuditSubject }) => {
    await holdPcp(db, input.patientId);
    const member = await requireMember(db, actor, input, setAuditSubject);
    return members.setPcp(db, actor, authorize(actor, membershipPolicy, 'setPcp', member));
  });
}

function readRoutes(app: App): void {
  route(app, isOnCareTeam, async ({ input, actor, db, setAuditSubject }) => {
    const { patientId, userId } = input;
    setAuditSubject({ patientId, subjectType: 'user', subjectId: userId });
    await requirePatient(db, actor, patientId);
    return findMembershipOf(db, patientId, userId);
  });

  route(app, listCareTeamMembers, async ({ input, actor, db, setAuditSubject }) => {
    const { patientId } = input;
    setAuditSubject({ patientId });
    const { emergencyAccessUntil } = await requirePatient(db, actor, patientId);
    const isEmergencyOnly = emergencyAccessUntil !== null;
    const found = await findCareTeam(db, patientId, { statuses: ['accepted'] });
    return {
      members: found.map((one) => ({ ...one, can: allowances(actor, membershipPolicy, { ...one, isEmergencyOnly }) })),
    };
  });
}

/** Locks the patient: of two calls that choose a primary care provider at the same moment, the second sees the first. */
async function holdPcp(db: Db, patientId: number): Promise<void> {
  await sql`select from patient where patient_id = ${patientId} for no key update`.execute(db);
}

/** @throws AppError `unauthorized_patient` */
async function requireTeam(db: Db, actor: Actor, patientId: number) {
  const { emergencyAccessUntil } = await requirePatient(db, actor, patientId);
  return { ...(await findTeam(db, actor, patientId)), isEmergencyOnly: emergencyAccessUntil !== null };
}
