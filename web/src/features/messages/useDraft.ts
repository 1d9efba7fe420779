import type { CallOf } from '@careloop/contracts/endpoint';
import { saveMessageDraft } from '@careloop/contracts/messages-extras';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../api/call.ts';
import { useActingFor } from '../../shell/actingFor.ts';
import { patchConversation } from './caches.ts';

export type DraftInput = Omit<CallOf<typeof saveMessageDraft>, 'conversationKey' | 'onBehalfOfUserId'>;

/** Quiet time after which a draft is kept, in milliseconds. */
const pause = 600;
/** After which keeping it is tried again when it failed. */
const retryPause = 5000;

/**
 * Keeps what is being written on the server: in the place of one conversation, or of the new message. What is not kept
 * yet when the place to write goes away is kept then.
 */
export function useDraft(conversationKey: string | undefined) {
  // The name it is written in: whoever one acts for by the time it is kept may be another one.
  const onBehalfOfUserId = useActingFor()?.proxiedUserId;
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const waiting = useRef<DraftInput>(undefined);
  const saving = useRef<Promise<unknown>>(Promise.resolve());
  /** Sent, thrown away or left: nothing is kept of it by itself any more. */
  const isDropped = useRef(false);
  /** The place to write is no more: what is kept then is kept at once, and tried once. */
  const isGone = useRef(false);

  const save = () => {
    clearTimeout(timer.current);
    const draft = waiting.current;
    if (draft === undefined) return;
    waiting.current = undefined;
    const keep = async () => {
      const { updatedAt } = await call(saveMessageDraft, { ...draft, conversationKey, onBehalfOfUserId });
      if (conversationKey !== undefined) patchConversation(client, conversationKey, { hasDraft: updatedAt !== null });
    };
    // One that could not be kept is tried again, unless a newer one waits; meanwhile it stands on the screen.
    const again = () => {
      if (isDropped.current || waiting.current !== undefined) return;
      waiting.current = draft;
      timer.current = setTimeout(() => latest.current(), retryPause);
    };
    saving.current = saving.current.then(keep).catch(again);
  };
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => {
    isDropped.current = false;
    isGone.current = false;
    return () => {
      isGone.current = true;
      latest.current();
      isDropped.current = true;
    };
  }, []);
  return {
    keep: (draft: DraftInput) => {
      isDropped.current = isGone.current;
      waiting.current = draft;
      clearTimeout(timer.current);
      if (isGone.current) latest.current();
      else timer.current = setTimeout(() => latest.current(), pause);
    },
    /** Keeps nothing more, or no more of this one; settles when nothing is on its way any more. */
    drop: (only?: DraftInput): Promise<unknown> => {
      if (only !== undefined && waiting.current !== only) return saving.current;
      clearTimeout(timer.current);
      isDropped.current = true;
      waiting.current = undefined;
      return saving.current;
    },
  };
}
