import { useWindowEvent } from '@mantine/hooks';
import { useEffect } from 'react';
import { createStore } from '../lib/store.ts';
import { ApiError, toApiError } from './errors.ts';

/** Delay in milliseconds before a failed save is retried. */
export const retryDelay = 5000;

/** Number of versions remembered per draft; the server accepts up to 1,000 in a save. */
const maxSeen = 900;

interface DraftSave<Content> {
  content: Content;
  /** Chosen by the client, so that a save whose response was lost is still recognized. */
  version: string;
  /** Versions that this save may replace. */
  seen: string[];
}

interface SaverState<Saved> {
  /** Whether the last save failed. */
  hasFailed: boolean;
  /** The draft saved by another window in the meantime; null if there is no conflict. */
  conflict: Saved | null;
}

interface SaverOptions<Content, Saved> {
  /** Milliseconds between saves while the draft keeps changing. */
  delay: number;
  /** Resolves to the stored draft if this one was not saved, else to null. */
  write: (save: DraftSave<Content>, outlivesPage: boolean) => Promise<{ current: Saved | null }>;
}

/** Saves a draft by version. A stored draft that this window has not seen is never overwritten (decision 025). */
export class DraftSaver<Content, Saved extends { version: string }> {
  readonly state = createStore<SaverState<Saved>>({ hasFailed: false, conflict: null });
  /** Settles when no save is in flight. */
  saving: Promise<unknown> = Promise.resolve();
  /** The version that was loaded and those written since, even if it is unknown whether they reached the server. */
  protected seen: string[];
  protected unsaved: { version: string; content: Content } | undefined;
  readonly #options: SaverOptions<Content, Saved>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #dueAt = 0;

  /** @param saved the stored draft to continue from */
  constructor(options: SaverOptions<Content, Saved>, saved: Saved | null = null) {
    this.#options = options;
    this.seen = saved === null ? [] : [saved.version];
  }

  get isSaved(): boolean {
    return this.unsaved === undefined;
  }

  change(content: Content, version: string = crypto.randomUUID()): void {
    this.unsaved = { version, content };
    const { delay } = this.#options;
    // Changes do not postpone a save that is due, or somebody who types without a pause would save nothing.
    if (this.#timer === undefined || this.#dueAt > Date.now() + delay) this.#saveIn(delay);
  }

  /** Stops saving, because the draft is being sent. Returns the versions that sending removes. */
  take(): string[] {
    this.#stopTimer();
    this.unsaved = undefined;
    this.state.set({ hasFailed: false, conflict: null });
    return [...this.seen];
  }

  /** Overwrites the other window's draft with this one. */
  keepMine(): void {
    const { conflict } = this.state.get();
    if (conflict !== null) this.seen = [...this.seen, conflict.version];
    void this.save();
  }

  /**
   * Saves unsaved content, after any save in flight. Resolves to true if the server has it.
   * @param isPageLeft sends at once, in a call that outlives the page
   */
  async save(isPageLeft = false): Promise<boolean> {
    this.#stopTimer();
    const saved = isPageLeft ? this.#send(true) : this.saving.then(() => this.#send(false));
    this.saving = Promise.all([this.saving, saved]);
    return await saved;
  }

  async #send(outlivesPage: boolean): Promise<boolean> {
    if (this.unsaved === undefined) return true;
    const { version, content } = this.unsaved;
    const save = { content, version, seen: this.seen };
    this.seen = [...this.seen.filter((one) => one !== version), version].slice(-maxSeen);
    const answer = await this.#options.write(save, outlivesPage).catch(toApiError);
    if (answer instanceof ApiError) return this.#onFailed(version, answer);
    // A version of this window is not a conflict: saves may arrive out of order.
    const conflict = answer.current === null || this.seen.includes(answer.current.version) ? null : answer.current;
    if (conflict === null) {
      this.seen = this.seen.slice(Math.max(this.seen.indexOf(version), 0));
      if (this.unsaved?.version === version) this.unsaved = undefined;
    }
    this.state.set({ hasFailed: false, conflict: this.isSaved ? null : conflict });
    return conflict === null;
  }

  #onFailed(version: string, { code }: ApiError): false {
    // The user lost access to the subject, so the draft cannot be saved anywhere.
    if (['no_access', 'forbidden', 'not_found'].includes(code)) this.unsaved = undefined;
    // Invalid content, such as a text that is too long, is not retried until it changes.
    else if (code !== 'invalid_input' && this.unsaved?.version === version) this.#saveIn(retryDelay);
    this.state.set({ ...this.state.get(), hasFailed: !this.isSaved });
    return false;
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #saveIn(delay: number): void {
    this.#stopTimer();
    this.#dueAt = Date.now() + delay;
    this.#timer = setTimeout(() => void this.save(), delay);
  }
}

/** Saves a draft when its form unmounts or the page is closed. */
export function useSaveOnLeaving(draft: { save: (isPageLeft?: boolean) => unknown }): void {
  useWindowEvent('pagehide', () => void draft.save(true));
  // Phones may close a hidden page without another event.
  useWindowEvent('visibilitychange', () => document.visibilityState === 'hidden' && draft.save(true));
  useEffect(() => () => void draft.save(), [draft]);
}
