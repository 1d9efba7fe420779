import { IconFilterOff, IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState, type EmptyStateProps } from './EmptyState.tsx';

/** Shown when no item of a list matches its filters. */
export function NoResults({
  icon = <IconFilterOff size={24} />,
  title = 'No results found',
  text = 'There are no items based on your current filter criteria.',
  action,
}: Partial<Omit<EmptyStateProps, 'heading'>>): ReactNode {
  return <EmptyState icon={icon} title={title} text={text} action={action} />;
}

/** Shown in place of results before the first search. */
export function SearchPrompt(): ReactNode {
  return (
    <EmptyState
      icon={<IconSearch size={24} />}
      title="Welcome!"
      text="Please use the search button to search items based on your current filter criteria."
    />
  );
}
