import type { ReactNode } from 'react';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import classes from './ClinicalRecord.module.css';
import { codeInWords } from './words.ts';

interface StatementNameProps {
  stated: { description: string; code: string | null; codeSystem: string | null; isEnteredInError: boolean };
  isEnded?: boolean;
  /** What contradicts it. */
  dispute?: string | undefined;
  /** Below the name. */
  details?: readonly (string | null | false)[];
}

/** The name of a statement with its code, what contradicts it, and details. A mistake is struck through. */
export function StatementName({ stated, isEnded = false, dispute, details = [] }: StatementNameProps): ReactNode {
  const { description, isEnteredInError } = stated;
  const shown = [codeInWords(stated), ...details].filter(Boolean);
  return (
    <>
      <span className={isEnteredInError ? classes['struck'] : isEnded ? classes['ended'] : undefined}>
        {description}
      </span>
      {isEnteredInError && (
        <>
          {' '}
          <StatusBadge tone="inactive" label="Entered in error" />
        </>
      )}
      {dispute !== undefined && (
        <>
          {' '}
          <StatusBadge tone="warning" label={dispute} />
        </>
      )}
      {shown.length > 0 && <span className={`${classes['detail']} ${classes['text']}`}>{shown.join(' · ')}</span>}
    </>
  );
}
