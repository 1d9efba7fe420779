import { z } from 'zod';
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

export const patientSearch = z.object({
  section: z.enum(patientSections).optional().catch(undefined),
  patientDocumentId: integer(1),
  referralId: integer(1),
  /** An old link to a record that was merged into this patient led here. */
  isMerged: flag,
});
