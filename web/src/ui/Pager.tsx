import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Pager.module.css';
import { pagerWindow } from './pagerWindow.ts';

export interface PagerProps {
  page: number;
  pageCount: number;
  onPage: (page: number) => void;
  /** Label for screen readers: "Pages of referrals to process". */
  label?: string;
}

/** Five page links with First and Last; nothing for a single page (docs/domain/screens.md). */
export function Pager({ page, pageCount, onPage, label = 'Pages' }: PagerProps): ReactNode {
  if (pageCount <= 1) return null;
  const { pages, hasBefore, hasAfter } = pagerWindow(page, pageCount);
  const link = (target: number, text: string, isDisabled = false) => (
    <UnstyledButton
      key={text}
      className={classes['link']}
      disabled={isDisabled}
      data-current={(target === page && text === String(target)) || undefined}
      aria-current={target === page && text === String(target) ? 'page' : undefined}
      aria-label={text === String(target) ? `Page ${text}` : `${text} page`}
      onClick={() => onPage(target)}
    >
      {text}
    </UnstyledButton>
  );
  return (
    <nav className={classes['pager']} aria-label={label}>
      <div className={classes['links']}>
        {link(1, 'First', page <= 1)}
        {hasBefore && <Ellipsis />}
        {pages.map((number) => link(number, String(number)))}
        {hasAfter && <Ellipsis />}
        {link(pageCount, 'Last', page === pageCount)}
      </div>
      {/* A page beyond the last one, such as of an old link, shows nothing. */}
      {page <= pageCount && (
        <span className={classes['where']}>
          showing {page} of {pageCount} pages
        </span>
      )}
    </nav>
  );
}

function Ellipsis(): ReactNode {
  return (
    <span className={classes['ellipsis']} aria-hidden>
      …
    </span>
  );
}
