import type { ReactNode } from 'react';
import classes from './YesNoPanel.module.css';
import { YesNo, type YesNoProps } from './YesNo.tsx';

export interface YesNoPanelProps extends YesNoProps {
  /** What the answer yes asks for next. */
  children?: ReactNode;
  /** What the answer no asks for next. */
  whenNo?: ReactNode;
}

/** A yes/no question in a frame, with the fields of its answer below. */
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
