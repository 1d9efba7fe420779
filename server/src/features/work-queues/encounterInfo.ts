import type { QueuedEncounter } from '@careloop/contracts/work-queues/items';
import { sql } from 'kysely';

import type { Actor } from '../../access/actor.ts';
import type { Db } from '../../db/client.ts';
import { iso, shape } from '../../db/shape.ts';
import { itemParts } from './itemParts.ts';

interface EncounterTables {
  e: 'patient_encounter';
  f?: 'facility';
}

const encounter = shape<QueuedEncounter & { patientId: number }, EncounterTables>({
  patientEncounterId: 'e.patient_encounter_id',
  patientId: 'e.patient_id',
  encounterType: 'e.encounter_type',
  encounterDate: iso('e.encounter_date'),
  dischargeDate: iso('e.discharge_date'),
  facilityName: sql`coalesce(f.name, e.facility_name)`,
  admitReason: 'e.admit_reason',
});

/** Those of the encounters that an item of the actor stands under. */
export async function findQueuedEncounters(db: Db, actor: Actor, patientEncounterIds: readonly number[]) {
  const mine = itemParts(actor).map(
    (part) =>
      sql`select w.patient_encounter_id from ${part} where w.patient_encounter_id = any(${patientEncounterIds}::bigint[])`,
  );
  const { rows } = await encounter.from`patient_encounter e left join facility f on f.facility_id = e.facility_id
    where e.patient_encounter_id in (${sql.join(mine, sql` union all `)})
    order by e.patient_encounter_id`.execute(db);
  return rows;
}
