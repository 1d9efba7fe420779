import { AuthErrorKind, AuthFailure, PortalType } from '@careloop/contracts/session/authStates';
import type { SessionEnding } from '@careloop/contracts/result';
import type { SignInErrorCode } from '@careloop/contracts/session/singleSignOn';
import type { ApiError } from '../api/errors.ts';
import type { Session } from './session.ts';

// The sign-in gate as a state machine (docs/domain/session.md): an event and a state give the next state. Pure; calls and
// timers are in `actions.ts`.

/**
 * How a session ended.
 * - `signedOut`: the user signed out here
 * - `signedOutElsewhere`: ... in another tab
 * - `endedElsewhere`: ended from another place: by the user, an administrator, or a new password
 * - `inactivity`: idle for too long
 * - `lifetime`: reached the maximum lifetime
 * - `replaced`: somebody else signed in in this browser
 * - `expired`: the server no longer knows it
 * - `invalid`: its user cannot use it
 */
export type Ending =
  | 'signedOut'
  | 'signedOutElsewhere'
  | 'endedElsewhere'
  | 'inactivity'
  | 'lifetime'
  | 'replaced'
  | 'expired'
  | 'invalid';

const endingByReason: Record<SessionEnding, Ending | undefined> = {
  ended: 'endedElsewhere',
  // Tabs of this browser notify each other, so this sign-out happened elsewhere.
  signed_out: 'endedElsewhere',
  inactivity: 'inactivity',
  lifetime: 'lifetime',
  invalid: 'invalid',
  replaced: 'replaced',
  expired: undefined,
};

/** The ending for a reason given by the server; undefined if the page knows it as well. */
export function endingOf(reason: SessionEnding | undefined): Ending | undefined {
  return reason === undefined ? undefined : endingByReason[reason];
}

/** The parts of a failure that its callout shows. */
export type Problem = Pick<ApiError, 'code' | 'status' | 'message' | 'reference'> & {
  sessionEnding?: SessionEnding | undefined;
};

export interface Gate {
  readonly state: AuthFailure;
  readonly error: AuthErrorKind;
  /** Also set when the session ended during work: the portal stays below a dialog, so that nothing typed is lost. */
  readonly session?: Session | undefined;
  readonly ending?: Ending | undefined;
  readonly problem?: Problem | undefined;
  /** Why single sign-on returned without a session. */
  readonly signInError?: SignInErrorCode | undefined;
  readonly isSso: boolean;
}

export type GateEvent =
  /** The page was opened; `ending` is how the last session of this tab ended. */
  | { type: 'opened'; hasToken: boolean; ending?: Ending | undefined; signInError?: SignInErrorCode | undefined }
  | { type: 'portalKnown'; portalType: number }
  /** A token was found, or is tried again. */
  | { type: 'tokenFound' }
  | { type: 'contextLoaded'; session: Session }
  /** `isNew`: the session had just started. */
  | { type: 'contextFailed'; problem: Problem; isHealthy?: boolean; isNew?: boolean }
  | { type: 'healthChecked'; problem: Problem | undefined; hasToken: boolean }
  | { type: 'retried' }
  /** `hasUnsaved`: there are unsaved changes. */
  | { type: 'ended'; ending: Ending; hasUnsaved?: boolean };

export const closedGate: Gate = { state: AuthFailure.none, error: AuthErrorKind.none, isSso: false };

/** Whether the portal is open. */
export const isOpen = (gate: Gate): gate is Gate & { session: Session } =>
  gate.state === AuthFailure.authenticatedWithContext;

const states = AuthFailure;
const errors = AuthErrorKind;

const lost = { state: states.unauthenticatedOrSessionExpired, error: errors.sessionExpired, keepsWork: true };
const endings: Record<Ending, Pick<Gate, 'state' | 'error'> & { keepsWork: boolean | 'unsaved' }> = {
  signedOut: { state: states.unauthenticatedOrSessionExpired, error: errors.none, keepsWork: false },
  signedOutElsewhere: {
    state: states.unauthenticatedOrSessionExpired,
    error: errors.sessionExpired,
    keepsWork: 'unsaved',
  },
  endedElsewhere: lost,
  lifetime: lost,
  replaced: lost,
  inactivity: { state: states.sessionInactive, error: errors.inactivity, keepsWork: true },
  expired: lost,
  invalid: { state: states.unauthenticatedOrSessionExpired, error: errors.error, keepsWork: false },
};

