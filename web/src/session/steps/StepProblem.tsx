import type { ReactNode } from 'react';
import classes from './Steps.module.css';

/** Error of the step as a whole; its line is always reserved. */
export function StepProblem({ children }: { children: ReactNode }): ReactNode {
  return (
    <div className={classes['problem']} role="alert">
      {children}
    </div>
  );
}
