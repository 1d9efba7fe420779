import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { pagerWindow } from './pagerWindow.ts';

export interface PagerProps {
  page: number;
  pageCount: number;
  onPage: (page: number) => void;
  /** Names the pager for screen readers: "Pages of referrals to process". */
  label?: string;
}

/** Five page links with First and Last. Not there at all for one page or fewer (specification 1, section 2). */
export function Pager({ page, pageCount, onPage, label = 'Pages' }: PagerProps): ReactNode {
  if (pageCount <= 1) return null;
  const { pages, hasBefore, hasAfter } = pagerWindow(page, pageCount);
  return (
    <Group component="nav" aria-label={label} gap="xs">
      <Button variant="subtle" disabled={page <= 1} onClick={() => onPage(1)}>
        First
      </Button>
      {hasBefore && <span aria-hidden>…</span>}
      {pages.map((number) => (
        <Button
          key={number}
          variant={number === page ? 'filled' : 'subtle'}
          aria-current={number === page ? 'page' : undefined}
          onClick={() => onPage(number)}
        >
          {number}
        </Button>
      ))}
      {hasAfter && <span aria-hidden>…</span>}
      <Button variant="subtle" disabled={page >= pageCount} onClick={() => onPage(pageCount)}>
        Last
      </Button>
      <Text c="dimmed">
        showing {page} of {pageCount} pages
      </Text>
    </Group>
  );
}
