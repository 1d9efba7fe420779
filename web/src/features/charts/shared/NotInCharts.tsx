import { IconFileUnknown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { DetailSkeleton } from '../../../ui/Skeletons.tsx';

interface NotInChartsProps {
  /** The charts are being fetched again and may have it then. */
  isLoading: boolean;
  showsArchived: boolean;
}

/** In place of a chart that the address names and the tree does not list. */
export function NotInCharts({ isLoading, showsArchived }: NotInChartsProps): ReactNode {
  if (isLoading) return <DetailSkeleton />;
  return (
    <EmptyState
      icon={<IconFileUnknown size={32} />}
      title="This document is not in this patient’s charts."
      text={showsArchived ? undefined : 'If it has been archived, switch on “Show archived” to read it.'}
    />
  );
}
