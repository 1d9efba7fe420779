import { z } from 'zod';
import { signedIn } from './access.ts';
import { get, nothing, post } from './endpoint.ts';
import { id, requiredTitle } from './fields.ts';

/** Maximum characters of a saved view's name. */
export const longestViewName = 50;
/** Maximum views per user and screen. */
export const mostViews = 30;
/** Maximum parameters of a view. */
const mostFilters = 30;

export const viewTexts = {
  nameRequired: 'Name is required',
  nameTooLong: 'Name cannot exceed 50 characters',
  tooMany: 'You have 30 saved views. Delete one before you save another.',
  tooManyFilters: 'There are too many filters to save.',
  saved: 'View saved',
  deleted: 'View deleted',
  gone: 'This view was already deleted.',
} as const;

/** Lists whose filters can be saved under a name. */
export const screensWithViews = ['patients', 'referrals', 'workQueues'] as const;
export type ScreenWithViews = (typeof screensWithViews)[number];

const screen = z.enum(screensWithViews);

/** URL parameters with a list's filters and sort order. The screen ignores unknown ones. */
const viewFilters = z
  .record(z.string().max(50), z.union([z.string().max(200), z.number(), z.boolean()]))
  .refine((filters) => Object.keys(filters).length <= mostFilters, viewTexts.tooManyFilters);
export type ViewFilters = z.infer<typeof viewFilters>;

export const listSavedViews = get('/provider/saved-views', {
  summary: "Lists the user's saved views of a list by name.",
  access: signedIn,
  audit: 'none',
  isOwn: true,
  input: z.object({ screen }),
  output: z.object({ views: z.array(z.object({ savedViewId: id, name: z.string(), filters: viewFilters })) }),
});

export const viewForm = z.object({
  name: requiredTitle(longestViewName, viewTexts.nameRequired, viewTexts.nameTooLong),
});

export const saveView = post('/provider/saved-views/save', {
  summary: 'Saves the filters and sort order of a list under a name, replacing a view with the same name.',
  access: signedIn,
  authorization: 'own',
  makesStale: [listSavedViews],
  isOwn: true,
  input: viewForm.extend({ screen, filters: viewFilters }),
  output: z.object({ savedViewId: id }),
});

export const deleteView = post('/provider/saved-views/delete', {
  summary: "Deletes one of the user's saved views.",
  access: signedIn,
  authorization: 'own',
  makesStale: [listSavedViews],
  isOwn: true,
  input: z.object({ savedViewId: id }),
  output: nothing,
});
