import { removeMessageDraft, saveMessageDraft, type MessageDraft } from '@careloop/contracts/messages/drafts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useActingFor } from '../../../shell/actingFor.ts';
import { patchConversation } from '../conversationCache.ts';
import { hasContent, type DraftInput } from './draftInput.ts';
import { useDraftGone } from './draftTabs.ts';
import { endUnkept, leaveUnkept, retryPause } from './unkeptDrafts.ts';

/** Quiet time after which a draft is kept, in milliseconds. */
const pause = 600;

/** This window, among those of the same user; and how often something was kept from it. */
const writer = crypto.randomUUID();
let step = 0;

/**
 * Keeps what is being written on the server: in the place of one conversation, or of the new message. What is not kept
 * yet when the place to write goes away, or the page, is kept then. What another window keeps in that place is not written
 * over unasked: it is answered as `other`.
 * @param began when the draft was kept that one goes on with here
 */
export function useDraft(conversationKey: string | undefined, began: string | undefined) {
  // The name it is written in: whoever one acts for by the time it is kept may be another one.
  const onBehalfOfUserId = useActingFor()?.proxiedUserId;
  const client = useQueryClient();
  const [other, setOther] = useState<MessageDraft | null>(null);
  const follows = useRef(began);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const waiting = useRef<DraftInput>(undefined);
  /** On its way: when the page is closed, it is not known to arrive. */
  const underway = useRef<DraftInput>(undefined);
  const written = useRef<DraftInput>(undefined);
  const saving = useRef<Promise<unknown>>(Promise.resolve());
  /** Sent or thrown away: nothing is kept of it by itself any more. */
  const isDropped = useRef(false);
  /** The place to write is no more: what is kept then is kept at once, or waits as unkept. */
  const isGone = useRef(false);
  /** The last try to keep it has failed. */
  const [isUnkept, setUnkept] = useState(false);

  /** Answers whether it was kept: nothing was, where another window's is in the way. */
  const keep = async (draft: DraftInput, outlivesPage: boolean): Promise<boolean> => {
    step += 1;
    const place = { conversationKey, onBehalfOfUserId, writer, step, follows: follows.current };
    const kept = await call(saveMessageDraft, { ...draft, ...place }, { outlivesPage });
    setUnkept(false);
    if (kept.other === null) follows.current = kept.updatedAt ?? undefined;
    // Not of what is on its way while one goes on with the other one.
    if (!isGone.current && !isDropped.current) setOther(hasContent(draft) ? kept.other : null);
    if (conversationKey === undefined) return true;
    patchConversation(client, conversationKey, { hasDraft: kept.updatedAt !== null || kept.other !== null });
    return kept.other === null;
  };
  const leave = (draft: DraftInput) => {
    // A new message is left by somebody who was asked.
    if (conversationKey === undefined) return;
    const unkept = { draft, began: follows.current };
    leaveUnkept({ conversationKey, onBehalfOfUserId }, unkept, () => keep(draft, false));
  };
  const save = (isPageLeft = false) => {
    clearTimeout(timer.current);
    const draft = waiting.current ?? (isPageLeft ? underway.current : undefined);
    if (draft === undefined) return;
    waiting.current = undefined;
    underway.current = draft;
    // One that could not be kept is tried again, unless a newer one waits; meanwhile it stands on the screen.
    const again = () => {
      if (isDropped.current || waiting.current !== undefined) return;
      if (isGone.current) return leave(draft);
      setUnkept(true);
      waiting.current = draft;
      timer.current = setTimeout(() => latest.current(), retryPause);
    };
    // A page that is left waits for no answer.
    const keeping: Promise<unknown> = isPageLeft ? keep(draft, true) : saving.current.then(() => keep(draft, false));
    const before = saving.current;
    saving.current = keeping
      .catch(again)
      .finally(() => {
        if (underway.current === draft) underway.current = undefined;
      })
      .then(() => before);
  };
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => {
    isDropped.current = false;
    isGone.current = false;
    const stop = onPageLeft(() => latest.current(true));
    return () => {
      stop();
      isGone.current = true;
      latest.current();
    };
  }, []);
  useEffect(() => {
    if (conversationKey !== undefined) endUnkept({ conversationKey, onBehalfOfUserId });
  }, [conversationKey, onBehalfOfUserId]);
  const keepSoon = (draft: DraftInput) => {
    isDropped.current = false;
    waiting.current = draft;
    written.current = draft;
    clearTimeout(timer.current);
    if (isGone.current) latest.current();
    else timer.current = setTimeout(() => latest.current(), pause);
  };
  const tellGone = useDraftGone(conversationKey, onBehalfOfUserId, () => {
    if (!isDropped.current && written.current !== undefined && hasContent(written.current)) keepSoon(written.current);
  });
  /** Settles when nothing is on its way, also of what a page that is left sends after it. */
  const settled = async () => {
    for (let last; last !== saving.current;) {
      last = saving.current;
      await last;
    }
  };
  const drop = (only?: DraftInput): Promise<unknown> => {
    if (only !== undefined && waiting.current !== only) return settled();
    clearTimeout(timer.current);
    isDropped.current = true;
    waiting.current = undefined;
    return settled();
  };
  return {
    isUnkept,
    /** What another window keeps where this one is to be kept; null as long as nothing is in the way. */
    other,
    keep: keepSoon,
    /** Puts this one in the place of the other one. */
    keepInstead: () => {
      if (other === null || written.current === undefined) return;
      follows.current = other.updatedAt;
      setOther(null);
      waiting.current = written.current;
      save();
    },
    /** Goes on with the other one, which is kept. */
    follow: (draft: MessageDraft) => {
      void drop();
      follows.current = draft.updatedAt;
      written.current = undefined;
      setOther(null);
    },
    /** Keeps nothing more, or no more of this one; settles when nothing is on its way any more. */
    drop,
    /** Takes it away, unless it is another window's. */
    remove: async () => {
      await call(removeMessageDraft, { conversationKey, onBehalfOfUserId, writer, follows: follows.current }).catch(
        () => undefined,
      );
      // Nothing of this window was there to be taken away.
      if (follows.current !== undefined) tellGone();
      follows.current = undefined;
    },
    /** It was sent: other windows are told that their place is free. */
    tellGone,
  };
}

/** Calls `run` when the page is closed or hidden: on phones, one that is hidden may never be told that it is closed. */
function onPageLeft(run: () => void): () => void {
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') run();
  };
  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('pagehide', run);
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('pagehide', run);
  };
}
