import type { ProviderSearchItem } from '@careloop/contracts/directory';
import { apsQuery, toSearchItem } from '@careloop/contracts/directory/search';

import type { Actor } from '../../../platform/identity/actor.ts';
import type { Db } from '../../../platform/db/client.ts';
import { findPatientPlace, findSearchClient } from './lookups.ts';
import { searchDirectory } from './queries.ts';

interface ProviderSearch {
  searchTerm: string;
  healthcareProviderSpecialtyId?: number | undefined;
  patientId?: number | undefined;
  excludePersonId?: number | undefined;
  withoutUser?: boolean;
}

/**
 * Finds providers by name and specialty, nearest to the patient first: the advanced search with its two most common filters.
 */
export async function findProviders(
  db: Db,
  actor: Actor,
  { searchTerm, healthcareProviderSpecialtyId, patientId, excludePersonId, withoutUser }: ProviderSearch,
  page: { limit: number; offset: number },
): Promise<ProviderSearchItem[]> {
  const specialities = healthcareProviderSpecialtyId === undefined ? [] : [healthcareProviderSpecialtyId];
  const excludePersonIds = excludePersonId === undefined ? [] : [excludePersonId];
  const place = await findPatientPlace(db, actor, patientId);
  const search = {
    ...apsQuery.parse({ searchName: searchTerm, specialities, excludePersonIds }),
    withoutUser,
    clientId: await findSearchClient(db, actor, { patientId }),
    here: place?.position ?? null,
    distance: null,
  };
  return (await searchDirectory(db, search, page)).map(toSearchItem);
}
