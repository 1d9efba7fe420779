import { z } from 'zod';
import { permissions, signedIn } from '../access.ts';
import { userTypeLabels } from '../codes.ts';
import type { UserType } from '../codes.ts';
import { get, post } from '../endpoint.ts';
import { id, queryBoolean, queryId, queryInteger, queryList } from '../fields.ts';

const userTypes = Object.keys(userTypeLabels) as [UserType, ...UserType[]];

export const foundUser = z.object({
  userId: id,
  firstName: z.string(),
  lastName: z.string(),
  /** "Last, First" */
  fullName: z.string(),
  userType: z.enum(userTypes),
  specialtyName: z.string().nullable(),
  organizationName: z.string().nullable(),
  /** Null without a patient. */
  isActiveOnCareTeam: z.boolean().nullable(),
});
export type FoundUser = z.infer<typeof foundUser>;
/** Users per page (docs/domain/directory.md). */
export const userSearchPageSize = 10;

/** Shown when a user is selected who is already in the list. */
export const duplicateUserText = 'User has already been added.';

const filters = {
  onBehalfOfUserId: queryId.optional(),
  searchTerm: z.string().trim().max(100).default(''),
  /** Limits results to users who can be messaged or invited about this patient, with their care team status. */
  patientId: queryId.optional(),
  /** Only these users, for the status of people already chosen. */
  userIds: queryList(queryId).optional(),
  /** Users to exclude, such as people already chosen. */
  excludedUserIds: queryList(queryId).optional(),
  /** Name of a specialty, or a user type by its name or label. */
  specialtyOrUserType: z.string().trim().max(100).optional(),
  excludeLoggedInUser: queryBoolean.default(false),
  excludeProviders: queryBoolean.default(false),
  /** Excludes system administrators. */
  excludeSuperUsers: queryBoolean.default(false),
  providersOnly: queryBoolean.default(false),
  /** Only providers involved in this encounter. */
  patientEncounterId: queryId.optional(),
  healthcareOrganizationId: queryId.optional(),
  /** Accepted without effect: the product has no selectable system users. */
  includeSystemUsers: queryBoolean.default(false),
  /** Only users of this client, which must be one of the caller's. */
  clientId: queryId.optional(),
  /** `TotalAppointments`: most appointments first, counting those with the patient if one is given. */
  sortBy: z.enum(['Name', 'TotalAppointments']).default('Name'),
  /** If set to any number: only providers with appointments, most appointments first. */
  popularUsersListType: z.coerce.number<number | string>().int().optional(),
  /** Only users with this permission. */
  requiredPermission: z.enum(permissions).optional(),
};

/** Filters of `findUsers` for possible message recipients. */
export const toMessages = { requiredPermission: 'Messages', excludeLoggedInUser: true } as const;

export const findUsers = get('/users/find', {
  summary: 'Searches colleagues by name: users who share a client with the user.',
  auditText: 'Search for colleagues',
  access: signedIn,
  audit: 'search',
  input: z.object({
    ...filters,
    page: queryInteger({ min: 1, max: 100, fallback: 1 }),
    pageSize: queryInteger({ min: 1, max: 50, fallback: userSearchPageSize }),
  }),
  output: z.object({ items: z.array(foundUser), totalItemCount: z.number().int() }),
});

/** Maximum users per call. */
export const longestUserList = 500;

export const listUsers = post('/users/list', {
  summary: 'Same as users/find for long lists of users, with all of them in one response.',
  auditText: 'Search for colleagues',
  access: signedIn,
  authorization: 'own',
  makesStale: [],
  // A read, although it is a POST.
  audit: 'search',
  input: z.object({ ...filters, userIds: z.array(id).max(longestUserList).optional() }),
  output: z.object({ items: z.array(foundUser), totalItemCount: z.number().int() }),
});

export const suggestedUser = foundUser.extend({
  /** Reasons for the suggestion: encounters and appointments with the patient, and care teams shared with the user. */
  visitsWithPatient: z.number().int(),
  sharedCareTeams: z.number().int(),
});
export type SuggestedUser = z.infer<typeof suggestedUser>;

export const suggestUsers = get('/users/notifications/suggested', {
  summary: "Suggests colleagues to involve: the patient's providers, and those who share care teams with the user.",
  auditText: 'Suggested colleagues',
  access: signedIn,
  audit: 'search',
  input: z.object({
    onBehalfOfUserId: queryId.optional(),
    patientId: queryId.optional(),
    pageSize: queryInteger({ min: 1, max: 20, fallback: 5 }),
  }),
  output: z.object({ items: z.array(suggestedUser) }),
});
