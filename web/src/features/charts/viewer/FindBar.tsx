import { CloseButton, Text, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Find } from './find.ts';
import { Tool } from './ViewerTools.tsx';

/** Debounce in milliseconds: a long document is searched on the server. */
const pause = 250;

function countText({ term, count, current }: Find, hasFailed: boolean): string {
  if (term === '') return '';
  if (hasFailed) return 'The search failed. Press Enter to try again.';
  if (count === null) return 'Searching...';
  return count === 0 ? 'No matches' : `${current + 1} of ${count}`;
}

interface FindBarProps {
  find: Find;
  /** Repeats the search, if it failed. */
  onRetry?: (() => void) | undefined;
}

/** Find in the document: the term, the current match and the count, and buttons to move on. */
export function FindBar({ find, onRetry }: FindBarProps): ReactNode {
  const [term, setTerm] = useState(find.term);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus();
    return () => clearTimeout(timer.current);
  }, []);
  const search = (next: string) => {
    clearTimeout(timer.current);
    if (next !== find.term) find.setTerm(next);
  };
  const type = (next: string) => {
    setTerm(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(next.trim()), pause);
  };
  const hasMatches = (find.count ?? 0) > 0;
  return (
    <div role="search" style={{ display: 'flex', alignItems: 'center', gap: 4 }}>
      <TextInput
        ref={input}
        aria-label="Find in document"
        placeholder="Find in document"
        size="xs"
        w={200}
        maxLength={200}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={term}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.stopPropagation();
            find.close();
          }
          if (event.key !== 'Enter') return;
          if (term.trim() !== find.term) search(term.trim());
          else if (onRetry !== undefined) onRetry();
          else find.step(event.shiftKey ? -1 : 1);
        }}
      />
      <Text fz="sm" miw={76} role="status">
        {countText(find, onRetry !== undefined)}
      </Text>
      <Tool label="Previous match" icon={IconChevronUp} disabled={!hasMatches} onClick={() => find.step(-1)} />
      <Tool label="Next match" icon={IconChevronDown} disabled={!hasMatches} onClick={() => find.step(1)} />
      <CloseButton size="sm" aria-label="Close find" onClick={find.close} />
    </div>
  );
}
