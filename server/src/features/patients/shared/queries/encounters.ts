import { encounterType } from '@careloop/contracts/codes';
import { encounterProviderRole } from '@careloop/contracts/codes/patients';
import type { Encounter, PatientInfo } from '@careloop/contracts/patients';
import type { EncounterConfiguration, EncounterDetail, Transfer } from '@careloop/contracts/patients/encounters';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db } from '../../../../platform/db/client.ts';
import { codeOf } from '../../../../platform/db/codeOf.ts';
import { pageOf, readCursor } from '../../../../platform/db/cursor.ts';
import { isoTimestamp } from '../../../../platform/db/isoTimestamp.ts';
import { iso, shape } from '../../../../platform/db/shape.ts';
import { isStay } from '../../../../core/charts/stays.ts';
import { tasksOfEncounter } from '../../../../core/tasks/taskSummary.ts';
import { findEncounterConfiguration } from '../../encounterConfiguration.ts';

const facilityName = sql<string | null>`coalesce(f.name, e.facility_name)`;
interface EncounterTables {
  e: 'patient_encounter';
  f?: 'facility';
}

const common = {
  patientEncounterId: 'e.patient_encounter_id',
  encounterDate: iso('e.encounter_date'),
  dischargeDate: iso('e.discharge_date'),
  timeZone: 'e.time_zone',
  encounterType: 'e.encounter_type',
  admitReason: 'e.admit_reason',
  facilityName,
  accountNumber: 'e.account_number',
  dischargeDisposition: 'e.discharge_disposition',
  documentCount: sql<number>`(select count(*)::int from patient_document d
    where d.patient_encounter_id = e.patient_encounter_id and not d.is_archived)`,
} as const;

const encounter = shape<Encounter, EncounterTables>({
  ...common,
  providers: sql`array(select distinct pr.last_name || ', ' || pr.first_name from patient_encounter_provider ep
    join healthcare_provider pr on pr.healthcare_provider_id = ep.healthcare_provider_id
    where ep.patient_encounter_id = e.patient_encounter_id order by 1)`,
});
const encounterTables = sql`patient_encounter e left join facility f on f.facility_id = e.facility_id`;

/** The current stay of a `patient p`. */
export const admission = sql<PatientInfo['admission']>`(select jsonb_build_object(
    'patientEncounterId', e.patient_encounter_id, 'encounterType', e.encounter_type,
    'encounterDate', ${isoTimestamp('e.encounter_date')}, 'timeZone', e.time_zone, 'facilityName', ${facilityName})
  from ${encounterTables} where e.patient_id = p.patient_id and ${isStay} order by e.encounter_date desc limit 1)`;

/** One page of a patient's encounters, newest first. The caller has checked access to the patient. */
export async function findEncounters(db: Db, patientId: number, cursor: string | undefined, pageSize: number) {
  const after = readCursor(cursor);
  const behind =
    after === null
      ? sql``
      : sql`and (e.encounter_date, e.patient_encounter_id) < (${after.key}::timestamptz, ${after.id})`;
  const { rows } = await encounter.from`${encounterTables}
    where e.patient_id = ${patientId} ${behind}
    order by e.encounter_date desc, e.patient_encounter_id desc limit ${pageSize + 1}`.execute(db);
  return pageOf(rows, pageSize, (row) => ({ key: row.encounterDate, id: row.patientEncounterId }));
}

/** The current stay. */
export async function findCurrentEncounter(db: Db, patientId: number): Promise<Encounter | null> {
  const { rows } = await encounter.from`${encounterTables}
    where e.patient_id = ${patientId} and ${isStay} order by e.encounter_date desc limit 1`.execute(db);
  return rows[0] ?? null;
}

function transfer(direction: 'from' | 'to'): RawBuilder<Transfer | null> {
  const type = sql.ref(`e.transferred_${direction}_type`);
  const name = sql.ref(`e.transferred_${direction}_facility_name`);
  return sql`case when ${type} is not null or ${name} is not null
    then jsonb_build_object('encounterType', ${type}, 'facilityName', ${name}) end`;
}

type StoredEncounter = Omit<EncounterDetail, 'can'>;

const detail = shape<StoredEncounter, EncounterTables>({
  ...common,
  patientId: 'e.patient_id',
  encounterTypeCode: codeOf('e.encounter_type', encounterType.table),
  mrn: 'e.mrn',
  roomNumber: 'e.room_number',
  esiLevel: 'e.esi_level',
  clientName: sql`(select c.display_name from patient p join client c on c.client_id = p.client_id
    where p.patient_id = e.patient_id)`,
  encounterDetail: 'e.encounter_detail',
  transferredFrom: transfer('from'),
  transferredTo: transfer('to'),
  providers: sql`coalesce((select jsonb_agg(jsonb_build_object('healthcareProviderId', pr.healthcare_provider_id,
      'name', pr.last_name || ', ' || pr.first_name, 'role', ep.role,
      'roleCode', ${codeOf('ep.role', encounterProviderRole.table)}) order by pr.last_name, pr.first_name, ep.role)
    from patient_encounter_provider ep join healthcare_provider pr using (healthcare_provider_id)
    where ep.patient_encounter_id = e.patient_encounter_id), '[]')`,
  tasks: tasksOfEncounter,
  version: 'e.version',
});

/** One encounter with every field the patient's client shows. The caller has checked access to the patient. */
export async function findEncounter(db: Db, patientId: number, patientEncounterId: number) {
  const { rows } = await detail.from`${encounterTables}
    where e.patient_id = ${patientId} and e.patient_encounter_id = ${patientEncounterId}`.execute(db);
  return rows[0] && withoutHidden(rows[0], await findEncounterConfiguration(db, patientId));
}

function withoutHidden(encounter: StoredEncounter, shows: EncounterConfiguration): StoredEncounter {
  return {
    ...encounter,
    ...(!shows.showsMrn && { mrn: null }),
    ...(!shows.showsRoomNumber && { roomNumber: null }),
    ...(!shows.showsEsiLevel && { esiLevel: null }),
    ...(!shows.showsTransfers && { transferredFrom: null, transferredTo: null }),
    ...(!shows.showsClientName && { clientName: null }),
  };
}
