import type { ReactNode } from 'react';
import classes from './YesNoPanel.module.css';
import { YesNo, type YesNoProps } from './YesNo.tsx';

export interface YesNoPanelProps extends YesNoProps {
  /** Follow-up fields for yes. */
  children?: ReactNode;
  /** Follow-up fields for no. */
  whenNo?: ReactNode;
}

/** A framed yes/no question with the follow-up fields of its answer below. */
export function YesNoPanel({ children, whenNo, ...question }: YesNoPanelProps): ReactNode {
  const { value } = question;
  const followUp = value === true ? children : value === false ? whenNo : undefined;
  return (
    <div className={classes['panel']}>
      <YesNo {...question} />
      {followUp !== undefined && <div className={classes['followUp']}>{followUp}</div>}
    </div>
  );
}
