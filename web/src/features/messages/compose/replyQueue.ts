import type { CallOf, OutputOf } from '@careloop/contracts/endpoint';
import { getUserConversationMessages } from '@careloop/contracts/messages';
import { getSingleUserConversation } from '@careloop/contracts/messages/conversations';
import { sendQuickReply } from '@careloop/contracts/messages/sending';
import { useMutationState, type Mutation } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { toApiError, type ApiError } from '../../../api/errors.ts';
import { invalidate } from '../../../api/query.ts';
import { queryClient } from '../../../api/queryClient.ts';
import { registerUnsavedSource } from '../../../ui/unsaved.ts';
import { findDraft } from './draftStore.ts';

// Replies that the server does not have yet: one mutation each, sent one after the other within a conversation. A failed
// reply stays with its idempotency key, so that retrying never sends a second message.

type ReplyInput = CallOf<typeof sendQuickReply>;
type ReplyContent = Pick<ReplyInput, 'message' | 'priority' | 'patientCharts'>;

/** The conversation and the person acted for. */
interface ReplyPlace {
  conversationKey: string;
  onBehalfOfUserId: number | undefined;
}

interface Reply {
  /** Idempotency key; also the version under which a failed reply is saved as a draft. */
  key: string;
  input: ReplyInput;
  /** Whether an attempt failed, after which its draft was saved again. */
  hasFailed: boolean;
}
type ReplyMutation = Mutation<OutputOf<typeof sendQuickReply>, Error, Reply>;

export interface OutgoingReply {
  key: string;
  input: ReplyInput;
  /** Why it was not sent; null while it is being sent. */
  error: ApiError | null;
}

const mutations = queryClient.getMutationCache();
const findReplies = () => mutations.findAll({ mutationKey: ['reply'] }) as ReplyMutation[];

registerUnsavedSource({
  words: {
    title: 'Are you sure you want to sign out?',
    message: 'A reply has not been sent. It will be lost.',
    tone: 'danger',
  },
  hasUnsaved: () => findReplies().some(({ state }) => state.status !== 'success'),
  forget: () => findReplies().forEach((reply) => mutations.remove(reply)),
});

/** Replies taken back to be edited. Sent again unchanged, they keep their key: the first attempt may have succeeded. */
const edited = new WeakMap<ReplyContent, Reply>();

function contentOf({ message, priority, patientCharts }: ReplyContent): ReplyContent {
  return { message, priority, patientCharts };
}

/** Sends the draft of a place. Resolves to whether it was sent, once the conversation has been refetched. */
export function sendReply(place: ReplyPlace): Promise<boolean> {
  const draft = findDraft(place);
  const { content } = draft.read();
  const key = crypto.randomUUID();
  const input = { ...contentOf(content), ...place, draftVersions: [...draft.take(), key] };
  const mutation: ReplyMutation = mutations.build(queryClient, {
    mutationKey: ['reply', place.conversationKey],
    scope: { id: `reply ${place.conversationKey}` },
    // A failed reply stays until the user retries or discards it.
    gcTime: Number.POSITIVE_INFINITY,
    retry: (count, error) => toApiError(error).isTransient && count < 2,
    mutationFn: async (reply) => {
      // A save that arrives after the reply would restore its draft.
      await draft.saver.settled();
      return await call(sendQuickReply, reply.input, { idempotencyKey: reply.key });
    },
    onError: (_error, reply) => {
      reply.hasFailed = true;
      draft.saveUnsent(contentOf(reply.input), reply.key);
    },
  });
  return run(mutation, edited.get(content) ?? { key, input, hasFailed: false });
}

async function run(mutation: ReplyMutation, reply: Reply): Promise<boolean> {
  try {
    await mutation.execute(reply);
  } catch {
    return false;
  }
  if (reply.hasFailed) findDraft(reply.input).discardUnsent(reply.key);
  await invalidate(queryClient, getUserConversationMessages, getSingleUserConversation);
  mutations.remove(mutation);
  return true;
}

function findFailed(key: string): { mutation: ReplyMutation; reply: Reply } | undefined {
  const mutation = findReplies().find(({ state }) => state.status === 'error' && state.variables?.key === key);
  const reply = mutation?.state.variables;
  return mutation && reply && { mutation, reply };
}

/** Retries a failed reply. Resolves to whether it was sent. */
export async function retryReply(key: string): Promise<boolean> {
  const failed = findFailed(key);
  return failed !== undefined && (await run(failed.mutation, failed.reply));
}

/** Discards a failed reply, and its draft. */
export function discardReply(key: string): void {
  const failed = findFailed(key);
  if (failed === undefined) return;
  mutations.remove(failed.mutation);
  findDraft(failed.reply.input).discardUnsent(key);
}

/** Moves a failed reply back to the text field, after any text typed there since. */
export function editReply(key: string): void {
  const failed = findFailed(key);
  if (failed === undefined) return;
  mutations.remove(failed.mutation);
  const draft = findDraft(failed.reply.input);
  const content = contentOf(failed.reply.input);
  const { message } = draft.read().content;
  if (message.trim() === '') edited.set(content, failed.reply);
  else content.message = `${message}\n${content.message}`;
  draft.change(content);
}

/** Replies of a conversation that are not yet among its messages, which end at `lastSequence`. */
export function useOutgoingReplies(
  { conversationKey, onBehalfOfUserId }: ReplyPlace,
  lastSequence: number,
): readonly OutgoingReply[] {
  const all = useMutationState({
    filters: { mutationKey: ['reply', conversationKey] },
    select: ({ state }: ReplyMutation) => state,
  });
  return all.flatMap(({ variables: reply, error, data }) => {
    if (reply === undefined || reply.input.onBehalfOfUserId !== onBehalfOfUserId) return [];
    if (data !== undefined && data.sequence <= lastSequence) return [];
    return [{ key: reply.key, input: reply.input, error: error && toApiError(error) }];
  });
}
