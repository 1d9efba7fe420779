import { openReferralStatuses } from '@careloop/contracts/codes';
import { getPatientInfo } from '@careloop/contracts/patients';
import { overviewLimits } from '@careloop/contracts/patients/overview';
import type { PatientOverview, RecentViewer } from '@careloop/contracts/patients/overview';
import { sql } from 'kysely';

import { isCurrentCondition } from '../../core/charts/stays.ts';
import type { Db } from '../../platform/db/client.ts';
import { literals } from '../../platform/db/literals.ts';
import { iso, shape } from '../../platform/db/shape.ts';
import { documentTables, patientDocument } from '../charts/shared/queries.ts';
import { findAppointments, findConditions } from '../patients/shared/queries/patients.ts';

/** Number of the patient's latest openings that are read, in one range of the audit's index. */
const openingsRead = 500;

const viewer = shape<RecentViewer, { u: 'user_account' }>({
  userId: 'u.user_id',
  firstName: 'u.first_name',
  lastName: 'u.last_name',
  userType: 'u.user_type',
  specialty: sql`(select s.name from healthcare_provider h
    join healthcare_provider_specialty s using (healthcare_provider_specialty_id) where h.user_id = u.user_id)`,
  lastViewedAt: iso('opened.at' as 'u.created_at'),
});

/** Users who recently opened the patient, according to the audit. The caller has checked access to the patient. */
export async function findRecentViewers(db: Db, patientId: number, most: number): Promise<RecentViewer[]> {
  const { rows } = await viewer.from`(select user_id, max(occurred_at) as at from (
      select user_id, occurred_at from audit_event
      where patient_id = ${patientId} and action = ${sql.lit(getPatientInfo.path)} and outcome = 'ok'
      order by occurred_at desc limit ${openingsRead}) as latest group by user_id) as opened
    join user_account u on u.user_id = opened.user_id
    order by opened.at desc, u.user_id limit ${most}`.execute(db);
  return rows;
}

/** The parts of the overview other than referrals and messages. The caller has checked access to the patient. */
export async function findOverviewParts(db: Db, patientId: number) {
  const [appointments, conditions, documents, careTeam, counts] = await Promise.all([
    findAppointments(db, patientId, { isNext: true }),
    findConditions(db, patientId, { isCurrent: true, most: overviewLimits.conditions }),
    findLatestDocuments(db, patientId),
    findCareTeamNames(db, patientId),
    countOpen(db, patientId),
  ]);
  return { nextAppointment: appointments[0] ?? null, conditions, documents, careTeam, ...counts };
}

async function findLatestDocuments(db: Db, patientId: number): Promise<PatientOverview['documents']> {
  const { rows } = await patientDocument.from`${documentTables}
    where d.patient_id = ${patientId} and not d.is_archived
    order by d.date_provided desc, d.patient_document_id limit ${overviewLimits.documents}`.execute(db);
  return rows;
}

function findCareTeamNames(db: Db, patientId: number): Promise<PatientOverview['careTeam']> {
  return db
    .selectFrom('care_team_member as m')
    .innerJoin('user_account as u', 'u.user_id', 'm.user_id')
    .leftJoin('healthcare_provider as h', 'h.user_id', 'u.user_id')
    .leftJoin('healthcare_provider_specialty as s', (join) =>
      join.onRef('s.healthcare_provider_specialty_id', '=', 'h.healthcare_provider_specialty_id'),
    )
    .select([
      'u.user_id as userId',
      'u.first_name as firstName',
      'u.last_name as lastName',
      's.name as specialty',
      'm.is_pcp as isPcp',
      'u.is_active as isActive',
    ])
    .where('m.patient_id', '=', patientId)
    .where('m.status', '=', 'accepted')
    .orderBy('m.is_pcp', 'desc')
    .orderBy('u.last_name')
    .orderBy('u.user_id')
    .execute();
}

type Imports = PatientOverview['imports'];

const unread = shape<Imports['unread'][number], { f: 'import_finding' }>({
  kind: sql`f.kind`,
  recordType: 'f.record_type',
  reason: 'f.reason',
});

const notKept = shape<Imports['notKept'][number], { n: 'import_not_kept' }>({
  sender: 'n.sender',
  kind: 'n.kind',
  howMany: 'n.how_many',
});

const imports = shape<Imports, { p: 'patient' }>({
  unread: unread.jsonArray({
    from: sql`(select * from import_finding where patient_id = p.patient_id and settled_at is null
      order by import_finding_id desc limit ${sql.lit(overviewLimits.unread)}) f`,
    orderBy: sql`f.import_finding_id desc`,
  }),
  unreadCount: sql`(select count(*) from import_finding where patient_id = p.patient_id and settled_at is null)`,
  notKept: notKept.jsonArray({
    from: sql`(select sender, kind, coalesce(max(how_many) filter (where import_run_id <> 0), 0)
        + coalesce(sum(how_many) filter (where import_run_id = 0), 0) as how_many
      from import_not_kept where patient_id = p.patient_id group by sender, kind) n`,
    orderBy: sql`n.sender, n.how_many desc, n.kind`,
  }),
});

interface OpenCounts {
  openReferralCount: number;
  currentConditionCount: number;
  unknownConditionCount: number;
  conditionCount: number;
  imports: Imports;
}

async function countOpen(db: Db, patientId: number): Promise<OpenCounts> {
  const counts = shape<OpenCounts, { p: 'patient' }>({
    openReferralCount: sql`(select count(*)::int from referral r where r.patient_id = p.patient_id
      and r.status in (${literals(openReferralStatuses)}))`,
    currentConditionCount: sql`conditions.current`,
    unknownConditionCount: sql`conditions.unknown`,
    conditionCount: sql`conditions.number`,
    imports: imports.json,
  });
  const { rows } = await counts.from`patient p cross join lateral (
      select count(*)::int as number, count(*) filter (where ${isCurrentCondition})::int as current,
        count(*) filter (where c.clinical_status = 'unknown' and not ${isCurrentCondition})::int as unknown
      from patient_condition c where c.patient_id = p.patient_id and not c.is_entered_in_error) as conditions
    where p.patient_id = ${patientId}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('The patient was just read');
  return row;
}
