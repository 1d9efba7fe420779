import type { CallOf } from '@careloop/contracts/endpoint';
import { getMessageDraft, saveMessageDraft, type MessageDraft } from '@careloop/contracts/messages/drafts';
import { useEffect, useSyncExternalStore } from 'react';
import { call } from '../../../api/call.ts';
import { ApiError, toApiError } from '../../../api/errors.ts';
import { queryClient } from '../../../api/queryClient.ts';
import { addUnsavedInPortal, type LeaveWords } from '../../../ui/unsaved.ts';
import { patchConversation } from '../conversationCache.ts';

// What is written in this tab, one draft per place. It is saved on the server shortly after each change and stays here until
// the server has it, whether or not its form is shown. Nothing of it goes into the browser's storage.

type SaveInput = CallOf<typeof saveMessageDraft>;
/** The conversation, or none for a new message, and the person it is written for. */
export type DraftPlace = Pick<SaveInput, 'conversationKey' | 'onBehalfOfUserId'>;
export type DraftContent = Omit<SaveInput, 'conversationKey' | 'onBehalfOfUserId' | 'version' | 'seen'>;

interface DraftState {
  content: DraftContent;
  /** Whether the last save failed. */
  hasFailed: boolean;
  /** The draft that another window saved meanwhile; null when there is no conflict. */
  conflict: MessageDraft | null;
}

/** Milliseconds without a change after which a draft is saved. */
export const saveDelay = 600;
/** Milliseconds until a failed save is tried again. */
export const retryDelay = 5000;

/** Versions that are remembered of one draft; a save may name 1,000. */
const maxSeen = 900;

const unsavedWords: LeaveWords = {
  title: 'Are you sure you want to sign out?',
  message: 'A draft has not been saved. It will be lost.',
  tone: 'danger',
};

const drafts = new Map<string, Draft>();

/** The draft of a place. What is not saved yet is newer than what the server has. */
export function findDraft(place: DraftPlace): Draft {
  const name = `${place.onBehalfOfUserId ?? ''} ${place.conversationKey ?? ''}`;
  const draft = drafts.get(name) ?? new Draft(place);
  drafts.set(name, draft);
  return draft;
}

/** Whether it would be saved: an empty draft is removed. */
export function hasContent({ message, recipientUserIds, patientId, patientCharts }: DraftContent): boolean {
  return message.trim() !== '' || Boolean(recipientUserIds?.length || patientCharts?.length || patientId);
}

export class Draft {
  readonly #place: DraftPlace;
  #state: DraftState = { content: { message: '' }, hasFailed: false, conflict: null };
  /** The version that was read and those written since, also when it is not known whether they arrived. */
  #seen: string[] = [];
  /** Versions of what was sent or waits to be sent: when the server still has one, the form stays empty. */
  #taken: readonly string[] = [];
  /** Of what is to be saved; undefined when the server has it. */
  #version: string | undefined;
  /** A reply that was not sent: saved as long as nothing else is typed. */
  #unsent: { content: DraftContent; version: string } | undefined;
  #saving: Promise<unknown> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #settleUnsaved: (() => void) | undefined;
  readonly #listeners = new Set<() => void>();

  constructor(place: DraftPlace) {
    this.#place = place;
  }

  readonly read = (): DraftState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get isSaved(): boolean {
    return this.#version === undefined;
  }

  /** Takes over the server's draft, unless there are unsaved changes here. */
  start(saved: MessageDraft | null): void {
    if (!this.isSaved) return;
    this.#seen = saved === null ? [] : [saved.version];
    const isTaken = saved !== null && this.#taken.includes(saved.version);
    const { message = '', priority, recipients, patientId, patientCharts } = (isTaken ? null : saved) ?? {};
    const recipientUserIds = recipients?.map(({ userId }) => userId);
    this.#set({ content: { message, priority, recipientUserIds, patientId, patientCharts } });
  }

  change(content: DraftContent): void {
    this.#unsent = undefined;
    this.#version = crypto.randomUUID();
    this.#set({ content });
    this.#saveIn(saveDelay);
  }

  /** Empties the draft, here and on the server. */
  discard(): void {
    this.change({ message: '' });
    this.save();
  }

