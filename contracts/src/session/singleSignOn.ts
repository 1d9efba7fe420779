import { z } from 'zod';
import { everybody } from '../access.ts';
import { nothing, redirect } from '../endpoint.ts';

// Single sign-on by OpenID Connect. The page only links here; everything else goes by redirects.

/** Where somebody comes back to who could not be signed in: `/provider?signInError=<code>`. */
export const signInErrorParameter = 'signInError';
/** The provider said no; the way back was wrong or too late; it cannot be reached; nobody of ours; not active. */
export const signInErrorCodes = ['denied', 'state', 'unavailable', 'not_linked', 'locked'] as const;
export type SignInErrorCode = (typeof signInErrorCodes)[number];

/** What comes more than once, or is too long, is as good as absent: these addresses answer with nothing but redirects. */
const parameter = z.string().max(4_000).optional().catch(undefined);

export const startSingleSignOn = redirect('/single-sign-on/start', {
  summary: 'Sends the browser to the provider of single sign-on.',
  access: everybody,
  audit: 'none',
  input: z.object({
    /** The page to come back to, a path under /provider. It is kept until then, so it is no longer than pages have. */
    returnTo: z.string().max(500).optional().catch(undefined),
  }),
  output: nothing,
});

export const finishSingleSignOn = redirect('/single-sign-on/callback', {
  summary: 'Where the provider sends the browser back to: into the portal, signed in or with the reason why not.',
  access: everybody,
  audit: 'none',
  input: z.object({ state: parameter }),
  output: nothing,
});
