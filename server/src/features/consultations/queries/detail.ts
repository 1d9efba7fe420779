import type { LinkedReferral } from '@careloop/contracts/referrals/linked';
import { notPreferredReason } from '@careloop/contracts/codes';
import { consultationStatus } from '@careloop/contracts/codes/consultations';
import type { Consultation, ConsultationEvent, ConsultationInQueue } from '@careloop/contracts/consultations';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor } from '../../../platform/identity/actor.ts';
import { isConsultationOver, maySeeConsultation } from '../../../core/access/consultationAccess.ts';
import { maySeePatient } from '../../../core/access/patientAccess.ts';
import { maySeeReferral } from '../../../core/access/referralAccess.ts';
import { sentWithConsultation } from '../../../core/charts/sentCharts.ts';
import type { Db } from '../../../platform/db/client.ts';
import { codeOf } from '../../../platform/db/codeOf.ts';
import { iso, shape } from '../../../platform/db/shape.ts';
import { shownDelivery } from '../../../core/integrations/deliveryShape.ts';
import { itemOf } from '../../../core/work-queues/subjectItems.ts';
import { providerAddress, providerAddressTables } from '../../directory/shared/queries/providerAddress.ts';
import { careTeamSize, patientPhone, patientSummary } from '../../patients/shared/queries/patients.ts';
import { findLinkedMessages, linkedColumns, linkingOf } from '../../messages/shared/linked.ts';
import { otherUserOf } from '../policy.ts';
import type { ConsultationRow } from '../policy.ts';
import { isReceiverUser, ofKey, rowFor } from './consultation.ts';
import type { ConsultationKey } from './consultation.ts';
import { consultationSummary, isUnread, summaryTables } from './summary.ts';
import type { SummaryTables } from './summary.ts';

type Lists = 'patientCharts' | 'followedByReferral' | 'timeline' | 'deliveries' | 'messages' | 'messageTo';
type Encounter = NonNullable<ConsultationInQueue['encounter']>;
type Detail = Omit<Consultation, Lists | 'can'> & { encounter: Encounter | null; rules: ConsultationRow };

interface DetailTables extends SummaryTables {
  p: 'patient';
  a?: 'address';
  o?: 'healthcare_organization';
  /** The user who answered, and the provider they answered for. */
  au?: 'user_account';
  at?: 'healthcare_provider';
  e?: 'patient_encounter';
}

/** The patient as they are now. If the consultation is over for the actor, phone and care team are left out. */
const consultedPatient = (isOver: RawBuilder<boolean>) =>
  shape<Consultation['patient'], { p: 'patient' }>({
    ...patientSummary.columns,
    phone: sql`case when not ${isOver} then ${patientPhone} end`,
    careTeamSize: sql`case when not ${isOver} then ${careTeamSize} end`,
  });

const encounter = shape<Encounter, { e: 'patient_encounter' }>({
  patientEncounterId: 'e.patient_encounter_id',
  encounterType: 'e.encounter_type',
  encounterDate: iso('e.encounter_date'),
  timeZone: 'e.time_zone',
  facilityName: sql`coalesce((select fa.name from facility fa where fa.facility_id = e.facility_id), e.facility_name)`,
});

const requestingProvider = shape<NonNullable<Consultation['requestedByProvider']>, { b: 'healthcare_provider' }>({
  healthcareProviderId: 'b.healthcare_provider_id',
  officePhone: 'b.office_phone',
  address: sql`(select ${providerAddress.json} from ${providerAddressTables}
    where l.healthcare_provider_id = b.healthcare_provider_id and not l.is_archived
    order by l.healthcare_provider_address_info_id limit 1)`,
});

const detailFor = (actor: Actor) =>
  shape<Detail, DetailTables>({
    ...consultationSummary.columns,
    version: 'cr.version',
    workQueueEncounterId: itemOf('consultation', sql.ref('cr.consultation_id')),
    patient: consultedPatient(isConsultationOver(actor)).json,
    canAccessPatient: maySeePatient(actor),
    statusCode: codeOf<number>('cr.status', consultationStatus.table),
    dateCreated: iso('cr.date_created'),
    comments: 'cr.request_notes',
    requestedToUserId: 'cr.requested_to_user_id',
    requestedToUserFullName: sql`coalesce(tu.first_name || ' ' || tu.last_name, t.first_name || ' ' || t.last_name)`,
    requestedToUserSpecialty: 's.name',
    healthcareProviderId: 'cr.healthcare_provider_id',
    healthcareProviderSpecialtyId: 's.healthcare_provider_specialty_id',
    requestedToOrganization: 'o.name',
    requestedToAddress: providerAddress.jsonIfFound('a.address_id'),
    requestedToOfficePhone: 't.office_phone',
    isReceiverUser,
    requestedByUserId: sql`coalesce(cr.on_behalf_of_user_id, cr.created_by_user_id)`,
    requestedByUserFullName: sql`coalesce(f.first_name || ' ' || f.last_name, u.first_name || ' ' || u.last_name)`,
    requestedByUserOrganizationName: sql`(select bo.name from healthcare_provider b
      join healthcare_organization bo using (healthcare_organization_id)
      where b.user_id = coalesce(cr.on_behalf_of_user_id, cr.created_by_user_id) limit 1)`,
    requestedByProvider: sql`(select ${requestingProvider.json} from healthcare_provider b
      where b.user_id = coalesce(cr.on_behalf_of_user_id, cr.created_by_user_id) limit 1)`,
    writtenByUserFullName: sql`case when f.user_id is not null then u.first_name || ' ' || u.last_name end`,
    notPreferredReason: codeOf('cr.not_preferred_reason', notPreferredReason.table),
    notPreferredAdditionalInfo: 'cr.not_preferred_additional_info',
    answeredByUserFullName: sql`au.first_name || ' ' || au.last_name`,
    // Null if the provider answered in person.
    answeredForProviderName: sql`case when at.user_id is distinct from cr.answered_by_user_id
      then at.last_name || ', ' || at.first_name end`,
    answeredAt: iso('cr.answered_at'),
    isUnread: isUnread(actor),
    encounter: encounter.jsonIfFound('e.patient_encounter_id'),
    rules: rowFor(actor).json,
  });

