import type { Statement } from '@careloop/contracts/clinical-record';
import type { ReactNode } from 'react';
import { Callout } from '../../../ui/Callout.tsx';
import classes from './ClinicalRecord.module.css';
import { sourceInWords } from './Source.tsx';
import { formatPartialDay } from './words.ts';

interface NoneKnownProps {
  statement: Pick<Statement, 'statedBy' | 'sourceSystem' | 'enteredByName' | 'isEnteredInError'> & {
    description: string;
    statedDate: string | null;
  };
  /** Whether it is said to hold now. */
  isStated: boolean;
  /** The first entry that says otherwise. */
  contradictedBy: string | undefined;
  actions: ReactNode;
}

/** The statement that none is known, with who says so and what contradicts it. */
export function NoneKnown({ statement, isStated, contradictedBy, actions }: NoneKnownProps): ReactNode {
  const { description, statedDate, isEnteredInError } = statement;
  const from = [sourceInWords(statement), formatPartialDay(statedDate)].filter(Boolean).join(', ');
  const isContradicted = isStated && contradictedBy !== undefined;
  const title = [
    description,
    isEnteredInError && 'entered in error',
    !isEnteredInError && !isStated && 'no longer valid',
  ]
    .filter(Boolean)
    .join(': ');
  return (
    <div className={classes['callout']}>
      <Callout
        tone={isContradicted ? 'warning' : isStated && !isEnteredInError ? 'success' : 'neutral'}
        title={title}
        action={actions}
      >
        {from}
        {isContradicted && `. ${contradictedBy} is on the list, which contradicts this.`}
      </Callout>
    </div>
  );
}
