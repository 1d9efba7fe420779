import type { ReactNode } from 'react';
import classes from './FieldMessage.module.css';

export interface FieldMessageProps {
  /** Referenced by the input's `aria-describedby`. */
  id: string;
  error: string | undefined;
  /** Shown while there is no error. */
  hint?: string | undefined;
  /** Number of lines to reserve; defaults to 1. */
  lines?: 1 | 2;
}

/** Message below a field. It always reserves its height, so an error does not shift the layout. */
export function FieldMessage({ id, error, hint, lines = 1 }: FieldMessageProps): ReactNode {
  return (
    <div
      id={id}
      className={classes['message']}
      role="status"
      data-error={error !== undefined || undefined}
      data-lines={lines}
    >
      {error ?? hint}
    </div>
  );
}
