import { useIsFetching } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './Shell.module.css';

/** A thin line at the top during a first load; appears after 200 ms. */
export function LoadingBar(): ReactNode {
  const isNavigating = useRouterState({ select: (state) => state.isLoading });
  const isReading = useIsFetching({ predicate: (query) => query.state.status === 'pending' }) > 0;
  return isNavigating || isReading ? <div className={classes['loading']} aria-hidden /> : null;
}
