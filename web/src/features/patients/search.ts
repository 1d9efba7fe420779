import { patientSorts, teamRoles } from '@careloop/contracts/patients/filters';
import { z } from 'zod';
import { chartSearch } from '../charts/shared/chartAddress.ts';
import { clinicalSections, resultSearch } from '../clinical-record/shared/search.ts';
import { flag, integer, text } from '../../lib/search.ts';

/** Filters and order of My Patients. */
export const patientsSearch = z.object({
  searchTerm: text,
  includeInactive: flag,
  role: z.enum(teamRoles).optional().catch(undefined),
  facilityId: integer(1),
  isAdmitted: flag,
  dischargedWithinDays: integer(1, 365),
  hasOpenReferrals: flag,
  hasUnreadMessages: flag,
  isFavorite: flag,
  populationId: integer(1),
  sortBy: z.enum(patientSorts).optional().catch(undefined),
  isDescending: flag,
});
export type PatientsSearch = z.output<typeof patientsSearch>;

/** Finds a patient beyond the list. */
export const findPatientSearch = z.object({ phrase: text, facilityId: integer(1) });

const day = z.iso.date().optional().catch(undefined);

/** The sections of a patient's page. */
export const patientSections = [
  'overview',
  ...clinicalSections,
  'demographics',
  'encounters',
  'appointments',
  'careTeam',
  'documents',
  'sent',
  'referrals',
  'tasks',
  'consultations',
  'textMessages',
  'activities',
] as const;
export type SectionName = (typeof patientSections)[number];

export const patientSearch = z.object({
  section: z.enum(patientSections).optional().catch(undefined),
  ...chartSearch.shape,
  ...resultSearch.shape,
  referralId: integer(1),
  careCoordinatorRequestId: integer(1),
  /** The encounter that is open; among the documents, the one whose documents are shown. */
  patientEncounterId: integer(1),
  /** The task that is open. */
  taskId: integer(1),
  /** Finds members of the care team by name. */
  member: text,
  /** Filters of the activities: person and days. */
  activityPerson: text,
  activityFrom: day,
  activityUntil: day,
  /** Set by an old link to a record that was merged into this patient. */
  isMerged: flag,
});
export type PatientSearch = z.output<typeof patientSearch>;
