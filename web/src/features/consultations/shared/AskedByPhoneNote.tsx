import type { ReactNode } from 'react';
import { Callout } from '../../../ui/Callout.tsx';

/** Tells that the recipient cannot answer in the portal, and who asks them instead. */
export function AskedByPhoneNote({ name }: { name: string }): ReactNode {
  return (
    <Callout tone="warning" title={`${name} does not use this portal`}>
      A care coordinator of the patient’s organization asks by phone and enters the answer.
    </Callout>
  );
}
