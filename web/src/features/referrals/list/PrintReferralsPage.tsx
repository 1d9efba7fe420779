import { isAfterDue } from '@careloop/contracts/referrals/answerWords';
import { referredTo } from '@careloop/contracts/referrals/answerWords';
import { patientName } from '@careloop/contracts/patients/identity';
import { dueReferralStatuses, referralStatusLabels, urgencyLabel } from '@careloop/contracts/codes';
import { listReferrals, type ReferralListItem } from '@careloop/contracts/referrals';
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { call } from '../../../api/call.ts';
import type { ApiError } from '../../../api/errors.ts';
import { PrintHead } from '../../../components/PrintHead.tsx';
import { useSession } from '../../../session/useSession.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { formatDate, formatNamedDateTime } from '../../../ui/dates.ts';
import { numberPages } from '../../../ui/printPage.ts';
import { QueryState } from '../../../ui/QueryState.tsx';
import { patientFacts } from '../../patients/shared/patientFacts.ts';
import { filtersOf } from './listState.ts';
import classes from './PrintReferrals.module.css';

const page = getRouteApi('/Referrals/Print');

/** Maximum number of referrals in print; longer lists should be exported. */
const maxPrinted = 500;

async function readAll(filters: ReturnType<typeof filtersOf>, signal: AbortSignal) {
  const items: ReferralListItem[] = [];
  let cursor: string | undefined;
  do {
    const answer = await call(listReferrals, { ...filters, cursor }, { signal });
    items.push(...answer.items);
    cursor = answer.nextCursor ?? undefined;
  } while (cursor !== undefined && items.length < maxPrinted);
  return {
    items: items.slice(0, maxPrinted),
    isMore: cursor !== undefined || items.length > maxPrinted,
    readAt: new Date().toISOString(),
  };
}

/** The filtered list on paper. The page opens in its own window and prints automatically. */
export function PrintReferralsPage(): ReactNode {
  const filters = filtersOf(page.useSearch());
  const query = useQuery<Awaited<ReturnType<typeof readAll>>, ApiError>({
    queryKey: [listReferrals.path, filters, 'print'],
    queryFn: ({ signal }) => readAll(filters, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (query.data !== undefined) return <Printed {...query.data} />;
  return (
    <div className={classes['page']}>
      <QueryState query={query} heading="h1" />
    </div>
  );
}

function Printed({ items, isMore, readAt }: Awaited<ReturnType<typeof readAll>>): ReactNode {
  const { context } = useSession();
  const [isLogoReady, setLogoReady] = useState(false);
  useEffect(() => {
    if (!isLogoReady) return;
    const end = numberPages('letter landscape');
    const frame = requestAnimationFrame(() => window.print());
    return () => {
      cancelAnimationFrame(frame);
      end();
    };
  }, [isLogoReady]);
  return (
    <article className={classes['page']}>
      <PrintHead
        title="Referrals"
        meta={`${items.length} ${items.length === 1 ? 'referral' : 'referrals'} · Printed ${formatNamedDateTime(readAt)} by ${context.user.firstName} ${context.user.lastName}`}
        onLogoReady={() => setLogoReady(true)}
      >
        <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
          Print
        </Button>
      </PrintHead>
      {isMore && (
        <Callout tone="warning">Only the first {maxPrinted} are printed. Export the list to get all of them.</Callout>
      )}
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">Patient</th>
            <th scope="col">Sent</th>
            <th scope="col">From</th>
            <th scope="col">To</th>
            <th scope="col">Specialty</th>
            <th scope="col">Urgency</th>
            <th scope="col">Status</th>
            <th scope="col">Next</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <Row key={item.referralId} item={item} />
          ))}
        </tbody>
      </table>
    </article>
  );
}

function Row({ item }: { item: ReferralListItem }): ReactNode {
  const status = item.status in referralStatusLabels ? referralStatusLabels[item.status as 'pending'] : item.status;
  return (
    <tr>
      <th scope="row">
        {patientName(item.patient)}
        <span>{patientFacts(item.patient)}</span>
      </th>
      <td>{formatDate(item.dateCreated)}</td>
      <td>{item.referredByName}</td>
      <td>{referredTo(item)}</td>
      <td>{item.specialtyName}</td>
      <td>{urgencyLabel(item.urgencyDays)}</td>
      <td>{status}</td>
      <td>{nextOf(item)}</td>
    </tr>
  );
}

/** The appointment of a scheduled referral, or the due date of a waiting one. */
function nextOf({ status, isOverdue, dueAt, latestAppointment }: ReferralListItem): string {
  if (status === 'scheduled' && latestAppointment !== null) {
    const { appointmentTime, timeZone } = latestAppointment;
    const late = isAfterDue(appointmentTime, dueAt) ? `, after due time ${formatDate(dueAt)}` : '';
    return `Appointment ${formatNamedDateTime(appointmentTime, timeZone)}${late}`;
  }
  if (!dueReferralStatuses.some((one) => one === status)) return '';
  return `${isOverdue ? 'Overdue since' : 'Due'} ${formatDate(dueAt)}`;
}
