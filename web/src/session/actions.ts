import { AuthFailure, LogoutReason, PortalType } from '@careloop/contracts/session/authStates';
import { getContext, healthcheckApi, logout } from '@careloop/contracts/session';
import { call } from '../api/call.ts';
import { toApiError } from '../api/errors.ts';
import { keep, recall } from '../lib/storage.ts';
import { forgetUnsaved, hasUnsavedChanges } from '../ui/unsaved.ts';
import { noteActivity } from './activity.ts';
import { forgetEnding, recallEnding, rememberEnding } from './endings.ts';
import { hasPerson, isOpen, type Ending, type GateEvent, type Problem } from './gate.ts';
import { isAnswered, requestLogout, sendPendingLogout } from './pendingLogout.ts';
import { sessionOf, type Session } from './session.ts';
import { takeSignInError } from './signInErrors.ts';
import { knownSignInOptions, loadSignInOptions } from './signInOptions.ts';
import { currentGate, dispatch, lastUser } from './gateStore.ts';
import { broadcastToTabs } from './tabs.ts';
import { isNewToken } from './timing.ts';
import { forgetToken, nameEnvironment, noteServerTime, remainingTime, tokenInfo } from './token.ts';

// Starts and ends the session of this tab: calls, cookies and messages to other tabs. The gate's state machine decides the
// state.

/** Whether there may be a session to restore. */
export const mayHaveSession = () => tokenInfo() !== undefined;

let opening: Promise<void> | undefined;

/** Finds out who is signed in, once, when the page is opened. */
export function openSession(): Promise<void> {
  return (opening ??= open());
}

async function open(): Promise<void> {
  const signInError = takeSignInError();
  if (signInError === undefined) keepReturnPage();
  else restoreReturnPage();
  await inTime(sendPendingLogout());
  if (!mayHaveSession()) await findPortal();
  dispatch({ type: 'opened', hasToken: mayHaveSession(), ending: recallEnding(), signInError });
  if (currentGate().state !== AuthFailure.loggingIn) return;
  await loadContext();
  const gate = currentGate();
  // Single sign-on returns to a new page: tabs whose session had ended continue with its session.
  if (isOpen(gate)) broadcastToTabs({ type: 'login', userId: gate.session.user.userId });
}

/** Longest wait in milliseconds before the sign-in form is shown. */
const maxWait = 2000;

/** Finds out whether to sign in by single sign-on. */
async function findPortal(): Promise<void> {
  const learn = async () => {
    const { portalType } = await loadSignInOptions();
    const known = knownSignInOptions();
    if (known !== undefined) nameEnvironment(known.environmentName);
    dispatch({ type: 'portalKnown', portalType });
  };
  await inTime(learn());
}

async function inTime(work: Promise<void>): Promise<void> {
  await Promise.race([work, new Promise((resolve) => setTimeout(resolve, maxWait))]);
}

async function loadSession(): Promise<Session> {
  const input = { portalType: PortalType.provider };
  const context = await call(getContext, input, { user: 'anybody', onResponse: noteServerTime });
  nameEnvironment(context.config.environmentName);
  return sessionOf(context);
}

async function loadContext(isHealthy = false): Promise<void> {
  const token = tokenInfo();
  try {
    enter(await loadSession());
  } catch (thrown) {
    const problem = toApiError(thrown);
    const isNew = token !== undefined && isNewToken(remainingTime(token));
    if (problem.status === 401) await forgetUseless(token?.expiresAt);
    failContext({ problem, isHealthy, isNew });
    await followUp();
  }
}

function failContext(failure: Omit<GateEvent & { type: 'contextFailed' }, 'type'>): void {
  dispatch({ type: 'contextFailed', ...failure });
  const { ending } = currentGate();
  if (ending === 'invalid') rememberEnding(ending);
}

/** Forgets a refused token, unless another tab has stored a new one meanwhile. */
async function forgetUseless(expiresAt: number | undefined): Promise<void> {
  await findPortal();
  if (tokenInfo()?.expiresAt === expiresAt) forgetToken();
}

/** The step the gate waits for after a failure. */
async function followUp(): Promise<void> {
  const { state } = currentGate();
  if (state === AuthFailure.reconnecting) await checkHealth();
  else if (state !== AuthFailure.authenticatedWithContext) await findPortal();
}

async function checkHealth(): Promise<void> {
  dispatch({ type: 'healthChecked', problem: await healthProblem(), hasToken: mayHaveSession() });
  if (currentGate().state === AuthFailure.loggingIn) await loadContext(true);
}

async function healthProblem(): Promise<Problem | undefined> {
  try {
    await call(healthcheckApi, {});
    return undefined;
  } catch (thrown) {
    return toApiError(thrown);
  }
}

/** Retries after an error: first a health check, then the interrupted step. */
export async function retry(): Promise<void> {
  dispatch({ type: 'retried' });
  await checkHealth();
}

