import { encounterType } from '@careloop/contracts/codes';
import type { InputOf } from '@careloop/contracts/endpoint';
import { encounterDateProblems, encounterRules, encounterTexts } from '@careloop/contracts/patients/encounters';
import type { saveEncounter as saveEndpoint } from '@careloop/contracts/patients/encounters';
import { sql } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';
import type { Authorized } from '../../core/access/authorize.ts';
import { publishPatientNews } from '../../core/access/careTeam.ts';
import type { Db } from '../../platform/db/client.ts';
import { onFile } from '../../platform/db/onFile.ts';
import { writes } from '../../platform/db/writes.ts';
import { invalidInput, refused, requireValidTexts, requireVersion } from '../../platform/errors.ts';
import { changedColumns, findLastChange, recordChange, storedValues } from './shared/recordChange.ts';
import { findEncounterConfiguration, hiddenColumns } from './encounterConfiguration.ts';
import type { PatientRecordRow } from './shared/recordPolicy.ts';

type Input = InputOf<typeof saveEndpoint>;

const typeOf = (code: number | null): string | null =>
  code === null ? null : (encounterType.nameOf(code) ?? 'unknown');

const textColumns = {
  admitReason: 'admit_reason',
  encounterDetail: 'encounter_detail',
  accountNumber: 'account_number',
  mrn: 'mrn',
  roomNumber: 'room_number',
  dischargeDisposition: 'discharge_disposition',
} as const satisfies Record<keyof typeof encounterRules, string>;

const columnsOf = writes<Input, 'patient_encounter', 'patientId' | 'patientEncounterId' | 'version' | 'timeZone'>()({
  encounterTypeCode: (code) => ({ encounter_type: typeOf(code) ?? 'unknown' }),
  encounterDate: (time) => ({ encounter_date: new Date(time) }),
  dischargeDate: (time) => ({ discharge_date: time === null ? null : new Date(time) }),
  ...textColumns,
  facilityName: 'facility_name',
  esiLevel: 'esi_level',
  transferredFromTypeCode: (code) => ({ transferred_from_type: typeOf(code) }),
  transferredFromFacilityName: 'transferred_from_facility_name',
  transferredToTypeCode: (code) => ({ transferred_to_type: typeOf(code) }),
  transferredToFacilityName: 'transferred_to_facility_name',
});

type EncounterColumns = ReturnType<typeof columnsOf>;
type ShownColumns = Partial<EncounterColumns> & Pick<EncounterColumns, 'encounter_type' | 'encounter_date'>;

/** The submitted columns that the client shows: a value the user cannot see is not changed. */
function shownColumns(columns: EncounterColumns, hidden: ReadonlySet<string>): ShownColumns {
  return Object.fromEntries(Object.entries(columns).filter(([column]) => !hidden.has(column))) as ShownColumns;
}

/** @throws AppError `invalid_input` */
function refuseDates(input: Input, kept?: Pick<EncounterColumns, 'encounter_date' | 'discharge_date'>): void {
  const problems = encounterDateProblems(
    input,
    kept && {
      encounterDate: kept.encounter_date.toISOString(),
      dischargeDate: kept.discharge_date?.toISOString() ?? null,
    },
  );
  if (Object.keys(problems).length > 0) throw invalidInput(problems);
}

/** Changes or adds an encounter. Imports do not overwrite values changed here. */
export async function saveEncounter(db: Db, actor: Actor, patient: Authorized<PatientRecordRow, 'edit'>, input: Input) {
  if (input.encounterTypeCode === encounterType.table.none)
    throw invalidInput({ encounterTypeCode: encounterTexts.typeRequired });
  const { patientId } = patient;
  const { patientEncounterId } = input;
  const hidden = hiddenColumns(await findEncounterConfiguration(db, patientId));
  if (!patientEncounterId) {
    requireValidTexts(encounterRules, input, null);
    refuseDates(input);
    return add(db, actor, patientId, { ...shownColumns(columnsOf(input), hidden), time_zone: input.timeZone ?? null });
  }
  const given = columnsOf(input);
  const found = await lockEncounter(db, patientId, patientEncounterId, given);
  const after = { ...found.values, ...shownColumns(given, hidden) };
  await requireVersion(input.version ?? 0, found.version, encounterTexts.changed, () =>
    findLastChange(db, { patientId, subject: 'encounter', subjectId: patientEncounterId, version: found.version }),
  );
  requireValidTexts(encounterRules, input, onFile(textColumns, found.values));
  refuseDates(input, found.values);
  const changed = changedColumns(found.values, after);
  if (changed.length === 0) return { patientEncounterId, version: found.version };
  await db
    .updateTable('patient_encounter')
    .set({
      ...after,
      // The facility reference belongs to the old name.
      ...(changed.includes('facility_name') && { facility_id: null }),
      version: found.version + 1,
      edited_columns: sql<string[]>`array(select distinct unnest(edited_columns || ${changed}::text[]
        || ${changed.includes('facility_name') ? ['facility_id'] : []}::text[]))`,
    })
    .where('patient_encounter_id', '=', patientEncounterId)
    .execute();
  const change = { patientId, subject: 'encounter', subjectId: patientEncounterId, action: 'edited' } as const;
  await recordChange(db, actor, { ...change, version: found.version + 1, before: found.values, after });
  await publishPatientNews(db, patientId);
  return { patientEncounterId, version: found.version + 1 };
}

async function add(db: Db, actor: Actor, patientId: number, after: ShownColumns & { time_zone: string | null }) {
  const { patient_encounter_id: patientEncounterId } = await db
    .insertInto('patient_encounter')
    .values({ ...after, patient_id: patientId })
    .returning('patient_encounter_id')
    .executeTakeFirstOrThrow();
  const change = { patientId, subject: 'encounter', subjectId: patientEncounterId, action: 'created' } as const;
  await recordChange(db, actor, { ...change, version: 1, before: {}, after });
  await publishPatientNews(db, patientId);
  return { patientEncounterId, version: 1 };
}

async function lockEncounter(db: Db, patientId: number, patientEncounterId: number, given: EncounterColumns) {
  const row = await db
    .selectFrom('patient_encounter as e')
    .leftJoin('facility as f', 'f.facility_id', 'e.facility_id')
    .selectAll('e')
    .select(sql<string | null>`coalesce(f.name, e.facility_name)`.as('shownFacility'))
    .where('e.patient_encounter_id', '=', patientEncounterId)
    .where('e.patient_id', '=', patientId)
    .forUpdate('e')
    .executeTakeFirst();
  if (row === undefined) throw refused(encounterTexts.notFound);
  const values: EncounterColumns = { ...storedValues(row, given), facility_name: row.shownFacility };
  return { values, version: row.version };
}
