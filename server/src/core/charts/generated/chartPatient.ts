import { genderLabels } from '@careloop/contracts/codes';
import { formatPhone } from '@careloop/contracts/fields';
import { longDay } from '@careloop/contracts/fields/birth';
import { sql } from 'kysely';

import type { Db } from '../../../platform/db/client.ts';
import { addressLine } from '../../../platform/rendering/documentText.ts';
import { todayOfClient, zoneOfClient } from '../clientDay.ts';
import { coverageStatus, isCoverageOver } from '../coverageStatus.ts';
import type { ChartSection, GeneratedChart } from './chartHtml.ts';

/** Notes for lists that the product does not keep, and for empty lists. */
export const missing = {
  noneCurrent: 'None of those on file is marked as current.',
  noneRecorded: 'None recorded in this portal. This does not mean that the patient has none.',
} as const;

/** Maximum rows of a list that grows over the years; only the newest are listed, with a count of the others. */
export const mostRows = 20;

/** Note with the number of rows that are not listed. */
export const olderNote = (all: number) =>
  all > mostRows ? `${all - mostRows} older ones are not listed here.` : undefined;

/** "7/14/45" for 1945-07-14; a day has no time zone. */
export function dayText(day: string | null): string | null {
  if (day === null) return null;
  const [year = '', month, date] = day.split('-');
  return `${Number(month)}/${Number(date)}/${year.slice(-2)}`;
}

/** "Canceled and rescheduled" for canceled_and_rescheduled. */
export const wordsOfCode = (name: string) => {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const phone = (digits: string | null) => formatPhone(digits) || null;

export async function findChartPatient(db: Db, patientId: number) {
  const clientId = sql.ref('p.client_id');
  return db
    .selectFrom('patient as p')
    .innerJoin('client as c', 'c.client_id', 'p.client_id')
    .leftJoin('healthcare_provider as h', 'h.healthcare_provider_id', 'p.pcp_healthcare_provider_id')
    .selectAll('p')
    .select([
      'c.display_name as clientName',
      zoneOfClient(clientId).as('timeZone'),
      sql<boolean>`coalesce(p.is_deceased, p.deceased_on is not null)`.as('isDeceased'),
      sql<string | null>`coalesce(h.last_name || ', ' || h.first_name, p.pcp_name)`.as('pcpName'),
      sql<number | null>`extract(year from age(${todayOfClient(clientId)}, p.date_of_birth))::int`.as('years'),
    ])
    .where('p.patient_id', '=', patientId)
    .executeTakeFirstOrThrow();
}
export type ChartPatient = Awaited<ReturnType<typeof findChartPatient>>;

/** The patient header of every chart. */
export function patientHead(patient: ChartPatient): GeneratedChart['patient'] {
  const given = [patient.first_name, patient.middle_name, patient.name_suffix].filter(Boolean).join(' ');
  const age = patient.isDeceased || patient.years === null ? '' : ` (${patient.years}y)`;
  const born =
    patient.date_of_birth === null ? 'Date of birth not stated' : `Born ${longDay(patient.date_of_birth)}${age}`;
  const died = patient.deceased_on === null ? '' : ` on ${longDay(patient.deceased_on)}`;
  return {
    name: `${patient.last_name.toUpperCase()}, ${given}`,
    line: `· ${born} · ${genderOf(patient)} · MRN ${patient.mrn} · ${patient.clientName}`,
    warnings: [
      ...(patient.isDeceased ? [`Deceased${died}`] : []),
      ...(patient.is_active ? [] : ['This record is no longer in use at its source.']),
      ...(patient.is_possible_duplicate
        ? ['Possible duplicate: another record shares an identifier with this one.']
        : []),
    ],
  };
}

function genderOf({ gender }: ChartPatient): string {
  return gender === 'unknown' ? 'Gender not stated' : genderLabels[gender as keyof typeof genderLabels];
}

export function contactSection(patient: ChartPatient): ChartSection {
  return {
    heading: 'Contact',
    facts: [
      ['Address', addressLine(patient)],
      ['Cell phone', phone(patient.cell_phone)],
      ['Home phone', phone(patient.home_phone)],
      ['Office phone', phone(patient.office_phone)],
      ['Alternate phone', phone(patient.alternate_phone)],
      ['Email', patient.email],
      ['Language', patient.language],
      ['Marital status', patient.marital_status],
      ['Caregiver', patient.caregiver_name],
      ['Next of kin', [patient.next_of_kin_name, patient.next_of_kin_relationship].filter(Boolean).join(', ') || null],
      ['Phone of next of kin', phone(patient.next_of_kin_phone)],
    ],
  };
}

export async function coverageSection(db: Db, patientId: number): Promise<ChartSection> {
  const rows = await db
    .selectFrom('patient_coverage as v')
    .select(['payer_name', 'plan_type', 'member_id', coverageStatus.as('status'), 'start_date', 'end_date'])
    .where('patient_id', '=', patientId)
    .where('removed_at', 'is', null)
    .orderBy(sql`${isCoverageOver}, coverage_order nulls last`)
    .orderBy(sql`start_date desc nulls last`)
    .orderBy('patient_coverage_id')
    .execute();
  return {
    heading: 'Insurance',
    table: {
      columns: ['Payer', 'Plan', 'Member ID', 'Status', 'From', 'To'],
      rows: rows.map((row) => [
        row.payer_name,
        row.plan_type,
        row.member_id,
        wordsOfCode(row.status),
        dayText(row.start_date),
        dayText(row.end_date),
      ]),
    },
    note: rows.length === 0 ? missing.noneRecorded : undefined,
  };
}

const nameOf = (person: { last_name: string; first_name: string } | undefined) =>
  person === undefined ? null : `${person.last_name}, ${person.first_name}`;

/** Accepted care team members, and the primary care provider: from the source system, otherwise from the care team. */
export async function careTeamSection(db: Db, patient: ChartPatient): Promise<ChartSection> {
  const rows = await db
    .selectFrom('care_team_member as m')
    .innerJoin('user_account as u', 'u.user_id', 'm.user_id')
    .leftJoin('healthcare_provider as h', 'h.user_id', 'u.user_id')
    .leftJoin('healthcare_provider_specialty as s', (join) =>
      join.onRef('s.healthcare_provider_specialty_id', '=', 'h.healthcare_provider_specialty_id'),
    )
    .select(['u.first_name', 'u.last_name', 's.name as specialty', 'm.is_pcp', 'u.is_active', 'h.office_phone'])
    .where('m.patient_id', '=', patient.patient_id)
    .where('m.status', '=', 'accepted')
    .orderBy('m.is_pcp', 'desc')
    .orderBy('u.last_name')
    .orderBy('u.first_name')
    .execute();
  return {
    heading: 'Care team',
    facts: [['Primary care provider', patient.pcpName ?? nameOf(rows.find((row) => row.is_pcp))]],
    table: {
      columns: ['Name', 'Specialty', 'Phone'],
      rows: rows.map((row) => [
        `${nameOf(row)}${row.is_pcp ? ' (primary care)' : ''}${row.is_active ? '' : ' (can no longer sign in)'}`,
        row.specialty,
        phone(row.office_phone),
      ]),
    },
  };
}