/** Like `retry`, but changes nothing on screen unless the state changes. */
export async function retryQuietly(): Promise<void> {
  const { state, problem: previous } = currentGate();
  if (state !== AuthFailure.authenticationError || (await healthProblem()) !== undefined) return;
  if (!mayHaveSession()) {
    await retry();
    return;
  }
  try {
    enter(await loadSession());
  } catch (thrown) {
    const problem = toApiError(thrown);
    // Keeps the error code on screen if the same failure repeats: the user may be reading it out.
    if (problem.status === previous?.status) return;
    dispatch({ type: 'contextFailed', problem, isHealthy: true });
    await followUp();
  }
}

/** A different user gets a freshly loaded page, so that nothing of the previous user stays in memory. */
function enter(session: Session): void {
  if (lastUser() !== undefined && lastUser() !== session.user.userId) {
    reloadForOtherUser();
    return;
  }
  if (!hasPerson(session)) {
    endSession('invalid');
    return;
  }
  forgetEnding();
  forgetReturnPage();
  dispatch({ type: 'contextLoaded', session });
}

/** Loads Home afresh because this page holds data of a user other than the session's. */
export function reloadForOtherUser(): void {
  leaveWork();
  window.location.reload();
}

/**
 * Opens the portal after a call has set the session's cookies: the last step of every way to sign in. Other tabs of the
 * same user open too.
 * @throws ApiError if the session cannot be loaded, for the form to show
 */
export async function completeSignIn(): Promise<void> {
  noteActivity();
  const userId = tokenInfo()?.userId;
  if (userId !== undefined) broadcastToTabs({ type: 'login', userId });
  try {
    enter(await loadSession());
  } catch (thrown) {
    const problem = toApiError(thrown);
    failContext({ problem, isNew: true });
    await followUp();
    if (!isOpen(currentGate())) throw problem;
  }
}

/** Continues a session that was started in another tab. */
export async function resume(): Promise<void> {
  const { session } = currentGate();
  if (session === undefined) dispatch({ type: 'tokenFound' });
  await loadContext();
}

const logoutReasons: Partial<Record<Ending, 1 | 2>> = {
  inactivity: LogoutReason.inactive,
  invalid: LogoutReason.session,
};

/** Ends the session at once in all tabs of this browser, and on the server as soon as it can be reached. */
export function endSession(ending: 'inactivity' | 'invalid' | 'lifetime' | 'signedOut'): void {
  requestLogout({ reason: logoutReasons[ending] }, lastUser());
  if (ending === 'signedOut') leaveWork();
  forgetToken();
  broadcastToTabs({ type: 'session-expired', ending: ending === 'signedOut' ? 'signedOutElsewhere' : ending });
  closeGate(ending);
}

/** The next user starts at Home, not on this user's page. */
function leaveWork(): void {
  forgetUnsaved();
  window.history.replaceState(null, '', import.meta.env.BASE_URL);
}

/** Closes the gate of this tab; its session has ended or is being ended. */
export function closeGate(ending: Ending): void {
  dispatch({ type: 'ended', ending, hasUnsaved: hasUnsavedChanges() });
  rememberEnding(ending);
  // Sign-in options are only needed from here on.
  void findPortal();
}

/**
 * Signs out. If the server cannot be reached, it signs out in this browser and notifies the server later.
 * @throws ApiError if the server refused; the session then continues
 */
export async function signOut(): Promise<void> {
  const portal = findPortal();
  try {
    await call(logout, {}, { signal: AbortSignal.timeout(maxWait) });
  } catch (thrown) {
    const error = toApiError(thrown);
    if (!isAnswered(error.status)) return endSession('signedOut');
    if (error.status !== 401) throw error;
  }
  await portal;
  leaveWork();
  forgetToken();
  broadcastToTabs({ type: 'session-expired', ending: 'signedOutElsewhere' });
  closeGate('signedOut');
}

/** Discards the page's work when the session has ended. */
export function abandonSession(): void {
  forgetUnsaved();
  window.location.assign(import.meta.env.BASE_URL);
}

/** Reloads permissions and features after a refused call, and finds out whether the session is still valid. */
export async function refreshSession(): Promise<void> {
  if (!isOpen(currentGate())) return;
  try {
    const session = await loadSession();
    if (isOpen(currentGate())) enter(session);
  } catch (thrown) {
    const problem = toApiError(thrown);
    if (problem.status === 403) dispatch({ type: 'contextFailed', problem });
  }
}

// Stores the page to return to after single sign-on, and restores it if sign-on fails.

const returnPageKey = 'careloop-wanted-page';

function keepReturnPage(): void {
  keep('session', returnPageKey, window.location.pathname + window.location.search);
}

function forgetReturnPage(): void {
  keep('session', returnPageKey, undefined);
}

/** Restores the requested page in the address, for the next attempt. */
function restoreReturnPage(): void {
  const wanted = recall('session', returnPageKey);
  const isHome = window.location.pathname.replace(/\/?$/, '/') === import.meta.env.BASE_URL;
  if (wanted !== undefined && isHome) window.history.replaceState(null, '', wanted);
}
