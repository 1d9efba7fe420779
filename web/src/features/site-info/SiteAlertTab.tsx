import { getSiteAlert, getSiteAlertSettings } from '@careloop/contracts/site-info';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { invalidate, queryOf } from '../../api/query.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { DetailSkeleton } from '../../ui/Skeletons.tsx';
import { SiteAlertForm } from './SiteAlertForm.tsx';
import classes from './SitePage.module.css';

/** The alert above every screen: what it says, to whom, and whether it is on. */
export function SiteAlertTab(): ReactNode {
  const client = useQueryClient();
  const query = useQuery(queryOf(getSiteAlertSettings, {}));
  // What is being written stays when the settings are read again; a saved or discarded form starts anew.
  const [start, setStart] = useState(0);
  const startAnew = async () => {
    await invalidate(client, getSiteAlertSettings, getSiteAlert);
    setStart((before) => before + 1);
  };
  if (query.data === undefined) {
    return query.error === null ? (
      <DetailSkeleton />
    ) : (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    );
  }
  return (
    <div className={classes['scroll']}>
      <SiteAlertForm key={start} settings={query.data} onStartAnew={startAnew} />
    </div>
  );
}
