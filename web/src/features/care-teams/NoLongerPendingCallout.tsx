import type { ReactNode } from 'react';
import { Callout } from '../../ui/Callout.tsx';

/** Shown for an invitation that is no longer pending. */
export function NoLongerPendingCallout(): ReactNode {
  return (
    <Callout tone="warning" role="alert" title="This invitation was withdrawn or answered">
      It is no longer pending, so it cannot be accepted or declined.
    </Callout>
  );
}
