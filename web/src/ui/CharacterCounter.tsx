import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './CharacterCounter.module.css';

export interface CharacterCounterProps {
  /** How much is typed. */
  length: number;
  /** Default 50 (docs/domain/screens.md). */
  max?: number;
  /** Stands left of the count: what the field is about. */
  description?: ReactNode;
}

/** "n / max characters"; red and with a warning over the limit. For the description of an input. */
export function CharacterCounter({ length, max = 50, description }: CharacterCounterProps): ReactNode {
  const isOver = length > max;
  return (
    <span className={classes['line']}>
      <span>{description}</span>
      <span className={classes['count']} data-over={isOver || undefined}>
        {isOver && <IconAlertTriangle size={12} aria-label="Too long" />}
        {length} / {max} characters
      </span>
    </span>
  );
}

/** The order of an input's parts when its count stands below it. */
export const countBelow: ('label' | 'input' | 'error' | 'description')[] = ['label', 'input', 'error', 'description'];