/** The gate's state after `event`. */
export function transition(gate: Gate, event: GateEvent): Gate {
  return redirected(step(gate, event));
}

function step(gate: Gate, event: GateEvent): Gate {
  switch (event.type) {
    case 'opened':
      return opened(gate, event);
    case 'portalKnown':
      return { ...gate, isSso: event.portalType === PortalType.sso };
    case 'tokenFound':
      return loading(gate);
    case 'contextLoaded':
      return contextLoaded(gate, event.session);
    case 'contextFailed':
      return contextFailed(gate, event);
    case 'retried':
      return isOpen(gate) ? gate : { ...gate, state: states.reconnecting };
    case 'healthChecked':
      return healthChecked(gate, event);
    case 'ended':
      return ended(gate, event.ending, event.hasUnsaved);
  }
}

function opened(gate: Gate, event: GateEvent & { type: 'opened' }): Gate {
  if (event.hasToken) return loading(gate);
  const signedOut = { state: states.unauthenticatedOrSessionExpired, error: errors.none };
  const { state, error } = event.ending === undefined ? signedOut : endings[event.ending];
  return { ...gate, state, error, ending: event.ending, signInError: event.signInError };
}

function loading(gate: Gate): Gate {
  return { isSso: gate.isSso, session: gate.session, state: states.loggingIn, error: errors.none };
}

function contextLoaded(gate: Gate, session: Session): Gate {
  if (!hasPerson(session)) return ended(gate, 'invalid');
  return { isSso: gate.isSso, state: states.authenticatedWithContext, error: errors.none, session };
}

/** A user without a person record has a session that cannot be used. */
export function hasPerson({ user }: Pick<Session, 'user'>): boolean {
  return `${user.firstName}${user.lastName}`.trim() !== '';
}

function contextFailed(gate: Gate, event: GateEvent & { type: 'contextFailed' }): Gate {
  const { problem, isHealthy = false, isNew = false } = event;
  if (problem.code === 'aborted') return gate;
  // A session that ends right after it began would end again: prevents a redirect loop with single sign-on.
  if (problem.status === 401) return ended(gate, endingOf(problem.sessionEnding) ?? (isNew ? 'invalid' : 'expired'));
  const { isSso } = gate;
  if (problem.status === 403) return { isSso, state: states.authenticationError, error: errors.denied, problem };
  // With the portal open, its own callout reports the failure and nothing typed is lost.
  if (gate.session !== undefined) return gate;
  if (problem.code === 'network' && !isHealthy) return { ...gate, state: states.reconnecting };
  return failed(gate, problem);
}

function healthChecked(gate: Gate, { problem, hasToken }: GateEvent & { type: 'healthChecked' }): Gate {
  if (isOpen(gate)) return gate;
  if (problem !== undefined) return failed(gate, problem);
  if (hasToken) return loading(gate);
  return { ...gate, state: states.unauthenticatedOrSessionExpired, error: errors.none, problem: undefined };
}

function failed(gate: Gate, problem: Problem): Gate {
  return { ...gate, state: states.authenticationError, error: errors.error, problem };
}

function ended(gate: Gate, ending: Ending, hasUnsaved = false): Gate {
  // The first reason stays: later endings follow from it. Signing out is still possible.
  const isOver = gate.ending !== undefined && !isOpen(gate);
  const { keepsWork } = endings[ending];
  if (isOver && keepsWork !== false) return { ...gate, ...stateOf(gate.ending ?? ending) };
  const session = keepsWork === true || (keepsWork === 'unsaved' && hasUnsaved) ? gate.session : undefined;
  return { isSso: gate.isSso, session, ending, ...stateOf(ending) };
}

function stateOf(ending: Ending): Pick<Gate, 'state' | 'error'> {
  const { state, error } = endings[ending];
  return { state, error };
}

/**
 * Redirects to single sign-on if that is how this installation signs in, unless it would undo a sign-out or hide an error.
 */
function redirected(gate: Gate): Gate {
  const isOut = gate.state === states.unauthenticatedOrSessionExpired && gate.session === undefined;
  const isFree = gate.signInError === undefined && (gate.ending === undefined || gate.ending === 'expired');
  return gate.isSso && isOut && isFree ? { ...gate, state: states.redirectToSso } : gate;
}
