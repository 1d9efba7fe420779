import { AuthFailure } from '@careloop/contracts/session/authStates';
import type { SessionEnding } from '@careloop/contracts/result';
import { onApiEvent } from '../api/events.ts';
import { onRealtimeEvent } from '../api/realtime.ts';
import { closeGate, refreshSession, resume, reloadForOtherUser } from './actions.ts';
import { idleTime } from './activity.ts';
import { endingOf, isOpen, type Ending, type Gate } from './gate.ts';
import { sendPendingLogout } from './pendingLogout.ts';
import { currentGate, lastUser } from './gateStore.ts';
import { onTabMessage, type TabMessage } from './tabs.ts';
import { timing } from './timing.ts';
import { tokenInfo } from './token.ts';

// Opens or closes the gate on responses of the server, messages of other tabs, and returning to this tab.

/** Ending of a lost session: inactivity if the user was idle long enough. */
function lossOf(): Ending {
  return idleTime() >= timing.autoLogoutIdle ? 'inactivity' : 'expired';
}

function onUnauthenticated(reason: SessionEnding | undefined): void {
  if (isOpen(currentGate())) closeGate(endingOf(reason) ?? lossOf());
}

/** Milliseconds between reloads of the permissions, because the reload may be refused as well. */
const permissionPause = 10_000;
let permissionsReadAt = 0;

function onForbidden(): void {
  if (Date.now() - permissionsReadAt < permissionPause) return;
  permissionsReadAt = Date.now();
  void refreshSession();
}

function onMessage(message: TabMessage): void {
  const gate = currentGate();
  if (message.type === 'session-expired' && isOpen(gate)) closeGate(message.ending);
  if (message.type !== 'login') return;
  if (isSomebodyElse(message.userId)) {
    reloadForOtherUser();
  } else if (!isOpen(gate) && !isBusy(gate)) {
    void resume();
  }
}

/** Whether this page holds data of a user other than `userId`. */
function isSomebodyElse(userId: number): boolean {
  return lastUser() !== undefined && lastUser() !== userId;
}

/** Browsers report one return twice, within this many milliseconds. */
const sameReturn = 500;
let returnedAt = 0;

/** The session may have ended or started in another tab while this one was in the background. */
function onReturn(): void {
  if (document.visibilityState === 'hidden' || Date.now() - returnedAt < sameReturn) return;
  returnedAt = Date.now();
  const gate = currentGate();
  const token = tokenInfo();
  if (token === undefined) {
    if (isOpen(gate)) closeGate(lossOf());
  } else if (isSomebodyElse(token.userId)) {
    reloadForOtherUser();
  } else if (isOut(gate)) {
    void resume();
  }
}

const busyStates: readonly AuthFailure[] = [AuthFailure.none, AuthFailure.loggingIn, AuthFailure.reconnecting];
const isBusy = (gate: Gate) => busyStates.includes(gate.state);

const outStates: readonly AuthFailure[] = [AuthFailure.unauthenticatedOrSessionExpired, AuthFailure.sessionInactive];
const isOut = (gate: Gate) => outStates.includes(gate.state);

/** Watches the session of this tab until the returned function is called. */
export function watchSession(): () => void {
  const stops = [
    onApiEvent('unauthenticated', onUnauthenticated),
    onApiEvent('forbidden', onForbidden),
    // The session may have ended; a call finds out.
    onApiEvent('channelClosed', () => void refreshSession()),
    onRealtimeEvent('AccessChangedEvent', () => void refreshSession()),
    // The missed events may include a change of access.
    onRealtimeEvent('ResyncEvent', () => void refreshSession()),
    onTabMessage(onMessage),
  ];
  const onOnline = () => void sendPendingLogout();
  window.addEventListener('online', onOnline);
  window.addEventListener('focus', onReturn);
  document.addEventListener('visibilitychange', onReturn);
  return () => {
    for (const stop of stops) stop();
    window.removeEventListener('online', onOnline);
    window.removeEventListener('focus', onReturn);
    document.removeEventListener('visibilitychange', onReturn);
  };
}
