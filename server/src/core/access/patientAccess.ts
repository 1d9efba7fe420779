import { AccessDenied } from '@careloop/contracts/result';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db } from '../../platform/db/client.ts';
import { isoTimestamp } from '../../platform/db/isoTimestamp.ts';
import { shape } from '../../platform/db/shape.ts';
import { sharedStatement } from '../../platform/db/sharedStatement.ts';
import { unauthorizedPatient } from '../../platform/errors.ts';
import { actorSqlTypes } from '../../platform/identity/actor.ts';
import type { Actor, ActorIds, ActorInSql } from '../../platform/identity/actor.ts';

/**
 * SQL condition: the actor may see patient `p`. These may: members of the care team and holders of ViewAllPatients in the
 * patient's client, each also through somebody they may act for, and users with their own emergency access
 * (docs/domain/patients.md). Nobody can open a merged record, only its survivor. Single reads and referrals use this
 * condition; patient lists read the same three sources as ordered ranges (features/patients/shared/queries/search.ts), and
 * privacy.test.ts checks both against the same independent model.
 * @param sees `seesByTeamOrClient` as computed already by the statement
 */
export function maySeePatient(actor: ActorInSql, sees = seesByTeamOrClient(actor)): RawBuilder<boolean> {
  return sql<boolean>`(p.merged_into_patient_id is null and (
    ${sees}
    or exists (select from break_glass_access b
      where ${isOpenWindow(actor)} and b.patient_id = p.patient_id)))`;
}

/** Whether the actor may see patient `p`, as a row `seen` for a lateral join, for statements that ask more than once. */
export function patientSeen(actor: ActorInSql): RawBuilder<unknown> {
  return sql`(select team.by_team, ${maySeePatient(actor, sql`team.by_team`)} as is_seen
    from (select ${seesByTeamOrClient(actor)} as by_team offset 0) as team offset 0) as seen`;
}

/** References the columns joined by `patientSeen`. */
export const joinedSeen = { byTeamOrClient: sql<boolean>`seen.by_team`, patient: sql<boolean>`seen.is_seen` };

/**
 * SQL condition: `b` is unexpired emergency access of the user. It is personal: while the user acts for somebody, neither
 * their own nor that person's counts.
 */
export function isOpenWindow({ userId, grantedUserId }: ActorInSql): RawBuilder<boolean> {
  return sql<boolean>`(b.user_id = ${userId} and ${grantedUserId}::bigint = ${userId}::bigint and b.expires_at > now())`;
}

/** SQL condition: the actor may see patient `p` without emergency access, which is required to change the care team. */
export function seesByTeamOrClient(actor: ActorInSql): RawBuilder<boolean> {
  return sql<boolean>`(p.client_id = any(${actor.viewAllClientIds}::bigint[])
    or exists (select from care_team_member m
      where m.patient_id = p.patient_id and m.user_id = any(${actor.userIds}::bigint[]) and m.status = 'accepted'))`;
}

/**
 * SQL condition: membership `m` is a pending invitation of the actor or of somebody they act for, so they can accept or
 * decline it. The access check, the refusal, the list, its count and the response to the invitation all use it.
 */
export function isPendingInvite(actor: Pick<ActorInSql, 'userIds'>): RawBuilder<boolean> {
  return sql<boolean>`(m.user_id = any(${actor.userIds}::bigint[]) and m.status = 'invited')`;
}

/** SQL arrays that decide which patients a user sees. */
export interface UserSight {
  /** Ids of the user and those they may act for. */
  persons: RawBuilder<unknown>;
  /** Clients in which they see every patient. */
  viewAllClients: RawBuilder<unknown>;
}

/** The sight of a user, computed in place: once per statement if the user is a constant. */
export function sightOfUser(userId: RawBuilder<unknown>): UserSight {
  const persons = sql`array(select ${userId}::bigint union all
    select px.proxied_user_id from user_proxy px where px.proxy_user_id = ${userId}
      and (select pu.is_active and pu.user_type <> 'system_administrator'
        from user_account pu where pu.user_id = px.proxied_user_id))`;
  const viewAllClients = sql`array(select tc.client_id from user_client tc
    join user_permission up on up.user_id = tc.user_id and up.permission = 'ViewAllPatients'
    where tc.user_id = any(${persons}))`;
  return { persons, viewAllClients };
}

/** The sight of the user in a column, as a row `sight` for a lateral join, so that it is computed once per user. */
export function sightRow(userId: RawBuilder<unknown>): RawBuilder<unknown> {
  const { persons, viewAllClients } = sightOfUser(userId);
  return sql`(select ${persons} as persons, ${viewAllClients} as view_all_clients offset 0) as sight`;
}

/** References the columns joined by `sightRow`. */
export const joinedSight: UserSight = {
  persons: sql`sight.persons`,
  viewAllClients: sql`sight.view_all_clients`,
};

