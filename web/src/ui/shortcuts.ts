import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { isDialogOpen } from './dialogStack.ts';

// Single-key shortcuts. They rest while somebody types or a dialog is open, and can be switched off (WCAG 2.1.4).

export interface Shortcut {
  /** As `KeyboardEvent.key` has it: `j`, `/`, `?`. */
  key: string;
  /** What it does, for the list of shortcuts: "Next item". */
  label: string;
}

interface Registered extends Shortcut {
  run: () => void;
}

const storageKey = 'careloop-single-keys';
let registered: readonly Registered[] = [];
let isEnabled: boolean | undefined;
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function areEnabled(): boolean {
  isEnabled ??= localStorage.getItem(storageKey) !== 'off';
  return isEnabled;
}

/** Switches single-key shortcuts on or off, on this device. */
export function setShortcutsEnabled(enabled: boolean): void {
  isEnabled = enabled;
  if (enabled) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, 'off');
  changed();
}

export function useShortcutsEnabled(): boolean {
  return useSyncExternalStore(subscribe, areEnabled);
}

/** The shortcuts of what is on the screen. */
export function useShortcuts(): readonly Shortcut[] {
  return useSyncExternalStore(subscribe, () => registered);
}

const typingRoles = new Set(['textbox', 'combobox', 'searchbox', 'spinbutton']);

/** Whether a key pressed there is meant for what is focused rather than for the page. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button', 'submit'].includes(target.type);
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return typingRoles.has(target.getAttribute('role') ?? '') || target.closest('[role=menu]') !== null;
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (!areEnabled() || isDialogOpen() || isTyping(event.target)) return;
  const shortcut = registered.findLast((one) => one.key === event.key);
  if (shortcut === undefined) return;
  event.preventDefault();
  shortcut.run();
}

/** Runs `run` when the key is pressed. Of several for one key, the latest counts. */
export function useShortcut(key: string, label: string, run: () => void): void {
  const onRun = useEffectEvent(run);
  useEffect(() => {
    const shortcut: Registered = { key, label, run: () => onRun() };
    if (registered.length === 0) document.addEventListener('keydown', onKeyDown);
    registered = [...registered, shortcut];
    changed();
    return () => {
      registered = registered.filter((one) => one !== shortcut);
      if (registered.length === 0) document.removeEventListener('keydown', onKeyDown);
      changed();
    };
  }, [key, label]);
}
