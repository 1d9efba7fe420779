import { z } from 'zod';
import { everybody } from '../access.ts';
import { nothing, redirect } from '../endpoint.ts';

// Single sign-on by OpenID Connect. The page only links here; everything else happens by redirects.

/** A failed sign-in is redirected to `/provider?signInError=<code>`. */
export const signInErrorParameter = 'signInError';
/** Denied by the identity provider; invalid or late callback; provider unreachable; identity not linked; user not active. */
export const signInErrorCodes = ['denied', 'state', 'unavailable', 'not_linked', 'locked'] as const;
export type SignInErrorCode = (typeof signInErrorCodes)[number];

/** Repeated or too long parameters count as absent, because these addresses can only respond with redirects. */
const parameter = z.string().max(4_000).optional().catch(undefined);

export const startSingleSignOn = redirect('/single-sign-on/start', {
  summary: 'Redirects the browser to the single sign-on provider.',
  access: everybody,
  audit: 'none',
  input: z.object({
    /** Path under /provider to return to. Stored until then, so its length is limited. */
    returnTo: z.string().max(500).optional().catch(undefined),
  }),
  output: nothing,
});

export const finishSingleSignOn = redirect('/single-sign-on/callback', {
  summary: 'Callback of the single sign-on provider: redirects to the portal, signed in or with an error.',
  access: everybody,
  audit: 'none',
  isOfService: true,
  input: z.object({ state: parameter }),
  output: nothing,
});
