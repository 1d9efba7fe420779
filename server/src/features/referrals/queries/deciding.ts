import { currentAppointmentStatuses } from '@careloop/contracts/codes';
import type { OutputOf } from '@careloop/contracts/endpoint';
import type { Colleague, getProviderDay } from '@careloop/contracts/referrals/deciding';
import { sql, type RawBuilder } from 'kysely';

import { maySeePatient } from '../../../core/access/patientAccess.ts';
import { maySeeReferral } from '../../../core/access/referralAccess.ts';
import type { Db } from '../../../platform/db/client.ts';
import { literals } from '../../../platform/db/literals.ts';
import { iso, shape } from '../../../platform/db/shape.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import { isActiveCoverage } from '../../../core/charts/coverageStatus.ts';

type DayAppointment = OutputOf<typeof getProviderDay>['appointments'][number];

const dayAppointment = shape<DayAppointment, { ap: 'patient_appointment' }>({
  appointmentTime: iso('ap.appointment_time'),
  timeZone: 'ap.time_zone',
});

/** The times of a provider's appointments; none of a provider whom the actor neither is nor acts for. */
export async function findProviderDay(
  db: Db,
  actor: Actor,
  { healthcareProviderId, from, until }: { healthcareProviderId: number; from: string; until: string },
): Promise<DayAppointment[]> {
  const { rows } = await dayAppointment.from`patient_appointment ap
    where ap.healthcare_provider_id = ${healthcareProviderId}
      and ap.status in (${literals(currentAppointmentStatuses)})
      and ap.appointment_time >= ${from}::timestamptz and ap.appointment_time < ${until}::timestamptz
      and exists (select from healthcare_provider pr where pr.healthcare_provider_id = ${healthcareProviderId}
        and pr.user_id = any(${actor.userIds}::bigint[]))
    order by ap.appointment_time, ap.patient_appointment_id`.execute(db);
  return rows;
}

/** Suggested at most. */
const mostColleagues = 3;

interface ColleagueTables {
  c: 'healthcare_provider';
  o?: 'healthcare_organization';
}

/**
 * Providers of the receiver's organization and specialty, those who fit best first: who accept the patient's plan, then who
 * accept new patients. The plan counts only for actors who may open the patient: to others it would say what insurance
 * the patient has.
 */
export async function findColleagues(db: Db, actor: Actor, referralId: number): Promise<Colleague[]> {
  const acceptsPlan = sql<boolean | null>`case when this.may_see_patient and exists (
      select from patient_coverage pc where pc.patient_id = this.patient_id
        and pc.insurance_plan_id is not null and ${isActiveCoverage})
    then exists (select from patient_coverage pc join healthcare_provider_insurance_plan ip using (insurance_plan_id)
      where pc.patient_id = this.patient_id and ${isActiveCoverage}
        and ip.healthcare_provider_id = c.healthcare_provider_id) end`;
  /** Of the first place that is not only for mail, so that city and phone belong together. */
  const ofPlace = (column: RawBuilder<unknown>) => sql<string | null>`(select ${column}
      from healthcare_provider_address_info l join address a using (address_id)
      where l.healthcare_provider_id = c.healthcare_provider_id and not l.is_archived and not l.is_mailing
      order by l.healthcare_provider_address_info_id limit 1)`;
  const colleague = shape<Colleague, ColleagueTables>({
    healthcareProviderId: 'c.healthcare_provider_id',
    fullName: sql`c.last_name || ', ' || c.first_name`,
    organizationName: 'o.name',
    city: ofPlace(sql`a.city`),
    officePhone: sql<string | null>`coalesce(${ofPlace(sql`l.office_phone`)}, c.office_phone)`,
    acceptsNewPatients: 'c.accepts_new_patients',
    acceptsPlan,
  });
  const { rows } = await colleague.from`(
      select r.patient_id, r.healthcare_provider_id, r.referred_by_healthcare_provider_id,
        t.healthcare_organization_id, t.healthcare_provider_specialty_id, ${maySeePatient(actor)} as may_see_patient
      from referral r join patient p on p.patient_id = r.patient_id
      join healthcare_provider t on t.healthcare_provider_id = r.healthcare_provider_id
      where r.referral_id = ${referralId} and ${maySeeReferral(actor)}) as this
    join healthcare_provider c on c.healthcare_organization_id = this.healthcare_organization_id
      and c.healthcare_provider_specialty_id = this.healthcare_provider_specialty_id
      and c.healthcare_provider_id <> this.healthcare_provider_id
      and c.healthcare_provider_id is distinct from this.referred_by_healthcare_provider_id
      and c.npi_deactivated_on is null
    left join healthcare_organization o on o.healthcare_organization_id = c.healthcare_organization_id
    order by ${acceptsPlan} desc nulls last, c.accepts_new_patients desc nulls last, c.user_id is null, c.last_first,
      c.healthcare_provider_id
    limit ${mostColleagues}`.execute(db);
  return rows;
}
