import { getMessagePage, messageTexts } from '@careloop/contracts/messages';
import { archiveUserConversation, type ConversationListItem } from '@careloop/contracts/messages/conversations';
import { Button, Group, Select, Text } from '@mantine/core';
import { IconMessages, IconPencilPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { isRefusal, toApiError } from '../../api/errors.ts';
import { useSession } from '../../session/useSession.ts';
import { useActFor, useActingFor } from '../../shell/actingFor.ts';
import { refreshConversations } from './conversationRows.ts';
import { queryOf, useCall } from '../../api/query.ts';
import { ConversationRow } from './shared/ConversationRow.tsx';
import { useOwnUserId } from './shared/ConversationWidget.tsx';
import { ListDetailBoard } from '../../components/ListDetailBoard.tsx';
import { useIsNarrow } from '../../components/useIsNarrow.ts';
import { lazyPart } from '../../lib/lazyPart.tsx';
import { toast } from '../../ui/toasts.tsx';
import { useCommand } from '../../ui/commands.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { inWords } from '../../ui/errorWords.ts';
import { QueryState } from '../../ui/QueryState.tsx';
import { useShortcut } from '../../ui/shortcuts.ts';
import { personName } from './shared/people.ts';
import { ConversationView } from './thread/ConversationView.tsx';
import { MessageFilters } from './list/MessageFilters.tsx';
import { NotificationSwitch } from './list/NotificationSwitch.tsx';
import { keyOf, useConversations } from './list/useConversations.ts';
import { useUnreadByPerson } from './unread/unreadByPerson.ts';
import { useMessagesSearch } from './useMessagesSearch.ts';

const NewMessageDialog = lazyPart(async () => (await import('./compose/NewMessageDialog.tsx')).NewMessageDialog);

/** The conversation that was archived last. */
interface Archived {
  key: string;
  /** Selected instead. */
  next: string | undefined;
  lastSequence: number;
  /** Whether the list still holds it. */
  isListed: boolean;
}

/** Secure messages: the list of conversations and the selected one (docs/domain/messages.md). */
export function MessagesPage(): ReactNode {
  const client = useQueryClient();
  const userId = useOwnUserId();
  const { conversationKey, isUnasked, filters, filtersCount, resetFilters, select } = useMessagesSearch();
  const list = useConversations(filters, conversationKey);
  const { query, items, newCount, showNew, hasEarlier } = list;
  const link = useLinkedMessage();
  const [archived, setArchived] = useState<Archived>();
  // Answers that were under way still hold it, until one does not; a reply brings it back.
  const isHidden = (item: ConversationListItem) =>
    archived?.isListed === true &&
    keyOf(item) === archived.key &&
    item.lastSequence <= archived.lastSequence &&
    filters.includeArchived !== true;
  const shown = items.filter((item) => !isHidden(item));
  if (archived?.isListed === true && !items.some((item) => keyOf(item) === archived.key))
    setArchived({ ...archived, isListed: false });
  useFirstSelected(shown[0]);
  const loadError = query.isLoadingError ? query.error : null;
  useEffect(() => {
    if (loadError === null) return;
    const error = toApiError(loadError);
    // The connection callout already says that there is no connection.
    if (!error.isSilent && error.code !== 'network') toast.failureAs(messageTexts.listFailed, error);
  }, [loadError]);
  const unarchive = useCall(archiveUserConversation, {
    onError: 'toast',
    onSuccess: async (_output, input) => {
      toast.success(messageTexts.unarchived);
      await refreshConversations(client, new Set([input.conversationKey]));
    },
  });
  const undoArchiving = (key: string) => {
    const input = { conversationKey: key, archiveConversation: false };
    // Not called once the user has left the screen.
    const onSuccess = () => {
      setArchived(undefined);
      showNew();
      select(key);
    };
    unarchive.mutate(input, { onSuccess });
  };
  const showSent = async (key: string) => {
    await refreshConversations(client, new Set([key]));
    // The user's own messages go to the top at once.
    showNew();
  };
  return (
    <ListDetailBoard
      label="Messages"
      list={[filters]}
      items={shown}
      rowKey={keyOf}
      renderRow={(item) => <ConversationRow item={item} userId={userId} />}
      selectedKey={conversationKey}
      onSelect={(key, isStep) => {
        setArchived(undefined);
        select(key === null ? undefined : String(key), { isChosen: !isStep });
      }}
      detail={(key) =>
        link.failure ?? (
          <ConversationView
            conversationKey={String(key)}
            sequence={link.sequence}
            isUnasked={isUnasked}
            takesFocus={key === archived?.next}
            onArchived={() => {
              toast.undoable(messageTexts.archived, () => undoArchiving(String(key)));
              const next = neighborOf(shown, String(key));
              const lastSequence = items.find((item) => keyOf(item) === key)?.lastSequence ?? 0;
              setArchived({ key: String(key), next, lastSequence, isListed: true });
              select(next, { isUnasked: true });
            }}
            onSent={() => showSent(String(key))}
          />
        )
      }
      actions={
        <NewMessage
          patientId={filters.patientId}
          onSent={async (key) => {
            await showSent(key);
            select(key, { isChosen: true });
          }}
        />
      }
      filters={
        <>
          <ActingForSelect />
          <MessageFilters />
        </>
      }
      filtersCount={filtersCount}
      onResetFilters={resetFilters}
      empty={<EmptyState icon={<IconMessages size={24} />} title={messageTexts.none} text={messageTexts.noneHint} />}
      emptyDetail={
        link.failure ?? <EmptyState icon={<IconMessages size={24} />} title={messageTexts.nothingSelected} />
      }
      newCount={newCount}
      onShowNew={showNew}
      isLoading={query.isPending}
      failureCount={query.failureCount}
      isFetching={query.isFetching}
      // The toast already names the failure.
      error={loadError && { ...inWords(messageTexts.listFailed, toApiError(loadError)), heading: undefined }}
      onRetry={() => void query.refetch()}
      hasMore={query.hasNextPage}
      hasMoreFailed={query.isFetchNextPageError}
      isLoadingMore={query.isFetchingNextPage}
      onLoadMore={() => void query.fetchNextPage()}
      hasEarlier={hasEarlier}
      isLoadingEarlier={list.isLoadingEarlier}
      hasEarlierFailed={list.hasEarlierFailed}
      onLoadEarlier={list.loadEarlier}
      footer={hasEarlier ? <FromTop onClick={list.showFromTop} /> : <NotificationSwitch />}
    />
  );
}

/** The conversation to show next: the one below, or else the one above. */
function neighborOf(items: readonly ConversationListItem[], key: string): string | undefined {
  const index = items.findIndex((item) => keyOf(item) === key);
  const neighbor = items[index + 1] ?? items[index - 1];
  return index === -1 || neighbor === undefined ? undefined : keyOf(neighbor);
}

/** Opens the first conversation, unless the board shows only the list, and keeps it open when others arrive above it. */
function useFirstSelected(first: ConversationListItem | undefined): void {
  const { conversationKey, userMessageId, select } = useMessagesSearch();
  const isNarrow = useIsNarrow();
  const key =
    isNarrow || conversationKey !== undefined || userMessageId !== undefined || first === undefined
      ? undefined
      : keyOf(first);
  useEffect(() => {
    if (key !== undefined) select(key, { isUnasked: true });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `select` only passes the key on to the router
  }, [key]);
}

/** Sequence number of the message in the address. Also puts its conversation into the address. */
function useLinkedMessage(): { sequence?: number; failure?: ReactNode } {
  const { conversationKey, userMessageId, select } = useMessagesSearch();
  const place = useQuery({
    ...queryOf(getMessagePage, { userMessageId: userMessageId ?? 0 }),
    enabled: userMessageId !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const { data, error } = place;
  const isRefused = isRefusal(error);
  useEffect(() => {
    if (userMessageId === undefined) return;
    if (isRefused) {
      toast.lastingWarning(messageTexts.noConversation);
      select(conversationKey);
    } else if (data !== undefined && data.conversationKey !== conversationKey) {
      select(data.conversationKey, { messageId: userMessageId });
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `select` only passes the key on to the router
  }, [data, isRefused, userMessageId, conversationKey]);
  const isNarrow = useIsNarrow();
  const failure = data === undefined && !isRefused ? error : null;
  useEffect(() => {
    // Only the list is visible there, so a toast shows the failure.
    if (failure !== null && isNarrow) toast.failure(failure);
  }, [failure, isNarrow]);
  if (userMessageId === undefined) return {};
  // A missing response says nothing about the message: its link is kept for a retry.
  if (failure !== null) return { failure: <QueryState query={place} /> };
  return data?.conversationKey === conversationKey ? { sequence: data?.sequence } : {};
}

interface NewMessageProps {
  patientId: string | number | undefined;
  onSent: (conversationKey: string) => Promise<void>;
}

function NewMessage({ patientId, onSent }: NewMessageProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  useShortcut('n', 'New message', () => setOpen(true));
  useCommand('New message', () => setOpen(true));
  return (
    <>
      <Button leftSection={<IconPencilPlus size={16} aria-hidden />} onClick={() => setOpen(true)}>
        New Message
      </Button>
      {isOpen && (
        <NewMessageDialog
          patientId={patientId === undefined ? undefined : Number(patientId)}
          onClose={() => setOpen(false)}
          onSent={(key) => {
            setOpen(false);
            void onSent(key);
          }}
        />
      )}
    </>
  );
}

function FromTop({ onClick }: { onClick: () => void }): ReactNode {
  return (
    <Button variant="subtle" size="compact-sm" onClick={onClick}>
      Show the newest conversations
    </Button>
  );
}

const oneself = 'self';

/** For users who can act for others: selects whose conversations are shown and answered. */
function ActingForSelect(): ReactNode {
  const { usersToImpersonate } = useSession().user;
  const acting = useActingFor();
  const actFor = useActFor();
  const unread = useUnreadByPerson();
  if (usersToImpersonate.length === 0) return null;
  const countOf = (value: string) => unread.find(({ userId }) => String(userId ?? oneself) === value)?.count ?? 0;
  return (
    <Select
      label="Acting on behalf of"
      allowDeselect={false}
      searchable={usersToImpersonate.length > 8}
      data={[
        { value: oneself, label: 'Myself' },
        ...usersToImpersonate.map((person) => ({ value: String(person.proxiedUserId), label: personName(person) })),
      ]}
      value={String(acting?.proxiedUserId ?? oneself)}
      renderOption={({ option }) => <Person name={option.label} count={countOf(option.value)} />}
      onChange={(value) => actFor(value === oneself ? undefined : Number(value))}
    />
  );
}

/** On a phone, nothing else says who has unread messages. */
function Person({ name, count }: { name: string; count: number }): ReactNode {
  return (
    <Group justify="space-between" wrap="nowrap" w="100%">
      <span>{name}</span>
      {count > 0 && (
        <Text fz="xs" c="dimmed">
          {count} unread
        </Text>
      )}
    </Group>
  );
}
