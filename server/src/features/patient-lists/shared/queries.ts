import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor } from '../../../platform/identity/actor.ts';
import { todayOfClient } from '../../../core/charts/clientDay.ts';
import type { Db } from '../../../platform/db/client.ts';
import { shape } from '../../../platform/db/shape.ts';
import { hasPrefix } from '../../../platform/db/startsWith.ts';

/** The clients whose populations an actor may see: their own, and those whose patients they can all see. */
export function clientsOf(actor: Actor): number[] {
  return [...new Set([...actor.clientIds, ...actor.viewAllClientIds])];
}

/** A condition's code in the form used by the index of codes. */
const codeKey = sql`upper(replace(c.code, '.', '')) collate "C"`;
const codePrefix = sql`replace(g.condition_code, '.', '')`;

/** Whether a patient `p` belongs to a population `g`, by their age today: a date of the client `g.client_id`. */
const isInPopulationOn = (today: RawBuilder<string>) => sql<boolean>`(p.client_id = g.client_id and case g.kind
  when 'list' then exists (select from population_patient gp
    where gp.population_id = g.population_id and gp.patient_id = p.patient_id)
  else (g.min_age is null or p.date_of_birth <= ${today} - g.min_age * interval '1 year')
    and (g.max_age is null or p.date_of_birth > ${today} - (g.max_age + 1) * interval '1 year')
    and (g.facility_id is null or exists (select from patient_encounter e
      where e.facility_id = g.facility_id and e.patient_id = p.patient_id))
    and (g.condition_code is null or exists (select from patient_condition c
      where c.patient_id = p.patient_id and c.clinical_status in ('active', 'recurrence', 'relapse', 'unknown')
        and not c.is_entered_in_error
        and ${hasPrefix(codeKey, codePrefix)})) end)`;

/** Whether a patient `p` belongs to a population `g`. For many patients of one population use `belongsToPopulation`. */
export const isInPopulation = isInPopulationOn(todayOfClient(sql.ref('g.client_id')));

/** Whether a patient `p` belongs to a population the actor may see; false for any other population. */
export function belongsToPopulation(actor: Actor, populationId: number): RawBuilder<boolean> {
  // Does not refer to `g`, so that it is computed once and not for each patient.
  const today = sql<string>`(select ${todayOfClient(sql.ref('one.client_id'))} from population one
    where one.population_id = ${populationId})`;
  return sql<boolean>`exists (select from population g
    where g.population_id = ${populationId} and g.client_id = any(${clientsOf(actor)}::bigint[])
      and ${isInPopulationOn(today)})`;
}

/** The populations of a patient that the actor may see. The caller has checked access to the patient. */
export async function findPopulationsOf(db: Db, actor: Actor, patientId: number) {
  const { rows } = await populationOf.from`population g join patient p on p.patient_id = ${patientId}
    where g.client_id = any(${clientsOf(actor)}::bigint[]) and ${isInPopulation} order by lower(g.name)`.execute(db);
  return rows;
}

const populationOf = shape<{ populationId: number; name: string }, { g: 'population' }>({
  populationId: 'g.population_id',
  name: 'g.name',
});

/** A superset of the patients of a population, from its most selective rule. */
export async function populationCandidates(
  db: Db,
  actor: Actor,
  populationId: number,
): Promise<RawBuilder<{ patient_id: number }>> {
  const found = await db
    .selectFrom('population')
    .select(['kind', 'condition_code as code', 'facility_id as facilityId', 'client_id as clientId'])
    .where('population_id', '=', populationId)
    .where('client_id', '=', sql<number>`any(${clientsOf(actor)}::bigint[])`)
    .executeTakeFirst();
  if (found === undefined) return sql`select null::bigint as patient_id where false`;
  if (found.kind === 'list')
    return sql`select patient_id from population_patient where population_id = ${populationId}`;
  if (found.code !== null) {
    const prefix = found.code.replaceAll('.', '');
    return sql`select distinct c.patient_id from patient_condition c
      where ${hasPrefix(codeKey, prefix)} and c.code is not null`;
  }
  if (found.facilityId !== null)
    return sql`select distinct e.patient_id from patient_encounter e where e.facility_id = ${found.facilityId}`;
  return sql`select patient_id from patient where client_id = ${found.clientId}`;
}
