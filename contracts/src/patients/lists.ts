import { z } from 'zod';
import { signedIn } from '../access.ts';
import { get, post } from '../endpoint.ts';
import { id, queryId, timestamp } from '../fields.ts';
import { patientSummary, getPatientInfo, listPatients } from '../patients.ts';
import { patientFilters } from './filters.ts';

/** Patients shown as recently viewed. */
export const mostRecent = 8;

export const countPatients = get('/provider/patients/count', {
  summary: 'Counts the patients in My Patients with these filters, up to 10,000.',
  access: signedIn,
  audit: 'none',
  input: patientFilters.omit({ sortBy: true, isDescending: true }),
  output: z.object({
    total: z.number().int(),
    /** Whether there are more than `total`. */
    isMore: z.boolean(),
  }),
});

export const getPatientListOptions = get('/provider/patients/options', {
  summary: "Returns filter values of My Patients: the populations of the user's clients.",
  access: signedIn,
  audit: 'none',
  input: z.object({ onBehalfOfUserId: queryId.optional() }),
  output: z.object({
    populations: z.array(z.object({ populationId: id, name: z.string(), clientId: id })),
  }),
});

export const favoriteTexts = {
  emergencyOnly: 'Patients cannot be made favorites with emergency access.',
} as const;

export const setFavorite = post('/provider/patients/favorite', {
  summary: "Adds a patient to the user's favorites, or removes them.",
  access: signedIn,
  authorization: 'own',
  unkeyed: 'same',
  makesStale: [listPatients, countPatients, getPatientInfo],
  input: z.object({ patientId: id, isFavorite: z.boolean() }),
  output: z.object({ isFavorite: z.boolean() }),
});

export const listRecentPatients = get('/provider/patients/recent', {
  summary: 'Lists the patients the user opened last and may still open, and the favorites.',
  auditText: 'Recently viewed patients and favorites',
  access: signedIn,
  audit: 'search',
  input: z.object({}),
  output: z.object({
    items: z.array(patientSummary.extend({ viewedAt: timestamp })),
  }),
});
