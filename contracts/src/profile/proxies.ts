import { z } from 'zod';
import { signedIn } from '../access.ts';
import { proxyType } from '../codes/profile.ts';
import { getDashboard } from '../dashboard.ts';
import { nothing, post } from '../endpoint.ts';
import { id } from '../fields.ts';
import { allOf, required } from '../fields/checked.ts';
import { emailProblem, nameProblem } from '../fields/contact.ts';
import { profileTexts, proxyTexts } from './texts.ts';
import { getUserProfile } from '../profile.ts';

// Proxies of a user: adding, changing and removing people who may act for them.

/** Administrator 0, OfficeUser 1. */
export const proxyTypeNumber = z.union(
  [z.literal(proxyType.table.administrator), z.literal(proxyType.table.office_user)],
  proxyTexts.typeUnknown,
);

/** Form of the Add User dialog. */
export const proxyForm = z.object({
  firstName: required(allOf(nameProblem), profileTexts.firstNameRequired),
  lastName: required(allOf(nameProblem), profileTexts.lastNameRequired),
  email: required(allOf(emailProblem), profileTexts.emailRequired),
  type: proxyTypeNumber.default(proxyType.table.office_user),
});

const proxyUser = z.object({ userId: id, firstName: z.string(), lastName: z.string() });

export const validateAddProxyUser = post('/provider/users/validate-add-proxy-user', {
  summary: 'Checks whether a person with this name and email address can be added as a proxy.',
  auditText: 'Check of a person to add as a proxy',
  access: signedIn,
  answersBeyondAccess: true,
  authorization: 'policy',
  makesStale: [],
  audit: 'search',
  input: proxyForm.extend({
    /** The user they would act for; default: the caller. */
    userId: id.optional(),
  }),
  output: z.object({
    doesExist: z.boolean(),
    isAccessible: z.boolean(),
    canProxyForUser: z.boolean(),
    /** Null unless they exist and can be contacted. */
    user: proxyUser.nullable(),
  }),
});

export const addProxyUser = post('/provider/users/proxies/add', {
  summary: 'Adds a proxy for a user, and creates their account if `createAccount` is set.',
  access: signedIn,
  answersBeyondAccess: true,
  authorization: 'policy',
  makesStale: [getUserProfile, getDashboard],
  input: proxyForm.extend({ userId: id, createAccount: z.boolean().default(false) }),
  output: z.object({
    proxyUserId: id,
    isNewAccount: z.boolean(),
    /** The added person, with the name of their account as it is written there. */
    proxyToAdd: z.object({ firstName: z.string(), lastName: z.string(), email: z.string(), type: proxyTypeNumber }),
  }),
});

const pair = { proxiedUserId: id, proxyUserId: id };

export const removeProxyUser = post('/provider/users/proxies/remove', {
  summary: 'Removes a proxy: the user can immediately no longer act for the other.',
  access: signedIn,
  authorization: 'policy',
  makesStale: [getUserProfile, getDashboard],
  input: z.object(pair),
  output: nothing,
});

export const setProxyType = post('/provider/users/proxies/set-type', {
  summary: 'Changes a proxy to office administrator or office user.',
  access: signedIn,
  authorization: 'policy',
  makesStale: [getUserProfile],
  input: z.object({ ...pair, type: proxyTypeNumber }),
  output: nothing,
});
