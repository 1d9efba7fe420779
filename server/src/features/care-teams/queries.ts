import { relationshipType } from '@careloop/contracts/care-teams/codes';
import { careTeamMemberStatus, shownMemberStatuses } from '@careloop/contracts/codes';
import type { CareTeamMemberStatus } from '@careloop/contracts/codes';
import type { CareTeamMember, DeclinedInvitation } from '@careloop/contracts/care-teams';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { principalOf } from '../../platform/identity/actor.ts';
import type { Actor } from '../../platform/identity/actor.ts';
import { userName } from '../../platform/identity/userName.ts';
import type { Db } from '../../platform/db/client.ts';
import { lockRows } from '../../platform/db/lockRows.ts';
import { codeOf } from '../../platform/db/codeOf.ts';
import { literals } from '../../platform/db/literals.ts';
import { iso, shape } from '../../platform/db/shape.ts';
import { asksForReason } from '../directory/shared/queries/preferences.ts';
import { providerAddressTables } from '../directory/shared/queries/providerAddress.ts';
import type { MembershipRules, TeamRules } from './policy.ts';

type Address = CareTeamMember['addressInfos'][number];

const place = shape<Address['address'], { a: 'address' }>({
  address1: 'a.address1',
  address2: 'a.address2',
  city: 'a.city',
  state: 'a.state',
  zipcode: 'a.zipcode',
});

const address = shape<Address, { a: 'address'; l: 'healthcare_provider_address_info' }>({
  addressId: 'a.address_id',
  addressLabel: 'l.address_label',
  address: place.json,
  officePhone: 'l.office_phone',
  faxNumber: 'l.fax_number',
  isArchived: 'l.is_archived',
});

interface MemberTables {
  m: 'care_team_member';
  u: 'user_account';
  h?: 'healthcare_provider';
  s?: 'healthcare_provider_specialty';
  o?: 'healthcare_organization';
  t?: 'affiliation_tier';
}

const member = shape<Omit<CareTeamMember, 'can'>, MemberTables>({
  careTeamMemberId: 'm.care_team_member_id',
  userId: 'm.user_id',
  healthcareProviderId: 'h.healthcare_provider_id',
  firstName: 'u.first_name',
  lastName: 'u.last_name',
  userType: 'u.user_type',
  specialty: 's.name',
  organizationName: 'o.name',
  officePhone: sql`coalesce(h.office_phone, u.office_phone)`,
  fax: sql`coalesce(h.fax, u.fax)`,
  // For a provider, the Direct address in the directory, as everywhere.
  directEmail: sql`case when h.healthcare_provider_id is null then u.direct_email else h.direct_email end`,
  addressInfos: address.jsonArray({
    from: sql`${providerAddressTables} where l.healthcare_provider_id = h.healthcare_provider_id and not l.is_archived`,
    orderBy: sql`l.healthcare_provider_address_info_id`,
  }),
  status: 'm.status',
  statusCode: codeOf<number>('m.status', careTeamMemberStatus.table),
  isActive: 'u.is_active',
  statusChangedAt: iso('m.status_changed_at'),
  invitedByName: sql`case when m.status = 'invited' then ${userName('m.invited_by_user_id')} end`,
  relationshipType: codeOf<0 | 1 | 2>('m.relationship_type', relationshipType.table),
  isPcp: 'm.is_pcp',
  isPreferred: sql`coalesce(t.is_preferred, false)`,
  enforcePreferred: asksForReason,
  version: 'm.version',
});

/** The order of members in a care team's list. */
const statusOrder = sql`array_position(array[${literals(shownMemberStatuses)}], m.status)`;

/**
 * A patient's members: the primary care provider first, then invited and inactive ones. The caller has checked access to the
 * patient.
 */
export async function findCareTeam(
  db: Db,
  patientId: number,
  options: { providersOnly?: boolean; statuses?: readonly CareTeamMemberStatus[] } = {},
) {
  const { providersOnly = false, statuses = shownMemberStatuses } = options;
  const { rows } = await member.from`care_team_member m
    join user_account u on u.user_id = m.user_id
    left join healthcare_provider h on h.user_id = u.user_id
    left join healthcare_provider_specialty s on s.healthcare_provider_specialty_id = h.healthcare_provider_specialty_id
    left join healthcare_organization o on o.healthcare_organization_id = h.healthcare_organization_id
    left join healthcare_provider_affiliation pa on pa.healthcare_provider_id = h.healthcare_provider_id and pa.is_primary
      and pa.client_id = (select client_id from patient where patient_id = m.patient_id)
    left join affiliation_tier t on t.affiliation_tier_id = pa.affiliation_tier_id
    where m.patient_id = ${patientId} and m.status in (${literals(statuses)})
      ${providersOnly ? sql`and h.healthcare_provider_id is not null` : sql``}
    order by m.is_pcp desc, ${statusOrder}, u.last_name, u.first_name, m.care_team_member_id`.execute(db);
  return rows;
}

const declined = shape<DeclinedInvitation, MemberTables>({
  careTeamMemberId: 'm.care_team_member_id',
  userName: sql`u.first_name || ' ' || u.last_name`,
  declinedAt: iso('m.status_changed_at'),
  invitedByName: userName('m.invited_by_user_id'),
  reason: 'm.reason',
});