  /** Empties the draft here because it is sent. Answers its versions, which the server removes with the send. */
  take(): string[] {
    clearTimeout(this.#timer);
    this.#unsent = undefined;
    this.#version = undefined;
    this.#taken = [...this.#seen];
    this.#set({ content: { message: '' }, hasFailed: false, conflict: null });
    return [...this.#seen];
  }

  /** Saves a reply that was not sent, unless something else has been typed. */
  saveUnsent(content: DraftContent, version: string): void {
    if (hasContent(this.#state.content)) return;
    this.#taken = [...this.#taken, version];
    this.#unsent = { content, version };
    this.#version = version;
    this.save();
  }

  /** Removes what was saved of a reply that is sent or discarded, unless something else was typed or saved since. */
  discardUnsent(version: string): void {
    const isAnother = this.#unsent !== undefined && this.#unsent.version !== version;
    if (!isAnother && !hasContent(this.#state.content)) this.discard();
  }

  /** Settles when no save is on its way. */
  async settled(): Promise<void> {
    await this.#saving;
  }

  /** Saves this draft over that of the other window. */
  keepMine(): void {
    const { conflict } = this.#state;
    if (conflict !== null) this.#seen = [...this.#seen, conflict.version];
    this.save();
  }

  /** Replaces this draft with what the server has. @throws ApiError */
  async reload(): Promise<void> {
    const { conversationKey, onBehalfOfUserId } = this.#place;
    const place = { conversationKey: conversationKey ?? undefined, onBehalfOfUserId: onBehalfOfUserId ?? undefined };
    const { draft } = await call(getMessageDraft, place);
    this.take();
    // Whatever the server has is asked for, also what this window had just replaced.
    this.#taken = [];
    this.start(draft);
  }

  /**
   * Saves what the server does not have, after the save that is on its way.
   * @param isPageLeft waits for nothing, and lets the call outlive the page
   */
  save(isPageLeft = false): void {
    clearTimeout(this.#timer);
    if (this.isSaved) return;
    const saving = isPageLeft ? this.#send(true) : this.#saving.then(() => this.#send(false));
    this.#saving = Promise.all([this.#saving, saving]);
  }

  async #send(outlivesPage: boolean): Promise<void> {
    const version = this.#version;
    if (version === undefined) return;
    const content = this.#unsent?.content ?? this.#state.content;
    const input = { ...content, ...this.#place, version, seen: this.#seen };
    if (!this.#seen.includes(version)) this.#seen = [...this.#seen, version].slice(-maxSeen);
    const answer = await call(saveMessageDraft, input, { outlivesPage }).catch(toApiError);
    if (answer instanceof ApiError) this.#onFailed(version, answer);
    else this.#onAnswered(version, content, answer.current);
  }

  /** @param current what the server has when it did not save this version */
  #onAnswered(version: string, content: DraftContent, current: MessageDraft | null): void {
    // One of this window's is no conflict: saves may overtake each other.
    const conflict = current === null || this.#seen.includes(current.version) ? null : current;
    if (conflict === null) this.#seen = this.#seen.slice(Math.max(this.#seen.indexOf(version), 0));
    if (this.#version === version && (conflict === null || !hasContent(content))) this.#version = undefined;
    const { conversationKey } = this.#place;
    const hasDraft = hasContent(content) || current !== null;
    if (conversationKey) patchConversation(queryClient, conversationKey, { hasDraft });
    this.#set({ hasFailed: false, conflict: this.isSaved ? null : conflict });
  }

  #onFailed(version: string, { code }: ApiError): void {
    // The conversation is closed to the user: there is nowhere to save it.
    if (['no_access', 'forbidden', 'not_found'].includes(code)) this.#version = undefined;
    // What is too long is not tried again until it changes.
    else if (code !== 'invalid_input' && this.#version === version) this.#saveIn(retryDelay);
    this.#set({ hasFailed: !this.isSaved });
  }

  #saveIn(delay: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.save(), delay);
  }

  #set(change: Partial<DraftState>): void {
    this.#state = { ...this.#state, ...change };
    const { content, hasFailed, conflict } = this.#state;
    const isUnsaved = hasContent(this.#unsent?.content ?? content) && (hasFailed || conflict !== null);
    if (!isUnsaved) this.#settleUnsaved?.();
    this.#settleUnsaved = isUnsaved
      ? (this.#settleUnsaved ?? addUnsavedInPortal(unsavedWords, () => this.take()))
      : undefined;
    for (const listener of this.#listeners) listener();
  }
}

/** The state of a draft whose form is shown. It is saved when the form or the page goes away. */
export function useDraft(draft: Draft): DraftState {
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
  return useSyncExternalStore(draft.subscribe, draft.read);
}
