import { duplicateDifferences } from '@careloop/contracts/duplicates';
import type {
  DuplicateDetail,
  DuplicateDifference,
  DuplicateListItem,
  DuplicateRecord,
  DuplicateStatus,
  RecordCounts,
} from '@careloop/contracts/duplicates';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor } from '../../../platform/identity/actor.ts';
import { userName } from '../../../platform/identity/userName.ts';
import type { Db } from '../../../platform/db/client.ts';
import { pageOf, readCursor } from '../../../platform/db/cursor.ts';
import { lockRows } from '../../../platform/db/lockRows.ts';
import { iso, shape } from '../../../platform/db/shape.ts';
import { identifierSystem, patientInfo, patientSummary } from '../../patients/shared/queries/patients.ts';
import { personFacts } from '../../../core/person-matching/lookalikes.ts';
import { weigh } from '../../../core/person-matching/weights.ts';
import type { PersonFacts } from '../../../core/person-matching/weights.ts';
import type { DuplicateRules } from '../policy.ts';
import { mayReview } from '../shared/queries.ts';
import { findUndoBlocker } from '../undoBlocker.ts';

interface PairTables {
  d: 'patient_duplicate';
}

type PairFacts = Pick<DuplicateListItem, 'patientDuplicateId' | 'status' | 'reason' | 'foundAt' | 'version'>;

const pairFacts = shape<PairFacts, PairTables>({
  patientDuplicateId: 'd.patient_duplicate_id',
  status: 'd.status',
  reason: 'd.reason',
  foundAt: iso('d.found_at'),
  version: 'd.version',
});

const pairOf = sql`patient p where p.patient_id in (d.patient_id, d.other_patient_id)`;
const knownFirst = sql`p.patient_id = d.other_patient_id`;

/** Both records' facts, which are compared and never sent. */
interface ComparedFacts {
  compared: PersonFacts[];
}

const compared = personFacts.jsonArray({ from: pairOf, orderBy: knownFirst });

const listItem = shape<Omit<DuplicateListItem, 'differences' | 'weight'> & ComparedFacts, PairTables>({
  ...pairFacts.columns,
  compared,
  patients: patientSummary.jsonArray({ from: pairOf, orderBy: knownFirst }),
});

export async function findDuplicates(
  db: Db,
  actor: Actor,
  filter: { status: DuplicateStatus; patientId?: number | undefined; cursor?: string | undefined },
  pageSize: number,
) {
  const after = readCursor(filter.cursor);
  const { rows } = await listItem.from`patient_duplicate d
    where d.status = ${filter.status} and ${mayReview(actor)}
      ${filter.patientId === undefined ? sql`` : sql`and ${filter.patientId} in (d.patient_id, d.other_patient_id)`}
      ${after === null ? sql`` : sql`and d.patient_duplicate_id < ${after.id}`}
    order by d.patient_duplicate_id desc limit ${pageSize + 1}`.execute(db);
  const items = rows.map(({ compared: facts, ...row }) => ({
    ...row,
    differences: differencesOf(row.patients),
    weight: weighPair(facts).weight,
  }));
  return pageOf(items, pageSize, (row) => ({ key: '', id: row.patientDuplicateId }));
}

function weighPair([one, other]: readonly PersonFacts[]): ReturnType<typeof weigh> {
  return one === undefined || other === undefined ? { weight: 0, facts: [] } : weigh(one, other);
}

type Compared = Pick<DuplicateListItem['patients'][number], 'firstName' | 'lastName' | 'dateOfBirth' | 'gender'>;

/** The differences between two people; a missing value is not a difference. */
function differencesOf(patients: readonly Compared[]): DuplicateDifference[] {
  const [one, other] = patients;
  if (one === undefined || other === undefined) return [];
  const nameOf = ({ firstName, lastName }: Compared) => `${lastName}, ${firstName}`.toLowerCase();
  const differs: Record<DuplicateDifference, boolean> = {
    name: nameOf(one) !== nameOf(other),
    birthDate: one.dateOfBirth !== null && other.dateOfBirth !== null && one.dateOfBirth !== other.dateOfBirth,
    gender: one.gender !== 'unknown' && other.gender !== 'unknown' && one.gender !== other.gender,
  };
  return duplicateDifferences.filter((difference) => differs[difference]);
}

/** Tables whose rows are counted for the review. */
const countedTables: Record<keyof RecordCounts, string> = {
  encounters: 'patient_encounter',
  conditions: 'patient_condition',
  documents: 'patient_document',
  coverages: 'patient_coverage',
  appointments: 'patient_appointment',
  referrals: 'referral',
  conversations: 'conversation',
  careTeam: 'care_team_member',
};

/** For a merged record, counts the rows that were moved away. */
const countOf = (table: string): RawBuilder<number> => sql<number>`(case when p.merged_into_patient_id is null
  then (select count(*) from ${sql.table(table)} t where t.patient_id = p.patient_id ${onlyShown(table)})
  else (select count(*) from patient_merge_row w join patient_merge g using (patient_merge_id)
    where g.merged_patient_id = p.patient_id and g.undone_at is null and w.table_name = ${table}
      and w.change in ('moved', 'removed')) end)::int`;

