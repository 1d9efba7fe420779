import { getSiteAlert, type SiteAlert as Alert } from '@careloop/contracts/site-info';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { queryOf } from '../../api/query.ts';
import { useSession } from '../../session/useSession.ts';
import { dismissAlert, dismissedAlerts } from './dismissedAlerts.ts';
import { SiteAlertLine } from './SiteAlertLine.tsx';

/** Interval in milliseconds (docs/domain/site-info.md). */
const pollEvery = 60_000;

/** Fetches the alert at the start and every minute. A failure is logged, and nothing is shown. */
function useSiteAlert(): Alert | null {
  const { data, error } = useQuery({
    ...queryOf(getSiteAlert, {}),
    staleTime: 0,
    retry: false,
    meta: { hidesFailure: true },
    // Stops polling once the session has ended; signing in again refetches everything.
    refetchInterval: ({ state }) => (state.error?.status === 401 ? false : pollEvery),
  });
  useEffect(() => {
    if (error !== null && !error.isSilent) console.warn(`The site alert could not be read: ${error.reference}`);
  }, [error]);
  return error === null ? (data?.alert ?? null) : null;
}

/** The site alert, shown to everyone until they dismiss it. */
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
