import { formatPhone } from '@careloop/contracts/fields';
import { sql } from 'kysely';

import type { Db } from '../../../platform/db/client.ts';
import type { ChartSection } from './chartHtml.ts';
import { wordsOfCode } from './chartPatient.ts';
import { addressLine } from '../../../platform/rendering/documentText.ts';

export async function appointmentSections(db: Db, patientAppointmentId: number): Promise<ChartSection[]> {
  const row = await db
    .selectFrom('patient_appointment as a')
    .leftJoin('healthcare_provider as h', 'h.healthcare_provider_id', 'a.healthcare_provider_id')
    .leftJoin(
      'healthcare_provider_address_info as l',
      'l.healthcare_provider_address_info_id',
      'a.healthcare_provider_address_info_id',
    )
    .leftJoin('address as ad', 'ad.address_id', 'l.address_id')
    .leftJoin('facility as f', 'f.facility_id', 'a.facility_id')
    .leftJoin('referral as r', 'r.referral_id', 'a.referral_id')
    .select([
      'a.appointment_time',
      'a.time_zone',
      'a.status',
      'a.description',
      'a.date_created',
      sql<string | null>`coalesce(h.last_name || ', ' || h.first_name, a.provider_name)`.as('providerName'),
      sql<string | null>`coalesce(l.address_label, f.name, a.place_name)`.as('place'),
      sql<string | null>`nullif(a.service, a.description)`.as('service'),
      'ad.address1',
      'ad.address2',
      'ad.city',
      'ad.state',
      'ad.zipcode',
      'l.office_phone',
      'r.referral_reason',
    ])
    .where('a.patient_appointment_id', '=', patientAppointmentId)
    .executeTakeFirstOrThrow();
  return [
    {
      heading: 'Appointment',
      facts: [
        ['Time', { at: row.appointment_time, timeZone: row.time_zone }],
        ['Status', wordsOfCode(row.status)],
        ['Description', row.description],
        ['Service', row.service],
        ['Provider', row.providerName],
        ['Place', row.place],
        ['Address', addressLine(row)],
        ['Phone', formatPhone(row.office_phone) || null],
        ['Made for the referral', row.referral_reason ?? 'No referral'],
        ['Made on', { at: row.date_created }],
      ],
    },
  ];
}
