import type { ReactNode } from 'react';
import { Callout } from '../../ui/Callout.tsx';

/** In place of answering an invitation that is not pending any more. */
export function NoLongerPendingCallout(): ReactNode {
  return (
    <Callout tone="warning" role="alert" title="This invitation was taken back or answered">
      It is no longer pending, so it cannot be accepted or declined.
    </Callout>
  );
}
