import { z } from 'zod';
import { queryBoolean, queryId } from '../fields.ts';

/** The user's role on a patient's care team, for the filter of My Patients. */
export const teamRoles = ['member', 'pcp', 'new', 'established'] as const;
export const teamRoleLabels: Readonly<Record<(typeof teamRoles)[number], string>> = {
  member: 'On the care team',
  pcp: 'Primary care provider',
  new: 'New relationship',
  established: 'Established relationship',
};

/** Options of the filter for recently discharged patients, in days. */
export const dischargeWindows = [7, 14, 30, 90] as const;

export const patientSorts = [
  'name',
  'dateOfBirth',
  'gender',
  'mrn',
  'phone',
  'city',
  'lastEncounter',
  'openReferrals',
] as const;
export type PatientSort = (typeof patientSorts)[number];

/** Filters and sort order of My Patients, stored in saved views. */
export const patientFilters = z.object({
  searchTerm: z.string().trim().max(100).default(''),
  /** Includes records that are no longer in use. */
  includeInactive: queryBoolean.default(false),
  role: z.enum(teamRoles).optional(),
  /** Only patients with an encounter at this facility. */
  facilityId: queryId.optional(),
  isAdmitted: queryBoolean.default(false),
  dischargedWithinDays: z.coerce.number<number | string>().int().min(1).max(365).optional(),
  hasOpenReferrals: queryBoolean.default(false),
  hasUnreadMessages: queryBoolean.default(false),
  isFavorite: queryBoolean.default(false),
  populationId: queryId.optional(),
  sortBy: z.enum(patientSorts).default('name'),
  isDescending: queryBoolean.default(false),
});
export type PatientFilters = z.output<typeof patientFilters>;

/** Maximum patients that can be sorted by anything but name. */
export const mostSorted = 10_000;

export const patientListTexts = {
  tooManyToSort: 'There are too many patients to sort by this column. Narrow the list first.',
} as const;
