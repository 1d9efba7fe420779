import type { LookupState } from '@careloop/contracts/administration/lookups';
import type { ReactNode } from 'react';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';

export const lookupStateLabels: Readonly<Record<LookupState, string>> = { offered: 'Offered', archived: 'Archived' };

/** Whether forms offer an entry. */
export function LookupStateBadge({ isArchived }: { isArchived: boolean }): ReactNode {
  return (
    <StatusBadge
      tone={isArchived ? 'inactive' : 'success'}
      label={isArchived ? lookupStateLabels.archived : lookupStateLabels.offered}
    />
  );
}
