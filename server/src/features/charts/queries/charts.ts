import type { PatientCharts } from '@careloop/contracts/charts';
import type { ChartAppointment, ChartReferral } from '@careloop/contracts/charts/tree';
import { sql } from 'kysely';

import type { Db } from '../../../platform/db/client.ts';
import { iso, shape } from '../../../platform/db/shape.ts';
import { groupCharts } from '../groupCharts.ts';
import type { ChartEncounter } from '../groupCharts.ts';
import { findDocuments } from '../shared/queries.ts';

const chartAppointment = shape<ChartAppointment, { a: 'patient_appointment'; h?: 'healthcare_provider' }>({
  patientAppointmentId: 'a.patient_appointment_id',
  appointmentTime: iso('a.appointment_time'),
  dateCreated: iso('a.date_created'),
  timeZone: 'a.time_zone',
  description: 'a.description',
  status: 'a.status',
  providerName: sql`coalesce(h.last_name || ', ' || h.first_name, a.provider_name)`,
  patientEncounterId: 'a.patient_encounter_id',
});

interface ReferralTables {
  r: 'referral';
  t?: 'healthcare_provider';
  s?: 'healthcare_provider_specialty';
}

const chartReferral = shape<ChartReferral, ReferralTables>({
  referralId: 'r.referral_id',
  dateCreated: iso('r.date_created'),
  status: 'r.status',
  referralReason: 'r.referral_reason',
  referredToName: sql`t.last_name || ', ' || t.first_name`,
  specialtyName: 's.name',
  patientEncounterId: 'r.patient_encounter_id',
});

const chartEncounter = shape<ChartEncounter, { e: 'patient_encounter'; f?: 'facility' }>({
  patientEncounterId: 'e.patient_encounter_id',
  accountNumber: 'e.account_number',
  encounterDate: iso('e.encounter_date'),
  dischargeDate: iso('e.discharge_date'),
  timeZone: 'e.time_zone',
  encounterType: 'e.encounter_type',
  facilityName: sql`coalesce(f.name, e.facility_name)`,
});

/** The complete chart tree, with its groups in each view. The caller has checked access to the patient. */
export async function findCharts(
  db: Db,
  patientId: number,
  { showArchived, timeZone }: { showArchived: boolean; timeZone: string },
): Promise<PatientCharts> {
  const [documents, appointments, referrals, encounters] = await Promise.all([
    findDocuments(db, patientId, showArchived),
    chartAppointment.from`patient_appointment a
      left join healthcare_provider h on h.healthcare_provider_id = a.healthcare_provider_id
      where a.patient_id = ${patientId} order by a.appointment_time desc, a.patient_appointment_id`.execute(db),
    chartReferral.from`referral r left join healthcare_provider t on t.healthcare_provider_id = r.healthcare_provider_id
      left join healthcare_provider_specialty s on s.healthcare_provider_specialty_id = r.search_specialty_id
      where r.patient_id = ${patientId} order by r.date_created desc, r.referral_id`.execute(db),
    chartEncounter.from`patient_encounter e left join facility f on f.facility_id = e.facility_id
      where e.patient_id = ${patientId}`.execute(db),
  ]);
  const charts = { documents, appointments: appointments.rows, referrals: referrals.rows };
  return { ...charts, groupings: groupCharts(patientId, charts, encounters.rows, timeZone) };
}
