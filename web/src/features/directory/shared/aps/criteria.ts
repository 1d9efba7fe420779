import type { ProviderSearchItem } from '@careloop/contracts/directory';
import type { SortColumn } from '@careloop/contracts/directory/search';
import type { ApsInput, ApsLookups } from './apsQueries.ts';

/** Values of the form. */
export interface Criteria {
  searchName: string;
  specialities: readonly number[];
  tags: readonly number[];
  tagFilterType: 'Any' | 'All';
  groupByOrganization: boolean;
  searchNear: 'Patient' | 'Facility';
  address1: string;
  zipcode: string;
  distance: NonNullable<ApsInput['distance']> | null;
  insuranceCarrier: number | null;
  insurancePlanType: ApsInput['insurancePlanType'] | null;
  insurancePlanSubType: ApsInput['insurancePlanSubType'] | null;
  language: number | null;
  preferredBy: ProviderSearchItem | null;
  affiliation: number | null;
  gender: 'M' | 'F' | null;
  isAcceptingNewPatients: boolean;
}

const nothing: Criteria = {
  searchName: '',
  specialities: [],
  tags: [],
  tagFilterType: 'Any',
  groupByOrganization: false,
  searchNear: 'Patient',
  address1: '',
  zipcode: '',
  distance: null,
  insuranceCarrier: null,
  insurancePlanType: null,
  insurancePlanSubType: null,
  language: null,
  preferredBy: null,
  affiliation: null,
  gender: null,
  isAcceptingNewPatients: false,
};

/** Default distance in miles of a search near an address: farther away is out of network. */
const usualDistance = 30;

/** The address of the patient or the facility, to search near. */
export function placeIn(lookups: ApsLookups, searchNear: Criteria['searchNear']) {
  const address = searchNear === 'Patient' ? lookups.patientAddress : lookups.facilityAddress;
  return { searchNear, address1: address?.address1 ?? '', zipcode: address?.zipcode ?? '' };
}

/**
 * A name is searched at any distance, also without an address: typing one removes the usual distance, and clearing it
 * restores that. A distance chosen for a name stays.
 */
export function named(criteria: Criteria, searchName: string): Partial<Criteria> {
  const [wasNamed, isNamed] = [criteria.searchName.trim() !== '', searchName.trim() !== ''];
  if (isNamed && !wasNamed && criteria.distance === usualDistance) return { searchName, distance: null };
  const returns = wasNamed && !isNamed && criteria.distance === null && criteria.zipcode !== '';
  return { searchName, ...(returns && { distance: usualDistance }) };
}

/** Initial values of the form. */
export function initialCriteria(lookups: ApsLookups, given: Partial<Criteria>): Criteria {
  const place = placeIn(lookups, lookups.patientAddress === null && lookups.facilityAddress ? 'Facility' : 'Patient');
  const isNear = place.zipcode !== '' && !given.searchName;
  return { ...nothing, ...place, distance: isNear ? usualDistance : null, ...given };
}

export interface Sort {
  sortBy: SortColumn;
  sortDirection: 'ASC' | 'DESC';
}

export const nearestFirst: Sort = { sortBy: 'Distance', sortDirection: 'ASC' };

/** Columns whose first click sorts in descending order. */
const inverted: ReadonlySet<SortColumn> = new Set(['EnrollmentStatus', 'PrimaryAffiliation']);

/** The order after a click on a heading: reversed, or for another column its own initial order. */
export function nextSort({ sortBy, sortDirection }: Sort, column: SortColumn): Sort {
  if (column === sortBy) return { sortBy, sortDirection: sortDirection === 'ASC' ? 'DESC' : 'ASC' };
  return { sortBy: column, sortDirection: inverted.has(column) ? 'DESC' : 'ASC' };
}

export function inputOf(criteria: Criteria, lookups: ApsLookups, patientId: number | undefined): ApsInput {
  const { address1, zipcode, tags, preferredBy, specialities, ...rest } = criteria;
  return {
    ...rest,
    specialities: [...specialities],
    healthcareProviderTagIds: [...tags],
    preferredByProvider: preferredBy?.healthcareProviderId ?? null,
    patientId,
    clientId: lookups.clientId,
    facilityId: lookups.facilityId,
    address: { address1, zipcode },
  };
}
