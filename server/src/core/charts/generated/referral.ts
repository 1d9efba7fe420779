import { referralStatusLabels, urgencyLabel } from '@careloop/contracts/codes';
import type { ReferralStatus } from '@careloop/contracts/codes';
import { formatPhone } from '@careloop/contracts/fields';
import { answeredQuestions, missingLines } from '@careloop/contracts/referrals/protocols';
import type { SentProtocol } from '@careloop/contracts/referrals/protocols';
import { sql } from 'kysely';

import type { Db } from '../../../platform/db/client.ts';
import type { ChartSection } from './chartHtml.ts';
import { missing, mostRows, olderNote } from './chartPatient.ts';

/** The referral without its comments, which stay with those who process it. */
export async function referralSections(db: Db, referralId: number): Promise<ChartSection[]> {
  const row = await findReferral(db, referralId);
  const charts = await db
    .selectFrom('sent_chart')
    .select(['chart_name', 'chart_type_name', 'chart_date'])
    .where('referral_id', '=', referralId)
    .orderBy('sent_chart_id')
    .execute();
  return [
    {
      heading: 'Referral',
      facts: [
        ['Status', referralStatusLabels[row.status as ReferralStatus]],
        ['Urgency', urgencyLabel(row.urgency_days)],
        ['Sent', { at: row.date_created }],
        ['Due', { at: row.due_at }],
        ['Reason', row.referral_reason],
        ['Diagnosis', row.diagnosis],
        ['Additional info', row.additional_info],
        ['Authorization code', row.authorization_code],
      ],
    },
    ...protocolSections(row.protocol as SentProtocol | null),
    {
      heading: 'From and to',
      facts: [
        ['Referred by', [row.referredBy, row.referredByOrganization].filter(Boolean).join(', ') || null],
        ['Sent by', row.sentBy],
        ['Referred to', row.referredTo ?? 'To be chosen'],
        ['Specialty', row.specialty],
      ],
    },
    {
      heading: 'Patient contact',
      facts: [
        ['Caregiver', row.caregiver_name],
        ['Cell phone', formatPhone(row.cell_phone) || null],
      ],
    },
    {
      heading: 'Records sent along',
      table: {
        columns: ['Name', 'Type', 'Date'],
        rows: charts.map((chart) => [
          chart.chart_name,
          chart.chart_type_name,
          chart.chart_date && { at: chart.chart_date, isDay: true },
        ]),
      },
      note: charts.length === 0 ? 'None.' : undefined,
    },
  ];
}

/** What it answers to the protocol of its specialty, and what is missing. */
function protocolSections(protocol: SentProtocol | null): ChartSection[] {
  if (protocol === null) return [];
  const missingText = missingLines(protocol).join('; ');
  const facts = answeredQuestions(protocol);
  return [{ heading: protocol.name, facts: missingText === '' ? facts : [...facts, ['Missing', missingText]] }];
}

function findReferral(db: Db, referralId: number) {
  return db
    .selectFrom('referral as r')
    .innerJoin('user_account as u', 'u.user_id', 'r.created_by_user_id')
    .leftJoin('healthcare_provider as b', 'b.healthcare_provider_id', 'r.referred_by_healthcare_provider_id')
    .leftJoin('healthcare_organization as bo', 'bo.healthcare_organization_id', 'b.healthcare_organization_id')
    .leftJoin('healthcare_provider as t', 't.healthcare_provider_id', 'r.healthcare_provider_id')
    .leftJoin('healthcare_provider_specialty as s', 's.healthcare_provider_specialty_id', 'r.search_specialty_id')
    .leftJoin('diagnosis_code as dx', 'dx.coded_concept_id', 'r.diagnosis_coded_concept_id')
    .selectAll('r')
    .select([
      sql<string>`u.last_name || ', ' || u.first_name`.as('sentBy'),
      sql<string | null>`b.last_name || ', ' || b.first_name`.as('referredBy'),
      'bo.name as referredByOrganization',
      sql<string | null>`t.last_name || ', ' || t.first_name`.as('referredTo'),
      's.name as specialty',
      sql<string | null>`dx.code || ' ' || dx.description`.as('diagnosis'),
    ])
    .where('r.referral_id', '=', referralId)
    .executeTakeFirstOrThrow();
}

/** A patient's referrals as a table, newest first. */
export async function referralsSection(db: Db, patientId: number): Promise<ChartSection> {
  const rows = await db
    .selectFrom('referral as r')
    .leftJoin('healthcare_provider as t', 't.healthcare_provider_id', 'r.healthcare_provider_id')
    .leftJoin('healthcare_provider_specialty as s', 's.healthcare_provider_specialty_id', 'r.search_specialty_id')
    .select([
      'r.date_created',
      'r.status',
      'r.referral_reason',
      's.name as specialty',
      sql<string | null>`t.last_name || ', ' || t.first_name`.as('referredTo'),
      sql<number>`count(*) over ()::int`.as('all'),
    ])
    .where('r.patient_id', '=', patientId)
    .orderBy('r.date_created', 'desc')
    .orderBy('r.referral_id', 'desc')
    .limit(mostRows)
    .execute();
  return {
    heading: 'Referrals',
    table: {
      columns: ['Sent', 'To', 'Specialty', 'Reason', 'Status'],
      rows: rows.map((row) => [
        { at: row.date_created, isDay: true },
        row.referredTo,
        row.specialty,
        row.referral_reason,
        referralStatusLabels[row.status as ReferralStatus],
      ]),
    },
    note: rows.length === 0 ? missing.noneRecorded : olderNote(rows[0]?.all ?? 0),
  };
}
