import { sql } from 'kysely';

import { insertRows } from './bulk.ts';

import type { Db } from '../../../platform/db/client.ts';
import type { Specialty } from '../fhir/practitionerRole.ts';

/**
 * Finds specialties by taxonomy code, or else by name, and adds missing ones.
 * @returns a function that returns the id of a specialty
 */
export async function ensureSpecialties(
  db: Db,
  specialties: readonly Specialty[],
): Promise<(specialty: Specialty | null) => number | null> {
  const find = await loadSpecialties(db, specialties);
  const missing = specialties.filter((specialty) => find(specialty) === null);
  if (missing.length === 0) return find;
  const byName = new Map(missing.map((specialty) => [specialty.name, specialty]));
  const rows = [...byName.values()].map(({ name, taxonomyCode }) => ({ name, taxonomy_code: taxonomyCode }));
  await insertRows(db, 'healthcare_provider_specialty', rows, { existing: 'stays' });
  return await loadSpecialties(db, specialties);
}

async function loadSpecialties(db: Db, specialties: readonly Specialty[]) {
  const names = specialties.map(({ name }) => name);
  const taxonomyCodes = specialties.map(({ taxonomyCode }) => taxonomyCode).filter((item) => item !== null);
  const found = await db
    .selectFrom('healthcare_provider_specialty')
    .select(['healthcare_provider_specialty_id as id', 'name', 'taxonomy_code as taxonomyCode'])
    .where('client_id', 'is', null)
    .where((where) =>
      where.or([
        where('name', '=', sql<string>`any(${names}::text[])`),
        where('taxonomy_code', '=', sql<string>`any(${taxonomyCodes}::text[])`),
      ]),
    )
    .orderBy('healthcare_provider_specialty_id')
    .execute();
  return (specialty: Specialty | null): number | null => {
    if (specialty === null) return null;
    const { name, taxonomyCode } = specialty;
    const byCode = taxonomyCode === null ? undefined : found.find((item) => item.taxonomyCode === taxonomyCode);
    return (byCode ?? found.find((item) => item.name === name))?.id ?? null;
  };
}
