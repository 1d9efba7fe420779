import { notPreferredReason } from '@careloop/contracts/codes';
import { providerSelectionReason, referralType } from '@careloop/contracts/codes/referrals';
import type { Specialty } from '@careloop/contracts/directory';
import type { Referral } from '@careloop/contracts/referrals';
import type { SuggestedProvider } from '@careloop/contracts/referrals/suggested';
import { sql } from 'kysely';

import { actorSqlTypes, principalOf } from '../../../platform/identity/actor.ts';
import type { Actor, ActorIds } from '../../../platform/identity/actor.ts';
import { joinedSeen, patientSeen } from '../../../core/access/patientAccess.ts';
import { maySeeReferral } from '../../../core/access/referralAccess.ts';
import type { Db } from '../../../platform/db/client.ts';
import { codeOf } from '../../../platform/db/codeOf.ts';
import { iso, shape } from '../../../platform/db/shape.ts';
import type { Columns } from '../../../platform/db/shape.ts';
import { sharedStatement } from '../../../platform/db/sharedStatement.ts';
import { itemOf } from '../../../core/work-queues/subjectItems.ts';
import { diagnosis } from '../../directory/shared/queries/diagnoses.ts';
import { providerAddress, providerAddressTables } from '../../directory/shared/queries/providerAddress.ts';
import { careTeamSize, patientPhone, patientSummary } from '../../patients/shared/queries/patients.ts';
import type { ReferralRow } from '../policy.ts';
import { isOutside } from '../../../core/access/providerUser.ts';
import { acceptedFor, isOfItem, rowFor } from './referral.ts';
import type { ReferralKey } from './referral.ts';
import { exceptionReasons, referralSummary } from './summary.ts';
import type { SummaryTables } from './summary.ts';
import { isUnread } from '../shared/queries/unread.ts';

type Detail = Omit<
  Referral,
  | 'statusCode'
  | 'urgency'
  | 'appointment'
  | 'earlierAppointments'
  | 'referralPatientDocuments'
  | 'timeline'
  | 'comments'
  | 'deliveries'
  | 'messages'
  | 'messageTo'
  | 'patientCharts'
  | 'consultNotes'
  | 'side'
  | 'isAnsweredByCoordinators'
  | 'isUserCoordinator'
  | 'previousReferral'
  | 'nextReferral'
  | 'originConsultation'
  | 'can'
> & { rules: ReferralRow };

interface DetailTables extends SummaryTables {
  p: 'patient';
  dx?: 'diagnosis_code';
  a?: 'address';
  o?: 'healthcare_organization';
  bo?: 'healthcare_organization';
}

/** The patient as they are now. */
const referredPatient = shape<Referral['patient'], { p: 'patient' }>({
  ...patientSummary.columns,
  phone: patientPhone,
  careTeamSize,
});

const specialty = shape<Specialty, { s: 'healthcare_provider_specialty' }>({
  healthcareProviderSpecialtyId: 's.healthcare_provider_specialty_id',
  name: 's.name',
});

const receivingUser = shape<NonNullable<Referral['referredToUser']>, { tu: 'user_account' }>({
  userId: 'tu.user_id',
  fullName: sql`tu.first_name || ' ' || tu.last_name`,
});

const organizationNames = sql<string[]>`array_to_json(array_remove(array[bo.name], null))`;
const referringProvider = shape<NonNullable<Referral['referredByHealthcareProvider']>, { b: 'healthcare_provider' }>({
  healthcareProviderId: 'b.healthcare_provider_id',
  fullName: sql`b.last_name || ', ' || b.first_name`,
  addressInfos: providerAddress.jsonArray({
    from: sql`${providerAddressTables} where l.healthcare_provider_id = b.healthcare_provider_id and not l.is_archived`,
    orderBy: sql`l.healthcare_provider_address_info_id`,
  }),
  organizationNames,
});

const suggested = shape<SuggestedProvider, { sp: 'healthcare_provider'; so?: 'healthcare_organization' }>({
  healthcareProviderId: 'sp.healthcare_provider_id',
  fullName: sql`sp.last_name || ', ' || sp.first_name`,
  organizationName: 'so.name',
  officePhone: 'sp.office_phone',
});

type ForActor = 'canAccessPatient' | 'isUnread' | 'patient' | 'rules';

