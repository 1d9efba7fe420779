import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { isDialogOpen, subscribeToDialogs } from './dialogStack.ts';

// Single-key shortcuts. They rest while somebody types or a dialog is open, and can be switched off (WCAG 2.1.4).

export interface Shortcut {
  /** As `KeyboardEvent.key` has it: `j`, `/`, `?`. */
  key: string;
  /** What it does, for the list of shortcuts: "Next item". */
  label: string;
}

interface Registered extends Shortcut {
  owner: symbol;
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

function subscribeToActing(listener: () => void): () => void {
  const stops = [subscribe(listener), subscribeToDialogs(listener)];
  return () => {
    for (const stop of stops) stop();
  };
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

/** What a key does at this moment, if anything. */
function actingFor(key: string): Registered | undefined {
  return areEnabled() && !isDialogOpen() ? registered.findLast((one) => one.key === key) : undefined;
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (isTyping(event.target)) return;
  const shortcut = actingFor(event.key);
  if (shortcut === undefined) return;
  event.preventDefault();
  shortcut.run();
}

/**
 * Runs `run` when the key is pressed. Of several for one key, the latest counts. Answers whether the key would do it now:
 * a hint at a key that does nothing misleads.
 */
export function useShortcut(key: string, label: string, run: () => void): boolean {
  const onRun = useEffectEvent(run);
  const [owner] = useState(() => Symbol('shortcut'));
  useEffect(() => {
    const shortcut: Registered = { owner, key, label, run: () => onRun() };
    if (registered.length === 0) document.addEventListener('keydown', onKeyDown);
    registered = [...registered, shortcut];
    changed();
    return () => {
      registered = registered.filter((one) => one !== shortcut);
      if (registered.length === 0) document.removeEventListener('keydown', onKeyDown);
      changed();
    };
  }, [owner, key, label]);
  return useSyncExternalStore(subscribeToActing, () => actingFor(key)?.owner === owner);
}
