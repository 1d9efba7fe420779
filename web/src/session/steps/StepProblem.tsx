import type { ReactNode } from 'react';
import classes from './Steps.module.css';

/** What went wrong with the step as a whole; its line is there beforehand. */
export function StepProblem({ children }: { children: ReactNode }): ReactNode {
  return (
    <div className={classes['problem']} role="alert">
      {children}
    </div>
  );
}
