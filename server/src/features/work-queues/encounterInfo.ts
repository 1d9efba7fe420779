import type { QueuedEncounter } from '@careloop/contracts/work-queues/items';
import { sql } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';
import { maySeePatient } from '../../core/access/patientAccess.ts';
import type { Db } from '../../platform/db/client.ts';
import { iso, shape } from '../../platform/db/shape.ts';
import { itemParts } from './itemParts.ts';

interface EncounterTables {
  e: 'patient_encounter';
  f?: 'facility';
}

const encounter = shape<QueuedEncounter & { patientId: number; isPatientSeen: boolean }, EncounterTables>({
  patientEncounterId: 'e.patient_encounter_id',
  patientId: 'e.patient_id',
  encounterType: 'e.encounter_type',
  encounterDate: iso('e.encounter_date'),
  dischargeDate: iso('e.discharge_date'),
  timeZone: 'e.time_zone',
  facilityName: sql`coalesce(f.name, e.facility_name)`,
  admitReason: 'e.admit_reason',
  isPatientSeen: sql`seen.is_seen`,
});

/**
 * The encounters among these that an item of the actor refers to. If the actor may not see the patient, only those of open
 * items are returned, without health data.
 */
export async function findQueuedEncounters(db: Db, actor: Actor, patientEncounterIds: readonly number[]) {
  const mine = itemParts(actor).map(
    (part) => sql`select w.patient_encounter_id, w.status from ${part}
      where w.patient_encounter_id = any(${patientEncounterIds}::bigint[])`,
  );
  const { rows } = await encounter.from`patient_encounter e left join facility f on f.facility_id = e.facility_id
    join lateral (select exists (select from patient p where p.patient_id = e.patient_id and ${maySeePatient(actor)})
      as is_seen) as seen on true
    where exists (select from (${sql.join(mine, sql` union all `)}) as item
      where item.patient_encounter_id = e.patient_encounter_id and (item.status = 'open' or seen.is_seen))
    order by e.patient_encounter_id`.execute(db);
  return rows.map(({ isPatientSeen, ...row }) =>
    isPatientSeen ? row : { ...row, dischargeDate: null, admitReason: null },
  );
}