/** One consultation without its lists; undefined if the actor may not see it. */
export async function findConsultation(db: Db, actor: Actor, key: ConsultationKey): Promise<Detail | undefined> {
  const { rows } = await detailFor(actor).from`consultation cr join patient p on p.patient_id = cr.patient_id
    ${summaryTables}
    left join healthcare_organization o on o.healthcare_organization_id = t.healthcare_organization_id
    left join (${providerAddressTables})
      on l.healthcare_provider_address_info_id = cr.healthcare_provider_address_info_id
    left join user_account au on au.user_id = cr.answered_by_user_id
    left join healthcare_provider at on at.healthcare_provider_id = cr.answered_for_healthcare_provider_id
    left join patient_encounter e on e.patient_encounter_id = cr.patient_encounter_id
    where ${ofKey(key)} and ${maySeeConsultation(actor)}`.execute(db);
  return rows[0];
}

const timelineEvent = shape<ConsultationEvent, { v: 'consultation_event' }>({
  consultationEventId: 'v.consultation_event_id',
  occurredAt: iso('v.occurred_at'),
  action: 'v.action',
  userId: 'v.user_id',
  userFullName: sql`u.first_name || ' ' || u.last_name`,
  onBehalfOfFullName: sql`f.first_name || ' ' || f.last_name`,
  fromStatus: 'v.from_status',
  toStatus: 'v.to_status',
  comment: 'v.comment',
});

const followedBy = shape<
  LinkedReferral,
  { r: 'referral'; t?: 'healthcare_provider'; s?: 'healthcare_provider_specialty' }
>({
  referralId: 'r.referral_id',
  status: 'r.status',
  dateCreated: iso('r.date_created'),
  referredToName: sql`t.last_name || ', ' || t.first_name`,
  specialtyName: 's.name',
});

/** If the consultation is over for the actor, leaves out what came later. Rows of the final transaction have the same time. */
const until = (column: string, { consultationId, isOverForReceiver }: ConsultationRow) =>
  isOverForReceiver
    ? sql`and ${sql.ref(column)} <= (select status_changed_at from consultation where consultation_id = ${consultationId})`
    : sql``;

/** The lists of a consultation. The caller has already checked access to the consultation. */
export async function findConsultationLists(db: Db, actor: Actor, rules: ConsultationRow) {
  const { consultationId, followedByReferralId, isOverForReceiver } = rules;
  const request = { column: 'consultation_id', id: consultationId } as const;
  const otherUserId = otherUserOf(actor, rules);
  const linking = shape<{ hasMessages: boolean; messageTo: Consultation['messageTo'] }, object>(
    linkedColumns({ ...request, patientId: rules.patientId, otherUserId }, linkingOf(actor, { otherUserId })),
  );
  const [charts, timeline, deliveries, referrals, linked] = await Promise.all([
    sentWithConsultation(consultationId).execute(db),
    timelineEvent.from`consultation_event v join user_account u on u.user_id = v.user_id
      left join user_account f on f.user_id = v.on_behalf_of_user_id
      where v.consultation_id = ${consultationId} ${until('v.occurred_at', rules)}
      order by v.consultation_event_id`.execute(db),
    shownDelivery.from`delivery d left join user_account u on u.user_id = d.recipient_user_id
      where d.consultation_id = ${consultationId} ${until('d.created_at', rules)} order by d.delivery_id`.execute(db),
    followedByReferralId === null || isOverForReceiver
      ? { rows: [] }
      : followedBy.from`referral r join patient p on p.patient_id = r.patient_id
          left join healthcare_provider t on t.healthcare_provider_id = r.healthcare_provider_id
          left join healthcare_provider_specialty s on s.healthcare_provider_specialty_id = r.search_specialty_id
          where r.referral_id = ${followedByReferralId} and ${maySeeReferral(actor)}`.execute(db),
    linking.from`(select) as one`.execute(db),
  ]);
  return {
    messages: await findLinkedMessages(db, actor, request, linked.rows[0]?.hasMessages === true),
    messageTo: linked.rows[0]?.messageTo ?? null,
    patientCharts: charts.rows,
    timeline: timeline.rows,
    deliveries: deliveries.rows,
    followedByReferral: referrals.rows[0] ?? null,
  };
}

const answeringProvider = shape<ConsultationInQueue['answeringProviders'][number], { pr: 'healthcare_provider' }>({
  healthcareProviderId: 'pr.healthcare_provider_id',
  fullName: sql`pr.last_name || ', ' || pr.first_name`,
});

/** The provider who was asked, then those the actor is or acts for. */
export async function findAnsweringProviders(db: Db, actor: Actor, { healthcareProviderId }: ConsultationRow) {
  const { rows } = await answeringProvider.from`healthcare_provider pr
    where pr.user_id = any(${actor.userIds}::bigint[]) or pr.healthcare_provider_id = ${healthcareProviderId}
    order by pr.healthcare_provider_id = ${healthcareProviderId} desc nulls last, pr.last_name, pr.first_name`.execute(
    db,
  );
  return rows;
}
