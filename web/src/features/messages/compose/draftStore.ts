import type { CallOf } from '@careloop/contracts/endpoint';
import { getMessageDraft, saveMessageDraft, type MessageDraft } from '@careloop/contracts/messages/drafts';
import { call } from '../../../api/call.ts';
import { DraftSaver, useSaveOnLeaving } from '../../../api/draftSaver.ts';
import { queryClient } from '../../../api/queryClient.ts';
import { createStore, useStore } from '../../../lib/store.ts';
import { registerUnsavedSource } from '../../../ui/unsaved.ts';
import { patchConversation } from '../conversationCache.ts';

// Drafts of this tab, one per place. Each is saved on the server shortly after a change and stays here until the server has
// it, whether or not its form is shown. Nothing is written to browser storage.

type SaveInput = CallOf<typeof saveMessageDraft>;
/** The conversation, or none for a new message, and the person acted for. */
export type DraftPlace = Pick<SaveInput, 'conversationKey' | 'onBehalfOfUserId'>;
export type DraftContent = Omit<SaveInput, 'conversationKey' | 'onBehalfOfUserId' | 'version' | 'seen'>;

/** Delay in milliseconds between the last change and the save. */
export const saveDelay = 600;

const drafts = new Map<string, Draft>();

const findAtRisk = () => [...drafts.values()].filter((draft) => draft.isAtRisk);

registerUnsavedSource({
  words: {
    title: 'Are you sure you want to sign out?',
    message: 'A draft has not been saved. It will be lost.',
    tone: 'danger',
  },
  hasUnsaved: () => findAtRisk().length > 0,
  forget: () => findAtRisk().forEach((draft) => draft.take()),
});

/** The draft of a place. Unsaved changes here are newer than the server's draft. */
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
  readonly content = createStore<DraftContent>({ message: '' });
  readonly saver: DraftSaver<DraftContent, MessageDraft>;
  readonly #place: DraftPlace;
  /** Versions of drafts sent or waiting to be sent: if the server still has one of them, the form stays empty. */
  #taken: readonly string[] = [];
  /** Version of a reply that was not sent, saved as a draft as long as nothing else is typed. */
  #unsentVersion: string | undefined;

  constructor(place: DraftPlace) {
    this.#place = place;
    this.saver = new DraftSaver({
      delay: saveDelay,
      isEmpty: (content) => !hasContent(content),
      write: async ({ content, ...versions }, outlivesPage) => {
        const answer = await call(saveMessageDraft, { ...content, ...place, ...versions }, { outlivesPage });
        const hasDraft = hasContent(content) || answer.current !== null;
        if (place.conversationKey) patchConversation(queryClient, place.conversationKey, { hasDraft });
        return answer;
      },
    });
  }

  read = () => ({ content: this.content.get(), ...this.saver.state.get() });

  get isSaved(): boolean {
    return this.saver.isSaved;
  }

  /** Whether its text could be lost: a save failed, or there is a conflict with another window's draft. */
  get isAtRisk(): boolean {
    const { hasFailed, conflict } = this.saver.state.get();
    const { unsaved } = this.saver;
    return unsaved !== undefined && hasContent(unsaved) && (hasFailed || conflict !== null);
  }

  /** Loads the server's draft, unless there are unsaved changes here. */
  start(saved: MessageDraft | null): void {
    if (!this.isSaved) return;
    this.saver.start(saved);
    const isTaken = saved !== null && this.#taken.includes(saved.version);
    const { message = '', priority, recipients, patientId, patientCharts } = (isTaken ? null : saved) ?? {};
    const recipientUserIds = recipients?.map(({ userId }) => userId);
    this.content.set({ message, priority, recipientUserIds, patientId, patientCharts });
  }

  change(content: DraftContent): void {
    this.#unsentVersion = undefined;
    this.content.set(content);
    this.saver.change(() => content);
  }

  /** Empties the draft, here and on the server. */
  discard(): void {
    this.change({ message: '' });
    this.save();
  }

  /** Empties the draft here because it is being sent. Returns its versions, which the server removes with the send. */
  take(): string[] {
    this.#unsentVersion = undefined;
    this.#taken = this.saver.take();
    this.content.set({ message: '' });
    return [...this.#taken];
  }

  /** Saves a reply that was not sent as a draft, unless something else has been typed. */
  saveUnsent(content: DraftContent, version: string): void {
    if (hasContent(this.content.get())) return;
    this.#taken = [...this.#taken, version];
    this.#unsentVersion = version;
    this.saver.change(() => content, version);
    this.save();
  }

  /** Removes the saved draft of a reply that is now sent or discarded, unless something else was typed or saved since. */
  discardUnsent(version: string): void {
    const isAnother = this.#unsentVersion !== undefined && this.#unsentVersion !== version;
    if (!isAnother && !hasContent(this.content.get())) this.discard();
  }

  /** Replaces this draft with the server's. @throws ApiError */
  async reload(): Promise<void> {
    const { conversationKey, onBehalfOfUserId } = this.#place;
    const place = { conversationKey: conversationKey ?? undefined, onBehalfOfUserId: onBehalfOfUserId ?? undefined };
    const { draft } = await call(getMessageDraft, place);
    this.take();
    // Loads whatever the server has, even a version this window had just replaced.
    this.#taken = [];
    this.start(draft);
  }

  save(isPageLeft?: boolean): void {
    void this.saver.save(isPageLeft);
  }
}

/** The state of a draft whose form is shown. */
export function useDraft(draft: Draft) {
  useSaveOnLeaving(draft);
  return { content: useStore(draft.content), ...useStore(draft.saver.state) };
}
