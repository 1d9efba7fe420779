import { getUserConversationMessages } from '@careloop/contracts/messages';
import {
  getSingleUserConversation,
  getUserConversations,
  type ConversationListItem,
} from '@careloop/contracts/messages/conversations';
import type { QueryClient } from '@tanstack/react-query';
import { refreshLists, type LiveList } from './liveLists.ts';

/** The latest message first. */
export const conversationList: LiveList<ConversationListItem> = {
  endpoint: getUserConversations,
  isCutUnseen: true,
  keyOf: ({ conversationKey }) => conversationKey,
  compare: (one, other) => {
    if (one.lastMessageAt === other.lastMessageAt) return 0;
    return one.lastMessageAt > other.lastMessageAt ? -1 : 1;
  },
};

/** As many at once as the server answers on one page. */
const pageSize = 100;

/** Brings the conversations up to date wherever they are shown. */
export async function refreshConversations(client: QueryClient, keys: ReadonlySet<string>): Promise<void> {
  const open = client.invalidateQueries({
    predicate: ({ queryKey: [path, input] }) =>
      (path === getSingleUserConversation.path || path === getUserConversationMessages.path) &&
      keys.has((input as { conversationKey: string }).conversationKey),
  });
  await Promise.all([open, refreshRows(client, keys)]);
}

/** The same in the lists alone. */
export async function refreshRows(client: QueryClient, keys: ReadonlySet<string>): Promise<void> {
  await refreshLists(client, conversationList, () => ({
    input: { conversationKeys: [...keys], pageSize },
    isAsked: ({ conversationKey }) => keys.has(conversationKey),
  }));
}

/** After somebody has come to see a patient, or does not any more: the patient's conversations in the lists. */
export async function refreshRowsOfPatient(client: QueryClient, patientId: number): Promise<void> {
  await refreshLists(client, conversationList, (filters) =>
    Number(filters['patientId'] ?? patientId) === patientId
      ? { input: { patientId, pageSize }, isAsked: ({ patient }) => patient?.patientId === patientId }
      : undefined,
  );
}
