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

/** While a message is written, milliseconds between two saves (docs/domain/messages.md). */
export const saveDelay = 1000;

const drafts = new Map<string, Draft>();

registerUnsavedSource({
  message: 'A draft has not been saved. It will be lost.',
  hasUnsaved: () => [...drafts.values()].some((draft) => draft.isAtRisk),
  forget: () => drafts.forEach((draft) => draft.replace(null)),
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

export class Draft extends DraftSaver<DraftContent, MessageDraft> {
  /** What the form shows. It is empty while its text is being sent. */
  readonly content = createStore<DraftContent>({ message: '' });
  readonly #place: DraftPlace;

  constructor(place: DraftPlace) {
    super({
      delay: saveDelay,
      write: async ({ content, ...versions }, outlivesPage) => {
        const { current } = await call(saveMessageDraft, { ...content, ...place, ...versions }, { outlivesPage });
        const hasDraft = hasContent(content) || current !== null;
        if (place.conversationKey) patchConversation(queryClient, place.conversationKey, { hasDraft });
        // An empty draft leaves the other window's in place without asking.
        return { current: hasContent(content) ? current : null };
      },
    });
    this.#place = place;
  }

  /** Whether its text could be lost: a save failed, or there is a conflict with another window's draft. */
  get isAtRisk(): boolean {
    const { hasFailed, conflict } = this.state.get();
    return hasContent(this.content.get()) && (hasFailed || conflict !== null);
  }

  /** Loads the server's draft, unless what is here is newer: unsaved changes, or a text that is being sent. */
  start(saved: MessageDraft | null): void {
    if (this.isSaved && (saved === null || !this.seen.includes(saved.version))) this.replace(saved);
  }

  /** Replaces this draft with what the server has now: the other window may have changed or sent its draft. @throws ApiError */
  async reload(): Promise<void> {
    const { conversationKey, onBehalfOfUserId } = this.#place;
    const place = { conversationKey: conversationKey ?? undefined, onBehalfOfUserId: onBehalfOfUserId ?? undefined };
    this.replace((await call(getMessageDraft, place)).draft);
  }

  /** Replaces this draft with the server's. */
  replace(saved: MessageDraft | null): void {
    this.take();
    this.seen = saved === null ? [] : [saved.version];
    const { message = '', priority, recipients, patientId, patientCharts } = saved ?? {};
    const recipientUserIds = recipients?.map(({ userId }) => userId);
    this.content.set({ message, priority, recipientUserIds, patientId, patientCharts });
  }

  override change(content: DraftContent, version?: string): void {
    this.content.set(content);
    super.change(content, version);
  }

  /** Empties the draft, here and on the server. */
  discard(): void {
    this.change({ message: '' });
    void this.save();
  }

  /** Empties the draft here because it is being sent. Returns its versions, which the server removes with the send. */
  override take(): string[] {
    this.content.set({ message: '' });
    return super.take();
  }

  /** Saves a reply that was not sent as a draft, unless something else has been typed. */
  saveUnsent(content: DraftContent, version: string): void {
    if (hasContent(this.content.get())) return;
    super.change(content, version);
    void this.save();
  }

  /** Removes the saved draft of a reply that is now sent or discarded, unless something else was typed or saved since. */
  discardUnsent(version: string): void {
    const latest = this.unsaved?.version ?? this.seen.at(-1);
    if (latest === version) this.discard();
  }
}

/** The state of a draft whose form is shown. */
export function useDraft(draft: Draft) {
  useSaveOnLeaving(draft);
  return { content: useStore(draft.content), ...useStore(draft.state) };
}
