import { useSyncExternalStore } from 'react';

// Notifications of the browser: that there is a message, never what is in it or whom it is about.

const storageKey = 'careloop-message-notifications';
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const isSupported = () => 'Notification' in window;
const isOn = () => isSupported() && Notification.permission === 'granted' && localStorage.getItem(storageKey) === 'on';

/** Whether this browser shows them; undefined where it cannot, or was told not to ask. */
export function useMessageNotifications(): boolean | undefined {
  return useSyncExternalStore(subscribe, () =>
    isSupported() && Notification.permission !== 'denied' ? isOn() : undefined,
  );
}

/** Switches them on or off on this device. The browser asks the first time. */
export async function setMessageNotifications(isWanted: boolean): Promise<void> {
  if (isWanted && (await Notification.requestPermission()) === 'granted') localStorage.setItem(storageKey, 'on');
  else localStorage.removeItem(storageKey);
  changed();
}

/** Tells somebody who looks elsewhere that a message has come. */
export function notifyOfMessage(): void {
  if (!isOn() || document.visibilityState === 'visible') return;
  // One at a time: the next takes the place of the one before.
  const notification = new Notification('New secure message', { tag: 'careloop-message' });
  notification.addEventListener('click', () => {
    window.focus();
    notification.close();
  });
}
