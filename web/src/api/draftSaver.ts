import { useEffect } from 'react';
import { createStore } from '../lib/store.ts';
import { ApiError, toApiError } from './errors.ts';

/** Milliseconds until a failed save is tried again. */
export const retryDelay = 5000;

/** Versions that are remembered of one draft; a save may name 1,000. */
const maxSeen = 900;

export interface DraftSave<Content> {
  content: Content;
  /** Chosen here, so that what was saved is recognized although the answer was lost. */
  version: string;
  /** The versions it may replace. */
  seen: string[];
}

interface SaverState<Saved> {
  /** Whether the last save failed. */
  hasFailed: boolean;
  /** The draft that another window saved meanwhile; null when there is no conflict. */
  conflict: Saved | null;
}

interface SaverOptions<Content, Saved> {
  /** Milliseconds without a change after which a draft is saved. */
  delay: number;
  /** Answers the draft that is there when this one was not saved. */
  write: (save: DraftSave<Content>, outlivesPage: boolean) => Promise<{ current: Saved | null }>;
  /** Whether the other window's draft is kept without asking. */
  isEmpty?: (content: Content) => boolean;
}

/** Saves what is being written, by version: a draft that this window has not seen is never written over (decision 025). */
export class DraftSaver<Content, Saved extends { version: string }> {
  readonly state = createStore<SaverState<Saved>>({ hasFailed: false, conflict: null });
  readonly #options: SaverOptions<Content, Saved>;
  /** The version that was read and those written since, also when it is not known whether they arrived. */
  #seen: string[] = [];
  #unsaved: { version: string; content: () => Content } | undefined;
  #saving: Promise<unknown> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: SaverOptions<Content, Saved>, saved: Saved | null = null) {
    this.#options = options;
    this.start(saved);
  }

  get isSaved(): boolean {
    return this.#unsaved === undefined;
  }

  /** What the server does not have. */
  get unsaved(): Content | undefined {
    return this.#unsaved?.content();
  }

  /** Goes on with what the server has. */
  start(saved: Saved | null): void {
    this.#seen = saved === null ? [] : [saved.version];
  }

  /** @param content is read when it is saved */
  change(content: () => Content, version: string = crypto.randomUUID()): void {
    this.#unsaved = { version, content };
    this.#saveIn(this.#options.delay);
  }

  /** Saves no more, because it is sent. Answers the versions that the send removes. */
  take(): string[] {
    clearTimeout(this.#timer);
    this.#unsaved = undefined;
    this.state.set({ hasFailed: false, conflict: null });
    return [...this.#seen];
  }

  /** Settles when no save is on its way. */
  async settled(): Promise<void> {
    await this.#saving;
  }

  /** Saves this draft over that of the other window. */
  keepMine(): void {
    const { conflict } = this.state.get();
    if (conflict !== null) this.#seen = [...this.#seen, conflict.version];
    void this.save();
  }

  /**
   * Saves what the server does not have, after the save that is on its way. Settles with whether the server has it.
   * @param isPageLeft waits for nothing, and lets the call outlive the page
   */
  async save(isPageLeft = false): Promise<boolean> {
    clearTimeout(this.#timer);
    const saved = isPageLeft ? this.#send(true) : this.#saving.then(() => this.#send(false));
    this.#saving = Promise.all([this.#saving, saved]);
    return await saved;
  }

  async #send(outlivesPage: boolean): Promise<boolean> {
    if (this.#unsaved === undefined) return true;
    const { version } = this.#unsaved;
    const content = this.#unsaved.content();
    const save = { content, version, seen: this.#seen };
    if (!this.#seen.includes(version)) this.#seen = [...this.#seen, version].slice(-maxSeen);
    const answer = await this.#options.write(save, outlivesPage).catch(toApiError);
    if (answer instanceof ApiError) this.#onFailed(version, answer);
    else this.#onAnswered(version, content, answer.current);
    return !(answer instanceof ApiError) && this.state.get().conflict === null;
  }

  #onAnswered(version: string, content: Content, current: Saved | null): void {
    // One of this window's is no conflict: saves may overtake each other.
    const conflict = current === null || this.#seen.includes(current.version) ? null : current;
    if (conflict === null) this.#seen = this.#seen.slice(Math.max(this.#seen.indexOf(version), 0));
    const isDone = conflict === null || this.#options.isEmpty?.(content);
    if (isDone && this.#unsaved?.version === version) this.#unsaved = undefined;
    this.state.set({ hasFailed: false, conflict: this.isSaved ? null : conflict });
  }

  #onFailed(version: string, { code }: ApiError): void {
    // What it is about is closed to the user: there is nowhere to save it.
    if (['no_access', 'forbidden', 'not_found'].includes(code)) this.#unsaved = undefined;
    // What is too long is not tried again until it changes.
    else if (code !== 'invalid_input' && this.#unsaved?.version === version) this.#saveIn(retryDelay);
    this.state.set({ ...this.state.get(), hasFailed: !this.isSaved });
  }

  #saveIn(delay: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.save(), delay);
  }
}

/** Saves a draft when its form or the page goes away. */
export function useSaveOnLeaving(draft: { save: (isPageLeft?: boolean) => unknown }): void {
  useEffect(() => {
    const closed = new AbortController();
    window.addEventListener('pagehide', () => draft.save(true), closed);
    // On phones a hidden page may be closed without another event.
    const saveHidden = () => document.visibilityState === 'hidden' && draft.save(true);
    document.addEventListener('visibilitychange', saveHidden, closed);
    return () => {
      closed.abort();
      draft.save();
    };
  }, [draft]);
}
