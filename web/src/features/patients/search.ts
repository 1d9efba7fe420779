import { z } from 'zod';
import { chartSearch } from '../charts/shared/chartAddress.ts';
import { flag, integer, text } from '../../lib/search.ts';

export const patientsSearch = z.object({ searchTerm: text, includeInactive: flag });

/** The parts of a patient's page. */
export const patientSections = [
  'overview',
  'encounters',
  'conditions',
  'appointments',
  'careTeam',
  'documents',
  'referrals',
] as const;
export type SectionName = (typeof patientSections)[number];

export const patientSearch = z.object({
  section: z.enum(patientSections).optional().catch(undefined),
  ...chartSearch.shape,
  referralId: integer(1),
  /** The encounter that is open. */
  patientEncounterId: integer(1),
  /** An old link to a record that was merged into this patient led here. */
  isMerged: flag,
});
