import { logoutReasonTexts, sessionLifetimeHours } from '@careloop/contracts/session';
import type { Ending, Gate } from './gate.ts';
import { signInErrors } from './signInErrors.ts';
import type { TitledText } from './titledText.ts';

/** Texts by how the last session ended. */
export const endingTexts: Record<Ending, TitledText> = {
  signedOut: { title: 'You have signed out.', text: 'Sign in again whenever you need to.' },
  signedOutElsewhere: {
    title: 'You have signed out in another tab.',
    text: 'Signing out there ended the session here too.',
  },
  endedElsewhere: {
    title: 'Your session was ended from another place.',
    text: 'By you, an administrator or a new password. If you know nothing of it, tell your administrator.',
  },
  lifetime: {
    title: `No session lasts longer than ${sessionLifetimeHours} hours.`,
    text: 'Then somebody shows again who they are. Sign in to go on.',
  },
  replaced: {
    title: 'Somebody else has signed in in this browser.',
    text: 'A browser holds one session at a time. Sign in to go on as yourself.',
  },
  inactivity: {
    title: logoutReasonTexts[1],
    text: 'Nobody used Careloop for a while. Sign in to go on.',
  },
  expired: { title: 'Your session has expired.', text: 'Sign in to go on.' },
  invalid: { title: logoutReasonTexts[2], text: 'Sign in again. If this goes on, contact your administrator.' },
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
  loading: { title: 'Loading your session…', text: 'Careloop is finding out who you are and where you were.' },
  redirecting: { title: 'Taking you to sign in…', text: "Your organization's own sign-in page opens in a moment." },
  reconnecting: { title: 'Re-establishing connection…', text: 'Asking whether Careloop answers again.' },
  interrupted: {
    title: 'Connection interrupted',
    text: 'Careloop cannot be reached. Check your network connection; as soon as it is back, you go on where you were.',
  },
  denied: {
    title: 'You cannot use this portal',
    text: 'Your account has no access to it. Please contact your administrator if this is incorrect.',
  },
} as const satisfies Record<string, TitledText>;
