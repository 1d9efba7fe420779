import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/EmptyState.tsx';

/** For a case that the selected list, to review or decided, does not contain. */
export function NotListed(): ReactNode {
  return <EmptyState title="Not in this list" text="It may have been decided since. Select another one on the left." />;
}
