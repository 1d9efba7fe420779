import type { CallOf } from '@careloop/contracts/endpoint';
import type { getUserConversations } from '@careloop/contracts/messages/conversations';
import { getRouteApi, useLocation } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The screen selected the conversation, not the user. */
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

/** Search parameters of the Messages screen, and functions to change them. */
export function useMessagesSearch() {
  const { conversationKey, userMessageId, patientId, includeArchived, unreadOnly, urgentOnly, memberUserId } =
    page.useSearch();
  const navigate = page.useNavigate();
  const filters: ConversationFilters = { patientId, includeArchived, unreadOnly, urgentOnly, memberUserId };

  const setFilters = (next: ConversationFilters) =>
    // A different list, with nothing selected yet.
    void navigate({
      search: (old) => ({ ...old, ...next, conversationKey: undefined, userMessageId: undefined }),
      replace: true,
    });
  /** A selection by the screen replaces the history entry; one by the user adds an entry for Back. */
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
