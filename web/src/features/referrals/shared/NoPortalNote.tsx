import type { ProviderSearchItem } from '@careloop/contracts/directory';
import type { ReactNode } from 'react';
import { Callout } from '../../../ui/Callout.tsx';

interface NoPortalNoteProps {
  provider: ProviderSearchItem | null;
  /** Whether the user is known to be one of the coordinators who see to it. */
  isUserCoordinator?: boolean;
}

/** Tells that a chosen provider cannot answer here, and who sees to the referral instead. */
export function NoPortalNote({ provider, isUserCoordinator = false }: NoPortalNoteProps): ReactNode {
  if (provider === null || provider.userId !== null) return null;
  return (
    <Callout tone="warning" title={`${provider.fullName} does not use this portal`}>
      {isUserCoordinator
        ? 'The referral goes to your Referral exceptions. Contact the office and record its answer, or choose another provider.'
        : 'The referral goes to the care coordinators, under Referral exceptions. They contact the office and record its answer, or choose another provider.'}
    </Callout>
  );
}
