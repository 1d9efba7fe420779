import type { ReactNode } from 'react';
import { Callout } from './Callout.tsx';

/** What is wrong with a form as a whole, as a caution callout (specification 1, section 5). Read out at once. */
export function FormError({ children }: { children: ReactNode }): ReactNode {
  return (
    <Callout tone="warning" role="alert">
      {children}
    </Callout>
  );
}
