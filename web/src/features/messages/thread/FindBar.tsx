import { findInConversation } from '@careloop/contracts/messages/conversations';
import { ActionIcon, CloseButton, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp, IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { call } from '../../../api/call.ts';
import { pagedItems } from '../../../api/pages.ts';
import classes from '../Messages.module.css';

export interface FindBarProps {
  conversationKey: string;
  term: string;
  onTerm: (term: string) => void;
  onGoTo: (sequence: number) => void;
  onClose: () => void;
}

const shortest = 2;

/** Searches the messages of a conversation: "3 of 12", newest first. */
export function FindBar({ conversationKey, term, onTerm, onGoTo, onClose }: FindBarProps): ReactNode {
  const [typed] = useDebouncedValue(term.trim(), 300);
  const found = useFoundMessages(conversationKey, typed);
  const [position, setPosition] = useState({ typed, index: 0 });
  const index = position.typed === typed ? position.index : 0;
  const sequence = found.items[index]?.sequence;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const goTo = useEffectEvent((to: number) => onGoTo(to));
  useEffect(() => {
    if (sequence !== undefined) goTo(sequence);
  }, [sequence]);

  const move = (step: 1 | -1) => {
    const next = index + step;
    if (next < 0 || next >= found.items.length) return;
    setPosition({ typed, index: next });
    if (found.hasMore && next >= found.items.length - 2) found.loadMore();
  };
  return (
    <search className={classes['find']}>
      <TextInput
        aria-label="Find in conversation"
        placeholder="Find in conversation"
        ref={field}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={term}
        onChange={(event) => onTerm(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose();
          if (event.key === 'Enter') move(event.shiftKey ? -1 : 1);
        }}
      />
      <span role="status" className={classes['findCount']}>
        {countWords(typed, found, index)}
      </span>
      <ActionIcon
        aria-label="Previous match (older)"
        disabled={index + 1 >= found.items.length}
        onClick={() => move(1)}
      >
        <IconChevronUp size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon aria-label="Next match (newer)" disabled={index === 0} onClick={() => move(-1)}>
        <IconChevronDown size={18} aria-hidden />
      </ActionIcon>
      <CloseButton aria-label="Close find" onClick={onClose} />
    </search>
  );
}

function countWords(typed: string, found: ReturnType<typeof useFoundMessages>, index: number): string {
  if (typed === '') return '';
  if (typed.length < shortest) return `Enter at least ${shortest} characters`;
  if (found.isFailed) return 'The search failed';
  if (found.isPending) return 'Searching...';
  if (found.items.length === 0) return 'No results found';
  return `${index + 1} of ${found.items.length}${found.hasMore ? '+' : ''}`;
}

function useFoundMessages(conversationKey: string, searchTerm: string) {
  const query = useInfiniteQuery({
    queryKey: [findInConversation.path, { conversationKey, searchTerm }],
    enabled: searchTerm.length >= shortest,
    initialPageParam: undefined as number | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const findBefore = (before?: number | null) =>
        call(findInConversation, { conversationKey, searchTerm, before: before ?? undefined }, { signal });
      let page = await findBefore(pageParam);
      // A long stretch without matches: continue with the next one.
      while (page.items.length === 0 && page.nextBefore !== null) page = await findBefore(page.nextBefore);
      return page;
    },
    getNextPageParam: ({ nextBefore }) => nextBefore ?? undefined,
  });
  return {
    items: pagedItems(query.data),
    isPending: query.isPending,
    isFailed: query.isError,
    hasMore: query.hasNextPage,
    loadMore: () => {
      if (!query.isFetchingNextPage) void query.fetchNextPage();
    },
  };
}
