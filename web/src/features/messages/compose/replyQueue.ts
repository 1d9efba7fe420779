import { chartKeyOf } from '@careloop/contracts/charts/selection';
import { messagePriority } from '@careloop/contracts/codes';
import type { CallOf, OutputOf } from '@careloop/contracts/endpoint';
import { sendQuickReply } from '@careloop/contracts/messages/sending';
import { useMutationState, type Mutation } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { toApiError, type ApiError } from '../../../api/errors.ts';
import { invalidateAfter } from '../../../api/query.ts';
import { queryClient, shouldRetry } from '../../../api/queryClient.ts';
import { registerUnsavedSource } from '../../../ui/unsaved.ts';
import { findDraft, hasContent, type DraftContent } from './draftStore.ts';

// Replies that the server does not have yet: one mutation each, sent one after the other within a conversation. A failed
// reply stays with its idempotency key, so that retrying never sends a second message.

type ReplyInput = CallOf<typeof sendQuickReply>;
type ReplyContent = Pick<ReplyInput, 'message' | 'priority' | 'patientCharts'>;
/** The conversation and the person acted for. */
type ReplyPlace = Pick<ReplyInput, 'conversationKey' | 'onBehalfOfUserId'>;

interface Reply {
  /** Idempotency key; also the version under which a failed reply is saved as a draft. */
  key: string;
  input: ReplyInput;
}
type ReplyMutation = Mutation<OutputOf<typeof sendQuickReply>, Error, Reply>;

export interface OutgoingReply extends Reply {
  /** Why it was not sent; null while it is being sent. */
  error: ApiError | null;
}

const mutations = queryClient.getMutationCache();
const findReplies = () => mutations.findAll({ mutationKey: ['reply'] }) as ReplyMutation[];
const keyOf = ({ conversationKey, onBehalfOfUserId }: ReplyPlace) => ['reply', conversationKey, onBehalfOfUserId];

registerUnsavedSource({
  message: 'A reply has not been sent. It will be lost.',
  hasUnsaved: () => findReplies().some(({ state }) => state.status !== 'success'),
  forget: () => findReplies().forEach((reply) => mutations.remove(reply)),
});

/** Replies taken back to be edited. Sent again unchanged, they keep their key: the first attempt may have succeeded. */
const edited = new WeakMap<ReplyContent, Reply>();

/** What is sent of a reply. Trimmed like the text field on blur, so that leaving the field counts as no change. */
function contentOf({ message, priority, patientCharts }: ReplyContent): ReplyContent {
  return { message: message.trim(), priority, patientCharts };
}

/** Sends the draft of a place. Resolves to whether it was sent, once the conversation has been refetched. */
export function sendReply(place: ReplyPlace): Promise<boolean> {
  const draft = findDraft(place);
  const content = draft.content.get();
  const key = crypto.randomUUID();
  const input = { ...contentOf(content), ...place, draftVersions: [...draft.take(), key] };
  return send(edited.get(content) ?? { key, input });
}

async function send(reply: Reply): Promise<boolean> {
  const { key, input } = reply;
  const draft = findDraft(input);
  // The page may show another user by the time it fails.
  const isForgotten = () => !findReplies().includes(mutation);
  const mutation: ReplyMutation = mutations.build(queryClient, {
    mutationKey: keyOf(input),
    scope: { id: `reply ${input.conversationKey}` },
    // A failed reply stays until the user retries or discards it.
    gcTime: Number.POSITIVE_INFINITY,
    retry: (failureCount, error) => !isForgotten() && shouldRetry(failureCount, error),
    mutationFn: async () => {
      // A save that arrives after the reply would restore its draft.
      await draft.saving;
      return await call(sendQuickReply, input, { idempotencyKey: key });
    },
    onError: () => isForgotten() || draft.saveUnsent(contentOf(input), key),
  });
  try {
    await mutation.execute(reply);
  } catch {
    return false;
  }
  draft.discardUnsent(key);
  await invalidateAfter(queryClient, sendQuickReply);
  mutations.remove(mutation);
  return true;
}

/** Takes a failed reply out of the queue. */
function takeFailed(key: string): Reply | undefined {
  const failed = findReplies().find(({ state }) => state.status === 'error' && state.variables?.key === key);
  if (failed !== undefined) mutations.remove(failed);
  return failed?.state.variables;
}

/** Retries a failed reply. Resolves to whether it was sent. */
export async function retryReply(key: string): Promise<boolean> {
  const reply = takeFailed(key);
  return reply !== undefined && (await send(reply));
}

/** Discards a failed reply, and its draft. */
export function discardReply(key: string): void {
  const reply = takeFailed(key);
  if (reply !== undefined) findDraft(reply.input).discardUnsent(key);
}

/** Moves a failed reply back to the text field, after any text typed there since. */
export function editReply(key: string): void {
  const reply = takeFailed(key);
  if (reply === undefined) return;
  const draft = findDraft(reply.input);
  const content = contentOf(reply.input);
  const typed = draft.content.get();
  if (hasContent(typed)) return draft.change(joined(typed, content));
  edited.set(content, reply);
  draft.change(content, key);
}

/** One reply of both; urgent if one of them is. */
function joined(first: DraftContent, second: ReplyContent): DraftContent {
  const charts = [...(first.patientCharts ?? []), ...(second.patientCharts ?? [])];
  return {
    message: [first.message, second.message].filter((text) => text.trim() !== '').join('\n'),
    priority: [first.priority, second.priority].find((one) => one === messagePriority.table.urgent) ?? second.priority,
    patientCharts: [...new Map(charts.map((chart) => [chartKeyOf(chart), chart])).values()],
  };
}

/** Replies of a conversation that are not yet among its messages, which end at `lastSequence`. */
export function useOutgoingReplies(place: ReplyPlace, lastSequence: number): readonly OutgoingReply[] {
  const replies = useMutationState({
    filters: { mutationKey: keyOf(place) },
    select: ({ state }: ReplyMutation) => state,
  });
  return replies.flatMap(({ variables: reply, error, data }) => {
    if (reply === undefined || (data !== undefined && data.sequence <= lastSequence)) return [];
    return [{ ...reply, error: error && toApiError(error) }];
  });
}
