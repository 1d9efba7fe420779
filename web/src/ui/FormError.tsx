import type { ReactNode } from 'react';
import { Callout } from './Callout.tsx';

/** A form-level error, as a warning callout that screen readers announce at once (docs/domain/screens.md). */
export function FormError({ children }: { children: ReactNode }): ReactNode {
  return (
    <Callout tone="warning" role="alert">
      {children}
    </Callout>
  );
}
