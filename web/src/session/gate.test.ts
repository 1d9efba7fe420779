import { AuthErrorKind, AuthFailure, PortalType } from '@careloop/contracts/session/authStates';
import { describe, expect, it } from 'vitest';
import { closedGate, isOpen, transition, type Ending, type Gate, type GateEvent, type Problem } from './gate.ts';
import { sessionOf, type Context } from './session.ts';

const session = sessionOf({
  user: { userId: 7, username: 'office', firstName: 'Ana', lastName: 'Ruiz' },
  permissions: [],
  features: [],
} as unknown as Context);
const nobody = { ...session, user: { ...session.user, firstName: ' ', lastName: '' } };

const problem = (changes: Partial<Problem>): Problem => ({
  code: 'internal',
  status: 500,
  message: 'No',
  reference: 'FE-1',
  ...changes,
});
const network = problem({ code: 'network', status: 0 });

const after = (...events: GateEvent[]): Gate => events.reduce(transition, closedGate);
const withToken: GateEvent = { type: 'opened', hasToken: true };
const withoutToken: GateEvent = { type: 'opened', hasToken: false };
const loaded: GateEvent = { type: 'contextLoaded', session };
const sso: GateEvent = { type: 'portalKnown', portalType: PortalType.sso };
const end = (ending: Ending): GateEvent => ({ type: 'ended', ending });
const fail = (of: Problem): GateEvent => ({ type: 'contextFailed', problem: of });

describe('the sign-in gate', () => {
  it('starts without a state', () => {
    expect(closedGate).toMatchObject({ state: AuthFailure.none, error: AuthErrorKind.none });
  });

  it('shows the form without a token, and loads the session with one', () => {
    expect(after(withoutToken).state).toBe(AuthFailure.unauthenticatedOrSessionExpired);
    expect(after(withToken).state).toBe(AuthFailure.loggingIn);
  });

  it('opens once the context is loaded', () => {
    const gate = after(withToken, loaded);
    expect(gate.state).toBe(AuthFailure.authenticatedWithContext);
    expect(isOpen(gate)).toBe(true);
  });

  it.each([
    ['ended', 'endedElsewhere', AuthErrorKind.sessionExpired],
    ['signed_out', 'endedElsewhere', AuthErrorKind.sessionExpired],
    ['inactivity', 'inactivity', AuthErrorKind.inactivity],
    ['lifetime', 'lifetime', AuthErrorKind.sessionExpired],
    ['replaced', 'replaced', AuthErrorKind.sessionExpired],
    ['invalid', 'invalid', AuthErrorKind.error],
    ['expired', 'expired', AuthErrorKind.sessionExpired],
    [undefined, 'expired', AuthErrorKind.sessionExpired],
  ] as const)('calls a 401 what the server calls it: %s', (sessionEnding, ending, error) => {
    const lost = problem({ code: 'unauthenticated', status: 401, sessionEnding });
    expect(after(withToken, fail(lost))).toMatchObject({ ending, error });
  });

  it.each(['lifetime', 'endedElsewhere', 'replaced'] as const)(
    'keeps unsaved work when the session ended: %s',
    (ending) => {
      expect(after(withToken, loaded, end(ending)).session).toBe(session);
      // Single sign-on must not silently undo a deliberate end either.
      expect(after(sso, withToken, loaded, end(ending)).state).not.toBe(AuthFailure.redirectToSso);
    },
  );

  it('denies users without a person record', () => {
    const gate = after(withToken, { type: 'contextLoaded', session: nobody });
    expect(gate).toMatchObject({
      state: AuthFailure.unauthenticatedOrSessionExpired,
      error: AuthErrorKind.error,
      ending: 'invalid',
      session: undefined,
    });
  });

  it('treats a 401 as expired and a 403 as denied', () => {
    expect(after(withToken, fail(problem({ code: 'unauthenticated', status: 401 })))).toMatchObject({
      state: AuthFailure.unauthenticatedOrSessionExpired,
      error: AuthErrorKind.sessionExpired,
    });
    expect(after(withToken, fail(problem({ code: 'forbidden', status: 403 })))).toMatchObject({
      state: AuthFailure.authenticationError,
      error: AuthErrorKind.denied,
    });
  });

  it('shows an error for a failed context and ignores an aborted one', () => {
    expect(after(withToken, fail(problem({})))).toMatchObject({
      state: AuthFailure.authenticationError,
      error: AuthErrorKind.error,
      problem: { reference: 'FE-1' },
    });
    expect(after(withToken, fail(problem({ code: 'aborted', status: 0 })))).toEqual(after(withToken));
  });
});

