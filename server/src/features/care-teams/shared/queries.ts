import { inviteStatus, inviteStatusOfMember } from '@careloop/contracts/care-teams/codes';
import { invitationPageSize } from '@careloop/contracts/care-teams/invitations';
import type { AcceptedInvitation, Invitation } from '@careloop/contracts/care-teams/invitations';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor } from '../../../platform/identity/actor.ts';
import { isPendingInvite } from '../../../core/access/patientAccess.ts';
import { userName } from '../../../platform/identity/userName.ts';
import type { Db } from '../../../platform/db/client.ts';
import { codeOf } from '../../../platform/db/codeOf.ts';
import { pageOf, readCursor } from '../../../platform/db/cursor.ts';
import { iso, shape } from '../../../platform/db/shape.ts';

/** SQL for the number of pending invitations of the actor, or of someone they act for. */
export function pendingInviteCount(actor: Actor, patientId: number | null = null): RawBuilder<number> {
  return sql<number>`(select count(*)::int from care_team_member m where ${ofPatient(actor, patientId)})`;
}

interface InvitationTables {
  m: 'care_team_member';
  p: 'patient';
  u: 'user_account';
  c: 'client';
}

const statusCodes = Object.fromEntries(
  Object.entries(inviteStatusOfMember).map(([member, name]) => [member, inviteStatus.codeOf(name)]),
);

const invitation = shape<Invitation, InvitationTables>({
  careTeamMemberId: 'm.care_team_member_id',
  patientId: 'm.patient_id',
  patientFirstName: 'p.first_name',
  patientLastName: 'p.last_name',
  birthYear: sql`extract(year from p.date_of_birth)::int`,
  clientName: 'c.display_name',
  userId: 'm.user_id',
  userName: sql`u.first_name || ' ' || u.last_name`,
  invitedByName: userName('m.invited_by_user_id'),
  invitedBySpecialty: sql`(select s.name from healthcare_provider h
    join healthcare_provider_specialty s using (healthcare_provider_specialty_id)
    where h.user_id = m.invited_by_user_id limit 1)`,
  invitationText: 'm.invitation_text',
  statusCode: codeOf<number>('m.status', statusCodes),
  invitedAt: iso('m.status_changed_at'),
});

/** One page of these invitations, latest first. */
export async function findInvitations(db: Db, actor: Actor, patientId: number | null, cursor: string | undefined) {
  const after = readCursor(cursor);
  const { rows } = await invitation.from`care_team_member m
    join patient p on p.patient_id = m.patient_id
    join client c on c.client_id = p.client_id
    join user_account u on u.user_id = m.user_id
    where ${ofPatient(actor, patientId)}
      ${after === null ? sql`` : sql`and (m.status_changed_at, m.care_team_member_id) < (${after.key}::timestamptz, ${after.id})`}
    order by m.status_changed_at desc, m.care_team_member_id desc limit ${invitationPageSize + 1}`.execute(db);
  return pageOf(rows, invitationPageSize, (row) => ({ key: row.invitedAt, id: row.careTeamMemberId }));
}

const accepted = shape<AcceptedInvitation, Pick<InvitationTables, 'm' | 'p' | 'u'>>({
  careTeamMemberId: 'm.care_team_member_id',
  patientId: 'm.patient_id',
  patientFirstName: 'p.first_name',
  patientLastName: 'p.last_name',
  userId: 'm.user_id',
  userName: sql`u.first_name || ' ' || u.last_name`,
  acceptedThrough: sql`m.accepted_through`,
  acceptedAt: iso('m.status_changed_at'),
});

/** Invitations of the actor, or of someone they act for, that were accepted without an answer in the last 30 days. */
export async function findAcceptedForThem(
  db: Db,
  actor: Actor,
  patientId: number | null,
): Promise<AcceptedInvitation[]> {
  const { rows } = await accepted.from`care_team_member m
    join patient p on p.patient_id = m.patient_id
    join user_account u on u.user_id = m.user_id
    where m.user_id = any(${actor.userIds}::bigint[]) and m.accepted_through is not null
      and m.status_changed_at > now() - interval '30 days' ${patientId === null ? sql`` : sql`and m.patient_id = ${patientId}`}
    order by m.status_changed_at desc, m.care_team_member_id desc limit 20`.execute(db);
  return rows;
}

function ofPatient(actor: Actor, patientId: number | null): RawBuilder<unknown> {
  return patientId === null ? isPendingInvite(actor) : sql`${isPendingInvite(actor)} and m.patient_id = ${patientId}`;
}

export interface InviteBatch {
  inviteBatchId: number;
  userId: number;
  onBehalfOfUserId: number | null;
  sessionId: number | null;
  ip: string | null;
  isAccepting: boolean;
  reason: string | null;
}

const batch = shape<InviteBatch, { b: 'invite_batch' }>({
  inviteBatchId: 'b.invite_batch_id',
  userId: 'b.user_id',
  onBehalfOfUserId: 'b.on_behalf_of_user_id',
  sessionId: 'b.session_id',
  ip: 'b.ip',
  isAccepting: 'b.is_accepting',
  reason: 'b.reason',
});

export async function findBatch(db: Db, inviteBatchId: number): Promise<InviteBatch | undefined> {
  const { rows } = await batch.from`invite_batch b where b.invite_batch_id = ${inviteBatchId}`.execute(db);
  return rows[0];
}

interface BatchItem {
  careTeamMemberId: number;
  outcome: 'done' | 'refused' | null;
  message: string | null;
}

const batchItem = shape<BatchItem, { i: 'invite_batch_item' }>({
  careTeamMemberId: 'i.care_team_member_id',
  outcome: 'i.outcome',
  message: 'i.message',
});

/** The items of a batch, in processing order. */
export async function findBatchItems(db: Db, inviteBatchId: number): Promise<BatchItem[]> {
  const { rows } = await batchItem.from`invite_batch_item i where i.invite_batch_id = ${inviteBatchId}
    order by i.invite_batch_item_id`.execute(db);
  return rows;
}
