import type { CallOf } from '@careloop/contracts/endpoint';
import type { getUserConversations } from '@careloop/contracts/messages/conversations';
import { getRouteApi, useLocation } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The screen selected the conversation by itself; nobody has asked for it. */
    isUnasked?: boolean | undefined;
  }
}

const page = getRouteApi('/Messages');

export type ConversationFilters = Pick<
  CallOf<typeof getUserConversations>,
  'patientId' | 'includeArchived' | 'unreadOnly' | 'urgentOnly' | 'memberUserId'
>;

const noFilters: ConversationFilters = {
  patientId: undefined,
  includeArchived: undefined,
  unreadOnly: undefined,
  urgentOnly: undefined,
  memberUserId: undefined,
};

interface SelectOptions {
  messageId?: number | undefined;
  isChosen?: boolean;
  isUnasked?: boolean;
}

/** What the address says of the screen, and how it is changed. */
export function useMessagesSearch() {
  const { conversationKey, userMessageId, patientId, includeArchived, unreadOnly, urgentOnly, memberUserId } =
    page.useSearch();
  const navigate = page.useNavigate();
  const filters: ConversationFilters = { patientId, includeArchived, unreadOnly, urgentOnly, memberUserId };

  const setFilters = (next: ConversationFilters) =>
    // Another list: nothing of it is selected yet.
    void navigate({
      search: (old) => ({ ...old, ...next, conversationKey: undefined, userMessageId: undefined }),
      replace: true,
    });
  /** What the screen selects by itself is no place to come Back to; what somebody chooses is. */
  const select = (key: string | undefined, options: SelectOptions = {}) =>
    void navigate({
      search: (old) => ({ ...old, conversationKey: key, userMessageId: options.messageId }),
      state: { isUnasked: options.isUnasked },
      replace: options.isChosen !== true || key === conversationKey,
    });
  return {
    isUnasked: useLocation({ select: ({ state }) => state.isUnasked === true }),
    conversationKey,
    userMessageId,
    filters,
    filtersCount: Object.values(filters).filter((value) => value !== undefined && value !== false).length,
    setFilters,
    resetFilters: () => setFilters(noFilters),
    select,
  };
}
