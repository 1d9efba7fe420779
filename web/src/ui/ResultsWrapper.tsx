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
  /** While false, shows only a prompt to search. */
  hasSearched: boolean;
  isLoading: boolean;
  count: number;
  /** Replaces the default text for no results. */
  none?: ReactNode;
  /** Shown with no results: a button that resets the filters, for instance. */
  action?: ReactNode;
  /** The results. */
  children: ReactNode;
}

/** Shows search results, or a prompt, progress, or the text for no results. */
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
