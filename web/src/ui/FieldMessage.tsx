import type { ReactNode } from 'react';
import classes from './FieldMessage.module.css';

export interface FieldMessageProps {
  /** Named by the input's `aria-describedby`. */
  id: string;
  error: string | undefined;
  /** Stands here while there is no error. */
  hint?: string | undefined;
  /** How many lines of it may come. One when left out. */
  lines?: 1 | 2;
}

/** The line below a field. It always takes its height, so that an error moves nothing. */
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
