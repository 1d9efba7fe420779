import { useEffect, useEffectEvent, useState } from 'react';
import { keep, recall } from '../lib/storage.ts';
import { createStore, useStore } from '../lib/store.ts';
import { isDialogOpen, useIsDialogOpen } from './dialogStack.ts';

// Single-key shortcuts. They are off while the user types or a dialog is open, and can be disabled (WCAG 2.1.4).

export interface Shortcut {
  /** A `KeyboardEvent.key` value: `j`, `/`, `?`. */
  key: string;
  /** Description for the list of shortcuts: "Next item". */
  label: string;
}

interface Registered extends Shortcut {
  owner: symbol;
  run: () => void;
}

const storageKey = 'careloop-single-keys';
const shortcuts = createStore<readonly Registered[]>([]);
const enabled = createStore(recall('local', storageKey) !== 'off');

/** Turns single-key shortcuts on or off on this device. */
export function setShortcutsEnabled(isWanted: boolean): void {
  keep('local', storageKey, isWanted ? undefined : 'off');
  enabled.set(isWanted);
}

export function useShortcutsEnabled(): boolean {
  return useStore(enabled);
}

/** Shortcuts of the current screen. */
export function useShortcuts(): readonly Shortcut[] {
  return useStore(shortcuts);
}

const typingRoles = new Set(['textbox', 'combobox', 'searchbox', 'spinbutton']);

/** True if a key press at `target` belongs to the focused control rather than to the page. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button', 'submit'].includes(target.type);
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return typingRoles.has(target.getAttribute('role') ?? '') || target.closest('[role=menu]') !== null;
}

const latestOf = (registered: readonly Registered[], key: string) => registered.findLast((one) => one.key === key);

/** Keys that may be held to move on. Any other action would also be done to the next item, which takes the key over. */
const heldKeys = new Set(['j', 'k', 'PageDown', 'PageUp', '+', '-']);

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (isTyping(event.target) || !enabled.get() || isDialogOpen()) return;
  const shortcut = latestOf(shortcuts.get(), event.key);
  if (shortcut === undefined) return;
  event.preventDefault();
  if (!event.repeat || heldKeys.has(event.key)) shortcut.run();
}

/**
 * Runs `run` when the key is pressed. If several are registered for one key, the latest one wins. Returns whether this one
 * is active, so that no hint is shown for a key that does nothing.
 */
export function useShortcut(key: string, label: string, run: () => void): boolean {
  const onRun = useEffectEvent(run);
  const [owner] = useState(() => Symbol('shortcut'));
  useEffect(() => {
    const shortcut: Registered = { owner, key, label, run: () => onRun() };
    if (shortcuts.get().length === 0) document.addEventListener('keydown', onKeyDown);
    shortcuts.set([...shortcuts.get(), shortcut]);
    return () => {
      shortcuts.set(shortcuts.get().filter((one) => one !== shortcut));
      if (shortcuts.get().length === 0) document.removeEventListener('keydown', onKeyDown);
    };
  }, [owner, key, label]);
  const isLatest = useStore(shortcuts, (registered) => latestOf(registered, key)?.owner === owner);
  const isEnabled = useShortcutsEnabled();
  const isCovered = useIsDialogOpen();
  return isLatest && isEnabled && !isCovered;
}
