import { IconSearch, IconSearchOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState } from './EmptyState.tsx';
import { ListSkeleton } from './Skeletons.tsx';

/** Texts of an empty list and of a list that failed to load. */
export const resultsTexts = {
  noneTitle: 'No results found',
  none: 'There are no items based on your current filter criteria.',
  welcomeTitle: 'Welcome!',
  welcome: 'Please use the search button to search items based on your current filter criteria.',
} as const;

export interface ResultsWrapperProps {
  /** Before any search the page only invites to one. */
  hasSearched: boolean;
  isLoading: boolean;
  count: number;
  /** In place of the plain text where nothing was found. */
  none?: ReactNode;
  /** Where nothing was found: a button that resets the filters, for instance. */
  action?: ReactNode;
  /** The results. */
  children: ReactNode;
}

/** Wraps search results: a prompt, loading, nothing found, or the results. */
export function ResultsWrapper({
  hasSearched,
  isLoading,
  count,
  none,
  action,
  children,
}: ResultsWrapperProps): ReactNode {
  if (isLoading) return <ListSkeleton />;
  if (!hasSearched) {
    return <EmptyState icon={<IconSearch size={24} />} title={resultsTexts.welcomeTitle} text={resultsTexts.welcome} />;
  }
  if (count > 0) return children;
  if (none !== undefined) return <div role="status">{none}</div>;
  return (
    <div role="status">
      <EmptyState
        icon={<IconSearchOff size={24} />}
        title={resultsTexts.noneTitle}
        text={resultsTexts.none}
        action={action}
      />
    </div>
  );
}
