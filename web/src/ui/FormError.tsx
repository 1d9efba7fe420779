import type { ReactNode } from 'react';
import { Callout, type CalloutProps } from './Callout.tsx';

/** A form-level error, as a warning callout that screen readers announce at once (docs/domain/screens.md). */
export function FormError({ children, action }: Pick<CalloutProps, 'children' | 'action'>): ReactNode {
  return (
    <Callout tone="warning" role="alert" action={action}>
      {children}
    </Callout>
  );
}
