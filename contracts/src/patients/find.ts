import { z } from 'zod';
import { signedIn } from '../access.ts';
import { get, post } from '../endpoint.ts';
import { id, queryBoolean, queryId } from '../fields.ts';
import { patientSummary } from '../patients.ts';

/** Shortest text that is searched for beyond the user's own patients. */
export const shortestPhrase = 2;
/** Patients that one search answers with; whoever needs another one types more. */
export const mostFound = 20;

/** Whether somebody may open a patient whom they found. */
export const foundAccess = ['open', 'invited', 'requested', 'none'] as const;

/**
 * A patient of the user's clients, found beyond their own list. Until they have access it tells only what they need to
 * recognize the patient and to ask for access.
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
  /** The name only sounds or is spelled like what was typed. */
  isSimilar: z.boolean(),
  /** All that lists show; null until the user has access. */
  patient: patientSummary.nullable(),
});
export type FoundPatient = z.infer<typeof foundPatient>;

const found = z.object({
  items: z.array(foundPatient),
  /** There are more: the user types more to narrow them down. */
  hasMore: z.boolean(),
});

export const findPatientsBeyond = get('/patients/find', {
  summary:
    "Patients of the user's clients by name, date of birth, MRN or phone, on their list or not; little is told of those they may not open.",
  access: signedIn,
  audit: 'search',
  input: z.object({
    phrase: z.string().trim().max(100).default(''),
    /** This patient alone. */
    patientId: queryId.optional(),
    /** Only patients who were seen at this facility. */
    facilityId: queryId.optional(),
    /** Also records that are no longer in use. */
    includeInactive: queryBoolean.default(false),
    onBehalfOfUserId: queryId.optional(),
  }),
  output: found,
});

export const searchPatients = post('/patients/search', {
  summary: 'The same search as patients/find, with what is typed in the body rather than in the address.',
  access: signedIn,
  audit: 'search',
  authorization: 'own',
  input: z.object({
    phrase: z.string().trim().max(100).default(''),
    facilityId: id.nullish(),
    includeInactive: z.boolean().default(false),
    onBehalfOfUserId: id.nullish(),
  }),
  output: found,
});