describe('a lost connection', () => {
  const lost = [withToken, fail(network)] as const;

  it('first triggers a health check', () => {
    expect(after(...lost).state).toBe(AuthFailure.reconnecting);
  });

  it('is an error if the health check fails too', () => {
    const gate = after(...lost, { type: 'healthChecked', problem: network, hasToken: true });
    expect(gate).toMatchObject({
      state: AuthFailure.authenticationError,
      error: AuthErrorKind.error,
      problem: network,
    });
  });

  it('continues where it was if the server is healthy', () => {
    const healthy = { type: 'healthChecked', problem: undefined } as const;
    expect(after(...lost, { ...healthy, hasToken: true }).state).toBe(AuthFailure.loggingIn);
    expect(after(...lost, { ...healthy, hasToken: false }).state).toBe(AuthFailure.unauthenticatedOrSessionExpired);
  });

  it('does not repeat the health check forever if only the context fails', () => {
    const gate = after(...lost, { type: 'contextFailed', problem: network, isHealthy: true });
    expect(gate.state).toBe(AuthFailure.authenticationError);
  });

  it('clears the error once a retry has helped', () => {
    const retried = after(...lost, { type: 'healthChecked', problem: network, hasToken: true }, { type: 'retried' });
    expect(retried.state).toBe(AuthFailure.reconnecting);
    const gate = transition(retried, { type: 'healthChecked', problem: undefined, hasToken: true });
    expect(gate).toMatchObject({ state: AuthFailure.loggingIn, error: AuthErrorKind.none });
    expect(gate.problem).toBeUndefined();
  });

  it('leaves an open portal unchanged', () => {
    const open = after(withToken, loaded);
    for (const event of [fail(network), { type: 'retried' }] as const) expect(transition(open, event)).toEqual(open);
  });
});

describe('a session that is refused right after it began', () => {
  const refused: GateEvent = {
    type: 'contextFailed',
    problem: problem({ code: 'unauthenticated', status: 401 }),
    isNew: true,
  };

  it('counts as invalid, not as expired', () => {
    expect(after(withToken, refused)).toMatchObject({
      state: AuthFailure.unauthenticatedOrSessionExpired,
      error: AuthErrorKind.error,
      ending: 'invalid',
      session: undefined,
    });
  });

  it('does not loop through single sign-on', () => {
    for (const gate of [after(withToken, refused, sso), after(sso, withToken, refused)]) {
      expect(gate.state).toBe(AuthFailure.unauthenticatedOrSessionExpired);
    }
  });
});

describe('the end of a session', () => {
  const open = after(withToken, loaded);

  it.each([
    ['signedOut', AuthFailure.unauthenticatedOrSessionExpired, AuthErrorKind.none, false],
    ['signedOutElsewhere', AuthFailure.unauthenticatedOrSessionExpired, AuthErrorKind.sessionExpired, false],
    ['inactivity', AuthFailure.sessionInactive, AuthErrorKind.inactivity, true],
    ['expired', AuthFailure.unauthenticatedOrSessionExpired, AuthErrorKind.sessionExpired, true],
    ['invalid', AuthFailure.unauthenticatedOrSessionExpired, AuthErrorKind.error, false],
  ] as const)('%s', (ending, state, error, keepsWork) => {
    const gate = transition(open, end(ending));
    expect(gate).toMatchObject({ state, error, ending });
    expect(gate.session).toBe(keepsWork ? session : undefined);
    expect(isOpen(gate)).toBe(false);
  });

  it('in another tab keeps unsaved work, and nothing else', () => {
    const ended: GateEvent = { type: 'ended', ending: 'signedOutElsewhere', hasUnsaved: true };
    expect(transition(open, ended)).toMatchObject({ ending: 'signedOutElsewhere', session });
    expect(transition(open, { ...ended, hasUnsaved: false }).session).toBeUndefined();
  });

  it('keeps its first reason', () => {
    const gate = [end('inactivity'), end('expired')].reduce(transition, open);
    expect(gate).toMatchObject({ state: AuthFailure.sessionInactive, ending: 'inactivity' });
  });

  it('is cleared when the same user signs in again', () => {
    expect([end('expired'), loaded].reduce(transition, open)).toEqual(open);
  });

  it('is still shown after a reload', () => {
    const gate = after({ type: 'opened', hasToken: false, ending: 'inactivity' });
    expect(gate).toMatchObject({ state: AuthFailure.sessionInactive, error: AuthErrorKind.inactivity });
  });
});

describe('single sign-on as the way in', () => {
  it('redirects at once', () => {
    expect(after(sso, withoutToken).state).toBe(AuthFailure.redirectToSso);
    expect(after(withoutToken, sso).state).toBe(AuthFailure.redirectToSso);
    const expired = fail(problem({ code: 'unauthenticated', status: 401 }));
    expect(after(withToken, expired, sso).state).toBe(AuthFailure.redirectToSso);
  });

  it.each(['signedOut', 'signedOutElsewhere', 'inactivity', 'invalid'] as const)(
    'does not redirect after %s',
    (ending) => {
      const gate = after(sso, { type: 'opened', hasToken: false, ending });
      expect(gate.state).not.toBe(AuthFailure.redirectToSso);
    },
  );

  it('does not redirect after it returned an error or denied access', () => {
    const returned = after(sso, { type: 'opened', hasToken: false, signInError: 'denied' });
    expect(returned.state).toBe(AuthFailure.unauthenticatedOrSessionExpired);
    const denied = after(sso, withToken, fail(problem({ code: 'forbidden', status: 403 })));
    expect(denied.state).toBe(AuthFailure.authenticationError);
  });

  it('does not redirect while unsaved work is below the dialog', () => {
    expect(after(sso, withToken, loaded, end('expired')).session).toBe(session);
    expect(after(sso, withToken, loaded, end('expired')).state).toBe(AuthFailure.unauthenticatedOrSessionExpired);
  });
});
