import type { EncounterConfiguration } from '@careloop/contracts/patients/encounters';

import type { Db } from '../../platform/db/client.ts';

const showsEverything: EncounterConfiguration = {
  showsMrn: true,
  showsRoomNumber: true,
  showsEsiLevel: true,
  showsTransfers: true,
  showsClientName: true,
};

/** The fields of encounters that the patient's client shows; all by default. */
export async function findEncounterConfiguration(db: Db, patientId: number): Promise<EncounterConfiguration> {
  const found = await db
    .selectFrom('encounter_configuration as c')
    .innerJoin('patient as p', 'p.client_id', 'c.client_id')
    .select([
      'c.shows_mrn as showsMrn',
      'c.shows_room_number as showsRoomNumber',
      'c.shows_esi_level as showsEsiLevel',
      'c.shows_transfers as showsTransfers',
      'c.shows_client_name as showsClientName',
    ])
    .where('p.patient_id', '=', patientId)
    .executeTakeFirst();
  return found ?? showsEverything;
}

/** Columns of an encounter that its client hides: they are neither returned nor changed. */
export function hiddenColumns(shows: EncounterConfiguration): Set<string> {
  return new Set([
    ...(shows.showsMrn ? [] : ['mrn']),
    ...(shows.showsRoomNumber ? [] : ['room_number']),
    ...(shows.showsEsiLevel ? [] : ['esi_level']),
    ...(shows.showsTransfers ? [] : transferColumns),
  ]);
}

const transferColumns = [
  'transferred_from_type',
  'transferred_from_facility_name',
  'transferred_to_type',
  'transferred_to_facility_name',
];
