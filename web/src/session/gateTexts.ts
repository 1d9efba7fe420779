import { logoutReasonTexts, sessionLifetimeHours } from '@careloop/contracts/session';
import type { Ending, Gate } from './gate.ts';
import { signInErrors, type TitledText } from './signInErrors.ts';

/** Texts by how the last session ended. */
export const endingTexts: Record<Ending, TitledText> = {
  signedOut: { title: 'You have signed out.', text: 'Sign in again whenever you need to.' },
  signedOutElsewhere: {
    title: 'You have signed out in another tab.',
    text: 'Signing out there ended the session here too.',
  },
  endedElsewhere: {
    title: 'Your session was ended from another place.',
    text: 'By you, by an administrator, or because the password was changed. If you did not expect this, tell your administrator.',
  },
  lifetime: {
    title: `No session lasts longer than ${sessionLifetimeHours} hours.`,
    text: 'Sign in again to continue.',
  },
  replaced: {
    title: 'Somebody else has signed in in this browser.',
    text: 'A browser can have only one session at a time. Sign in to continue as yourself.',
  },
  inactivity: {
    title: logoutReasonTexts[1],
    text: 'The portal was not used for a while. Sign in to continue.',
  },
  expired: { title: 'Your session has expired.', text: 'Sign in to continue.' },
  invalid: { title: logoutReasonTexts[2], text: 'Sign in again. If this keeps happening, contact your administrator.' },
};

/** Replaces the usual text of an ended session while the sign-out has not reached the server. */
export const pendingLogoutText =
  'You are signed out in this browser. The server will be notified as soon as it can be reached.';

/** Text above the sign-in form; none if there is nothing to report. */
export function closedWords(
  { ending, signInError }: Pick<Gate, 'ending' | 'signInError'>,
  isLogoutPending: boolean,
): TitledText | undefined {
  const words = signInError === undefined ? ending && endingTexts[ending] : signInErrors[signInError];
  return isLogoutPending ? { title: endingTexts.signedOut.title, ...words, text: pendingLogoutText } : words;
}

export const gateTexts = {
  loading: { title: 'Loading your session...', text: 'The portal is loading your account and your page.' },
  redirecting: { title: 'Taking you to sign in...', text: "Your organization's own sign-in page opens in a moment." },
  reconnecting: { title: 'Re-establishing connection...', text: 'Checking whether the portal is available again.' },
  interrupted: {
    title: 'Connection interrupted',
    text: 'The portal cannot be reached. Check your network connection; as soon as it is back, you can continue where you were.',
  },
  denied: {
    title: 'You cannot use this portal',
    text: 'Your account has no access to it. Please contact your administrator if this is incorrect.',
  },
} as const satisfies Record<string, TitledText>;
