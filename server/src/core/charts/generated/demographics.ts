import { encounterTypeLabels } from '@careloop/contracts/codes';
import type { EncounterType } from '@careloop/contracts/codes';
import { sql } from 'kysely';

import type { Db } from '../../../platform/db/client.ts';
import type { ChartSection } from './chartHtml.ts';
import { allergySection, medicationSection } from './clinicalSections.ts';
import { careTeamSection, contactSection, coverageSection } from './chartPatient.ts';
import type { ChartPatient } from './chartPatient.ts';

/** The face sheet: demographics and contact details, and a visit if there is one. */
export async function demographicsSections(
  db: Db,
  patient: ChartPatient,
  patientEncounterId?: number,
): Promise<ChartSection[]> {
  const [visit, coverage, careTeam, allergies, medications] = await Promise.all([
    patientEncounterId === undefined ? [] : visitSections(db, patient.patient_id, patientEncounterId),
    coverageSection(db, patient.patient_id),
    careTeamSection(db, patient),
    allergySection(db, patient.patient_id),
    medicationSection(db, patient.patient_id),
  ]);
  return [...visit, contactSection(patient), coverage, careTeam, allergies, medications];
}

export const encounterLabel = (type: string) => encounterTypeLabels[type as EncounterType] ?? type;

async function visitSections(db: Db, patientId: number, patientEncounterId: number): Promise<ChartSection[]> {
  const visit = await db
    .selectFrom('patient_encounter as e')
    .leftJoin('facility as f', 'f.facility_id', 'e.facility_id')
    .selectAll('e')
    .select([
      sql<string | null>`coalesce(f.name, e.facility_name)`.as('place'),
      sql<
        string | null
      >`(select string_agg(h.last_name || ', ' || h.first_name || ' (' || replace(x.role, '_', ' ') || ')', '; ' order by h.last_name)
        from patient_encounter_provider x join healthcare_provider h using (healthcare_provider_id)
        where x.patient_encounter_id = e.patient_encounter_id)`.as('providers'),
    ])
    .where('e.patient_id', '=', patientId)
    .where('e.patient_encounter_id', '=', patientEncounterId)
    .executeTakeFirst();
  if (visit === undefined) return [];
  return [
    {
      heading: 'Visit',
      facts: [
        ['Type', encounterLabel(visit.encounter_type)],
        ['From', { at: visit.encounter_date, timeZone: visit.time_zone }],
        ['To', visit.discharge_date && { at: visit.discharge_date, timeZone: visit.time_zone }],
        ['Facility', visit.place],
        ['Account number', visit.account_number],
        ['Reason', visit.admit_reason],
        ['Discharge disposition', visit.discharge_disposition],
        ['Providers', visit.providers],
      ],
    },
  ];
}