/** Invitations to a care team that were declined in the last 30 days. The caller has checked access to the patient. */
export async function findDeclined(db: Db, patientId: number): Promise<DeclinedInvitation[]> {
  const { rows } = await declined.from`care_team_member m join user_account u on u.user_id = m.user_id
    where m.patient_id = ${patientId} and m.status = 'declined' and m.status_changed_at > now() - interval '30 days'
    order by m.status_changed_at desc limit 20`.execute(db);
  return rows;
}

export interface Team extends Omit<TeamRules, 'isEmergencyOnly'> {
  patientId: number;
  /** The primary care provider named in the record, if that provider is not a user. */
  pcpWithoutUser: string | null;
}

/** The care team as a whole. The caller has checked access to the patient. */
export async function findTeam(db: Db, actor: Actor, patientId: number): Promise<Team> {
  const team = shape<Team, { p: 'patient' }>({
    patientId: 'p.patient_id',
    clientId: 'p.client_id',
    isMember: sql`exists (select from care_team_member m where m.patient_id = p.patient_id
      and m.user_id = ${principalOf(actor)} and m.status = 'accepted')`,
    pcpWithoutUser: sql`coalesce(
      (select h.first_name || ' ' || h.last_name from healthcare_provider h
        where h.healthcare_provider_id = p.pcp_healthcare_provider_id and h.user_id is null),
      case when p.pcp_healthcare_provider_id is null then p.pcp_name end)`,
  });
  const { rows } = await team.from`patient p where p.patient_id = ${patientId}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('The patient no longer exists');
  return row;
}

export interface Membership extends Omit<MembershipRules, 'isEmergencyOnly'> {
  careTeamMemberId: number;
  patientId: number;
  /** The user who sent the invitation. */
  invitedByUserId: number | null;
  version: number;
}

const membership = shape<Membership, Pick<MemberTables, 'm' | 'h'>>({
  careTeamMemberId: 'm.care_team_member_id',
  patientId: 'm.patient_id',
  userId: 'm.user_id',
  status: 'm.status',
  isPcp: 'm.is_pcp',
  healthcareProviderId: 'h.healthcare_provider_id',
  invitedByUserId: 'm.invited_by_user_id',
  version: 'm.version',
});

function lock(db: Db, where: RawBuilder<unknown>) {
  const statement = sql`care_team_member m left join healthcare_provider h on h.user_id = m.user_id where ${where}`;
  return lockRows(db, membership, statement, { of: { m: 'care_team_member' }, strength: 'no key update' });
}

/** Loads and locks a membership of a patient's care team in any state, by user or by id. */
export async function lockMembership(
  db: Db,
  patientId: number,
  key: { userId: number } | { careTeamMemberId: number },
): Promise<Membership | undefined> {
  const which = 'userId' in key ? sql`m.user_id = ${key.userId}` : sql`m.care_team_member_id = ${key.careTeamMemberId}`;
  const rows = await lock(db, sql`m.patient_id = ${patientId} and ${which}`);
  return rows[0];
}

/** A member's current state and who set it, for a caller with a stale version; from the audit, without a user for a job. */
export async function findMemberState(db: Db, { patientId, userId, status }: Membership) {
  const last = await db
    .selectFrom('audit_event as a')
    .leftJoin('user_account as u', 'u.user_id', 'a.user_id')
    .select([
      'a.user_id as changedByUserId',
      sql<string | null>`u.first_name || ' ' || u.last_name`.as('changedBy'),
      'a.occurred_at as changedAt',
    ])
    .where('a.patient_id', '=', patientId)
    .where('a.subject_type', '=', 'user')
    .where('a.subject_id', '=', userId)
    .where('a.action', 'like', String.raw`care\_team.%`)
    .orderBy('a.occurred_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { changedByUserId: null, changedBy: null, changedAt: null, ...last, what: status };
}

/** Loads and locks a membership by its id alone, because the invited user has no access to the patient yet. */
export async function lockInvitation(db: Db, careTeamMemberId: number): Promise<Membership | undefined> {
  const rows = await lock(db, sql`m.care_team_member_id = ${careTeamMemberId}`);
  return rows[0];
}

/** Whether a user is a member, and whether they act for one. The caller has checked access to the patient. */
export async function findMembershipOf(db: Db, patientId: number, userId: number) {
  return db
    .selectNoFrom([
      sql<boolean>`exists (select from care_team_member m
        where m.patient_id = ${patientId} and m.user_id = ${userId} and m.status = 'accepted')`.as(
        'isMemberOfCareTeam',
      ),
      sql<boolean>`exists (select from care_team_member m join user_proxy x on x.proxied_user_id = m.user_id
        join user_account u on u.user_id = m.user_id and u.is_active and u.user_type <> 'system_administrator'
        where m.patient_id = ${patientId} and x.proxy_user_id = ${userId} and m.status = 'accepted')`.as(
        'isProxyForMemberOfCareTeam',
      ),
    ])
    .executeTakeFirstOrThrow();
}