function onlyShown(table: string): RawBuilder<unknown> {
  if (table === 'patient_coverage') return sql`and t.removed_at is null`;
  if (table === 'care_team_member') return sql`and t.status = 'accepted'`;
  return table === 'patient_document' ? sql`and not t.is_archived` : sql``;
}

const recordCounts = shape<RecordCounts, object>({
  encounters: countOf(countedTables.encounters),
  conditions: countOf(countedTables.conditions),
  documents: countOf(countedTables.documents),
  coverages: countOf(countedTables.coverages),
  appointments: countOf(countedTables.appointments),
  referrals: countOf(countedTables.referrals),
  conversations: countOf(countedTables.conversations),
  careTeam: countOf(countedTables.careTeam),
});

const identifier = shape<DuplicateRecord['identifiers'][number], { i: 'patient_identifier' }>({
  system: identifierSystem,
  value: 'i.value',
  isMrn: sql`coalesce(i.type_code = 'MR', false)`,
});

const record = shape<DuplicateRecord, { p: 'patient' }>({
  ...patientInfo.columns,
  mrnSystem: sql`(select s.name from mrn_system s where s.client_id = p.client_id and s.system = p.mrn_system)`,
  ssnEnding: sql`right(p.ssn, 4)`,
  identifiers: identifier.jsonArray({
    // Without the SSN, of which only the last four digits are shown.
    from: sql`patient_identifier i where i.patient_id = p.patient_id and i.system not like '%us-ssn'`,
    orderBy: sql`i.type_code is distinct from 'MR', i.system, i.value`,
  }),
  counts: recordCounts.json,
});

type StoredDetail = Omit<DuplicateDetail, 'can' | 'differences' | 'weight' | 'facts'> &
  ComparedFacts & { patientMergeId: number | null };

const detail = shape<StoredDetail, PairTables & { g?: 'patient_merge' }>({
  ...pairFacts.columns,
  compared,
  patients: record.jsonArray({ from: pairOf, orderBy: knownFirst }),
  decidedBy: userName('d.decided_by_user_id'),
  decidedAt: iso('d.decided_at'),
  decisionReason: 'd.decision_reason',
  survivingPatientId: 'g.surviving_patient_id',
  patientMergeId: 'g.patient_merge_id',
});

const standingMerge = sql`left join patient_merge g
  on g.patient_duplicate_id = d.patient_duplicate_id and g.undone_at is null`;

export async function findDuplicate(db: Db, actor: Actor, patientDuplicateId: number) {
  const { rows } = await detail.from`patient_duplicate d ${standingMerge}
    where d.patient_duplicate_id = ${patientDuplicateId} and ${mayReview(actor)}`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { patientMergeId, compared: facts, ...pair } = row;
  const undoBlocker = patientMergeId === null ? null : await findUndoBlocker(db, patientMergeId);
  return { ...pair, differences: differencesOf(pair.patients), ...weighPair(facts), undoBlocker };
}

/** A locked pair. */
export interface LockedPair extends DuplicateRules {
  patientDuplicateId: number;
  patientId: number;
  otherPatientId: number;
  version: number;
  patientMergeId: number | null;
  clientId: number;
}

const lockedPair = shape<Omit<LockedPair, 'undoBlocker'>, PairTables>({
  patientDuplicateId: 'd.patient_duplicate_id',
  patientId: 'd.patient_id',
  otherPatientId: 'd.other_patient_id',
  status: 'd.status',
  version: 'd.version',
  patientMergeId: sql`(select g.patient_merge_id from patient_merge g
    where g.patient_duplicate_id = d.patient_duplicate_id and g.undone_at is null)`,
  clientId: sql`(select p.client_id from patient p where p.patient_id = d.patient_id)`,
});

/** Loads the pair to decide on and locks it with both patients; undefined if the actor may not review it. */
export async function lockPair(db: Db, actor: Actor, patientDuplicateId: number): Promise<LockedPair | undefined> {
  const statement = sql`patient_duplicate d
    where d.patient_duplicate_id = ${patientDuplicateId} and ${mayReview(actor)}`;
  const [pair] = await lockRows(db, lockedPair, statement, { of: { d: 'patient_duplicate' } });
  if (pair === undefined) return undefined;
  await sql`select from patient where patient_id in (${pair.patientId}, ${pair.otherPatientId})
    order by patient_id for update`.execute(db);
  const undoBlocker = pair.patientMergeId === null ? null : await findUndoBlocker(db, pair.patientMergeId);
  return { ...pair, undoBlocker };
}

interface LastDecision {
  changedByUserId: number | null;
  changedBy: string | null;
  changedAt: string | null;
  what: string;
}

const lastDecision = shape<LastDecision, { d: 'patient_duplicate'; u?: 'user_account' }>({
  changedByUserId: 'd.decided_by_user_id',
  changedBy: sql`u.first_name || ' ' || u.last_name`,
  changedAt: iso('d.decided_at'),
  what: sql`case d.status when 'merged' then 'Merged' when 'kept_apart' then 'Kept apart' else 'Reopened' end`,
});

/** The last decision about a pair, for a caller with a stale version. */
export async function findLastDecision(db: Db, patientDuplicateId: number): Promise<LastDecision | undefined> {
  const { rows } = await lastDecision.from`patient_duplicate d
    left join user_account u on u.user_id = d.decided_by_user_id
    where d.patient_duplicate_id = ${patientDuplicateId}`.execute(db);
  return rows[0];
}
