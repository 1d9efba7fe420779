import { z } from 'zod';
import { signedIn } from '../access.ts';
import { get, nothing, post } from '../endpoint.ts';
import { id, queryId, requiredText, timestamp } from '../fields.ts';
import { patientSummary } from '../patients.ts';
import { patientFilters } from './filters.ts';

/** Longest name of a saved view, in characters. */
export const longestViewName = 50;
/** Views that one user keeps. */
export const mostViews = 30;
/** Patients shown as recently viewed. */
export const mostRecent = 8;

export const viewTexts = {
  nameRequired: 'Name is required',
  nameTooLong: 'Name cannot exceed 50 characters',
  tooMany: 'You have 30 saved views. Delete one before you save another.',
  saved: 'View saved',
  deleted: 'View deleted',
  gone: 'This view was already deleted.',
} as const;

export const countPatients = get('/provider/patients/count', {
  summary: 'How many patients My Patients holds with these filters, counted to 10,000.',
  access: signedIn,
  audit: 'none',
  input: patientFilters.omit({ sortBy: true, isDescending: true }),
  output: z.object({
    total: z.number().int(),
    /** There are more than `total`. */
    isMore: z.boolean(),
  }),
});

export const getPatientListOptions = get('/provider/patients/options', {
  summary: "What My Patients can be narrowed by: the populations of the user's clients, and saved views.",
  access: signedIn,
  audit: 'none',
  input: z.object({ onBehalfOfUserId: queryId.optional() }),
  output: z.object({
    populations: z.array(z.object({ populationId: id, name: z.string(), clientId: id })),
    views: z.array(z.object({ patientViewId: id, name: z.string(), filters: patientFilters })),
  }),
});
export type SavedView = z.infer<typeof getPatientListOptions.output>['views'][number];

export const viewForm = z.object({
  name: requiredText(longestViewName, viewTexts.nameRequired, viewTexts.nameTooLong),
});

export const savePatientView = post('/provider/patients/views/save', {
  summary: 'Keeps filters and order of My Patients under a name; a view of that name is replaced.',
  access: signedIn,
  authorization: 'own',
  input: viewForm.extend({ filters: patientFilters }),
  output: z.object({ patientViewId: id }),
});

export const deletePatientView = post('/provider/patients/views/delete', {
  summary: "Deletes one of the user's views of My Patients.",
  access: signedIn,
  authorization: 'own',
  input: z.object({ patientViewId: id }),
  output: nothing,
});

export const setFavorite = post('/provider/patients/favorite', {
  summary: "Marks a patient as one of the user's favorites, or takes the mark away.",
  access: signedIn,
  authorization: 'own',
  input: z.object({ patientId: id, isFavorite: z.boolean() }),
  output: z.object({ isFavorite: z.boolean() }),
});

export const listRecentPatients = get('/provider/patients/recent', {
  summary: 'The patients the user opened last, as far as they may still open them, and the favorites.',
  access: signedIn,
  audit: 'search',
  input: z.object({}),
  output: z.object({
    items: z.array(patientSummary.extend({ viewedAt: timestamp })),
  }),
});
