import { z } from 'zod';
import { signedIn } from '../access.ts';
import { get, post } from '../endpoint.ts';
import { id, queryBoolean, queryId } from '../fields.ts';
import { patientSummary } from '../patients.ts';

/** Minimum characters for a search beyond the user's own patients. */
export const shortestPhrase = 2;
/** Maximum patients per search; the user types more to narrow it down. */
export const mostFound = 20;

/** Whether the user may open a found patient. */
export const foundAccess = ['open', 'invited', 'requested', 'none'] as const;

/**
 * A patient of the user's clients, found beyond their own list. Without access it contains only what is needed to recognize
 * the patient and request access.
 */
export const foundPatient = z.object({
  patientId: id,
  firstName: z.string(),
  middleName: z.string().nullable(),
  lastName: z.string(),
  nameSuffix: z.string().nullable(),
  birthYear: z.number().int().nullable(),
  city: z.string().nullable(),
  clientId: id,
  clientName: z.string(),
  access: z.enum(foundAccess),
  /** Whether the name only sounds or is spelled similarly. */
  isSimilar: z.boolean(),
  /** Data for lists; null without access. */
  patient: patientSummary.nullable(),
});
export type FoundPatient = z.infer<typeof foundPatient>;

const found = z.object({
  items: z.array(foundPatient),
  hasMore: z.boolean(),
});

export const findPatientsBeyond = get('/patients/find', {
  summary:
    "Searches patients of the user's clients by name, date of birth, MRN or phone; little is returned about those they may not open.",
  auditText: 'Search for patients',
  access: signedIn,
  answersBeyondAccess: true,
  audit: 'search',
  input: z.object({
    phrase: z.string().trim().max(100).default(''),
    /** Only this patient, whom the user must be able to open. */
    patientId: queryId.optional(),
    /** Only patients with an encounter at this facility. */
    facilityId: queryId.optional(),
    /** Includes records that are no longer in use. */
    includeInactive: queryBoolean.default(false),
    onBehalfOfUserId: queryId.optional(),
  }),
  output: found,
});

export const searchPatients = post('/patients/search', {
  summary: 'Same search as patients/find, with the search term in the body instead of the URL.',
  auditText: 'Search for patients',
  access: signedIn,
  answersBeyondAccess: true,
  audit: 'search',
  authorization: 'own',
  makesStale: [],
  input: z.object({
    phrase: z.string().trim().max(100).default(''),
    facilityId: id.nullish(),
    includeInactive: z.boolean().default(false),
    onBehalfOfUserId: id.nullish(),
  }),
  output: found,
});
