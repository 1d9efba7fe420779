import { scopeTexts } from '@careloop/contracts/referrals/recordScope';
import { IconBuilding } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { StatusBadge } from '../../../../ui/StatusBadge.tsx';

/** "Outside {client}": the provider's user belongs to other clients only. */
export function OutsideBadge({ client }: { client: string }): ReactNode {
  return (
    <StatusBadge tone="warning" label={scopeTexts.outside(client)} icon={<IconBuilding size={14} aria-hidden />} />
  );
}
