import type { Population } from '@careloop/contracts/patients/populations';
import { sql } from 'kysely';

import type { Actor } from '../../../platform/identity/actor.ts';
import { maySeePatient } from '../../../core/access/patientAccess.ts';
import type { Db } from '../../../platform/db/client.ts';
import { shape } from '../../../platform/db/shape.ts';
import { clientsOf, isInPopulation } from '../shared/queries.ts';

/** The populations an actor may see; with a patient, those of the patient's client. */
export async function findPopulations(db: Db, actor: Actor, patientId?: number): Promise<Population[]> {
  const isOfPatient = sql`(select ${isInPopulation} from patient p where p.patient_id = ${patientId ?? null})`;
  const populations = shape<Population, { g: 'population' }>({
    populationId: 'g.population_id',
    clientId: 'g.client_id',
    clientName: sql`(select display_name from client c where c.client_id = g.client_id)`,
    name: 'g.name',
    description: 'g.description',
    kind: 'g.kind',
    conditionCode: 'g.condition_code',
    minAge: 'g.min_age',
    maxAge: 'g.max_age',
    facilityId: 'g.facility_id',
    facilityName: sql`(select name from facility f where f.facility_id = g.facility_id)`,
    // A user who sees all patients of the client needs no check for each of them.
    pickedCount: sql`case when g.kind <> 'list' then null
      when g.client_id = any(${actor.viewAllClientIds}::bigint[]) then (select count(*)::int from population_patient gp
        where gp.population_id = g.population_id)
      else (select count(*)::int from population_patient gp join patient p on p.patient_id = gp.patient_id
        where gp.population_id = g.population_id and ${maySeePatient(actor)}) end`,
    hasPatient: patientId === undefined ? sql`null::boolean` : sql`coalesce(${isOfPatient}, false)`,
    version: 'g.version',
  });
  const ofPatient =
    patientId === undefined
      ? sql`true`
      : sql`g.client_id = (select p.client_id from patient p where p.patient_id = ${patientId})`;
  const { rows } = await populations.from`population g
    where g.client_id = any(${clientsOf(actor)}::bigint[]) and ${ofPatient} order by lower(g.name), g.population_id`.execute(
    db,
  );
  return rows;
}
