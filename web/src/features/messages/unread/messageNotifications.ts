import { useDocumentVisibility } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { createEmitter } from '../../../lib/emitter.ts';
import { keep, recall } from '../../../lib/storage.ts';
import { isAttended } from '../../../session/activity.ts';

// Browser notifications: they say that there is a message, never its content or its patient.

const storageKey = 'careloop-message-notifications';
const heading = 'Notifications are on';
const changes = createEmitter();

const isSupported = () => 'Notification' in window;
/** Set once the browser has refused to show one: phone browsers only allow it from service workers, and throw. */
let isRefused = false;
let wasTried = false;

/** Shows a notification; undefined if this browser does not let a page do so. */
function show(title: string, options: NotificationOptions): Notification | undefined {
  try {
    return new Notification(title, options);
  } catch {
    isRefused = true;
    changes.emit();
    return undefined;
  }
}

/**
 * Whether this browser refuses notifications from pages. The only way to find out is to try; without permission, nothing is
 * shown.
 */
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

const isOn = () => isSupported() && Notification.permission === 'granted' && recall('local', storageKey) === 'on';

/** `unusable` if the browser supports notifications, but not from a page. */
export type MessageNotifications = 'on' | 'off' | 'unusable';

function stateHere(): MessageNotifications | undefined {
  if (!isSupported() || Notification.permission === 'denied') return undefined;
  if (isUnusable()) return 'unusable';
  return isOn() ? 'on' : 'off';
}

/** Whether notifications are on; undefined if the browser does not support them or the user has blocked them. */
export function useMessageNotifications(): MessageNotifications | undefined {
  // Not read at each render: the browser asks another process for the permission, which takes milliseconds.
  const [state, setState] = useState(stateHere);
  useEffect(() => changes.on(() => setState(stateHere())), []);
  return state;
}

/** Turns notifications on or off on this device. The browser asks the first time; the first notification confirms it. */
export async function setMessageNotifications(isWanted: boolean): Promise<void> {
  keep('local', storageKey, undefined);
  if (isWanted && (await Notification.requestPermission()) === 'granted') {
    const first = show(heading, { body: 'You will be notified of new messages on this device.', tag: storageKey });
    if (first !== undefined) keep('local', storageKey, 'on');
  }
  changes.emit();
}

export interface NewMessage {
  conversationKey: string;
  sequence: number;
}

/**
 * Notifies of a new message, once for all tabs together, unless an active user has its conversation open in one of them.
 * @param onOpen opens the conversation in this tab
 */
export function notifyOfMessage(message: NewMessage, onOpen: () => void): void {
  if (!isOn()) return;
  void onceInAllTabs(`${message.conversationKey} ${message.sequence}`, async () => {
    if (isAttended() && (await isShown(message.conversationKey))) return;
    // The next notification of a conversation replaces this one and alerts again.
    const options = { tag: `careloop-message-${message.conversationKey}`, renotify: true };
    const notification = show('New secure message', options);
    notification?.addEventListener('click', () => {
      window.focus();
      notification.close();
      onOpen();
    });
  });
}

/** Milliseconds for which other tabs know that a message was notified. */
const memory = 10_000;

/** Only the first tab runs it; the others, which receive the same event, find the lock taken. */
async function onceInAllTabs(name: string, run: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return await run();
  await navigator.locks.request(`careloop-notified-${name}`, { ifAvailable: true }, async (lock) => {
    if (lock === null) return;
    await run();
    await new Promise((resolve) => setTimeout(resolve, memory));
  });
}

const shownName = (conversationKey: string) => `careloop-shown-${conversationKey}`;
/** Conversations shown in this tab. */
const shown = new Set<string>();

/** Whether an active user has a conversation open in one of the tabs. */
async function isShown(conversationKey: string): Promise<boolean> {
  if (shown.has(conversationKey) || !('locks' in navigator)) return shown.has(conversationKey);
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === shownName(conversationKey));
}

/** Lets all tabs know that this one shows a conversation, while it does and is visible. */
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
