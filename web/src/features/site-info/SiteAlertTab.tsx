import { getSiteAlertSettings, saveSiteAlert } from '@careloop/contracts/site-info';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { invalidateAfter, queryOf } from '../../api/query.ts';
import { QueryState } from '../../ui/QueryState.tsx';
import { SiteAlertForm } from './SiteAlertForm.tsx';
import classes from './SitePage.module.css';

/** Settings of the alert above every screen: its text, its audience, and whether it is on. */
export function SiteAlertTab(): ReactNode {
  const client = useQueryClient();
  const query = useQuery(queryOf(getSiteAlertSettings, {}));
  // Refetching the settings keeps the edits; saving or discarding restarts the form.
  const [start, setStart] = useState(0);
  const restart = async () => {
    await invalidateAfter(client, saveSiteAlert);
    setStart((before) => before + 1);
  };
  if (query.data === undefined) return <QueryState query={query} />;
  return (
    <div className={classes['scroll']}>
      <SiteAlertForm key={start} settings={query.data} onRestart={restart} />
    </div>
  );
}
