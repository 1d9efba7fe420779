import type { ProviderSearchItem } from '@careloop/contracts/directory';
import type { ReactNode } from 'react';
import { Callout } from '../../../ui/Callout.tsx';

/** Tells that a chosen provider cannot answer here, and who sees to the referral instead. */
export function NoPortalNote({ provider }: { provider: ProviderSearchItem | null }): ReactNode {
  if (provider === null || provider.userId !== null) return null;
  return (
    <Callout tone="warning" title={`${provider.fullName} does not use this portal`}>
      The referral goes to the care coordinators, under Referral exceptions. They contact the office and record its
      answer, or choose another provider.
    </Callout>
  );
}