const detail: Columns<Omit<Detail, ForActor>, DetailTables> = {
  ...referralSummary.columns,
  exceptionReasons,
  version: 'r.version',
  workQueueEncounterId: itemOf('referral', sql.ref('r.referral_id')),
  dateCreated: iso('r.date_created'),
  statusChangedAt: iso('r.status_changed_at'),
  additionalInfo: 'r.additional_info',
  authorizationCode: 'r.authorization_code',
  diagnosis: diagnosis.jsonIfFound('dx.code'),
  diagnosisIcd10Code: 'dx.code',
  caregiverName: 'r.caregiver_name',
  cellPhone: 'r.cell_phone',
  givenSmsConsent: 'r.given_sms_consent',
  protocol: 'r.protocol' as never,
  notPreferredReason: codeOf('r.not_preferred_reason', notPreferredReason.table),
  notPreferredAdditionalInfo: 'r.not_preferred_additional_info',
  referralType: codeOf('r.referral_type', referralType.table),
  providerSelectionReason: codeOf('r.provider_selection_reason', providerSelectionReason.table),
  recordScope: sql`case when r.healthcare_provider_id is not null then r.record_scope end`,
  outsideClientName: sql`(select c.display_name from user_account u join client c on c.client_id = r.client_id
    where u.user_id = r.referred_to_user_id and ${isOutside(sql`r.client_id`)})`,
  patientEncounterId: 'r.patient_encounter_id',
  healthcareProviderSpecialty: specialty.jsonIfFound('s.healthcare_provider_specialty_id'),
  referredToUser: sql`(select ${receivingUser.json} from user_account tu where tu.user_id = r.referred_to_user_id)`,
  referredToUserId: 'r.referred_to_user_id',
  acceptedForHealthcareProviderId: 'r.accepted_for_healthcare_provider_id',
  referredToOrganization: 'o.name',
  referredToAddress: providerAddress.jsonIfFound('a.address_id'),
  referredToOfficePhone: 't.office_phone',
  referredToUserAddressId: 'a.address_id',
  referredByUserFullName: sql`u.first_name || ' ' || u.last_name`,
  referredByHealthcareProvider: sql`case when b.healthcare_provider_id is not null then ${referringProvider.json} end`,
  referredByProviderName: sql`b.last_name || ', ' || b.first_name`,
  isSentByReferrer: sql`b.user_id is not distinct from r.created_by_user_id`,
  referredByOrganization: 'bo.name',
  declineReasonOther: 'r.decline_reason_other',
  suggestedProvider: sql`(select ${suggested.json} from healthcare_provider sp
    left join healthcare_organization so on so.healthcare_organization_id = sp.healthcare_organization_id
    where sp.healthcare_provider_id = r.suggested_healthcare_provider_id and r.status = 'declined')`,
  hash: sql`(select s.sha256 from referral_sent s where s.referral_id = r.referral_id order by s.version desc limit 1)`,
};

interface Reading extends ActorIds {
  referralId: number | null;
  workQueueEncounterId: number | null;
  /** The user whose answers count as read. */
  principalId: number;
}

const readingTypes = {
  ...actorSqlTypes,
  referralId: 'bigint',
  workQueueEncounterId: 'bigint',
  principalId: 'bigint',
} as const;

const detailOf = sharedStatement<Reading, Detail, { byItem: boolean }>(readingTypes, (given, { byItem }) => {
  const detailForActor = shape<Detail, DetailTables>({
    ...detail,
    canAccessPatient: joinedSeen.patient,
    isUnread: isUnread(given.principalId),
    patient: referredPatient.json,
    rules: rowFor(given, sql`answering.accepted_for`).json,
  });
  return detailForActor.from`referral r join patient p on p.patient_id = r.patient_id
    join user_account u on u.user_id = r.created_by_user_id
    left join diagnosis_code dx on dx.coded_concept_id = r.diagnosis_coded_concept_id
    left join healthcare_provider t on t.healthcare_provider_id = r.healthcare_provider_id
    left join healthcare_organization o on o.healthcare_organization_id = t.healthcare_organization_id
    left join (${providerAddressTables})
      on l.healthcare_provider_address_info_id = r.healthcare_provider_address_info_id
    left join healthcare_provider b on b.healthcare_provider_id = r.referred_by_healthcare_provider_id
    left join healthcare_organization bo on bo.healthcare_organization_id = b.healthcare_organization_id
    left join healthcare_provider_specialty s on s.healthcare_provider_specialty_id = r.search_specialty_id
    cross join lateral ${patientSeen(given)} cross join lateral ${acceptedFor}
    where ${byItem ? isOfItem(given.workQueueEncounterId) : sql`r.referral_id = ${given.referralId}`}
      and ${maySeeReferral(given, joinedSeen.patient)}`;
});

/** One referral without its lists; undefined if the actor may not see it. */
export async function findReferral(db: Db, actor: Actor, key: ReferralKey): Promise<Detail | undefined> {
  const { referralId = null, workQueueEncounterId = null } = key;
  const reading = { ...actor, referralId, workQueueEncounterId, principalId: principalOf(actor) };
  const [row] = await detailOf(db, reading, { byItem: !referralId });
  if (row?.rules.isOverForReceiver !== true) return row;
  return { ...row, patient: { ...row.patient, phone: null, careTeamSize: null } };
}
