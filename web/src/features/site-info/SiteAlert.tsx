import { getSiteAlert, type SiteAlert as Alert } from '@careloop/contracts/site-info';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { queryOf } from '../../api/query.ts';
import { useSession } from '../../session/useSession.ts';
import { dismissAlert, dismissedAlerts } from './dismissedAlerts.ts';
import { SiteAlertLine } from './SiteAlertLine.tsx';

/** Milliseconds (docs/domain/site-info.md). */
const pollEvery = 60_000;

/** Asks at the start and every minute. What cannot be asked for is logged, and nothing is shown. */
function useSiteAlert(): Alert | null {
  const { data, error } = useQuery({
    ...queryOf(getSiteAlert, {}),
    staleTime: 0,
    retry: false,
    // A session that has ended is asked for no more; signing in again reads everything anew.
    refetchInterval: ({ state }) => (state.error?.status === 401 ? false : pollEvery),
  });
  useEffect(() => {
    if (error !== null && !error.isSilent) console.warn(`The site alert could not be read: ${error.reference}`);
  }, [error]);
  return error === null ? (data?.alert ?? null) : null;
}

/** What the site has to tell everybody, until they dismiss it. */
export function SiteAlert(): ReactNode {
  const { userId } = useSession().user;
  const alert = useSiteAlert();
  const [dismissed, setDismissed] = useState(() => dismissedAlerts(userId));
  const shown = alert === null || dismissed.includes(alert.id) ? null : alert;
  return (
    <div role="status">
      {shown !== null && (
        <SiteAlertLine
          alert={shown}
          onDismiss={() => {
            dismissAlert(userId, shown.id);
            setDismissed([...dismissed, shown.id]);
          }}
        />
      )}
    </div>
  );
}
