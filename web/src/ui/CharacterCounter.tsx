import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './CharacterCounter.module.css';

export interface CharacterCounterProps {
  /** Number of characters typed. */
  length: number;
  /** Default 50 (docs/domain/screens.md). */
  max?: number;
  /** Left of the count: describes the field. */
  description?: ReactNode;
}

/** "n / max characters"; red with a warning above the limit. For an input's description. */
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

/** Order of an input's parts that puts the count below it. */
export const countBelow: ('label' | 'input' | 'error' | 'description')[] = ['label', 'input', 'error', 'description'];