/**
 * Like `seesByTeamOrClient` for any user instead of an actor, for counts and notifications of several users at once. It
 * covers what the user sees by themselves and through those they act for. Emergency access does not count: it is personal,
 * and those who act for the user read the results too (decision 037). `offset 0` makes each part an index probe for the
 * current row; without it PostgreSQL first reads all patients of the user.
 */
export function userSeesByTeamOrClient(sight: UserSight, patientId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(
    exists (select from care_team_member tm
      where tm.patient_id = ${patientId} and tm.user_id = any(${sight.persons}) and tm.status = 'accepted' offset 0)
    or exists (select from patient tp
      where tp.patient_id = ${patientId} and tp.client_id = any(${sight.viewAllClients}) offset 0))`;
}

export interface PatientAccess {
  canAccessPatient: boolean;
  hasPendingInvite: boolean;
  /** When emergency access ends, if the actor has no other access to the patient. */
  emergencyAccessUntil: string | null;
}

/** A patient the actor may open, as policies see it. */
export interface OpenPatient {
  patientId: number;
  /** Whether the actor has access only by emergency access. */
  isEmergencyOnly: boolean;
}

/** @throws AppError `unauthorized_patient` with the reason */
export async function findOpenPatient(db: Db, actor: Actor, patientId: number): Promise<OpenPatient> {
  const { emergencyAccessUntil } = await requirePatient(db, actor, patientId);
  return { patientId, isEmergencyOnly: emergencyAccessUntil !== null };
}

/** The surviving patient of a merged record, if the actor may see that patient. */
export async function findSurvivor(db: Db, actor: Actor, patientId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`select p.patient_id as id
    from patient merged join patient p on p.patient_id = merged.merged_into_patient_id
    where merged.patient_id = ${patientId} and ${maySeePatient(actor)}`.execute(db);
  return rows[0]?.id ?? null;
}

/** SQL: the id of a patient, or of the one they were merged into, for writes that follow a merge. */
export function remainingId(patientId: number | null): RawBuilder<number | null> {
  return sql<
    number | null
  >`(select coalesce(merged_into_patient_id, patient_id) from patient where patient_id = ${patientId})`;
}

/** The actor's access to a patient `p`, for statements that read more of the patient. */
export function patientAccess(actor: ActorInSql) {
  return shape<PatientAccess, { p: 'patient' }>({
    canAccessPatient: maySeePatient(actor),
    hasPendingInvite: sql`exists (select from care_team_member m
      where m.patient_id = p.patient_id and ${isPendingInvite(actor)})`,
    emergencyAccessUntil: sql`case when p.merged_into_patient_id is null and not ${seesByTeamOrClient(actor)} then
      (select ${isoTimestamp('b.expires_at')} from break_glass_access b where ${isOpenWindow(actor)}
        and b.patient_id = p.patient_id order by b.expires_at desc limit 1) end`,
  });
}

const accessOf = sharedStatement<ActorIds & { patientId: number }, PatientAccess>(
  { ...actorSqlTypes, patientId: 'bigint' },
  (given) => patientAccess(given).from`patient p where p.patient_id = ${given.patientId}`,
);

/** Whether the actor may open a patient or is invited. An unknown patient gives the same result as one without access. */
export async function findPatientAccess(db: Db, actor: Actor, patientId: number): Promise<PatientAccess> {
  const [access] = await accessOf(db, { ...actor, patientId });
  return access ?? { canAccessPatient: false, hasPendingInvite: false, emergencyAccessUntil: null };
}

/**
 * Requires that the actor may see the patient.
 * @throws AppError `unauthorized_patient` with the reason
 */
export async function requirePatient(db: Db, actor: Actor, patientId: number): Promise<PatientAccess> {
  const access = await findPatientAccess(db, actor, patientId);
  if (!access.canAccessPatient) throw await deniedPatient(db, actor, patientId);
  return access;
}

/** Why the actor may not see a patient: 2 removed, 3 invited, otherwise 1 (docs/domain/patients.md). */
export async function findDeniedReason(db: Db, actor: Actor, patientId: number) {
  const own = shape<{ isInvited: boolean; isRemoved: boolean }, { m: 'care_team_member' }>({
    isInvited: isPendingInvite(actor),
    isRemoved: sql`m.status = 'removed'`,
  });
  const { rows } = await own.from`care_team_member m
    where m.patient_id = ${patientId} and m.user_id = any(${actor.userIds}::bigint[])`.execute(db);
  if (rows.some((row) => row.isInvited)) return AccessDenied.pendingInvite;
  return rows.some((row) => row.isRemoved) ? AccessDenied.careTeam : AccessDenied.default;
}

/** The error for denied patient access, with its reason. */
export async function deniedPatient(db: Db, actor: Actor, patientId: number) {
  return unauthorizedPatient(await findDeniedReason(db, actor, patientId));
}
