import { sql } from 'kysely';

import { maySeePatient } from '../../../core/access/patientAccess.ts';
import { coordinatesOfZip } from '../../../core/geography/zipCoordinates.ts';
import type { Coordinates } from '../../../core/geography/zipCoordinates.ts';
import type { Db } from '../../../platform/db/client.ts';
import { shape } from '../../../platform/db/shape.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import { clientsOf } from '../../patient-lists/shared/queries.ts';
import { isActiveCoverage } from '../../../core/charts/coverageStatus.ts';

/** What providers are compared by. */
export interface ChoiceSubject {
  /** Null if the user may not see the patient. */
  patientId: number | null;
  clientId: number | null;
  clientName: string | null;
  /** Whether the user belongs to the client, so that its referral figures may be shown. */
  isOwnClient: boolean;
  here: Coordinates | null;
  /** Ids of the patient's active plans, as far as they are on the list of plans. */
  planIds: number[];
  /** Whether there are active plans, and all of them are on that list. */
  isEachPlanKnown: boolean;
  /** Names of all active plans. */
  plans: string[];
  /** Whether the wanted specialty has so many providers that they are not all measured. */
  isLargeSpecialty: boolean;
}

/** Providers of a specialty up to whom each is measured. */
const manyProviders = 1_000;

interface Row extends Omit<ChoiceSubject, 'here' | 'isOwnClient'> {
  latitude: number | null;
  longitude: number | null;
  zipcode: string | null;
}

/** For a user without a client who may not see the patient. */
const nothing: ChoiceSubject = {
  patientId: null,
  clientId: null,
  clientName: null,
  isOwnClient: false,
  here: null,
  planIds: [],
  isEachPlanKnown: false,
  plans: [],
  isLargeSpecialty: false,
};

/** The patient and their client. Of a patient the user may not see only the user's first client is known, as in every search. */
export async function findChoiceSubject(
  db: Db,
  actor: Actor,
  {
    patientId,
    healthcareProviderSpecialtyId: specialtyId,
  }: { patientId?: number | undefined; healthcareProviderSpecialtyId?: number | undefined },
): Promise<ChoiceSubject> {
  const own = clientsOf(actor);
  const active = sql`from patient_coverage pc left join insurance_plan n on n.insurance_plan_id = pc.insurance_plan_id
    where pc.patient_id = p.patient_id and ${isActiveCoverage}`;
  const subject = shape<Row, { c: 'client'; p?: 'patient' }>({
    patientId: 'p.patient_id',
    clientId: 'c.client_id',
    clientName: 'c.display_name',
    latitude: 'p.latitude',
    longitude: 'p.longitude',
    zipcode: 'p.zipcode',
    planIds: sql`array(select distinct pc.insurance_plan_id ${active} and pc.insurance_plan_id is not null)`,
    isEachPlanKnown: sql`coalesce((select bool_and(pc.insurance_plan_id is not null) ${active}), false)`,
    plans: sql`array(select distinct coalesce(n.name, pc.payer_name || coalesce(' ' || pc.plan_type, '')) ${active}
      order by 1)`,
    isLargeSpecialty: sql`(select count(*) > ${sql.lit(manyProviders)} from (select from healthcare_provider h
      where h.healthcare_provider_specialty_id = ${specialtyId ?? null} limit ${sql.lit(manyProviders + 1)}) as some_of_them)`,
  });
  const { rows } = await subject.from`(select ${own[0] ?? null}::bigint as client_id) as first
    left join patient p on p.patient_id = ${patientId ?? null} and ${maySeePatient(actor)}
    join client c on c.client_id = coalesce(p.client_id, first.client_id)`.execute(db);
  const [row] = rows;
  if (row === undefined) return nothing;
  const { latitude, longitude, zipcode, ...found } = row;
  return {
    ...found,
    isOwnClient: found.clientId !== null && own.includes(found.clientId),
    here: latitude !== null && longitude !== null ? { latitude, longitude } : coordinatesOfZip(zipcode),
  };
}
