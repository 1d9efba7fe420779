import { patientFilters } from '@careloop/contracts/patients/filters';
import { getRouteApi } from '@tanstack/react-router';
import { patientsSearch, type PatientsSearch } from '../search.ts';

const page = getRouteApi('/Patients');

/** Names of the filters: all parameters except search text and order. */
type Filter = Exclude<keyof PatientsSearch, 'searchTerm' | 'sortBy' | 'isDescending'>;
const filterNames: readonly Filter[] = [
  'role',
  'facilityId',
  'isAdmitted',
  'dischargedWithinDays',
  'hasOpenReferrals',
  'hasUnreadMessages',
  'isFavorite',
  'populationId',
  'includeInactive',
];

/** Filters of My Patients, from the address, and how to change them. */
export function useListFilters() {
  const search = page.useSearch();
  const navigate = page.useNavigate();
  const change = (changes: Partial<PatientsSearch>) =>
    void navigate({ search: (old) => withoutEmpty({ ...old, ...changes }), replace: true });
  /** Applies a saved view in place of the current filters. */
  const apply = (view: Record<string, unknown>) => {
    const { sortBy, ...filters } = patientsSearch.parse(view);
    const kept = { ...filters, sortBy: sortBy === 'name' ? undefined : sortBy };
    void navigate({ search: withoutEmpty(kept) });
  };
  const reset = () => change(Object.fromEntries(filterNames.map((name) => [name, undefined])));
  const count = filterNames.filter((name) => search[name] !== undefined && search[name] !== false).length;
  return { search, change, apply, reset, count, input: inputOf(search) };
}

/** Input of the calls: only parameters that are set. */
function inputOf(search: PatientsSearch): PatientsSearch {
  const names = Object.keys(patientFilters.shape) as (keyof PatientsSearch)[];
  return withoutEmpty(Object.fromEntries(names.map((name) => [name, search[name]])));
}

function withoutEmpty(search: PatientsSearch): PatientsSearch {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== false && value !== '');
  return Object.fromEntries(entries);
}
