import { sql } from 'kysely';

import { partialDay } from '../../clinical-record/statement.ts';
import { isCurrentCondition } from '../stays.ts';
import type { Db } from '../../../platform/db/client.ts';
import type { ChartSection } from './chartHtml.ts';
import {
  careTeamSection,
  contactSection,
  coverageSection,
  missing,
  mostRows,
  olderNote,
  wordsOfCode,
} from './chartPatient.ts';
import type { ChartPatient } from './chartPatient.ts';
import {
  allergySection,
  immunizationSection,
  medicationSection,
  partialDayText,
  resultSections,
} from './clinicalSections.ts';
import { encounterLabel } from './demographics.ts';
import { referralsSection } from './referral.ts';

/** What a clinician who sees the patient for the first time needs, as far as the database has it. */
export async function summaryOfCareSections(db: Db, patient: ChartPatient): Promise<ChartSection[]> {
  const { patient_id: patientId } = patient;
  const [allergies, medications, problems, immunizations, results, ...others] = await Promise.all([
    allergySection(db, patientId),
    medicationSection(db, patientId),
    problemSections(db, patientId),
    immunizationSection(db, patientId),
    resultSections(db, patientId),
    resultSection(db, patientId),
    encounterSection(db, patientId),
    appointmentSection(db, patientId),
    referralsSection(db, patientId),
    careTeamSection(db, patient),
    coverageSection(db, patientId),
  ]);
  return [allergies, medications, ...problems, immunizations, ...results, ...others, contactSection(patient)];
}

async function problemSections(db: Db, patientId: number): Promise<ChartSection[]> {
  const rows = await findProblems(db, patientId);
  const current = rows.filter(({ isCurrent }) => isCurrent);
  const unknown = rows.filter(({ isCurrent, clinical_status: status }) => !isCurrent && status === 'unknown');
  const past = rows.filter(({ isCurrent, clinical_status: status }) => !isCurrent && status !== 'unknown');
  return [
    {
      heading: 'Problems',
      table: {
        columns: ['Problem', 'Code', 'Status', 'Onset'],
        rows: current.map((row) => [
          row.description,
          row.code,
          wordsOfCode(row.clinical_status),
          partialDayText(row.onset) ?? row.onset_text,
        ]),
      },
      note: current.length > 0 ? undefined : rows.length === 0 ? missing.noneRecorded : missing.noneCurrent,
    },
    ...(unknown.length === 0
      ? []
      : [
          {
            heading: 'Problems whose status is not stated',
            table: {
              columns: ['Problem', 'Code', 'Onset'],
              rows: unknown.map((row) => [row.description, row.code, partialDayText(row.onset) ?? row.onset_text]),
            },
          },
        ]),
    ...(past.length === 0
      ? []
      : [
          {
            heading: 'Past problems',
            table: {
              columns: ['Problem', 'Code', 'Status', 'Onset', 'Ended'],
              rows: past.map((row) => [
                row.description,
                row.code,
                wordsOfCode(row.clinical_status),
                partialDayText(row.onset) ?? row.onset_text,
                partialDayText(row.abatement),
              ]),
            },
          },
        ]),
  ];
}

async function findProblems(db: Db, patientId: number) {
  return await db
    .selectFrom('patient_condition as c')
    .select(['description', 'code', 'clinical_status', 'onset_text'])
    .select([
      isCurrentCondition.as('isCurrent'),
      partialDay('c.onset_date', 'c.onset_precision').as('onset'),
      partialDay('c.abatement_date', 'c.abatement_precision').as('abatement'),
    ])
    .where('patient_id', '=', patientId)
    .where('c.is_entered_in_error', '=', false)
    .orderBy(sql`onset_date desc nulls last`)
    .orderBy('patient_condition_id')
    .execute();
}

/** Laboratory results that are documents. */
async function resultSection(db: Db, patientId: number): Promise<ChartSection> {
  const rows = await db
    .selectFrom('patient_document as d')
    .innerJoin('document_type as t', 't.document_type_id', 'd.document_type_id')
    .select(['d.document_name', 'd.date_provided', 'd.author_name', sql<number>`count(*) over ()::int`.as('all')])
    .where('d.patient_id', '=', patientId)
    .where('d.is_archived', '=', false)
    .where('d.referral_id', 'is', null)
    .where(sql<string>`coalesce(d.custom_document_type, t.document_name)`, 'ilike', 'lab%')
    .orderBy('d.date_provided', 'desc')
    .orderBy('d.patient_document_id')
    .limit(mostRows)
    .execute();
  const note = rows.length === 0 ? missing.noneRecorded : 'Values are in the documents.';
  return {
    heading: 'Laboratory documents',
    table: {
      columns: ['Document', 'Date', 'Author'],
      rows: rows.map((row) => [
        row.document_name,
        row.date_provided && { at: row.date_provided, isDay: true },
        row.author_name,
      ]),
    },
    note: [note, olderNote(rows[0]?.all ?? 0)].filter(Boolean).join(' '),
  };
}

async function encounterSection(db: Db, patientId: number): Promise<ChartSection> {
  const rows = await db
    .selectFrom('patient_encounter as e')
    .leftJoin('facility as f', 'f.facility_id', 'e.facility_id')
    .select([
      'e.encounter_date',
      'e.discharge_date',
      'e.time_zone',
      'e.encounter_type',
      'e.admit_reason',
      sql<string | null>`coalesce(f.name, e.facility_name)`.as('place'),
      sql<number>`count(*) over ()::int`.as('all'),
    ])
    .where('e.patient_id', '=', patientId)
    .orderBy('e.encounter_date', 'desc')
    .orderBy('e.patient_encounter_id')
    .limit(mostRows)
    .execute();
  return {
    heading: 'Encounters',
    table: {
      columns: ['From', 'To', 'Type', 'Facility', 'Reason'],
      rows: rows.map((row) => [
        { at: row.encounter_date, isDay: true, timeZone: row.time_zone },
        row.discharge_date && { at: row.discharge_date, isDay: true, timeZone: row.time_zone },
        encounterLabel(row.encounter_type),
        row.place,
        row.admit_reason,
      ]),
    },
    note: rows.length === 0 ? missing.noneRecorded : olderNote(rows[0]?.all ?? 0),
  };
}

async function appointmentSection(db: Db, patientId: number): Promise<ChartSection> {
  const rows = await db
    .selectFrom('patient_appointment as a')
    .leftJoin('healthcare_provider as h', 'h.healthcare_provider_id', 'a.healthcare_provider_id')
    .select([
      'a.appointment_time',
      'a.time_zone',
      'a.status',
      'a.description',
      sql<string | null>`coalesce(h.last_name || ', ' || h.first_name, a.provider_name)`.as('providerName'),
      sql<number>`count(*) over ()::int`.as('all'),
    ])
    .where('a.patient_id', '=', patientId)
    .orderBy('a.appointment_time', 'desc')
    .orderBy('a.patient_appointment_id')
    .limit(mostRows)
    .execute();
  return {
    heading: 'Appointments',
    table: {
      columns: ['Time', 'Description', 'Provider', 'Status'],
      rows: rows.map((row) => [
        { at: row.appointment_time, timeZone: row.time_zone },
        row.description,
        row.providerName,
        wordsOfCode(row.status),
      ]),
    },
    note: rows.length === 0 ? missing.noneRecorded : olderNote(rows[0]?.all ?? 0),
  };
}
