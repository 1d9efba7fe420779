import { useDocumentVisibility } from '@mantine/hooks';
import { useEffect, useSyncExternalStore } from 'react';
import { createEmitter } from '../../../lib/emitter.ts';
import { isAttended } from '../../../session/activity.ts';

// Notifications of the browser: that there is a message, never what is in it or whom it is about.

const storageKey = 'careloop-message-notifications';
const heading = 'Careloop';
const changes = createEmitter();

const isSupported = () => 'Notification' in window;
/** Set once the browser has refused to show one: those of phones leave it to service workers, and throw. */
let isRefused = false;
let wasTried = false;

/** Shows one; undefined where this browser does not let a page do so. */
function show(title: string, options: NotificationOptions): Notification | undefined {
  try {
    return new Notification(title, options);
  } catch {
    isRefused = true;
    changes.emit();
    return undefined;
  }
}

/** Whether a page may show them at all. There is no other way to learn it than to try; without leave, nothing is shown. */
function isUnusable(): boolean {
  if (!wasTried && Notification.permission === 'default') {
    wasTried = true;
    try {
      new Notification(heading).close();
    } catch {
      isRefused = true;
    }
  }
  return isRefused;
}

const isOn = () => isSupported() && Notification.permission === 'granted' && localStorage.getItem(storageKey) === 'on';

/** `unusable` where the browser has them, but not for a page. */
export type MessageNotifications = 'on' | 'off' | 'unusable';

function stateHere(): MessageNotifications | undefined {
  if (!isSupported() || Notification.permission === 'denied') return undefined;
  if (isUnusable()) return 'unusable';
  return isOn() ? 'on' : 'off';
}

/** Whether this browser shows them; undefined where it cannot, or was told not to ask. */
export function useMessageNotifications(): MessageNotifications | undefined {
  return useSyncExternalStore(changes.on, stateHere);
}

/** Switches them on or off on this device. The browser asks the first time; the first one says that they are on. */
export async function setMessageNotifications(isWanted: boolean): Promise<void> {
  localStorage.removeItem(storageKey);
  if (isWanted && (await Notification.requestPermission()) === 'granted') {
    const first = show(heading, { body: 'You will be told of new messages on this device.', tag: storageKey });
    if (first !== undefined) localStorage.setItem(storageKey, 'on');
  }
  changes.emit();
}

export interface NewMessage {
  conversationKey: string;
  sequence: number;
}

/**
 * Tells that a message has come, once in all tabs together, unless one of them shows its conversation to somebody who is
 * there.
 * @param onOpen shows the conversation, here
 */
export function notifyOfMessage(message: NewMessage, onOpen: () => void): void {
  if (!isOn()) return;
  void onceInAllTabs(`${message.conversationKey} ${message.sequence}`, async () => {
    if (isAttended() && (await isShown(message.conversationKey))) return;
    // The next one of the conversation takes the place of this one, and is heard like it.
    const options = { tag: `careloop-message-${message.conversationKey}`, renotify: true };
    const notification = show('New secure message', options);
    notification?.addEventListener('click', () => {
      window.focus();
      notification.close();
      onOpen();
    });
  });
}

/** After this long, no tab tells any more of what another one has told. */
const memory = 10_000;

/** The first tab does it; the others, which hear of the same message, find it taken. */
async function onceInAllTabs(name: string, run: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return await run();
  await navigator.locks.request(`careloop-told-${name}`, { ifAvailable: true }, async (lock) => {
    if (lock === null) return;
    await run();
    await new Promise((resolve) => setTimeout(resolve, memory));
  });
}

const shownName = (conversationKey: string) => `careloop-shown-${conversationKey}`;
/** In this tab. */
const shown = new Set<string>();

/** Whether a conversation is before somebody's eyes in one of the tabs. */
async function isShown(conversationKey: string): Promise<boolean> {
  if (shown.has(conversationKey) || !('locks' in navigator)) return shown.has(conversationKey);
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === shownName(conversationKey));
}

/** Lets all tabs know that this one shows a conversation, as long as it does and is to be seen itself. */
export function useShownConversation(conversationKey: string): void {
  const isVisible = useDocumentVisibility() === 'visible';
  useEffect(() => {
    if (!isVisible) return;
    shown.add(conversationKey);
    const { promise, resolve } = Promise.withResolvers<void>();
    if ('locks' in navigator) {
      void navigator.locks.request(shownName(conversationKey), { mode: 'shared' }, () => promise);
    }
    return () => {
      shown.delete(conversationKey);
      resolve();
    };
  }, [conversationKey, isVisible]);
}
